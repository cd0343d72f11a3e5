// What stands between store and database moves: a pooler restarts, a replica becomes the primary. The job queue works on
// within 30 s, and does nothing twice.
import { setTimeout as wait } from 'node:timers/promises';
import { describe, onTestFinished, test } from 'vitest';
import { findOtherPostgres } from '../../scripts/other-postgres.mjs';
import { startFailoverDatabase } from '../support/chaos-failover.ts';
import { runChaos } from '../support/chaos-run.ts';
import { isFullScale } from '../support/chaos-scale.ts';
import { startChaosStore } from '../support/chaos-store.ts';
import { startExternalPostgres } from '../support/external-postgres.ts';
import { pgbouncerPath, startPgbouncer } from '../support/pgbouncer.ts';

const timeout = 600_000;
const downForMs = 3_000;

describe.skipIf(!isFullScale)('between store and database (full scale only)', () => {
  test.skipIf(pgbouncerPath === null)(
    'PgBouncer restarted five times (skipped without PgBouncer)',
    { timeout },
    async () => {
      const postgres = await startExternalPostgres();
      onTestFinished(() => postgres.stop());
      const pooler = await startPgbouncer(pgbouncerPath ?? '', postgres, 10);
      onTestFinished(() => pooler.stop());
      const env = { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: postgres.url, DATABASE_PREPARED: 'off' };
      const store = await startChaosStore({ database: { env, directUrl: () => postgres.url, sql: postgres.sql } });
      onTestFinished(() => store.close());
      await runChaos('PgBouncer restarted five times', store, async () => {
        for (let times = 0; times < 5; times += 1) {
          await pooler.restart(downForMs);
          await wait(downForMs);
        }
      });
    },
  );

  const canReplicate = findOtherPostgres() !== null;
  test.skipIf(!canReplicate)('replica promoted (skipped without an installed PostgreSQL)', { timeout }, async () => {
    const servers = await startFailoverDatabase();
    if (!servers) throw new Error('The PostgreSQL that is installed does not start.');
    onTestFinished(() => servers.stop());
    const store = await startChaosStore({ database: servers.database });
    onTestFinished(() => store.close());
    await runChaos('replica promoted', store, () => servers.failOver(downForMs));
  });
});
