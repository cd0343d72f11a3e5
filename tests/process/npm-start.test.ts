import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { freePort } from '../support/free-port.ts';

type NpmStart = {
  child: ChildProcess;
  output: () => string;
  /** npm, its shell and the store, as a terminal's Ctrl-C and many supervisors do. */
  signalAll: (signal: NodeJS.Signals) => void;
  /** All of them have ended. */
  ended: Promise<unknown>;
};

let port: number;
let dataDir: string;
let started: NpmStart[] = [];
let sockets: Socket[] = [];

beforeEach(async () => {
  port = await freePort();
  dataDir = await mkdtemp(join(tmpdir(), 'applaud-npm-'));
});

afterEach(async () => {
  for (const { child } of started) child.kill('SIGKILL');
  for (const socket of sockets) socket.destroy();
  started = [];
  sockets = [];
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
});

function npmStart(...args: string[]): NpmStart {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn('npm', args.length > 0 ? args : ['start'], {
    env: { PATH, HOME, PORT: String(port), DATA_DIR: dataDir, DEMO_DATA: 'off' },
    detached: true,
  });
  const { pid } = child;
  if (pid === undefined) throw new Error('npm has no process number.');
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (piece) => {
      text += piece;
    });
  }
  const run = {
    child,
    output: () => text,
    signalAll: (signal: NodeJS.Signals) => void process.kill(-pid, signal),
    ended: once(child, 'close'),
  };
  started.push(run);
  return run;
}

async function openStore(): Promise<NpmStart> {
  const npm = npmStart();
  await expect.poll(npm.output, { timeout: 60_000 }).toContain('is open at');
  return npm;
}

/** A request that is never finished: a stop takes some seconds. */
async function holdStop(): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => {});
  socket.write(
    'POST /api/create-order HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{',
  );
  await expect.poll(() => answers(`http://127.0.0.1:${port}/readyz`)).toBe(true);
}

const stops = (npm: NpmStart) => npm.output().match(/"msg":"stopping"/g)?.length ?? 0;

const answers = (url: string) =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );

test.skipIf(process.platform === 'win32')(
  'a SIGTERM for `npm start` stops the store itself, and its database',
  async () => {
    const npm = await openStore();
    npm.child.kill('SIGTERM');
    await expect.poll(() => answers(`http://127.0.0.1:${port}/healthz`), { timeout: 20_000 }).toBe(false);
    await expect.poll(npm.output, { timeout: 20_000 }).toContain('stopped PostgreSQL');
  },
);

test.skipIf(process.platform === 'win32')(
  'an `npm start` 0.3 s after the last one was told to stop opens in the same folder, on the same port',
  async () => {
    const npm = await openStore();
    npm.child.kill('SIGTERM');
    await wait(300);
    const next = npmStart();
    await expect.poll(next.output, { timeout: 60_000 }).toContain('is open at');
    expect(await answers(`http://127.0.0.1:${port}/readyz`)).toBe(true);
    expect(next.output()).not.toMatch(/\n\s+at /);
    next.child.kill('SIGTERM');
    await expect.poll(next.output, { timeout: 20_000 }).toContain('stopped PostgreSQL');
  },
);

describe.skipIf(process.platform === 'win32')('`npm run dev`', () => {
  test.each(['SIGTERM', 'SIGKILL'] as const)(
    'serves the pages from their sources, and ends with npm after a %s',
    async (signal) => {
      const npm = npmStart('run', 'dev');
      await expect.poll(npm.output, { timeout: 120_000 }).toContain('is open at');
      const page = await fetch(`http://127.0.0.1:${port}/`);
      expect(await page.text()).toContain('src="/web/entry-home.tsx"');
      const source = await fetch(`http://127.0.0.1:${port}/web/entry-home.tsx`);
      expect(source.headers.get('content-type')).toBe('text/javascript');
      npm.child.kill(signal);
      await npm.ended;
      expect(npm.output()).toContain('stopped PostgreSQL');
    },
  );
});

describe.skipIf(process.platform === 'win32')('a signal to npm, its shell and the store at once', () => {
  test.each(['SIGINT', 'SIGTERM'] as const)(
    '%s is one stop, also when it is repeated within a second',
    async (signal) => {
      const npm = await openStore();
      await holdStop();
      npm.signalAll(signal);
      await expect.poll(() => stops(npm)).toBe(1);
      npm.signalAll(signal);
      await npm.ended;
      expect(npm.output()).toContain('stopped PostgreSQL');
      expect(stops(npm)).toBe(1);
    },
  );

  test('a second Ctrl-C later ends the store at once; the next start takes its database over', async () => {
    const npm = await openStore();
    await holdStop();
    npm.signalAll('SIGINT');
    await expect.poll(() => stops(npm)).toBe(1);
    await wait(1_200);
    npm.signalAll('SIGINT');
    await npm.ended;
    expect(npm.output()).not.toContain('stopped PostgreSQL');
    const next = await openStore();
    expect(next.output()).toContain('took over the running PostgreSQL');
    next.signalAll('SIGTERM');
    await next.ended;
    expect(next.output()).toContain('stopped PostgreSQL');
  });
});
