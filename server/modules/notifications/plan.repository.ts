// SQL of planning: takes the events, reads and writes the windows of the channels, and adds messages.
import { and, asc, eq, inArray, isNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { type NotificationKind, type Severity, severities } from '../../../contract/notification-kinds.ts';
import { dbNow, type Queryable, type Tx } from '../../database/database.ts';
import type { NotificationFacts } from '../../ports/notifications.ts';
import { longestWaitMs, type Waiting } from './coalesce.ts';
import {
  notificationChannels,
  notificationEvents,
  notificationMessages,
  notificationProblems,
  notificationWindows,
} from './notifications.schema.ts';

export type ChannelRow = typeof notificationChannels.$inferSelect;
export type WindowRow = typeof notificationWindows.$inferSelect;
export type ProblemRow = typeof notificationProblems.$inferSelect;
type NewMessage = Pick<typeof notificationMessages.$inferInsert, 'id' | 'channelId' | 'kind' | 'severity' | 'content'>;
export type TakenEvents = Waiting & { kind: NotificationKind };

const rank = sql`array_position(array[${sql.join(
  severities.map((one) => sql`${one}`),
  sql`, `,
)}]::text[], severity)`;

/** The delay has passed. A delay longer than any comes from a clock that was set back. */
export function canTry(retryAt: SQLWrapper, now: SQL): SQL {
  return sql`coalesce(${retryAt} <= ${now} or ${retryAt} > ${now} + ${longestWaitMs} * interval '1 millisecond', true)`;
}

function daysAgo(db: Queryable, days: number): SQL {
  return sql`${dbNow(db)} - ${days} * interval '1 day'`;
}

/** One process plans at a time. Returns the database's time. */
export async function startPlan(tx: Tx): Promise<Date> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('notifications', 23))`);
  const { rows } = await tx.execute<{ now: string }>(sql`select ${dbNow(tx)} as now`);
  return new Date(rows[0]?.now ?? 0);
}

/** Removes all events; returns them by kind and severity, each with its oldest. */
export async function takeEvents(tx: Tx): Promise<TakenEvents[]> {
  const { rows } = await tx.execute<{
    kind: NotificationKind;
    severity: Severity;
    count: number;
    facts: NotificationFacts;
    happened_at: string;
  }>(sql`
    with taken as (delete from ${notificationEvents} returning *)
    select kind, severity, count(*)::int as count, min(happened_at) as happened_at,
      (array_agg(facts order by id))[1] as facts
    from taken group by kind, severity order by kind, ${rank}`);
  return rows.map(({ happened_at, ...event }) => ({ ...event, happenedAt: new Date(happened_at) }));
}

export async function listChannels(tx: Tx): Promise<ChannelRow[]> {
  return tx
    .select()
    .from(notificationChannels)
    .where(and(eq(notificationChannels.enabled, true), isNull(notificationChannels.goneAt)))
    .orderBy(asc(notificationChannels.createdAt));
}

export async function listWindows(tx: Tx): Promise<WindowRow[]> {
  return tx.select().from(notificationWindows);
}

/** Oldest first. */
export async function listProblems(tx: Tx): Promise<ProblemRow[]> {
  return tx.select().from(notificationProblems).orderBy(asc(notificationProblems.openedAt));
}

export async function markReminded(tx: Tx, before: Date, now: Date): Promise<void> {
  await tx
    .update(notificationProblems)
    .set({ remindedAt: now })
    .where(sql`${notificationProblems.openedAt} <= ${before.toISOString()}::timestamptz
      or ${notificationProblems.openedAt} > ${now.toISOString()}::timestamptz`);
}

export async function saveWindow(tx: Tx, window: WindowRow): Promise<void> {
  await tx
    .insert(notificationWindows)
    .values(window)
    .onConflictDoUpdate({
      target: [notificationWindows.channelId, notificationWindows.kind],
      set: window,
    });
}

/** The kinds of pending messages, as `channel kind`. */
export async function listUnsent(tx: Tx): Promise<Set<string>> {
  const rows = await tx
    .select({ channelId: notificationMessages.channelId, kind: notificationMessages.kind })
    .from(notificationMessages)
    .where(eq(notificationMessages.state, 'pending'));
  return new Set(rows.map(({ channelId, kind }) => `${channelId} ${kind}`));
}

/** A message about what is resolved by now is not sent any more. */
export async function dropUnsent(tx: Tx, channelId: string, kind: NotificationKind): Promise<boolean> {
  const dropped = await tx
    .update(notificationMessages)
    .set({ state: 'dropped', answer: 'It was resolved before it could be sent.' })
    .where(
      and(
        eq(notificationMessages.channelId, channelId),
        eq(notificationMessages.kind, kind),
        eq(notificationMessages.state, 'pending'),
      ),
    )
    .returning({ id: notificationMessages.id });
  return dropped.length > 0;
}

export async function addMessage(tx: Tx, message: NewMessage): Promise<void> {
  await tx.insert(notificationMessages).values({
    ...message,
    state: 'pending',
    createdAt: dbNow(tx),
    nextAttemptAt: dbNow(tx),
  });
}

/** Channels that may send something now. */
export async function listDueChannels(tx: Tx): Promise<string[]> {
  const { id, enabled, goneAt, retryAt } = notificationChannels;
  const rows = await tx
    .selectDistinct({ id })
    .from(notificationMessages)
    .innerJoin(notificationChannels, eq(id, notificationMessages.channelId))
    .where(
      and(
        inArray(notificationMessages.state, ['pending', 'sending']),
        eq(enabled, true),
        isNull(goneAt),
        canTry(retryAt, dbNow(tx)),
      ),
    );
  return rows.map((row) => row.id);
}

/** In small steps, oldest first. */
export async function purge(db: Queryable): Promise<void> {
  for (;;) {
    const gone = await db.execute(sql`
      delete from ${notificationMessages} where id in (
        select id from ${notificationMessages} where created_at < ${daysAgo(db, 30)} order by created_at limit 5000)`);
    if ((gone.rowCount ?? 0) < 5_000) return;
  }
}
