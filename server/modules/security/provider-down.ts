// Alerts the operator when the provider does not respond: at most once an hour.

import { storeMessage } from '../../../contract/store-messages.ts';
import type { StoreContext } from '../../context.ts';

/** Called when its circuit opens. Does not wait, and never throws. */
export function alertProviderDown({
  alerts,
  clock,
  database,
  log,
}: Pick<StoreContext, 'alerts' | 'clock' | 'database' | 'log'>): void {
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
}
