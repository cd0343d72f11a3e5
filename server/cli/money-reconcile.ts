// `npm run money:reconcile -- --from YYYY-MM-DD --to YYYY-MM-DD`: compares every payment opened on these days with the
// gateway, and prints every difference from the ledger. Exit code 1 when there is any or the gateway is unavailable, 2
// when it could not begin.
import type pg from 'pg';
import { type App, createApp } from '../app.ts';
import { type Config, readConfig, takesSandboxMoney } from '../config/config.ts';
import { openDatabase } from '../database/database.ts';
import { printReconciliation, ReconcileRefusal, readDays } from '../modules/payments/reconciliation-report.ts';
import { systemClock } from '../platform/clock.ts';
import { randomIds } from '../platform/ids.ts';
import { findFreePort } from '../platform/operating-system.ts';
import { resolveJwtSecret, resolveSecretsKey } from '../platform/store-secrets.ts';
import { commandLog, onStoreDatabase, print, runCommand, warnOperator } from './command.ts';

await runCommand(
  'The money could not be reconciled',
  async () => {
    const config = readConfig(process.env);
    const days = readDays(process.argv.slice(2), systemClock.now());
    const reconcile = (app: App) => printReconciliation(app.ctx, days, print);
    // The built-in sandbox keeps its books in the folder of the store, for one process.
    const alone = takesSandboxMoney(config);
    process.exitCode = await onStoreDatabase(config, (to) => withApp(to, config, reconcile), { alone });
  },
  { refusals: [ReconcileRefusal], exitCode: () => 2 },
);

// The parts of a store that takes no calls and does no jobs.
async function withApp(
  connection: pg.ClientConfig,
  config: Config,
  work: (app: App) => Promise<number>,
): Promise<number> {
  const database = openDatabase({ connection, poolSize: config.databasePool });
  const secrets = { config, database, warn: warnOperator };
  const port = await findFreePort();
  try {
    const app = await createApp({
      database,
      connection,
      clock: systemClock,
      ids: randomIds,
      rootDir: null,
      config: { ...config, port, host: '127.0.0.1' },
      log: commandLog(config),
      jwtSecret: await resolveJwtSecret(secrets),
      secretsKey: await resolveSecretsKey(secrets),
    });
    // The built-in sandbox is called over HTTP like any gateway; its state is in the folder of the store.
    if (takesSandboxMoney(config)) await app.server.listen({ port, host: '127.0.0.1' });
    return await work(app).finally(() => app.close());
  } finally {
    await database.close();
  }
}
