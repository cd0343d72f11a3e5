// SQL of scheduled changes of prices.
import { and, asc, eq, isNotNull, isNull, lte, type SQL, sql } from 'drizzle-orm';
import type { Sentence } from '../../../contract/sentences.ts';
import { texts } from '../../database/columns.ts';
import { dbNow, type Queryable, type Tx } from '../../database/database.ts';
import { sentenceColumns } from '../../platform/sentence-columns.ts';
import { marginRuleActor } from './settings.repository.ts';
import { scheduledPrices, storeSettingsVersions } from './settings.schema.ts';

export type ScheduledChange = typeof scheduledPrices.$inferSelect;
/** The subject of entries in the audit log. */
export const auditSubject = 'scheduled prices';
type Plan = Pick<ScheduledChange, 'dueAt' | 'offers' | 'basedOn' | 'confirmed' | 'adminId' | 'createdBy'>;

const { id, dueAt, createdAt, refusedAt, appliedAt, removedAt } = scheduledPrices;
const inOrder = [asc(dueAt), asc(createdAt), asc(id)];
const isOpen = and(isNull(appliedAt), isNull(removedAt));
const isWaiting = and(isOpen, isNull(refusedAt));

/** Those that wait and those that were refused, by time, then by their age. */
export async function listOpen(at: Queryable): Promise<ScheduledChange[]> {
  return at
    .select()
    .from(scheduledPrices)
    .where(isOpen)
    .orderBy(...inOrder)
    .limit(100);
}

export async function listDue(at: Queryable): Promise<ScheduledChange[]> {
  return at
    .select()
    .from(scheduledPrices)
    .where(and(isWaiting, lte(dueAt, dbNow(at))))
    .orderBy(...inOrder)
    .limit(100);
}

export async function find(at: Queryable, wanted: string): Promise<ScheduledChange | null> {
  const [row] = await at.select().from(scheduledPrices).where(eq(id, wanted));
  return row ?? null;
}

export async function add(tx: Tx, newId: string, plan: Plan): Promise<void> {
  await tx.insert(scheduledPrices).values({ id: newId, ...plan, createdAt: dbNow(tx) });
}

/** False when it was applied or removed, or never was. */
export async function change(tx: Tx, wanted: string, plan: Plan): Promise<boolean> {
  return set(tx, wanted, { ...plan, refusedAt: null, ...sentenceColumns('refusal', null) }, isOpen);
}

export async function remove(tx: Tx, wanted: string): Promise<boolean> {
  return set(tx, wanted, { removedAt: dbNow(tx) }, isOpen);
}

export async function restore(tx: Tx, wanted: string): Promise<boolean> {
  return set(tx, wanted, { removedAt: null }, isNotNull(removedAt));
}

/** False for one that is no longer scheduled, or has another time. `version`: of the settings; null where nothing changed. */
export async function setApplied(tx: Tx, row: ScheduledChange, version: number | null): Promise<boolean> {
  return set(tx, row.id, { appliedAt: dbNow(tx), appliedVersion: version }, isStill(row));
}

export async function setRefused(tx: Tx, row: ScheduledChange, why: Sentence): Promise<boolean> {
  return set(tx, row.id, { refusedAt: dbNow(tx), ...sentenceColumns('refusal', why) }, isStill(row));
}

/** A row that is due can only get a later time. */
function isStill(row: ScheduledChange): SQL | undefined {
  return and(isWaiting, eq(dueAt, row.dueAt));
}

type Change = { [N in keyof ScheduledChange]?: ScheduledChange[N] | SQL<Date> };

async function set(tx: Tx, wanted: string, values: Change, only: SQL | undefined): Promise<boolean> {
  const { rowCount } = await tx
    .update(scheduledPrices)
    .set(values)
    .where(and(eq(id, wanted), only));
  return rowCount === 1;
}

/** The fields that changed after a version, except by scheduled changes. `byRule`: only by the margin rule of the offer. */
export async function listChangedSince(
  at: Queryable,
  after: number,
  fields: readonly string[],
): Promise<{ field: string; byRule: boolean }[]> {
  const { rows } = await at.execute<{ field: string; byRule: boolean }>(sql`
    select c ->> 'field' as field, bool_and(coalesce(starts_with(v.changed_by, ${marginRuleActor}), false)) as "byRule"
    from ${storeSettingsVersions} v, jsonb_array_elements(v.changes) c
    where v.version > ${after} and c ->> 'field' = any(${texts(fields)})
      and not exists (select from ${scheduledPrices} s where s.applied_version = v.version)
    group by 1`);
  return rows;
}
