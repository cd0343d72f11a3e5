// Keeps alerts for the operator. Implements the port that every feature raises them through.
import type { Ids } from '../ids.ts';
import type { Alerts } from '../ports/alerts.ts';
import type { Live } from '../ports/live.ts';
import type { Database } from '../store/database.ts';
import { alerts } from '../store/schema.ts';

export function createAlerts({ database, ids, live }: { database: Database; ids: Ids; live: Live }): Alerts {
  return {
    raise: async (at, alert) => {
      // Keeps an alert, once per key where it has one.
      const kept = await at
        .insert(alerts)
        .values({
          id: ids.uuid(),
          type: alert.type,
          severity: alert.severity,
          message: alert.message,
          details: alert.details ?? {},
          onceKey: alert.onceKey ?? null,
          raisedAt: database.now(),
        })
        .onConflictDoNothing()
        .returning({ id: alerts.id });
      if (kept.length > 0) live.announce(at, 'alert-update');
    },
  };
}
