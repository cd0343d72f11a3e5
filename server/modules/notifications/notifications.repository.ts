// SQL of notifications: the channels and devices, the plan (events, problems, windows), and the messages to send.
import { and, asc, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { type NotificationKind, severities } from '../../../contract/notification-kinds.ts';
import { dbNow, type Queryable, type Tx } from '../../database/database.ts';
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
export type MessageRow = typeof notificationMessages.$inferSelect;
type NewMessage = Pick<typeof notificationMessages.$inferInsert, 'id' | 'channelId' | 'kind' | 'severity' | 'content'>;
/** `isStale`: claimed by a process that died. `isLate`: too old to matter. */
type ClaimableMessage = MessageRow & { isStale: boolean; isLate: boolean };
export type TakenEvents = Waiting & { kind: NotificationKind };
/** New values, or SQL expressions for them. */
type Change<T> = { [K in keyof T]?: T[K] | SQL };

/** Longer than any attempt: the process of an older claim has died. */
const leaseSeconds = 60;
const lateHours = 24;
const purgedAtOnce = 5_000;
const { id, adminId, fingerprint, enabled, goneAt, retryAt } = notificationChannels;
const { channelId, state } = notificationMessages;
const second = sql`interval '1 second'`;
const rank = sql`array_position(array[${sql.join(
  severities.map((one) => sql`${one}`),
  sql`, `,
)}]::text[], severity)`;

/** It is on, and the other side did not end it. */
export const isActive = and(eq(enabled, true), isNull(goneAt));

/** The channel that is this device of this admin. */
function isDeviceOf(admin: string, device?: string) {
  return and(
    eq(notificationChannels.kind, 'web-push'),
    eq(adminId, admin),
    device === undefined ? undefined : eq(id, device),
  );
}

/** The delay has passed. A delay longer than any comes from a clock that was set back. */
function canTry(now: SQL): SQL {
  return sql`coalesce(${retryAt} <= ${now} or ${retryAt} > ${now} + ${longestWaitMs} * interval '1 millisecond', true)`;
}

export async function listChannels(db: Queryable, where?: SQL): Promise<ChannelRow[]> {
  return db.select().from(notificationChannels).where(where).orderBy(asc(notificationChannels.createdAt), asc(id));
}

export async function listDevices(db: Queryable, admin: string): Promise<ChannelRow[]> {
  return listChannels(db, isDeviceOf(admin));
}

export async function findChannel(at: Queryable, of: string): Promise<ChannelRow | null> {
  return (await listChannels(at, eq(id, of)))[0] ?? null;
}

export async function findDevice(at: Queryable, device: string, admin: string): Promise<ChannelRow | null> {
  return (await listChannels(at, isDeviceOf(admin, device)))[0] ?? null;
}

/** Null for a channel that is off, gone, or not due for its next try. */
export async function findReady(tx: Tx, of: string): Promise<ChannelRow | null> {
  return (await listChannels(tx, and(eq(id, of), isActive, canTry(dbNow(tx)))))[0] ?? null;
}

/** By its ID or the fingerprint of its device. Locks the channel until the end of the transaction. */
export async function lockChannel(tx: Tx, by: { id: string } | { fingerprint: string }): Promise<ChannelRow | null> {
  const isIt = 'id' in by ? eq(id, by.id) : eq(fingerprint, by.fingerprint);
  const [found] = await tx.select().from(notificationChannels).where(isIt).for('update');
  return found ?? null;
}

/** Takes a lock, so that concurrent additions are counted exactly. */
export async function countChannels(tx: Tx): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('notification channels', 19))`);
  return tx.$count(notificationChannels);
}

export async function addChannel(
  tx: Tx,
  channel: Omit<typeof notificationChannels.$inferInsert, 'createdAt'>,
): Promise<ChannelRow> {
  const [added] = await tx
    .insert(notificationChannels)
    .values({ ...channel, createdAt: dbNow(tx) })
    .returning();
  if (!added) throw new Error('The channel was not written.');
  return added;
}

/** Null for a channel that was removed. */
export async function changeChannel(tx: Tx, of: string, change: Change<ChannelRow>): Promise<ChannelRow | null> {
  const [changed] = await tx.update(notificationChannels).set(change).where(eq(id, of)).returning();
  return changed ?? null;
}

/** Also deletes its messages. */
export async function removeChannel(tx: Tx, of: string): Promise<void> {
  await tx.delete(notificationChannels).where(eq(id, of));
}

/** Of this admin, those whose subscription has ended. */
export async function removeGoneDevices(tx: Tx, admin: string): Promise<void> {
  await tx.delete(notificationChannels).where(and(isDeviceOf(admin), isNotNull(goneAt)));
}

/** Deletes the pending events of a channel. */
export async function clearWindows(tx: Tx, of: string): Promise<void> {
  await tx.delete(notificationWindows).where(eq(notificationWindows.channelId, of));
}

/** One process plans at a time. Returns the database's time. */
export async function startPlan(tx: Tx): Promise<Date> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('notifications', 23))`);
  const { rows } = await tx.execute<{ now: string }>(sql`select ${dbNow(tx)} as now`);
  return new Date(rows[0]?.now ?? 0);
}

