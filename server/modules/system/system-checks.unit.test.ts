// The parts of the System page that no test store can bring about: an outage, a full disk, a late replica, live mode.
import { describe, expect, test } from 'vitest';
import { computeCallLevel, type SystemCheckId, systemChecks, systemRules } from '../../../contract/system-rules.ts';
import { computeFigures } from './call-times.ts';
import { checkSystem, levelOfAll, type SystemSources } from './system-checks.ts';

const now = new Date('2026-03-01T12:00:00Z');
const usual: SystemSources = {
  findHeartbeat: async () => null,
  readDatabaseVersion: async () => ({ major: 18, minor: 2 }),
  readSize: async () => ({ bytes: 1e8, perDay: 1e6 }),
  readMail: async () => ({ unsent: 0, sentAt: now, error: null }),
  readBackupChecks: async () => ({ last: { name: 'a', checkedAt: now, problem: null }, wholeAt: now }),
  listRecentCalls: () => [],
  readCallTimes: async () => ({ calls: 100, p50Ms: 100, p95Ms: 200 }),
  now: () => now,
  isLive: true,
  findOutage: () => null,
  readQueue: () => ({ state: 'running', oldestDueSeconds: 0, waiting: 0, running: 1 }),
  countDeadJobs: async () => 0,
  listBackups: async () => [{ madeAt: now, sizeBytes: 1 }],
  areBackupsReadable: true,
  hasGateway: true,
  findDownGateway: async () => null,
  canMail: true,
  readChannels: async () => ({ enabled: 0, failing: 0, sentAt: null, problem: null }),
  readDisk: async () => ({ freeBytes: 50, totalBytes: 100 }),
  readNodeSupport: () => ({ version: '24.1.0', endsOn: '2028-04-30', daysPast: 0 }),
  readReplicaLag: async () => 0,
};

async function read(change: Partial<SystemSources> = {}) {
  const checks = await checkSystem({ ...usual, ...change });
  return { checks, of: (id: SystemCheckId) => checks.find((check) => check.id === id) };
}

test('a store that is well has no amber and no red', async () => {
  const { checks } = await read();
  expect(levelOfAll(checks)).toBe('green');
  expect(checks.filter(({ level }) => level === 'unknown').map(({ id }) => id)).toEqual(['channels', 'heartbeat']);
});

test('a database that cannot write is red', async () => {
  const since = new Date(now.getTime() - 90_000);
  const { of, checks } = await read({
    findOutage: () => ({ since, reason: 'disk_full' }),
  });
  expect(of('database')).toMatchObject({
    level: 'red',
    value: 90,
    problem: 'The database cannot write: disk full. Orders and payments are refused until it can.',
    problem_coded: { code: 'database_unwritable' },
  });
  expect(levelOfAll(checks)).toBe('red');
});

test.each([
  [79, 'green'],
  [80, 'amber'],
  [90, 'red'],
])('a disk that is %s %% full is %s', async (percent, level) => {
  const { of } = await read({ readDisk: async () => ({ freeBytes: 100 - percent, totalBytes: 100 }) });
  expect(of('disk')).toMatchObject({ level, value: percent });
});

test.each([
  [9, 'green'],
  [10, 'amber'],
  [60, 'red'],
])('a replica that is %s s behind is %s', async (seconds, level) => {
  expect((await read({ readReplicaLag: async () => seconds })).of('replica')).toMatchObject({ level, value: seconds });
});

test.each([
  [0, 'green'],
  [1, 'amber'],
  [2, 'red'],
])('%s failing channels are %s', async (failing, level) => {
  const figures = { enabled: 3, failing, sentAt: now, problem: null };
  expect((await read({ readChannels: async () => figures })).of('channels')).toMatchObject({ level, value: failing });
});

test.each([
  [0, 'green', 'green'],
  [1, 'amber', 'unknown'],
  [365, 'red', 'unknown'],
])(
  'D-115: %s days without security updates of Node are %s in a live store, %s in a sandbox',
  async (daysPast, live, sandbox) => {
    const readNodeSupport = () => ({ version: '20.20.2', endsOn: '2026-04-30', daysPast });
    const facts = { version: '20.20.2', ends_on: '2026-04-30' };
    expect((await read({ readNodeSupport })).of('node')).toMatchObject({ level: live, value: daysPast, facts });
    expect((await read({ readNodeSupport, isLive: false })).of('node')).toMatchObject({ level: sandbox, facts });
  },
);

test('a replica that does not answer is red', async () => {
  const { of } = await read({ readReplicaLag: () => Promise.reject(new Error('gone')) });
  expect(of('replica')).toMatchObject({ level: 'red', state: 'measured', value: null });
});

test('what a live store lacks is amber, and unknown in a sandbox store', async () => {
  const lacking = { listBackups: null, canMail: false, readReplicaLag: null };
  const live = await read(lacking);
  const sandbox = await read({ ...lacking, isLive: false });
  for (const id of ['backup', 'mail'] as const) {
    expect(live.of(id)).toMatchObject({ level: 'amber', state: 'off' });
    expect(sandbox.of(id)).toMatchObject({ level: 'unknown', state: 'off' });
  }
  expect(live.of('replica')).toMatchObject({ level: 'unknown', state: 'off' });
});

test('a live store without a payment method is red', async () => {
  expect((await read({ hasGateway: false })).of('gateway')).toMatchObject({
    level: 'red',
    value: null,
    problem: expect.stringContaining('Turn on a payment method'),
  });
});

