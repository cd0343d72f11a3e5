// A store that is started before the one before it has ended, in the same folder and on the same port.
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type StoreProcess, startProcess } from '../support/process.ts';
import { type Program, startProgram, until } from '../support/program.ts';

const waiting = /^Another store is using this folder\. Waiting up to 30 s for it to stop\.$/m;

let dataDir: string;
let first: StoreProcess;
let programs: Program[] = [];
let sockets: Socket[] = [];

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'applaud-overlap-'));
  first = await startProcess({ dataDir });
});

beforeEach(async () => {
  if (!(await first.isReady())) await first.restart();
});

afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  for (const program of programs) {
    program.kill('SIGTERM');
    await program.ended;
  }
  programs = [];
  sockets = [];
});

afterAll(async () => {
  await first.close();
  await rm(dataDir, { recursive: true, force: true });
});

async function startNext(): Promise<Program> {
  const program = await startProgram('main', first.env);
  programs.push(program);
  return program;
}

async function expectOpen(next: Program): Promise<void> {
  await until(
    'the next store is open',
    () => {
      if (next.hasEnded()) throw new Error(`It ended instead:\n${next.output()}`);
      return next.output().includes(' is open at ');
    },
    60_000,
  );
  expect(next.output()).not.toMatch(/\n\s+at /);
  expect(await first.isReady()).toBe(true);
}

/** A request that is never finished holds a stop for some seconds. */
async function holdStop(): Promise<void> {
  const socket = connect(Number(new URL(first.url).port), '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => {});
  socket.write(
    'POST /api/create-order HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{',
  );
  await until('the store answers', first.isReady);
}

test('a start 0.3 s after the stop of the last one opens', async () => {
  const stopped = first.stop();
  await wait(300);
  await expectOpen(await startNext());
  expect(await stopped).toBe(0);
});

test('a start beside a stop that takes seconds says that it waits, and opens on the same port', async () => {
  await holdStop();
  const stopped = first.stop();
  const next = await startNext();
  await until('it says that it waits', () => waiting.test(next.output()));
  await expectOpen(next);
  expect(await stopped).toBe(0);
  expect(next.output().match(/Another store/g)).toHaveLength(1);
});

test('a start that waits goes on when the other store is killed in the middle of its stop', async () => {
  await holdStop();
  void first.stop();
  const next = await startNext();
  await until('it says that it waits', () => waiting.test(next.output()));
  await first.kill9();
  await expectOpen(next);
});

test('a waiting start gets a stop signal: it ends at once, and the other store continues', async () => {
  const next = await startNext();
  await until('it says that it waits', () => waiting.test(next.output()));
  next.kill('SIGTERM');
  expect(await next.ended).toBe(0);
  expect(await first.isReady()).toBe(true);
});
