// Alerts the operator when the provider does not respond: at most once an hour.

import { storeMessage } from '../../../contract/store-messages.ts';
import type { Database } from '../../database/database.ts';
import type { Log } from '../../observability/log.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Alerts } from '../../ports/alerts.ts';

/** Called when its circuit opens. */
export function providerDown(deps: { database: Database; alerts: Alerts; clock: Clock; log: Log }): () => void {
  const { database, alerts, clock, log } = deps;
  return () => {
    alerts
      .raise(database.db, {
        type: 'provider_down',
        severity: 'high',
        message: storeMessage('provider_silent_retried'),
        onceKey: `provider_down ${clock.now().toISOString().slice(0, 13)}`,
      })
      .catch((error: unknown) => {
        log.warn({ problem: error instanceof Error ? error.name : '' }, 'an alert could not be kept');
      });
  };
}
