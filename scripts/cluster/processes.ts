// Programs of one machine: started as a user of the system, stopped by their process id, never outliving this run.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';

export type Machine = { name: string; prefix: string[]; folder: string };
export type Service = {
  name: string;
  isRunning(): boolean;
  start(): void;
  /** Waits for its end; SIGKILL after `withinMs`. */
  stop(signal: NodeJS.Signals, withinMs?: number): Promise<void>;
  /** Its own and those of everything that it started. */
  pids(): number[];
};

const runs = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of runs) child.kill('SIGKILL');
});

export function serviceOf(
  { name: machine, prefix, folder }: Machine,
  name: string,
  command: string[],
  { user = 'postgres', env = {} }: { user?: string; env?: Record<string, string> } = {},
): Service {
  let child: ChildProcess | null = null;
  const as = user === 'root' ? [] : [`--reuid=${user}`, `--regid=${user}`, '--init-groups'];
  const [program = '', ...args] = [...prefix, 'setpriv', ...as, '--pdeathsig=KILL', ...command];
  const isRunning = () => child !== null && child.exitCode === null && child.signalCode === null;
  const pids = () => (isRunning() && child?.pid ? withDescendants(child.pid) : []);
  return {
    name: `${machine} ${name}`,
    isRunning,
    pids,
    start: () => {
      const log = openSync(`${folder}/${name}.log`, 'a');
      const path = '/usr/sbin:/usr/bin:/sbin:/bin';
      const started = spawn(program, args, {
        cwd: folder,
        env: { PATH: path, HOME: folder, LANG: 'C.UTF-8', ...env },
        stdio: ['ignore', log, log],
      });
      closeSync(log);
      runs.add(started);
      started.once('exit', () => runs.delete(started));
      child = started;
    },
    stop: async (signal, withinMs = 20_000) => {
      if (!isRunning() || child === null) return;
      const ended = once(child, 'exit');
      child.kill(signal);
      const limit = new AbortController();
      const late = wait(withinMs, undefined, { signal: limit.signal }).catch(() => {});
      await Promise.race([ended, late]);
      limit.abort();
      if (isRunning()) child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Sends `signal` to each, and passes over those that ended meanwhile. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended.
    }
  }
}

/** Parents first. */
export function withDescendants(pid: number): number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      const parent = Number(
        readFileSync(`/proc/${name}/stat`, 'utf8')
          .replace(/^.*\) /s, '')
          .split(' ')[1],
      );
      children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
    } catch {
      // It has ended.
    }
  }
  const of = (one: number): number[] => [one, ...(children.get(one) ?? []).flatMap(of)];
  return of(pid);
}

/** Runs a command of the machine to its end and returns what it printed. The load of this process goes on meanwhile. */
export async function runIn({ prefix, folder }: Machine, command: string[], timeoutMs = 120_000): Promise<string> {
  const [program = '', ...args] = [
    ...prefix,
    ...['setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups'],
    ...command,
  ];
  const { stdout } = await promisify(execFile)(program, args, {
    cwd: folder,
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', HOME: folder, LANG: 'C.UTF-8' },
    timeout: timeoutMs,
  });
  return stdout;
}
