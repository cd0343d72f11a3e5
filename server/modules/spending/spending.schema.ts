// Tables of the spending caps.
import { sql } from 'drizzle-orm';
import { bigint, check, index, pgTable, text } from 'drizzle-orm/pg-core';
import { type SpendingKind, spendingKinds } from '../../../contract/spending-caps.ts';
import { at, sqlList } from '../../database/columns.ts';

/** Money that was reserved, before it was spent. Kept for two days. */
export const spendingUses = pgTable(
  'spending_uses',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    kind: text('kind').$type<SpendingKind>().notNull(),
    /** Cents, of confirmations 1. */
    amount: bigint('amount', { mode: 'number' }).notNull(),
    currency: text('currency').notNull().default('USD'),
    /** What it was for: a link, a refund, an order. */
    reference: text('reference').notNull(),
    usedAt: at('used_at').notNull(),
    /** It was not spent after all. */
    releasedAt: at('released_at'),
  },
  (t) => [
    index('spending_uses_open').on(t.kind, t.usedAt, t.amount).where(sql`${t.releasedAt} is null`),
    index('spending_uses_reference').on(t.reference),
    index('spending_uses_age').on(t.usedAt),
    check('spending_uses_amount', sql`${t.amount} >= 0`),
  ],
);

/** One row for each kind, which is locked while a use is added: parallel ones cannot pass the cap. */
export const spendingWindows = pgTable(
  'spending_windows',
  {
    kind: text('kind').$type<SpendingKind>().primaryKey(),
    /** Earlier uses do not count. */
    liftedAt: at('lifted_at'),
    /** Further acts are refused. Null: none is. */
    reachedAt: at('reached_at'),
  },
  (t) => [check('spending_windows_kind', sql`${t.kind} in (${sqlList(spendingKinds)})`)],
);