test('D-100: a gateway that does not answer is red', async () => {
  const { of } = await read({ findDownGateway: async () => 'stripe' });
  expect(of('gateway')).toMatchObject({ level: 'red', problem: expect.stringContaining('Stripe does not answer') });
});

describe('D-113: the version of the database', () => {
  const at = (day: string, minor: number, change: Partial<SystemSources> = {}) =>
    read({
      now: () => new Date(`${day}T12:00:00Z`),
      readDatabaseVersion: async () => ({ major: 18, minor }),
      ...change,
    }).then(({ of }) => of('database_version'));

  // 18.6 was released on 2026-08-13.
  test.each([
    ['2026-08-12', 0, 'green'],
    ['2026-08-13', 0, 'green'],
    ['2026-11-10', 89, 'green'],
    ['2026-11-11', 90, 'amber'],
    ['2027-08-12', 364, 'amber'],
    ['2027-08-13', 365, 'red'],
  ])('on %s a newer minor version is out for %s days: %s', async (day, value, level) => {
    expect(await at(day, 4)).toMatchObject({
      level,
      value,
      facts: {
        version: '18.4',
        released_on: '2026-05-14',
        ends_on: '2030-11-14',
        newest_version: '18.6',
        newest_released_on: '2026-08-13',
      },
    });
    const sandbox = level === 'green' ? 'green' : 'unknown';
    expect(await at(day, 4, { isLive: false })).toMatchObject({ level: sandbox, value });
  });

  test('the days count from the first newer version, not from the newest', async () => {
    expect(await at('2026-03-01', 0)).toMatchObject({ value: 108, level: 'amber', facts: { newest_version: '18.6' } });
  });

  test('the newest that is known is green; one that is not known too, without its day', async () => {
    expect(await at('2028-01-01', 6)).toMatchObject({ level: 'green', value: 0 });
    const later = await at('2028-01-01', 60);
    expect(later).toMatchObject({ level: 'green', value: 0 });
    expect(later?.facts).toEqual({ version: '18.60', ends_on: '2030-11-14' });
  });

  test('after the end of life it is red in live mode, with a sentence', async () => {
    expect(await at('2030-11-14', 6)).toMatchObject({ level: 'green', problem: null });
    expect(await at('2030-11-15', 6)).toMatchObject({
      level: 'red',
      problem: 'PostgreSQL 18 has reached its end of life and gets no security updates.',
    });
    expect(await at('2030-11-15', 6, { isLive: false })).toMatchObject({ level: 'unknown', problem: null });
  });

  test('another major version is shown without a level', async () => {
    const check = await at('2028-01-01', 0, { readDatabaseVersion: async () => ({ major: 21, minor: 1 }) });
    expect(check).toMatchObject({ level: 'unknown', state: 'measured', facts: { version: '21.1' } });
  });
});

test('the store cannot check encrypted backups', async () => {
  expect((await read({ areBackupsReadable: false })).of('backup_check')).toMatchObject({ state: 'off' });
});

test('a part that fails is unmeasured, and the others are read', async () => {
  const { of } = await read({ readDisk: () => Promise.reject(new Error('no folder')) });
  expect(of('disk')).toMatchObject({ state: 'unmeasured', level: 'unknown' });
  expect(of('queue')).toMatchObject({ level: 'green' });
});

test('every rule turns amber before red, and has its sentence', () => {
  for (const id of systemChecks) {
    const { amber, red, act } = systemRules[id];
    expect(amber, id).toBeLessThanOrEqual(red);
    expect(act, id).toMatch(/\.$/);
  }
});

test('percentiles are linear within a bucket', () => {
  expect(computeFigures([])).toEqual({ calls: 0, p50Ms: 0, p95Ms: 0 });
  const counts = [
    { bucketMs: 2_000, calls: 10 },
    { bucketMs: 100, calls: 90 },
  ];
  expect(computeFigures(counts)).toEqual({ calls: 100, p50Ms: 78, p95Ms: 1_750 });
});

describe('the health of gateway and providers is the rate of bad calls among the last ones', () => {
  const calls = (count: number, ms: number, minutesAgo = 1) =>
    Array.from({ length: count }, () => ({ atMs: now.getTime() - minutesAgo * 60_000, ms }));
  const failed = Number.POSITIVE_INFINITY;

  test.each([
    ['one slow call of 13', [...calls(12, 100), ...calls(1, 12_000)], 'green'],
    ['four failed calls', calls(4, failed), 'green'],
    ['five failed calls', calls(5, failed), 'red'],
    ['five slow calls of 20', [...calls(15, 100), ...calls(5, 4_000)], 'amber'],
    ['five failed calls before the last 20', [...calls(20, 100), ...calls(5, failed, 5)], 'green'],
    ['failed calls of 16 minutes ago', calls(20, failed, 16), 'green'],
  ] as const)('%s', (_, recent, level) => {
    expect(computeCallLevel('gateway', recent, now.getTime())).toBe(level);
  });

  test('the System page has the same level, also with too few calls of the day for a percentile', async () => {
    const { of } = await read({ listRecentCalls: () => calls(5, failed) });
    expect(of('gateway')).toMatchObject({ level: 'red' });
    const { of: ofFew } = await read({
      listRecentCalls: () => calls(13, 12_000, 20),
      readCallTimes: async () => ({ calls: 13, p50Ms: 100, p95Ms: 12_000 }),
    });
    expect(ofFew('gateway')).toMatchObject({ level: 'green', value: 12_000 });
  });
});