/** Removes all events; returns them by kind and severity, each with its oldest. */
export async function takeEvents(tx: Tx): Promise<TakenEvents[]> {
  const { rows } = await tx.execute<Omit<TakenEvents, 'happenedAt'> & { happened_at: string }>(sql`
    with taken as (delete from ${notificationEvents} returning *)
    select kind, severity, count(*)::int as count, min(happened_at) as happened_at,
      (array_agg(facts order by id))[1] as facts
    from taken group by kind, severity order by kind, ${rank}`);
  return rows.map(({ happened_at, ...event }) => ({ ...event, happenedAt: new Date(happened_at) }));
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
  const target = [notificationWindows.channelId, notificationWindows.kind];
  await tx.insert(notificationWindows).values(window).onConflictDoUpdate({ target, set: window });
}

/** The kinds of pending messages, as `channel kind`. */
export async function listUnsent(tx: Tx): Promise<Set<string>> {
  const { kind } = notificationMessages;
  const rows = await tx.select({ channelId, kind }).from(notificationMessages).where(eq(state, 'pending'));
  return new Set(rows.map((row) => `${row.channelId} ${row.kind}`));
}

export async function addMessage(tx: Tx, message: NewMessage): Promise<void> {
  const now = dbNow(tx);
  await tx.insert(notificationMessages).values({ ...message, state: 'pending', createdAt: now, nextAttemptAt: now });
}

/** Channels that may send something now. */
export async function listDueChannels(tx: Tx): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ id })
    .from(notificationMessages)
    .innerJoin(notificationChannels, eq(id, channelId))
    .where(and(inArray(state, ['pending', 'sending']), isActive, canTry(dbNow(tx))));
  return rows.map((row) => row.id);
}

/** The oldest one that no other process sends; locked until the end of the transaction. */
export async function lockNextMessage(tx: Tx, of: string): Promise<ClaimableMessage | null> {
  const { claimedAt, createdAt } = notificationMessages;
  // A claim from the future is of a clock that was set back.
  const isStale = sql<boolean>`(${state} = 'sending' and (${claimedAt} < ${dbNow(tx)} - ${leaseSeconds} * ${second}
    or ${claimedAt} > ${dbNow(tx)} + ${leaseSeconds} * ${second}))`;
  const isLate = sql<boolean>`(${createdAt} < ${dbNow(tx)} - ${lateHours} * interval '1 hour')`;
  const [found] = await tx
    .select({ message: notificationMessages, isStale, isLate })
    .from(notificationMessages)
    .where(and(eq(channelId, of), sql`(${state} = 'pending' or ${isStale})`))
    .orderBy(createdAt, notificationMessages.id)
    .limit(1)
    .for('update', { skipLocked: true });
  return found ? { ...found.message, isStale: found.isStale, isLate: found.isLate } : null;
}

export async function claimMessage(tx: Tx, messageId: string, claimId: string): Promise<void> {
  const attempts = sql`${notificationMessages.attempts} + 1`;
  await tx
    .update(notificationMessages)
    .set({ state: 'sending', claimId, claimedAt: dbNow(tx), attempts })
    .where(eq(notificationMessages.id, messageId));
}

/** `claimId`: null for a message that nobody claimed. False where another process claimed it since. */
export async function settleMessage(
  tx: Tx,
  messageId: string,
  claimId: string | null,
  change: Change<MessageRow>,
): Promise<boolean> {
  const isOurs = claimId === null ? undefined : eq(notificationMessages.claimId, claimId);
  return changeMessages(tx, and(eq(notificationMessages.id, messageId), isOurs), change);
}

/** A message about what is resolved by now is not sent any more. False without one. */
export async function dropUnsent(tx: Tx, of: string, kind: NotificationKind): Promise<boolean> {
  const isUnsent = and(eq(channelId, of), eq(notificationMessages.kind, kind), eq(state, 'pending'));
  return changeMessages(tx, isUnsent, { state: 'dropped', answer: 'It was resolved before it could be sent.' });
}

/** Drops the pending messages of a channel that ended or was switched off. */
export async function dropWaiting(tx: Tx, of: string, answer: string): Promise<void> {
  await changeMessages(tx, and(eq(channelId, of), inArray(state, ['pending', 'sending'])), {
    state: 'dropped',
    answer,
  });
}

async function changeMessages(tx: Tx, where: SQL | undefined, change: Change<MessageRow>): Promise<boolean> {
  const changed = await tx.update(notificationMessages).set(change).where(where);
  return (changed.rowCount ?? 0) > 0;
}

/** In small steps, oldest first. */
export async function purge(db: Queryable): Promise<void> {
  for (;;) {
    const gone = await db.execute(sql`
      delete from ${notificationMessages} where id in (
        select id from ${notificationMessages} where created_at < ${dbNow(db)} - interval '30 days'
        order by created_at limit ${purgedAtOnce})`);
    if ((gone.rowCount ?? 0) < purgedAtOnce) return;
  }
}
