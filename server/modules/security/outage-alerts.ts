// Notifies the operator of outages: background jobs that have stopped, a gateway or a provider that does not answer.

import { storeMessage, type Words } from '../../../contract/store-messages.ts';
import type { StoreContext } from '../../context.ts';
import type { Queryable } from '../../database/database.ts';
import * as alertsRepository from './alerts.repository.ts';
import * as ownerAddressRepository from './owner-address.repository.ts';

type StallFigures = { waiting: number; oldestDueSeconds: number };

/** Raises at most one alert a minute, across all processes. */
export async function alertJobsStalled(ctx: StoreContext, { waiting, oldestDueSeconds }: StallFigures): Promise<void> {
  const [open] = await alertsRepository.openAlerts(ctx.database.db, 'jobs_stalled');
  const alertId = open?.id ?? ctx.ids.uuid();
  if (!open) {
    await alertsRepository.addAlert(ctx.database.db, alertId, {
      type: 'jobs_stalled',
      severity: 'critical',
      message: storeMessage('jobs_stopped', { waiting, seconds: Math.round(oldestDueSeconds) }),
      onceKey: `jobs_stalled ${Math.floor(Date.now() / 60_000)}`,
    });
    ctx.live.announce(ctx.database.db, 'alert-update');
  }
  // The email is a job, too, so a stall may delay it; it is enqueued again when jobs resume.
  queueEmail(ctx, ctx.database.db, alertId).catch((error: unknown) => {
    ctx.log.warn({ problem: error instanceof Error ? error.name : '' }, 'the email of an alert could not be queued');
  });
}

/** Reports that the jobs run again. */
export async function alertJobsResumed(ctx: StoreContext): Promise<void> {
  const open = await alertsRepository.openAlerts(ctx.database.db, 'jobs_stalled');
  if (open.length === 0) return;
  await ctx.database.transaction(async (tx) => {
    for (const { id } of open) {
      await queueEmail(ctx, tx, id);
      await alertsRepository.clearAlert(tx, id);
    }
    const minutes = Math.max(1, Math.round((Date.now() - Number(open[0]?.raisedAt)) / 60_000));
    await ctx.alerts.raise(tx, {
      type: 'jobs_resumed',
      severity: 'medium',
      message: storeMessage('jobs_resumed', { minutes }),
    });
  });
}

/** Queues one email per alert: a repeat changes nothing. */
async function queueEmail(ctx: StoreContext, at: Queryable, alertId: string): Promise<void> {
  const recipient = await ownerAddressRepository.findAddress(at);
  if (recipient !== null) await ctx.outbox.post(at, { kind: 'alert', alertId, recipient });
}

/** At most once an hour for a gateway. Does not wait, and never throws. */
export function alertGatewayDown(
  { alerts, clock, database, log }: Pick<StoreContext, 'alerts' | 'clock' | 'database' | 'log'>,
  gateway: string,
): void {
  alerts
    .raise(database.db, {
      type: 'gateway_down',
      severity: 'high',
      message: storeMessage('gateway_down', { gateway }),
      onceKey: `gateway_down ${gateway} ${clock.now().toISOString().slice(0, 13)}`,
    })
    .catch((error: unknown) => {
      log.warn({ problem: error instanceof Error ? error.name : '' }, 'an alert could not be kept');
    });
}

/**
 * Called when the circuit of a provider opens, at most one alert an hour. `answer`: where it responded. Does not wait, and never
 * throws.
 */
export function alertProviderDown(
  { alerts, clock, database, log }: Pick<StoreContext, 'alerts' | 'clock' | 'database' | 'log'>,
  answer?: Words,
): void {
  alerts
    .raise(database.db, {
      type: 'provider_down',
      severity: 'high',
      message: answer ? storeMessage('provider_failing_retried', { answer }) : storeMessage('provider_silent_retried'),
      onceKey: `provider_down ${clock.now().toISOString().slice(0, 13)}`,
    })
    .catch((error: unknown) => {
      log.warn({ problem: error instanceof Error ? error.name : '' }, 'an alert could not be kept');
    });
}
