import { and, count, desc, eq, isNull, notInArray, sql } from 'drizzle-orm';
import { sentenceOf } from '../../../contract/sentences.ts';
import { dbNow, type Queryable } from '../../database/database.ts';
import { sentenceColumns } from '../../platform/sentence-columns.ts';
import type { Alert } from '../../ports/alerts.ts';
import { alerts, severityRank } from './security.schema.ts';

export type AlertRow = Pick<
  typeof alerts.$inferSelect,
  'id' | 'type' | 'severity' | 'message' | 'messageCoded' | 'raisedAt'
> & {
  details: NonNullable<Alert['details']>;
};
type AlertStats = { total: number; critical: number; recent: number; activeThreats: number };

/** Not listed: the order and the action items show what happened to a link. */
const deliveryTypes: Alert['type'][] = ['dispatch_unknown', 'dispatch_failed', 'delivery_stopped'];
const isListed = and(isNull(alerts.clearedAt), notInArray(alerts.type, deliveryTypes));

/** Returns false when the same fact has an alert already. A counted one is updated then, and shown again. */
export async function addAlert(at: Queryable, id: string, alert: Alert): Promise<boolean> {
  const row = {
    id,
    type: alert.type,
    severity: alert.severity,
    ...sentenceColumns('message', sentenceOf(alert.message)),
    details: alert.details ?? {},
    onceKey: alert.onceKey ?? null,
    raisedAt: dbNow(at),
  };
  const added = at.insert(alerts).values(row);
  const kept = await (alert.counted
    ? added.onConflictDoUpdate({
        target: alerts.onceKey,
        targetWhere: sql`${alerts.onceKey} is not null`,
        set: {
          message: row.message,
          messageCoded: row.messageCoded,
          details: sql`excluded.details || jsonb_build_object('attempts',
            coalesce((${alerts.details} ->> 'attempts')::int, 1) + 1)`,
          raisedAt: sql`excluded.raised_at`,
          clearedAt: null,
        },
      })
    : added.onConflictDoNothing()
  ).returning({ id: alerts.id });
  return kept.some((one) => one.id === id);
}

/**
 * Records that the alert is to be emailed. Returns true when it is held back for the summary: one with the same key
 * was emailed within the hour, or is being raised by another transaction.
 */
export async function holdRepeat(
  at: Queryable,
  id: string,
  { mailKey, isMailedAtOnce }: { mailKey: string; isMailedAtOnce: boolean },
): Promise<boolean> {
  const { rows } = await at.execute<{ held: boolean }>(sql`
    update ${alerts} set mail_key = ${mailKey}, held = not ${isMailedAtOnce} and (
        not pg_try_advisory_xact_lock(hashtextextended(${mailKey}, 17))
        or exists (select from ${alerts} a where a.mail_key = ${mailKey} and not a.held
          and a.raised_at > ${dbNow(at)} - interval '1 hour'))
    where id = ${id} returning held`);
  return rows[0]?.held ?? false;
}

/** Puts all alerts that are held back in one summary. Returns the alert that leads it; null without any. */
export async function takeHeld(at: Queryable): Promise<string | null> {
  const { rows } = await at.execute<{ lead: string }>(sql`
    with waiting as (
      select id, severity, raised_at from ${alerts} where held and summary_id is null for update skip locked),
    lead as (select id from waiting order by ${severityRank}, raised_at desc limit 1)
    update ${alerts} a set summary_id = lead.id from lead, waiting where a.id = waiting.id
    returning lead.id as lead`);
  return rows[0]?.lead ?? null;
}

export async function alertStats(db: Queryable): Promise<AlertStats> {
  const recent = sql`${alerts.raisedAt} > ${dbNow(db)} - interval '1 hour'`;
  const [found] = await db
    .select({
      total: count(),
      critical: sql<number>`count(*) filter (where ${alerts.severity} = 'critical')::int`,
      recent: sql<number>`count(*) filter (where ${recent})::int`,
      activeThreats: sql<number>`count(*) filter (where ${recent} and ${alerts.severity} in ('critical', 'high'))::int`,
    })
    .from(alerts)
    .where(isListed);
  return found ?? { total: 0, critical: 0, recent: 0, activeThreats: 0 };
}

export async function newestAlerts(db: Queryable, limit: number): Promise<AlertRow[]> {
  const { id, type, severity, message, messageCoded, raisedAt, details } = alerts;
  const rows = await db
    .select({ id, type, severity, message, messageCoded, raisedAt, details })
    .from(alerts)
    .where(isListed)
    .orderBy(sql`${raisedAt} desc nulls first`, desc(id))
    .limit(limit);
  return rows as AlertRow[];
}

/** Alerts of one type that are not cleared, oldest first. */
export async function openAlerts(at: Queryable, type: Alert['type']): Promise<{ id: string; raisedAt: Date }[]> {
  const { id, raisedAt } = alerts;
  return at
    .select({ id, raisedAt })
    .from(alerts)
    .where(and(eq(alerts.type, type), isNull(alerts.clearedAt)))
    .orderBy(raisedAt);
}

export async function clearAlert(at: Queryable, id: string): Promise<void> {
  await at
    .update(alerts)
    .set({ clearedAt: dbNow(at) })
    .where(eq(alerts.id, id));
}

/** Includes those that are not listed. */
export async function clearAlerts(at: Queryable): Promise<number> {
  const cleared = await at
    .update(alerts)
    .set({ clearedAt: dbNow(at) })
    .where(isNull(alerts.clearedAt));
  return cleared.rowCount ?? 0;
}
