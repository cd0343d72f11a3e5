// Adds, changes, deletes and restores other costs, each with its entry of the audit log.
import type { AnswerFor, CallFor } from '../../../contract/index.ts';
import { dollarsFromCents } from '../../../contract/money.ts';
import { StoreError } from '../../../contract/store-error.ts';
import { storeMessage } from '../../../contract/store-messages.ts';
import type { StoreContext } from '../../context.ts';
import type { Queryable, Tx } from '../../database/database.ts';
import { type Call, getAdmin } from '../../request-context.ts';
import { convertCents, hasRate } from './currency-rates.repository.ts';
import type { ListedCost, NewOtherCost, OtherCost } from './other-costs.repository.ts';
import * as otherCosts from './other-costs.repository.ts';

type CostInput = CallFor<'POST /api/admin/finances/costs'>['body'];
type ShownCost = AnswerFor<'POST /api/admin/finances/costs'>;

/** Throws invalid_input for a currency that is none. */
export function addCost(ctx: StoreContext, call: Call, input: CostInput): Promise<ShownCost> {
  return saveCost(ctx, call, 'cost.added', async (tx) =>
    otherCosts.addCost(tx, ctx.ids.uuid(), await readCost(tx, input)),
  );
}

/** Throws not_found, and invalid_input as `addCost`. */
export function changeCost(ctx: StoreContext, call: Call, id: string, input: CostInput): Promise<ShownCost> {
  return saveCost(ctx, call, 'cost.changed', async (tx) => otherCosts.changeCost(tx, id, await readCost(tx, input)));
}

/** Throws not_found. */
export async function deleteCost(ctx: StoreContext, call: Call, id: string): Promise<void> {
  await saveCost(ctx, call, 'cost.deleted', (tx) => otherCosts.deleteCost(tx, id));
}

/** Of a cost that is not deleted, it changes nothing. Throws not_found. */
export async function restoreCost(ctx: StoreContext, call: Call, id: string): Promise<ShownCost> {
  const present = await otherCosts.findCost(ctx.database.db, id);
  if (present?.deletedAt === null) return toConvertedCost(ctx.database.db, present);
  return saveCost(ctx, call, 'cost.restored', (tx) => otherCosts.restoreCost(tx, id));
}

/** In one transaction with its entry of the audit log. Throws not_found. */
async function saveCost(
  ctx: StoreContext,
  call: Call,
  action: string,
  save: (tx: Tx) => Promise<OtherCost | null>,
): Promise<ShownCost> {
  const admin = getAdmin(call);
  return ctx.database.transaction(async (tx) => {
    const saved = await save(tx);
    if (!saved) throw new StoreError('not_found');
    const { id, day, kind, source, amountCents, currency } = saved;
    const details = { id, day, kind, source, amountCents, currency };
    await ctx.audit.record(tx, { actor: `admin:${admin.id}`, action, subject: 'other costs', details });
    return toConvertedCost(tx, saved);
  });
}

async function readCost(at: Queryable, { amount, ...cost }: CostInput): Promise<NewOtherCost> {
  if (!isCurrencyCode(cost.currency) && !(await hasRate(at, cost.currency))) {
    const reason = storeMessage('cost_currency_unknown', { currency: cost.currency });
    throw new StoreError('invalid_input', { field: 'currency', reason });
  }
  return { ...cost, amountCents: Math.round(amount * 100) };
}

const currencyCodes = new Set(Intl.supportedValuesOf('currency'));

/** A code of ISO 4217. */
export function isCurrencyCode(currency: string): boolean {
  return currencyCodes.has(currency);
}

export function toCostFields({ day, kind, source, amountCents, currency, note }: NewOtherCost) {
  return { day, kind, source, amount: dollarsFromCents(amountCents), currency, note };
}

export function toCost(cost: ListedCost): ShownCost {
  const { id, createdAt, updatedAt, usdCents } = cost;
  return {
    id,
    ...toCostFields(cost),
    amount_usd: usdCents === null ? null : dollarsFromCents(usdCents),
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
  };
}

async function toConvertedCost(at: Queryable, cost: OtherCost): Promise<ShownCost> {
  return toCost({ ...cost, usdCents: await convertCents(at, cost) });
}
