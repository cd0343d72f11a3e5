// SQL of action items: one kind or all, without the dismissed ones, and their dismissal.
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { ActionItemKind, CancelChoice, DelayReason } from '../../../contract/action-item-kinds.ts';
import type { Words } from '../../../contract/store-messages.ts';
import { oncePerContext, type StoreContext } from '../../context.ts';
import { texts } from '../../database/columns.ts';
import { dbNow, type Queryable } from '../../database/database.ts';
import type { QueriedKind } from '../../ports/module-parts.ts';
import { dismissedItems } from './action-items.schema.ts';

export type ActionItemRow = {
  subject: string;
  order_id: string | null;
  /** The place of the link in its order; null for an item about no link. */
  position: number | null;
  /** The `offerKey()` of an item about an offer or its service. */
  offer?: string;
  /** Of a link in delivery. */
  delay?: {
    reason: DelayReason;
    providerId: string;
    usualSeconds: number | null;
    canRefill: boolean;
    cancel: CancelChoice;
  };
  at: Date;
  words: Words;
};
/** Maximum count of one kind; more are shown as "more". */
export const countedAtMost = 100;
/** For each kind, when all are listed. */
export const shownOfEach = 5;

const isAside = (kind: SQLWrapper, subject: SQL) =>
  sql`exists (select from ${dismissedItems} s where s.kind = ${kind} and s.subject = ${subject})`;
// Prepared, as planning it takes longer than answering. Without a parameter it is planned once, with one several times.
const newestOfEach = oncePerContext((ctx) => prepareNewest(ctx, 'newest_of_each_waiting', sql<Date>`now()`));
const shiftedNow = sql<Date>`(now() + ${sql.placeholder('offsetMs')}::float8 * interval '1 millisecond')`;
const newestOfEachShifted = oncePerContext((ctx) => prepareNewest(ctx, 'newest_of_each_waiting_shifted', shiftedNow));

/** Newest first, at most `countedAtMost` + 1; with a subject only that item. */
export async function open(
  { database, actionItems }: StoreContext,
  kind: QueriedKind,
  subject?: string,
): Promise<ActionItemRow[]> {
  const named = subject === undefined ? sql`true` : sql`q.subject = ${subject}`;
  const { rows } = await database.db.execute<Omit<ActionItemRow, 'at'> & { at: string }>(sql`
    select q.subject, q.order_id, q.position, q.at, q.words from (${actionItems[kind](database.now())}) q
    where ${named} and not ${isAside(sql`${kind}`, sql`q.subject`)} order by q.at desc limit ${countedAtMost + 1}`);
  return rows.map((row) => ({ ...row, at: new Date(row.at) }));
}

/** For every kind: the number of items, at most one more than are counted, and the newest `shownOfEach` of them. */
export async function newest(
  ctx: StoreContext,
): Promise<Map<ActionItemKind, { count: number; rows: ActionItemRow[] }>> {
  const offsetMs = ctx.database.clockOffsetMs();
  const found = await (offsetMs === 0 ? newestOfEach(ctx).execute() : newestOfEachShifted(ctx).execute({ offsetMs }));
  const byKind = new Map<ActionItemKind, { count: number; rows: ActionItemRow[] }>();
  for (const { kind, count, at, ...row } of found) {
    const { rows } = byKind.get(kind) ?? { rows: [] };
    byKind.set(kind, { count, rows: [...rows, { ...row, at: new Date(at) }] });
  }
  return byKind;
}

export async function withoutAside(
  db: Queryable,
  kind: ActionItemKind,
  rows: readonly ActionItemRow[],
): Promise<ActionItemRow[]> {
  if (rows.length === 0) return [];
  const subjects = texts(rows.map(({ subject }) => subject));
  const { rows: aside } = await db.execute<{ subject: string }>(sql`
    select subject from ${dismissedItems} where kind = ${kind} and subject = any(${subjects})`);
  const gone = new Set(aside.map(({ subject }) => subject));
  return rows.filter(({ subject }) => !gone.has(subject));
}

export async function dismiss(
  at: Queryable,
  aside: { kind: ActionItemKind; subject: string; note: string; setBy: string },
): Promise<void> {
  // The first dismissal stays.
  await at
    .insert(dismissedItems)
    .values({ ...aside, setAt: dbNow(at) })
    .onConflictDoNothing();
}

function prepareNewest({ database, actionItems }: StoreContext, name: string, now: SQL<Date>) {
  const each = Object.entries(actionItems).map(([kind, query]) => {
    const named = sql.raw(`'${kind}'`);
    return sql`(select ${named} as kind, count(*) over ()::int as count, w.* from (
      select q.subject, q.order_id, q.position, q.at, q.words from (${query(now)}) q
      where not ${isAside(named, sql`q.subject`)} order by q.at desc limit ${sql.raw(String(countedAtMost + 1))}) w
      order by w.at desc limit ${sql.raw(String(shownOfEach))})`;
  });
  return database.db
    .select({
      kind: sql<QueriedKind>`w.kind`,
      count: sql<number>`w.count`,
      subject: sql<string>`w.subject`,
      order_id: sql<string | null>`w.order_id`,
      position: sql<number | null>`w.position`,
      at: sql<string>`w.at`,
      words: sql<Words>`w.words`,
    })
    .from(sql`(${sql.join(each, sql` union all `)}) w`)
    .prepare(name);
}
