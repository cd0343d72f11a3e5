import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freePort } from '../support/free-port.ts';

type NpmStart = { child: ChildProcess; output: () => string };

let port: number;
let dataDir: string;
let started: NpmStart[] = [];

beforeEach(async () => {
  port = await freePort();
  dataDir = await mkdtemp(join(tmpdir(), 'applaud-npm-'));
});

afterEach(async () => {
  for (const { child } of started) child.kill('SIGKILL');
  started = [];
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
});

function npmStart(): NpmStart {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn('npm', ['start'], {
    env: { PATH, HOME, PORT: String(port), DATA_DIR: dataDir, DEMO_DATA: 'off' },
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (piece) => {
      text += piece;
    });
  }
  const run = { child, output: () => text };
  started.push(run);
  return run;
}

const answers = (url: string) =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );

test.skipIf(process.platform === 'win32')(
  'a SIGTERM for `npm start` stops the store itself, and its database',
  async () => {
    const npm = npmStart();
    await expect.poll(npm.output, { timeout: 60_000 }).toContain('is open at');
    npm.child.kill('SIGTERM');
    await expect.poll(() => answers(`http://127.0.0.1:${port}/healthz`), { timeout: 20_000 }).toBe(false);
    await expect.poll(npm.output, { timeout: 20_000 }).toContain('stopped PostgreSQL');
  },
);

test.skipIf(process.platform === 'win32')(
  'an `npm start` 0.3 s after the last one was told to stop opens in the same folder, on the same port',
  async () => {
    const npm = npmStart();
    await expect.poll(npm.output, { timeout: 60_000 }).toContain('is open at');
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
