// All three machines are lost. The cluster is restored from the repository to a named moment, and the store sells again.
import { setTimeout as wait } from 'node:timers/promises';
import { clientOf } from '../../tests/support/client.ts';
import { orderBody } from '../../tests/support/orders.ts';
import { until } from '../../tests/support/program.ts';
import { makeFolder, removeFolder } from './database-cluster.ts';
import { startClusterLoad } from './load.ts';
import type { RunningCluster } from './store-machines.ts';
import { type Acknowledged, verifyStores } from './verify.ts';

const sellingMs = 10_000;

export async function runRestore({ databases, stores }: RunningCluster): Promise<boolean> {
  const acknowledged: Acknowledged = { placed: [], accepted: [] };
  const sell = async () => {
    const load = startClusterLoad(stores);
    await wait(sellingMs);
    await load.stop();
    acknowledged.placed.push(...load.buyers.placed);
    acknowledged.accepted.push(...load.buyers.accepted);
    const { lost, doubled, problems } = await verifyStores(stores, acknowledged);
    const failures = [
      ...lost.map((id) => `lost ${id}`),
      ...doubled.map((id) => `doubled ${id}`),
      ...load.buyers.unexpected,
      ...problems,
    ];
    console.log(
      `${acknowledged.placed.length} orders, ${acknowledged.accepted.length} paid: ${failures.join('\n') || 'all are there once'}`,
    );
    return failures.length === 0;
  };

  const primary = databases.machineOf(await until('there is a leader', databases.leader));
  await databases.pgbackrest(primary, 'stanza-create');
  await databases.pgbackrest(primary, 'backup', '--type=full');
  const soldBefore = await sell();
  const [row] = await databases.sqlAtLeader(
    `select to_char(now() at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US+00') as moment`,
  );
  const moment = String(row?.moment);
  await wait(1_000);
  const later = await clientOf(stores.url, null).call('POST /api/create-order', { body: orderBody() });
  await waitUntilArchived(databases.sqlAtLeader);

  console.log(`Restoring to ${moment} ...`);
  const startedMs = Date.now();
  for (const { process: store } of stores.machines) await store.stop();
  await databases.kill();
  for (const { data, folder } of databases.machines) {
    removeFolder(data);
    removeFolder(`${folder}/etcd-data`);
    makeFolder(`${folder}/disk`);
  }
  for (const machine of databases.machines) databases.fill(machine, { BOOTSTRAP: 'restore', RESTORE_TO: moment });
  for (const { etcd } of databases.machines) etcd.start();
  const [first, ...others] = databases.machines;
  first?.patroni.start();
  await until('the first machine leads', async () => (await databases.leader()) === first?.name, 180_000);
  for (const { patroni } of others) patroni.start();
  await databases.waitUntilHealthy(180_000);
  for (const { process: store } of stores.machines) await store.restart();
  console.log(`The store sells again after ${Math.round((Date.now() - startedMs) / 1000)} s.`);
  const isLaterGone = (await stores.sql(`select 1 from orders where id = '${later.orderId}'`)).length === 0;
  if (!isLaterGone) console.log('An order after the moment is still there.');
  return (await sell()) && soldBefore && isLaterGone;
}

async function waitUntilArchived(sql: (statement: string) => Promise<Record<string, unknown>[]>): Promise<void> {
  const [row] = await sql('select pg_walfile_name(pg_switch_wal()) as file');
  const isArchived = `select last_archived_wal >= '${row?.file}' as done from pg_stat_archiver`;
  await until('the last changes are in the repository', async () => (await sql(isArchived))[0]?.done, 90_000);
}
