// Adds, changes and deletes the rates of taxes, each with its entry of the audit log.
import { countryNames } from '../../../contract/country-codes.ts';
import type { AnswerFor, CallFor } from '../../../contract/index.ts';
import { centsFromDollars } from '../../../contract/number-inputs.ts';
import { StoreError } from '../../../contract/store-error.ts';
import { storeMessage } from '../../../contract/store-messages.ts';
import { mostHundredths, mostTaxRates } from '../../../contract/tax-rules.ts';
import type { StoreContext } from '../../context.ts';
import type { Tx } from '../../database/database.ts';
import { type Call, getAdmin } from '../../request-context.ts';
import type { NewTaxRate, TaxRate } from './tax.repository.ts';
import * as taxRepository from './tax.repository.ts';

type RateInput = CallFor<'POST /api/admin/finances/tax-rates'>['body'];
type ShownRate = AnswerFor<'POST /api/admin/finances/tax-rates'>;

/** Throws conflict where the country has a rate from this day, and where there are as many as the store keeps. */
export function addRate(ctx: StoreContext, call: Call, input: RateInput): Promise<ShownRate> {
  const rate = readRate(input);
  return saveRate(ctx, call, 'tax_rate.added', async (tx) => {
    await assertFree(tx, rate, null);
    const most = mostTaxRates;
    if ((await taxRepository.countRates(tx)) >= most) {
      throw new StoreError('conflict', { reason: storeMessage('tax_rates_full', { most }) });
    }
    return taxRepository.addRate(tx, ctx.ids.uuid(), rate);
  });
}

/** Throws not_found, and conflict where another rate of the country is from this day. */
export function changeRate(ctx: StoreContext, call: Call, id: string, input: RateInput): Promise<ShownRate> {
  const rate = readRate(input);
  return saveRate(ctx, call, 'tax_rate.changed', async (tx) => {
    await assertFree(tx, rate, id);
    return taxRepository.changeRate(tx, id, rate);
  });
}

/** Throws not_found. */
export async function deleteRate(ctx: StoreContext, call: Call, id: string): Promise<void> {
  await saveRate(ctx, call, 'tax_rate.deleted', (tx) => taxRepository.deleteRate(tx, id));
}

/** In one transaction with its entry of the audit log. Throws not_found. */
async function saveRate(
  ctx: StoreContext,
  call: Call,
  action: string,
  save: (tx: Tx) => Promise<TaxRate | null>,
): Promise<ShownRate> {
  const admin = getAdmin(call);
  return ctx.database.transaction(async (tx) => {
    await taxRepository.lockRates(tx);
    const saved = await save(tx);
    if (!saved) throw new StoreError('not_found');
    const shown = toRate(saved);
    const { id, country_code: country, percent, valid_from: day } = shown;
    const details = { id, country, percent, day };
    await ctx.audit.record(tx, { actor: `admin:${admin.id}`, action, subject: 'tax rates', details });
    return shown;
  });
}

function readRate({ country_code: typed, percent, valid_from: validFrom }: RateInput): NewTaxRate {
  const countryCode = typed.toUpperCase();
  if (!countryNames().has(countryCode)) {
    const reason = storeMessage('tax_country_unknown', { code: typed });
    throw new StoreError('invalid_input', { field: 'country_code', reason });
  }
  const hundredths = centsFromDollars(percent);
  if (hundredths === null || hundredths < 0 || hundredths > mostHundredths) {
    const reason = storeMessage('tax_percent_range', { most: mostHundredths / 100 });
    throw new StoreError('invalid_input', { field: 'percent', reason });
  }
  return { countryCode, hundredths, validFrom };
}

async function assertFree(tx: Tx, rate: NewTaxRate, ownId: string | null): Promise<void> {
  const known = await taxRepository.findRateFrom(tx, rate);
  if (!known || known.id === ownId) return;
  const { countryCode: country, validFrom: day } = rate;
  throw new StoreError('conflict', { reason: storeMessage('tax_rate_twice', { country, day }) });
}

function nameOf({ countryCode }: Pick<TaxRate, 'countryCode'>): string {
  return countryNames().get(countryCode) ?? countryCode;
}

export function toRate(rate: TaxRate): ShownRate {
  return {
    id: rate.id,
    country_code: rate.countryCode,
    country: nameOf(rate),
    percent: rate.hundredths / 100,
    valid_from: rate.validFrom,
    updated_at: rate.updatedAt.toISOString(),
  };
}
