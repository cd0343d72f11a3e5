import { and, count, desc, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Database, Queryable } from '../../database/database.ts';
import type { Alert } from '../../ports/alerts.ts';
import { mails } from '../email/email.schema.ts';
import { storeSettingsVersions } from '../settings/settings.schema.ts';
import { alerts } from './security.schema.ts';

export type AlertRow = Pick<typeof alerts.$inferSelect, 'id' | 'type' | 'severity' | 'message' | 'raisedAt'> & {
  details: NonNullable<Alert['details']>;
};
export type AlertStats = { total: number; critical: number; recent: number; activeThreats: number };

export type AlertsRepository = ReturnType<typeof createAlertsRepository>;

export function createAlertsRepository(database: Database) {
  return {
    /** Returns false when the same fact has an alert already. */
    async addAlert(at: Queryable, id: string, alert: Alert): Promise<boolean> {
      const kept = await at
        .insert(alerts)
        .values({
          id,
          type: alert.type,
          severity: alert.severity,
          message: alert.message,
          details: alert.details ?? {},
          onceKey: alert.onceKey ?? null,
          raisedAt: database.now(),
        })
        .onConflictDoNothing()
        .returning({ id: alerts.id });
      return kept.length > 0;
    },

    async mailedWithinHour(at: Queryable): Promise<number> {
      const [mailed] = await at
        .select({ count: count() })
        .from(mails)
        .where(and(eq(mails.kind, 'alert'), gt(mails.createdAt, sql`${database.now()} - interval '1 hour'`)));
      return mailed?.count ?? 0;
    },

    /** Null before the first settings. */
    async operatorAddress(at: Queryable): Promise<string | null> {
      const [latest] = await at
        .select({ email: sql<string>`${storeSettingsVersions.settings} ->> 'support_email'` })
        .from(storeSettingsVersions)
        .orderBy(desc(storeSettingsVersions.version))
        .limit(1);
      return latest?.email || null;
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
        .where(isNull(alerts.clearedAt));
      return found ?? { total: 0, critical: 0, recent: 0, activeThreats: 0 };
    },

    async newestAlerts(limit: number): Promise<AlertRow[]> {
      const { id, type, severity, message, raisedAt, details } = alerts;
      const rows = await database.db
        .select({ id, type, severity, message, raisedAt, details })
        .from(alerts)
        .where(isNull(alerts.clearedAt))
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

    async clearAlerts(at: Queryable): Promise<number> {
      const cleared = await at.update(alerts).set({ clearedAt: database.now() }).where(isNull(alerts.clearedAt));
      return cleared.rowCount ?? 0;
    },
  };
}
