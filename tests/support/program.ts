// A built program of ours in a process of its own: what it says, when it ends, and that it never outlives the tests.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

export type Program = {
  pid: number;
  /** Everything it has written so far. */
  output(): string;
  /** Its exit code, or null when a signal ended it. */
  ended: Promise<number | null>;
  hasEnded(): boolean;
  kill(signal: NodeJS.Signals): void;
};

export type ProgramName =
  | 'main'
  | 'sandbox'
  | 'admin-create'
  | 'admin-reset-factors'
  | 'admin-unlock'
  | 'audit-verify'
  | 'money-verify'
  | 'money-reconcile'
  | 'backup'
  | 'store-export'
  | 'database'
  | 'store-import';

/** What `npm start` tells Node. */
const likeStart = ['--max-semi-space-size=8'];

/**
 * Starts dist/server/{name}.js of the project in `root` with `env` and nothing of the caller's environment but what any
 * program needs.
 */
export async function startProgram(
  name: ProgramName,
  env: Record<string, string>,
  args: string[] = [],
  root = '.',
): Promise<Program> {
  const child = spawn(process.execPath, [...likeStart, resolve(root, 'dist/server', `${name}.js`), ...args], {
    env: { ...neededByAnyProgram(), NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8');
    stream.on('data', (text: string) => {
      output += text;
    });
  }
  // Closed, not only exited: what it said last has arrived by then.
  const ended = once(child, 'close').then(([code]): number | null => code);
  await once(child, 'spawn');
  const { pid } = child;
  if (pid === undefined) throw new Error(`${name} has no process number.`);
  const killWithTests = () => void child.kill('SIGKILL');
  process.once('exit', killWithTests);
  ended.finally(() => process.off('exit', killWithTests));
  return {
    pid,
    ended,
    output: () => output,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    kill: (signal) => void child.kill(signal),
  };
}

/** Runs to its end by itself; killed after `limitMs`. */
export async function runProgram(
  name: ProgramName,
  env: Record<string, string>,
  args: string[] = [],
  limitMs = 30_000,
): Promise<{ exitCode: number | null; output: string }> {
  const program = await startProgram(name, env, args);
  const limit = setTimeout(() => program.kill('SIGKILL'), limitMs);
  const exitCode = await program.ended;
  clearTimeout(limit);
  return { exitCode, output: program.output() };
}

/** Asks again and again until `look` gives something; what is missing is said when the time is over. */
export async function until<T>(what: string, look: () => T | Promise<T>, limitMs = 30_000): Promise<NonNullable<T>> {
  const endsAt = Date.now() + limitMs;
  for (;;) {
    const seen = await look();
    if (seen !== null && seen !== undefined && seen !== false) return seen;
    if (Date.now() > endsAt) throw new Error(`Not within ${limitMs / 1000} s: ${what}.`);
    await wait(25);
  }
}

function neededByAnyProgram(): Record<string, string> {
  const names = ['PATH', 'HOME', 'LANG', 'TMPDIR', 'TMP', 'TEMP', 'SystemRoot', 'USERPROFILE', 'LD_LIBRARY_PATH'];
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
}
