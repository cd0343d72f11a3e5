// Keeps alerts for the operator, and tells critical ones by mail. Implements the port that every feature raises them through.
import type { Ids } from '../ids.ts';
import type { Alert, Alerts } from '../ports/alerts.ts';
import type { Live } from '../ports/live.ts';
import type { Outbox } from '../ports/outbox.ts';
import type { Queryable } from '../store/database.ts';
import type { AlertsStore } from './alerts-store.ts';

/** An attack that raises many alerts must not fill the operator's mail box. */
export const mostMailsPerHour = 6;

export function createAlerts(parts: { store: AlertsStore; outbox: Outbox; ids: Ids; live: Live }): Alerts {
  const { store, outbox, ids, live } = parts;

  async function raise(at: Queryable, alert: Alert): Promise<void> {
    const alertId = ids.uuid();
    if (!(await store.addAlert(at, alertId, alert))) return;
    live.announce(at, 'alert-update');
    if (alert.severity !== 'critical' || (await store.mailedWithinHour(at)) >= mostMailsPerHour) return;
    const recipient = await store.operatorAddress(at);
    if (recipient !== null) await outbox.post(at, { kind: 'alert', alertId, recipient });
  }

  return { raise };
}
