// SQL of other costs and of their imports.
import { and, desc, eq, getTableColumns, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { dbNow, type Queryable, type Tx } from '../../database/database.ts';
import { otherCosts, usdCents } from './other-costs.schema.ts';

export type OtherCost = typeof otherCosts.$inferSelect;
export type NewOtherCost = Pick<OtherCost, 'day' | 'kind' | 'source' | 'amountCents' | 'currency' | 'note'>;
export type CostPosition = Pick<OtherCost, 'day' | 'id'>;

export type ListedCost = OtherCost & { usdCents: number | null };

/** Newest day first, each with its amount in USD. */
export async function listCosts(db: Queryable, after: CostPosition | null, limit: number): Promise<ListedCost[]> {
  const older = after && sql`(${otherCosts.day}, ${otherCosts.id}) < (${after.day}::date, ${after.id}::uuid)`;
  return db
    .select({ ...getTableColumns(otherCosts), usdCents: sql<number | null>`(${usdCents})::float8` })
    .from(otherCosts)
    .where(and(isNull(otherCosts.deletedAt), older ?? undefined))
    .orderBy(desc(otherCosts.day), desc(otherCosts.id))
    .limit(limit);
}

export async function addCost(tx: Tx, id: string, cost: NewOtherCost): Promise<OtherCost | null> {
  const [added] = await tx
    .insert(otherCosts)
    .values({ ...cost, id, createdAt: dbNow(tx), updatedAt: dbNow(tx) })
    .returning();
  return added ?? null;
}

/** Null when it is deleted, or never was. */
export async function changeCost(tx: Tx, id: string, change: NewOtherCost): Promise<OtherCost | null> {
  return setCost(tx, id, change, isNull(otherCosts.deletedAt));
}

/** Null when it is deleted already, or never was. */
export async function deleteCost(tx: Tx, id: string): Promise<OtherCost | null> {
  return setCost(tx, id, { deletedAt: dbNow(tx) }, isNull(otherCosts.deletedAt));
}

/** Null when it is not deleted, or never was. */
export async function restoreCost(tx: Tx, id: string): Promise<OtherCost | null> {
  return setCost(tx, id, { deletedAt: null }, isNotNull(otherCosts.deletedAt));
}

export async function findCost(at: Queryable, id: string): Promise<OtherCost | null> {
  const [found] = await at.select().from(otherCosts).where(eq(otherCosts.id, id));
  return found ?? null;
}

type CostChange = Partial<NewOtherCost> & { importKey?: string; deletedAt?: SQL<Date> | null };

async function setCost(tx: Tx, id: string, change: CostChange, only?: SQL): Promise<OtherCost | null> {
  const [changed] = await tx
    .update(otherCosts)
    .set({ ...change, updatedAt: dbNow(tx) })
    .where(and(eq(otherCosts.id, id), only))
    .returning();
  return changed ?? null;
}

/** Until the end of the transaction no other import saves costs. */
export async function lockImports(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('imports of costs', 69))`);
}

/** Which lines an earlier import saved. */
export async function findImported(at: Queryable, keys: readonly string[]): Promise<Set<string>> {
  const found = await at
    .select({ key: otherCosts.importKey })
    .from(otherCosts)
    .where(inArray(otherCosts.importKey, [...keys]));
  return new Set(found.flatMap(({ key }) => key ?? []));
}

type CostSubject = Pick<OtherCost, 'day' | 'kind' | 'source'>;
export type SavedCost = CostSubject & Pick<OtherCost, 'id' | 'amountCents' | 'currency' | 'note'>;

/** Saved costs of these days, kinds and sources, without those of the lines with these keys. `locked`: until the end of `at`. */
export async function findBeside(
  at: Queryable,
  subjects: readonly CostSubject[],
  keys: readonly string[],
  locked: boolean,
): Promise<SavedCost[]> {
  if (subjects.length === 0) return [];
  const list = (read: (subject: CostSubject) => string) => sql.param([...subjects].map(read));
  const { rows } = await at.execute<SavedCost>(sql`
    select c.id, c.day::text as day, c.kind, c.source, c.amount_cents as "amountCents", c.currency, c.note
    from (select distinct day, kind, source from unnest(${list(({ day }) => day)}::date[], ${list(({ kind }) => kind)}::text[],
        ${list(({ source }) => source ?? '')}::text[]) as s(day, kind, source)) as wanted
      join ${otherCosts} c on c.day = wanted.day and c.kind = wanted.kind and coalesce(c.source, '') = wanted.source
    where c.deleted_at is null and (c.import_key is null or c.import_key <> all(${sql.param([...keys])}::text[]))
    order by c.day, c.created_at, c.id ${locked ? sql`for update of c` : sql``}`);
  return rows;
}

/** Returns those that are new: of two imports of one file at once, the second adds none. */
export async function importCosts(
  tx: Tx,
  costs: readonly (NewOtherCost & { id: string; importKey: string })[],
): Promise<OtherCost[]> {
  if (costs.length === 0) return [];
  return tx
    .insert(otherCosts)
    .values(costs.map((cost) => ({ ...cost, createdAt: dbNow(tx), updatedAt: dbNow(tx) })))
    .onConflictDoNothing()
    .returning();
}

/** A saved cost becomes the line of the file. */
export async function replaceCost(tx: Tx, id: string, cost: NewOtherCost & { importKey: string }): Promise<void> {
  await setCost(tx, id, cost, isNull(otherCosts.deletedAt));
}
