// The faults of `npm run cluster:faults`. Each is made and ended under load; then the cluster must become healthy by itself.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createRandom } from '../../tests/support/chaos-scale.ts';
import { makeNextVersion } from '../../tests/support/next-version.ts';
import { type StoreProcess, startProcess } from '../../tests/support/process.ts';
import { until } from '../../tests/support/program.ts';
import type { DatabaseCluster, DatabaseMachine } from './database-cluster.ts';
import { type Service, serviceOf, signalAll } from './processes.ts';
import { isReady, type RunningCluster } from './store-machines.ts';

export type Fault = {
  name: string;
  /** Left out where machines have no network of their own. */
  needsNamespaces?: boolean;
  /** For a fault that can last any time; a shorter one is made at random. */
  lastsMs?: number;
  /** Returns once the fault has ended. */
  make(cluster: RunningCluster, lastsMs: number): Promise<void>;
};

/** Added to each fsync of a slow disk. */
const slowerBySeconds = 0.3;

export const faults: Fault[] = [
  {
    name: 'the machine of the primary dies',
    make: async ({ databases }) => {
      const primary = await findPrimary(databases);
      await killMachine(primary);
      await waitForOtherLeader(databases, primary);
      await wait(5_000);
      primary.etcd.start();
      primary.patroni.start();
    },
  },
  {
    name: 'planned switchover',
    make: async ({ databases }) => switchOver(databases),
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
    lastsMs: 30_000,
    make: async ({ databases }, lastsMs) => {
      const { etcd } = await findEtcdLeader(databases);
      await etcd.stop('SIGKILL');
      await wait(lastsMs);
      etcd.start();
    },
  },
  {
    name: 'SIGSTOP of PostgreSQL on the primary',
    lastsMs: 60_000,
    make: async ({ databases }, lastsMs) => {
      const pids = (await findPrimary(databases)).postgresPids();
      signalAll(pids, 'SIGSTOP');
      await wait(lastsMs).finally(() => signalAll(pids, 'SIGCONT'));
    },
  },
  {
    name: 'SIGSTOP of the primary with its Patroni and etcd',
    lastsMs: 60_000,
    make: async ({ databases }, lastsMs) => {
      const { postgresPids, patroni, etcd } = await findPrimary(databases);
      const pids = [...patroni.pids(), ...postgresPids(), ...etcd.pids()];
      signalAll(pids, 'SIGSTOP');
      await wait(lastsMs).finally(() => signalAll(pids, 'SIGCONT'));
    },
  },
  {
    name: 'the primary reaches nobody',
    needsNamespaces: true,
    lastsMs: 40_000,
    make: async ({ databases, network }, lastsMs) => {
      network.cut((await findPrimary(databases)).name);
      await wait(lastsMs).finally(network.heal);
    },
  },
  {
    name: 'the primary reaches the stores, and neither other machine',
    needsNamespaces: true,
    lastsMs: 40_000,
    make: async ({ databases, network }, lastsMs) => {
      const primary = await findPrimary(databases);
      for (const { name } of othersOf(databases, primary)) {
        network.cutOneWay(primary.name, name);
        network.cutOneWay(name, primary.name);
      }
      await wait(lastsMs).finally(network.heal);
    },
  },
  {
    name: 'what the primary sends does not reach the others, one way',
    needsNamespaces: true,
    lastsMs: 40_000,
    make: async ({ databases, network }, lastsMs) => {
      const primary = await findPrimary(databases);
      for (const { name } of othersOf(databases, primary)) network.cutOneWay(primary.name, name);
      await wait(lastsMs).finally(network.heal);
    },
  },
  {
    name: 'the disk of the primary is full',
    lastsMs: 40_000,
    make: async ({ databases }, lastsMs) => {
      const primary = await findPrimary(databases);
      const filler = join(primary.data, '..', 'filler');
      await fillDisk(filler);
      await wait(lastsMs).finally(() => rm(filler));
    },
  },
  {
    name: 'the disk of the primary is slow',
    lastsMs: 30_000,
    make: async ({ databases }, lastsMs) => {
      const primary = await findPrimary(databases);
      const slow = delayOf(primary, slowerBySeconds);
      slow.start();
      await wait(lastsMs);
      await slow.stop('SIGTERM');
    },
  },
  {
    name: 'two of three etcd are lost',
    lastsMs: 30_000,
    make: async ({ databases }, lastsMs) => {
      const [first, second] = othersOf(databases, await findPrimary(databases));
      await Promise.all([first?.etcd.stop('SIGKILL'), second?.etcd.stop('SIGKILL')]);
      await wait(lastsMs);
      first?.etcd.start();
      second?.etcd.start();
    },
  },
  {
    name: 'rolling restart of PostgreSQL, the leader after a switchover',
    make: async ({ databases }) => {
      const primary = await findPrimary(databases);
      const restart = async (name: string) => {
        await databases.patronictl('restart', '--force', 'applaud', name);
        await databases.waitUntilHealthy();
      };
      for (const { name } of othersOf(databases, primary)) await restart(name);
      await switchOver(databases);
      await databases.waitUntilHealthy();
      await restart(primary.name);
    },
  },
  {
    name: 'a replica is built again from the backup',
    make: async ({ databases }) => {
      const primary = await findPrimary(databases);
      await databases.pgbackrest(primary, 'stanza-create');
      await databases.pgbackrest(primary, 'backup', '--type=full');
      const [replica] = othersOf(databases, primary);
      await databases.patronictl('reinit', '--force', 'applaud', replica?.name ?? '');
      await wait(3_000);
    },
  },
  {
    name: 'a store machine dies',
    lastsMs: 10_000,
    make: async ({ stores }, lastsMs) => {
      const [machine] = stores.machines;
      if (!machine) return;
      await Promise.all([machine.process.kill9(), machine.haproxy.stop('SIGKILL'), machine.pgbouncer.stop('SIGKILL')]);
      await wait(lastsMs);
      machine.haproxy.start();
      machine.pgbouncer.start();
      await machine.process.restart();
      await until('it serves again', () => isReady(machine));
    },
  },
  {
    name: 'rolling upgrade of the store across a migration, and back',
    make: async ({ stores }) => {
      const next = await makeNextVersion('98.0.0', {
        '9001_next_adds': `ALTER TABLE orders ADD COLUMN next_note text DEFAULT 'of the next version' NOT NULL;`,
      });
      const newer: StoreProcess[] = [];
      try {
        for (const machine of stores.machines.toReversed()) {
          await machine.process.stop();
          newer.push(await startProcess({ env: machine.process.env, root: next.root }));
          await until('the new version serves', () => isReady(machine));
          await wait(5_000);
        }
        for (const machine of stores.machines) {
          await newer.pop()?.close();
          await machine.process.restart();
          await until('the old version serves', () => isReady(machine));
        }
      } finally {
        await Promise.all(newer.map((store) => store.close()));
        await next.close();
      }
    },
  },
];

