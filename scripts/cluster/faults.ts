// The faults of `npm run cluster:faults`. Each is made and ended under load; then the cluster must become healthy by itself.
import { setTimeout as wait } from 'node:timers/promises';
import { until } from '../../tests/support/program.ts';
import type { DatabaseMachine } from './database-cluster.ts';
import { signalAll } from './processes.ts';
import type { RunningCluster } from './run.ts';

export type Fault = {
  name: string;
  /** Left out where machines have no network of their own. */
  needsNamespaces?: boolean;
  /** Returns once the fault has ended. */
  make(cluster: RunningCluster): Promise<void>;
};

const etcdDownMs = 30_000;

export const faults: Fault[] = [
  {
    name: 'the machine of the primary dies',
    make: async ({ databases }) => {
      const primary = await findPrimary(databases);
      await killMachine(primary);
      await until(
        'another machine leads',
        async () => {
          const name = await databases.leader();
          return name !== null && name !== primary.name;
        },
        90_000,
      );
      await wait(5_000);
      primary.etcd.start();
      primary.patroni.start();
    },
  },
  {
    name: 'planned switchover',
    make: async ({ databases }) => {
      const primary = await findPrimary(databases);
      const synchronous = (await databases.members()).find(({ role }) => role === 'sync_standby');
      const candidate = synchronous?.name ?? '';
      databases.patronictl('switchover', '--force', '--master', primary.name, '--candidate', candidate, 'applaud');
      await until('the other machine leads', async () => (await databases.leader()) === candidate);
    },
  },
  {
    name: 'kill -9 of PostgreSQL on the primary',
    make: async ({ databases }) => {
      const [postmaster = 0] = (await findPrimary(databases)).postgresPids();
      signalAll([postmaster], 'SIGKILL');
      await wait(15_000);
    },
  },
  {
    name: 'kill -9 of the etcd that leads',
    make: async ({ databases }) => {
      const machine = await findEtcdLeader(databases.machines);
      await machine.etcd.stop('SIGKILL');
      await wait(etcdDownMs);
      machine.etcd.start();
    },
  },
];

export const quickFaults = faults.slice(0, 2);

async function findPrimary(databases: RunningCluster['databases']): Promise<DatabaseMachine> {
  return databases.machineOf(await until('there is a leader', databases.leader));
}

/** Everything at once, as when its power ends. */
async function killMachine({ etcd, patroni, postgresPids }: DatabaseMachine): Promise<void> {
  signalAll([...patroni.pids(), ...postgresPids(), ...etcd.pids()], 'SIGKILL');
  await until(
    'everything on it has ended',
    () => !patroni.isRunning() && !etcd.isRunning() && postgresPids().length === 0,
  );
}

async function findEtcdLeader(machines: DatabaseMachine[]): Promise<DatabaseMachine> {
  for (const machine of machines) {
    const response = await fetch(`http://${machine.host}:2379/v2/stats/self`).catch(() => null);
    const { state } = ((await response?.json().catch(() => null)) ?? {}) as { state?: string };
    if (state === 'StateLeader') return machine;
  }
  // etcd without its second API: its metrics name the leader, too.
  for (const machine of machines) {
    const text = await fetch(`http://${machine.host}:2379/metrics`).then((response) => response.text());
    if (/^etcd_server_is_leader 1$/m.test(text)) return machine;
  }
  throw new Error('No etcd leads.');
}
