// Reacts to a database that cannot write: readiness, and an alert once it can write again.

import type { DatabaseOutage } from '../../contract/health.ts';
import { StoreError } from '../../contract/store-error.ts';
import { storeMessage } from '../../contract/store-messages.ts';
import type { Database } from '../database/database.ts';
import { isOutage, toDatabaseFault } from '../database/database-faults.ts';
import { createDatabaseHealth, type DatabaseHealth, type PastOutage } from '../database/database-health.ts';
import { createWriteProbe } from '../database/write-probe.ts';
import type { Alerts } from '../ports/alerts.ts';
import type { AppOptions } from './core.ts';

/** A restart of the server is no incident. */
const shortestUnreachableSeconds = 10;
/** Every process sees the same outage: one of them raises the alert. */
const alertWindowMs = 5 * 60_000;

export function wireDatabaseHealth({ connection, database, clock, log }: AppOptions): DatabaseHealth {
  const probe = createWriteProbe(connection, log);
  database.stall.start(probe.answers);
  return createDatabaseHealth({ probe, clock, log });
}

/** Throws `unavailable` with the reason while the database cannot be used. */
export async function checkDatabase(database: Database, health: DatabaseHealth): Promise<void> {
  const failed = await findReadFault(database, health);
  if (failed === null) return;
  // A connection of the pool may have been lost while it was idle.
  await health.check();
  const again = await findReadFault(database, health);
  if (again !== null) throw notReady(again);
}

async function findReadFault(database: Database, health: DatabaseHealth): Promise<DatabaseOutage | null> {
  const outage = health.outage();
  if (outage) throw notReady(outage.reason);
  if (database.stall.isStalled()) throw notReady('unreachable');
  try {
    await database.stall.limit(database.pool.query('select 1'));
    return null;
  } catch (error) {
    const fault = toDatabaseFault(error);
    if (fault === null) throw error;
    return isOutage(fault) ? fault : 'unreachable';
  }
}

export async function raiseOutageAlert(
  { alerts, database }: { alerts: Alerts; database: Database },
  { reason, since, seconds }: PastOutage,
): Promise<void> {
  if (reason === 'unreachable' && seconds < shortestUnreachableSeconds) return;
  await database.transaction((tx) =>
    alerts.raise(tx, {
      type: 'database_unwritable',
      severity: 'critical',
      message: storeMessage('database_was_unwritable', {
        duration: formatDuration(seconds),
        outage: reason,
      }),
      onceKey: `database_unwritable ${Math.floor(since.getTime() / alertWindowMs)}`,
    }),
  );
}

function notReady(reason: DatabaseOutage): StoreError {
  return new StoreError('unavailable', {
    reason: storeMessage('database_cannot_write', { outage: reason }),
    retryAfterSeconds: 2,
    body: { database: reason },
  });
}

function formatDuration(seconds: number): string {
  if (seconds < 120) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