export const quickFaults = faults.slice(0, 2);

const longestAtRandomMs = 20_000;

/** The same ones for the same seed. The upgrade is left out: its migration stays. */
export function randomFaults(count: number, seed: number): Fault[] {
  const random = createRandom(seed);
  const kinds = faults.filter(({ name }) => !name.startsWith('rolling upgrade'));
  return Array.from({ length: count }, () => {
    const kind = kinds[Math.floor(random() * kinds.length)] as Fault;
    const longestMs = Math.min(kind.lastsMs ?? 0, longestAtRandomMs);
    return { ...kind, lastsMs: Math.ceil(random() * longestMs) };
  });
}

async function findPrimary(databases: DatabaseCluster): Promise<DatabaseMachine> {
  return databases.machineOf(await until('there is a leader', databases.leader));
}

function othersOf({ machines }: DatabaseCluster, primary: DatabaseMachine): DatabaseMachine[] {
  return machines.filter(({ name }) => name !== primary.name);
}

async function switchOver(databases: DatabaseCluster): Promise<void> {
  const primary = await findPrimary(databases);
  const synchronous = (await databases.members()).find(({ role }) => role === 'sync_standby');
  const candidate = synchronous?.name ?? '';
  await databases.patronictl('switchover', '--force', '--master', primary.name, '--candidate', candidate, 'applaud');
  await until('the other machine leads', async () => (await databases.leader()) === candidate);
}

/** Everything at once, as when its power ends. */
async function killMachine({ etcd, patroni, postgresPids }: DatabaseMachine): Promise<void> {
  const pids = [...patroni.pids(), ...postgresPids(), ...etcd.pids()];
  const hasEnded = () => !patroni.isRunning() && !etcd.isRunning() && postgresPids().length === 0;
  signalAll(pids, 'SIGKILL');
  await until('everything on it has ended', hasEnded);
}

async function waitForOtherLeader(databases: DatabaseCluster, than: DatabaseMachine): Promise<void> {
  const isOther = (name: string | null) => name !== null && name !== than.name;
  await until('another machine leads', async () => isOther(await databases.leader()), 90_000);
}

async function findEtcdLeader({ machines }: DatabaseCluster): Promise<DatabaseMachine> {
  for (const machine of machines) {
    const text = await fetch(`http://${machine.host}:2379/metrics`).then((response) => response.text());
    if (/^etcd_server_is_leader 1$/m.test(text)) return machine;
  }
  throw new Error('No etcd leads.');
}

/** strace delays each process at its fsync. */
function delayOf(machine: DatabaseMachine, seconds: number): Service {
  const calls = 'fsync,fdatasync';
  const inject = `inject=${calls}:delay_enter=${seconds * 1e6}`;
  const pids = machine.postgresPids().flatMap((pid) => ['-p', String(pid)]);
  const command = ['strace', '-f', '-qq', '-o', '/dev/null', '-e', `trace=${calls}`, '-e', inject, ...pids];
  return serviceOf(machine, 'strace', command, { user: 'root' });
}

/** Ends at the first write that does not fit. */
async function fillDisk(file: string): Promise<void> {
  await once(spawn('dd', ['if=/dev/zero', `of=${file}`, 'bs=64k'], { stdio: 'ignore' }), 'exit');
}
