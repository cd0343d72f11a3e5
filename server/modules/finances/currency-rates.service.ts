// Adds, changes, deletes and restores the rates of currencies, each with its entry of the audit log.
import type { AnswerFor, CallFor } from '../../../contract/index.ts';
import { StoreError } from '../../../contract/store-error.ts';
import { storeMessage } from '../../../contract/store-messages.ts';
import type { StoreContext } from '../../context.ts';
import type { Tx } from '../../database/database.ts';
import { type Call, getAdmin } from '../../request-context.ts';
import type { CurrencyRate, NewRate } from './currency-rates.repository.ts';
import * as rates from './currency-rates.repository.ts';

type RateInput = CallFor<'POST /api/admin/finances/rates'>['body'];
type ShownRate = AnswerFor<'POST /api/admin/finances/rates'>;

/** Throws conflict where the currency has a rate of this day. */
export function addRate(ctx: StoreContext, call: Call, input: RateInput): Promise<ShownRate> {
  const rate = readRate(input);
  return saveRate(ctx, call, 'rate.added', async (tx) => {
    await assertFree(tx, rate, null);
    return rates.addRate(tx, ctx.ids.uuid(), rate);
  });
}

/** Throws not_found, and conflict as `addRate`. */
export function changeRate(ctx: StoreContext, call: Call, id: string, input: RateInput): Promise<ShownRate> {
  const rate = readRate(input);
  return saveRate(ctx, call, 'rate.changed', async (tx) => {
    await assertFree(tx, rate, id);
    return rates.changeRate(tx, id, rate);
  });
}

/** Throws not_found. */
export async function deleteRate(ctx: StoreContext, call: Call, id: string): Promise<void> {
  await saveRate(ctx, call, 'rate.deleted', (tx) => rates.deleteRate(tx, id));
}

/** Of a rate that is not deleted, it changes nothing. Throws not_found, and conflict as `addRate`. */
export async function restoreRate(ctx: StoreContext, call: Call, id: string): Promise<ShownRate> {
  const present = await rates.findRate(ctx.database.db, id);
  if (!present) throw new StoreError('not_found');
  if (present.deletedAt === null) return toRate(present);
  return saveRate(ctx, call, 'rate.restored', async (tx) => {
    await assertFree(tx, present, id);
    return rates.restoreRate(tx, id);
  });
}

async function saveRate(
  ctx: StoreContext,
  call: Call,
  action: string,
  save: (tx: Tx) => Promise<CurrencyRate | null>,
): Promise<ShownRate> {
  const admin = getAdmin(call);
  return ctx.database.transaction(async (tx) => {
    await rates.lockRates(tx);
    const saved = await save(tx);
    if (!saved) throw new StoreError('not_found');
    const { id, currency, day, usd } = saved;
    const details = { id, currency, day, usd };
    await ctx.audit.record(tx, { actor: `admin:${admin.id}`, action, subject: 'currency rates', details });
    return toRate(saved);
  });
}

async function assertFree(tx: Tx, { currency, day }: NewRate, id: string | null): Promise<void> {
  const found = await rates.findRateOf(tx, { currency, day });
  if (found && found.id !== id) {
    throw new StoreError('conflict', { reason: storeMessage('rate_of_day_exists', { currency: found.currency, day }) });
  }
}

function readRate({ currency, day, usd }: RateInput): NewRate {
  return { currency, day, usd: usd.toFixed(8) };
}

export function toRate({ id, currency, day, usd, createdAt, updatedAt }: CurrencyRate): ShownRate {
  return {
    id,
    currency,
    day,
    usd: Number(usd),
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
  };
}
