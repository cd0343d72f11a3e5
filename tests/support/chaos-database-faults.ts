// Faults of the database server and of its sessions. Each ends by itself and leaves the server as it was.
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { Fault } from './chaos-run.ts';
import { createRandom } from './chaos-scale.ts';
import type { ChaosStore } from './chaos-store.ts';
import { freezeProcesses } from './frozen-processes.ts';
import { until } from './program.ts';

type Repeated = { times: number; everyMs: number };

/** Sessions of the store only: not the one that asks, and none of the server's own. */
const storeSessions = `select pid from pg_stat_activity
  where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid() order by pid`;

/** A restarting server refuses the statement that should harm it; that is no failure of the test. */
const attempt = (store: ChaosStore, statement: string) => store.sql(statement).catch(() => []);

async function pickSession(store: ChaosStore, random: () => number): Promise<number | null> {
  const rows = await attempt(store, storeSessions);
  return Number(rows[Math.floor(random() * rows.length)]?.pid) || null;
}

export function endSessionsAtRandom({ times, everyMs }: Repeated): Fault {
  return async (store) => {
    const random = createRandom(7);
    for (let ended = 0; ended < times; ended += 1) {
      const pid = await pickSession(store, random);
      if (pid) await attempt(store, `select pg_terminate_backend(${pid})`);
      await wait(everyMs);
    }
  };
}

/** PostgreSQL ends all sessions and recovers each time. */
export function killBackends({ times, everyMs }: Repeated): Fault {
  return async (store) => {
    const random = createRandom(11);
    for (let killed = 0; killed < times; killed += 1) {
      const pid = await pickSession(store, random);
      if (pid) process.kill(pid, 'SIGKILL');
      await wait(everyMs);
    }
  };
}

export function killServer(repeated: Repeated): Fault {
  return endServer(repeated, 'SIGKILL');
}

/** As an administrator restarts it: sessions are ended, then the server stops and the store starts it again. */
export function restartServer(repeated: Repeated): Fault {
  return endServer(repeated, 'SIGINT');
}

function endServer({ times, everyMs }: Repeated, signal: NodeJS.Signals): Fault {
  return async ({ process: store }) => {
    for (let ended = 0; ended < times; ended += 1) {
      const before = await store.databasePid();
      process.kill(before, signal);
      const isBack = async () => (await store.databasePid().catch(() => before)) !== before && (await store.isReady());
      await until('the store has started its database again', isBack);
      await wait(everyMs);
    }
  };
}

export function freezeServer(forMs: number): Fault {
  return async ({ process: store }) => freezeProcesses(store.databasePids, forMs);
}

/** Other programs hold every connection of the server, those of administrators included. */
export function takeAllConnections(forMs: number): Fault {
  return async ({ process: store }) => {
    const connectionString = await store.databaseUrl();
    const held: pg.Client[] = [];
    const endsAtMs = Date.now() + forMs;
    while (Date.now() < endsAtMs) {
      const client = new pg.Client({ connectionString });
      client.on('error', () => {});
      const isTaken = await client.connect().then(
        () => true,
        () => false,
      );
      if (isTaken) held.push(client);
      else await wait(50);
    }
    await Promise.all(held.map((client) => client.end()));
  };
}

type Completions = {
  /** How long the removal of a finished job takes. */
  pauseMs: number;
  /** Of each removal: its session ends in the middle of it. */
  endChance: number;
};

/** Changes how finished jobs are removed while `fault` lasts, so that a fault meets several removals at once. */
function changeCompletions({ pauseMs, endChance }: Completions, fault: Fault): Fault {
  return async (store) => {
    await store.sql(`
      create function public.chaos_completion() returns trigger language plpgsql security definer as $$
      begin
        perform pg_sleep(${pauseMs / 1000});
        if random() < ${endChance} then perform pg_terminate_backend(pg_backend_pid()); perform pg_sleep(1); end if;
        return old;
      end $$;
      create trigger chaos_completion before delete on graphile_worker._private_jobs
        for each row execute function public.chaos_completion();`);
    await fault(store);
    await until('the trigger is removed', () =>
      store.sql(`set lock_timeout = '2s'; drop function public.chaos_completion() cascade`).then(
        () => true,
        () => false,
      ),
    );
  };
}

/** Sessions end in the statement that removes a finished job, several of them together. */
export function failCompletions(forMs: number): Fault {
  return changeCompletions({ pauseMs: 200, endChance: 0.5 }, () => wait(forMs));
}

/** The fault begins while several finished jobs are being removed. */
export function duringCompletions(fault: Fault): Fault {
  return changeCompletions({ pauseMs: 150, endChance: 0 }, async (store) => {
    await wait(1_000);
    await fault(store);
  });
}
