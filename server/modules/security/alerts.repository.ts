import { and, count, desc, eq, gt, inArray, isNull, notInArray, sql } from 'drizzle-orm';
import type { Database, Queryable } from '../../database/database.ts';
import type { Alert } from '../../ports/alerts.ts';
import { mails } from '../email/email.schema.ts';
import { alerts } from './security.schema.ts';

export type AlertRow = Pick<typeof alerts.$inferSelect, 'id' | 'type' | 'severity' | 'message' | 'raisedAt'> & {
  details: NonNullable<Alert['details']>;
};
export type AlertStats = { total: number; critical: number; recent: number; activeThreats: number };

/** Not listed: the order and the action items show what happened to a link. */
const deliveryTypes: Alert['type'][] = ['dispatch_unknown', 'dispatch_failed', 'delivery_stopped'];
const isListed = and(isNull(alerts.clearedAt), notInArray(alerts.type, deliveryTypes));

export type AlertsRepository = ReturnType<typeof createAlertsRepository>;

export function createAlertsRepository(database: Database) {
  return {
    /** Returns false when the same fact has an alert already. A counted one is updated then, and shown again. */
    async addAlert(at: Queryable, id: string, alert: Alert): Promise<boolean> {
      const row = {
        id,
        type: alert.type,
        severity: alert.severity,
        message: alert.message,
        details: alert.details ?? {},
        onceKey: alert.onceKey ?? null,
        raisedAt: database.now(),
      };
      const added = at.insert(alerts).values(row);
      const kept = await (alert.counted
        ? added.onConflictDoUpdate({
            target: alerts.onceKey,
            targetWhere: sql`${alerts.onceKey} is not null`,
            set: {
              message: row.message,
              details: sql`excluded.details || jsonb_build_object('attempts',
                coalesce((${alerts.details} ->> 'attempts')::int, 1) + 1)`,
              raisedAt: sql`excluded.raised_at`,
              clearedAt: null,
            },
          })
        : added.onConflictDoNothing()
      ).returning({ id: alerts.id });
      return kept.some((one) => one.id === id);
    },

    /** The emailed alerts of the last hour: of these types, and of the others. */
    async mailedWithinHour(at: Queryable, types: readonly Alert['type'][]): Promise<{ own: number; others: number }> {
      const isOwn = inArray(alerts.type, [...types]);
      const [mailed] = await at
        .select({
          own: sql<number>`count(*) filter (where ${isOwn})::int`,
          others: sql<number>`count(*) filter (where not ${isOwn})::int`,
        })
        .from(mails)
        .innerJoin(alerts, eq(alerts.id, mails.alertId))
        .where(and(eq(mails.kind, 'alert'), gt(mails.createdAt, sql`${database.now()} - interval '1 hour'`)));
      return mailed ?? { own: 0, others: 0 };
    },

    async alertStats(): Promise<AlertStats> {
      const recent = sql`${alerts.raisedAt} > ${database.now()} - interval '1 hour'`;
      const [found] = await database.db
        .select({
          total: count(),
          critical: sql<number>`count(*) filter (where ${alerts.severity} = 'critical')::int`,
          recent: sql<number>`count(*) filter (where ${recent})::int`,
          activeThreats: sql<number>`count(*) filter (where ${recent} and ${alerts.severity} in ('critical', 'high'))::int`,
        })
        .from(alerts)
        .where(isListed);
      return found ?? { total: 0, critical: 0, recent: 0, activeThreats: 0 };
    },

    async newestAlerts(limit: number): Promise<AlertRow[]> {
      const { id, type, severity, message, raisedAt, details } = alerts;
      const rows = await database.db
        .select({ id, type, severity, message, raisedAt, details })
        .from(alerts)
        .where(isListed)
        .orderBy(sql`${raisedAt} desc nulls first`, desc(id))
        .limit(limit);
      return rows as AlertRow[];
    },

    /** Alerts of one type that are not cleared, oldest first. */
    async openAlerts(at: Queryable, type: Alert['type']): Promise<{ id: string; raisedAt: Date }[]> {
      const { id, raisedAt } = alerts;
      return at
        .select({ id, raisedAt })
        .from(alerts)
        .where(and(eq(alerts.type, type), isNull(alerts.clearedAt)))
        .orderBy(raisedAt);
    },

    async clearAlert(at: Queryable, id: string): Promise<void> {
      await at.update(alerts).set({ clearedAt: database.now() }).where(eq(alerts.id, id));
    },

    /** Includes those that are not listed. */
    async clearAlerts(at: Queryable): Promise<number> {
      const cleared = await at.update(alerts).set({ clearedAt: database.now() }).where(isNull(alerts.clearedAt));
      return cleared.rowCount ?? 0;
    },
  };
}
