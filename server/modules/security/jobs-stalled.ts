// Notifies the operator that background jobs have stopped, and closes that alert once they run again.

import { storeMessage } from '../../../contract/store-messages.ts';
import type { Database, Queryable } from '../../database/database.ts';
import type { Log } from '../../observability/log.ts';
import type { Ids } from '../../platform/ids.ts';
import type { Alerts } from '../../ports/alerts.ts';
import type { Outbox } from '../../ports/outbox.ts';
import type { Live } from '../../ports/realtime.ts';
import * as alertsRepository from './alerts.repository.ts';

export type JobsStalledDeps = {
  database: Database;
  ownerAddress: (at: Queryable) => Promise<string | null>;
  alerts: Alerts;
  outbox: Outbox;
  live: Live;
  ids: Ids;
  log: Log;
};

export type StallFigures = { waiting: number; oldestDueSeconds: number };

export function createJobsStalled({ database, ownerAddress, alerts, outbox, live, ids, log }: JobsStalledDeps) {
  /** Raises at most one alert a minute, across all processes. */
  async function stalled({ waiting, oldestDueSeconds }: StallFigures): Promise<void> {
    const [open] = await alertsRepository.openAlerts(database.db, 'jobs_stalled');
    const alertId = open?.id ?? ids.uuid();
    if (!open) {
      await alertsRepository.addAlert(database.db, alertId, {
        type: 'jobs_stalled',
        severity: 'critical',
        message: storeMessage('jobs_stopped', { waiting, seconds: Math.round(oldestDueSeconds) }),
        onceKey: `jobs_stalled ${Math.floor(Date.now() / 60_000)}`,
      });
      live.announce(database.db, 'alert-update');
    }
    // The email is a job, too, so a stall may delay it; it is enqueued again when jobs resume.
    queueEmail(database.db, alertId).catch((error: unknown) => {
      log.warn({ problem: error instanceof Error ? error.name : '' }, 'the email of an alert could not be queued');
    });
  }

  async function resumed(): Promise<void> {
    const open = await alertsRepository.openAlerts(database.db, 'jobs_stalled');
    if (open.length === 0) return;
    await database.transaction(async (tx) => {
      for (const { id } of open) {
        await queueEmail(tx, id);
        await alertsRepository.clearAlert(tx, id);
      }
      const minutes = Math.max(1, Math.round((Date.now() - Number(open[0]?.raisedAt)) / 60_000));
      await alerts.raise(tx, {
        type: 'jobs_resumed',
        severity: 'medium',
        message: storeMessage('jobs_resumed', { minutes }),
      });
    });
  }

  /** Queues one email per alert: a repeat changes nothing. */
  async function queueEmail(at: Queryable, alertId: string): Promise<void> {
    const recipient = await ownerAddress(at);
    if (recipient !== null) await outbox.post(at, { kind: 'alert', alertId, recipient });
  }

  return { stalled, resumed };
}
