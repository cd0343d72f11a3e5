// SQL of the spending caps: reserve, release, sum.
import { and, eq, inArray, isNull, lt, sql } from 'drizzle-orm';
import { type SpendingKind, spendingKinds } from '../../../contract/spending-caps.ts';
import { dbNow, type Queryable, type Tx } from '../../database/database.ts';
import { spendingUses, spendingWindows } from './spending.schema.ts';

type SpendingWindow = typeof spendingWindows.$inferSelect;
type Used = { hour: number; day: number };
export async function readUsed(at: Queryable, kind: SpendingKind): Promise<Used> {
  const now = dbNow(at);
  const { rows } = await at.execute<Used>(sql`
    select coalesce(sum(amount) filter (where used_at > ${now} - interval '1 hour'), 0)::float8 as hour,
      coalesce(sum(amount), 0)::float8 as day
    from ${spendingUses}
    where kind = ${kind} and released_at is null and used_at > greatest(${now} - interval '1 day',
      (select lifted_at from ${spendingWindows} where kind = ${kind}))`);
  return rows[0] ?? { hour: 0, day: 0 };
}

/** Until the end of the transaction, no other use of this kind is added. */
export async function lock(tx: Tx, kind: SpendingKind): Promise<Pick<SpendingWindow, 'reachedAt' | 'liftedAt'>> {
  const [window] = await tx.select().from(spendingWindows).where(eq(spendingWindows.kind, kind)).for('update');
  if (!window) throw new Error(`The spending window of ${kind} is missing.`);
  return window;
}

export async function add(tx: Tx, use: { kind: SpendingKind; amount: number; reference: string }): Promise<void> {
  await tx.insert(spendingUses).values({ ...use, usedAt: dbNow(tx) });
}

/** The newest use: an earlier one under the same reference was spent. */
export async function release(tx: Tx, reference: string): Promise<void> {
  const newest = sql`(select max(id) from ${spendingUses} where reference = ${reference})`;
  await tx
    .update(spendingUses)
    .set({ releasedAt: dbNow(tx) })
    .where(and(eq(spendingUses.id, newest), isNull(spendingUses.releasedAt)));
}

export async function reachedAt(at: Queryable): Promise<Record<SpendingKind, Date | null>> {
  const rows = await at.select().from(spendingWindows);
  return Object.fromEntries(
    spendingKinds.map((kind) => [kind, rows.find((row) => row.kind === kind)?.reachedAt ?? null]),
  ) as Record<SpendingKind, Date | null>;
}

/** False where the kind is frozen already, or was lifted since the refusal. */
export async function freeze(tx: Tx, kind: SpendingKind, liftedAt: Date | null): Promise<boolean> {
  const isAsRefused = liftedAt === null ? isNull(spendingWindows.liftedAt) : eq(spendingWindows.liftedAt, liftedAt);
  const frozen = await tx
    .update(spendingWindows)
    .set({ reachedAt: dbNow(tx) })
    .where(and(eq(spendingWindows.kind, kind), isNull(spendingWindows.reachedAt), isAsRefused));
  return (frozen.rowCount ?? 0) > 0;
}

/** Earlier uses still count. */
export async function unfreeze(tx: Tx, kinds: SpendingKind[]): Promise<void> {
  await tx.update(spendingWindows).set({ reachedAt: null }).where(inArray(spendingWindows.kind, kinds));
}

export async function lift(tx: Tx, kind: SpendingKind): Promise<void> {
  await tx
    .update(spendingWindows)
    .set({ liftedAt: dbNow(tx), reachedAt: null })
    .where(eq(spendingWindows.kind, kind));
}

export async function purge(db: Queryable): Promise<void> {
  await db.delete(spendingUses).where(lt(spendingUses.usedAt, sql`${dbNow(db)} - interval '2 days'`));
}
