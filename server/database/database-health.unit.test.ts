// When a database counts as unable to write, and when no longer.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { DatabaseOutage } from '../../contract/health.ts';
import { silentLog } from '../observability/log.ts';
import { createDatabaseHealth, type DatabaseHealth, type PastOutage } from './database-health.ts';

let result: DatabaseOutage | null;
let lines: string[];
let reported: PastOutage[];
let isReportLost: boolean;
let health: DatabaseHealth;

beforeEach(() => {
  vi.useFakeTimers();
  [result, lines, reported, isReportLost] = [null, [], [], false];
  health = createDatabaseHealth({
    probe: { run: async () => result, close: async () => {} },
    clock: { now: () => new Date(Date.now()) },
    log: {
      ...silentLog,
      error: (fields, message) => lines.push(`error ${message} ${JSON.stringify(fields)}`),
      info: (fields, message) => lines.push(`info ${message} ${JSON.stringify(fields)}`),
    },
  });
  health.start(async (outage) => {
    if (isReportLost) throw new Error('away');
    reported.push(outage);
  });
});
afterEach(async () => {
  await health.close();
  vi.useRealTimers();
});

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const reason = () => health.outage()?.reason ?? null;

test('a failed probe starts an outage, which is logged once and reported once it is over', async () => {
  await pass(10_000);
  result = 'disk_full';
  await pass(3_000);
  expect(reason()).toBe('disk_full');
  await pass(40_000);
  expect(lines).toEqual(['error the database cannot write: disk full {"reason":"disk_full"}']);
  expect(reported).toEqual([]);
  result = null;
  await pass(1_000);
  expect(reason()).toBeNull();
  expect(lines[1]).toMatch(/^info the database can write again {"reason":"disk_full","seconds":4[0-2]}$/);
  expect(reported).toHaveLength(1);
  expect(reported[0]?.seconds).toBeGreaterThanOrEqual(40);
  await pass(60_000);
  expect([lines.length, reported.length]).toEqual([2, 1]);
});

test('refused writes start an outage at once, and it is one outage for as long as they go on', async () => {
  await pass(1_000);
  for (let second = 0; second < 20; second += 1) {
    health.noteFault('disk_full', true);
    expect(reason()).toBe('disk_full');
    await pass(1_000);
  }
  expect(lines).toHaveLength(1);
  await pass(4_000);
  expect(reason()).toBeNull();
  expect(lines).toHaveLength(2);
});

test('a refused read and a lost connection are looked into, and prove nothing', async () => {
  await pass(1_000);
  health.noteFault('disk_full', false);
  health.noteFault('unreachable', true);
  health.noteFault('busy', true);
  health.noteFault('conflict', true);
  await pass(0);
  expect(reason()).toBeNull();
  result = 'unreachable';
  await pass(1_000);
  health.noteFault('unreachable', true);
  await pass(0);
  expect(reason()).toBe('unreachable');
});

test('a precise reason replaces an imprecise one, and never the other way round', async () => {
  result = 'unreachable';
  await pass(3_000);
  result = 'disk_full';
  await pass(1_000);
  expect(reason()).toBe('disk_full');
  result = 'unreachable';
  await pass(10_000);
  expect(reason()).toBe('disk_full');
  expect(lines.map((line) => line.split(' {')[0])).toEqual([
    'error the database cannot write: unreachable',
    'error the database cannot write: disk full',
  ]);
});

test('a report that fails is repeated until it succeeds', async () => {
  result = 'read_only';
  await pass(3_000);
  [result, isReportLost] = [null, true];
  await pass(10_000);
  expect(reason()).toBeNull();
  isReportLost = false;
  await pass(3_000);
  expect(reported.map((outage) => outage.reason)).toEqual(['read_only']);
});
