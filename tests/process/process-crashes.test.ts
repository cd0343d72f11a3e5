// Days on which everything dies, again and again, while buyers buy: whatever the store said it did is done, and once.
// `npm run failure-cases` dies fifty times.
import { spawnSync } from 'node:child_process';
import { cp, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { clientOf } from '../support/client.ts';
import { expectKept } from '../support/durability-check.ts';
import { freezeProcesses } from '../support/frozen-processes.ts';
import { reach, startShoppers } from '../support/load-buyers.ts';
import { type StoreProcess, startProcess } from '../support/process.ts';
import { until } from '../support/program.ts';

const deaths = Number(process.env.FAILURE_CASES ?? 4);
const env = { RATE_LIMIT_FACTOR: '100000', LOG_LEVEL: 'warn' };
let store: StoreProcess | undefined;
afterEach(async () => {
  await store?.close();
  store = undefined;
});

async function opened(dataDir?: string): Promise<StoreProcess> {
  store = await startProcess({ env, ...(dataDir ? { dataDir } : {}) });
  return store;
}

const keptBy = ({ url, env, sql }: StoreProcess) => ({ sandboxUrl: `${url}/sandbox`, env, sql });

const kill = {
  store: (at: StoreProcess) => at.kill9(),
  database: (at: StoreProcess) => at.killDatabase9(),
  both: (at: StoreProcess) => Promise.all([at.kill9(), at.killDatabase9()]),
  // As an administrator stops it: immediately, with clients connected.
  'a stopped database': async (at: StoreProcess) => process.kill(await at.databasePid(), 'SIGINT'),
};

test(`killed ${deaths} times while buyers buy: what was acknowledged is there, once`, async () => {
  const at = await opened();
  const shoppers = await startShoppers(at);
  const harms = Object.entries(kill);
  for (let death = 0; death < deaths; death += 1) {
    await reach(shoppers.sent, 3);
    const [name, harm] = harms[death % harms.length] ?? ['', kill.store];
    await harm(at);
    if (name === 'store' || name === 'both') await at.restart();
    await until(`the store is ready after ${name}`, at.isReady);
  }
  await reach(shoppers.sent, 3);
  await shoppers.stop();
  await expectKept(keptBy(at), shoppers);
});

describe.skipIf(process.platform !== 'linux')('everything stands still', () => {
  const stillMs = 3_000;

  test('the database for some seconds: buyers wait or get a retry message, and nothing is lost', async () => {
    const at = await opened();
    const shoppers = await startShoppers(at);
    await reach(shoppers.sent, 3);
    await freezeProcesses(at.databasePids, stillMs);
    await reach(shoppers.sent, 3);
    await shoppers.stop();
    await expectKept(keptBy(at), shoppers);
  });

  test('for good, because the power is cut: the folder as it lay then starts, and holds all that was said', async () => {
    const at = await opened();
    const shoppers = await startShoppers(at);
    await reach(shoppers.sent, 5);
    const pids = [at.pid(), ...(await at.databasePids())];
    for (const pid of pids) process.kill(pid, 'SIGSTOP');
    const acknowledged = {
      ...shoppers,
      placed: [...shoppers.placed],
      paid: [...shoppers.paid],
      sent: [...shoppers.sent],
    };
    const copy = await mkdtemp(join(tmpdir(), 'applaud-power-'));
    onTestFinished(() => rm(copy, { recursive: true, force: true }));
    await cp(at.dataDir, copy, { recursive: true, filter: (from) => !from.includes('.s.PGSQL') });
    for (const pid of pids) process.kill(pid, 'SIGCONT');
    await shoppers.stop();
    await at.close();
    await expectKept(keptBy(await opened(copy)), acknowledged);
  });
});

// Needs a disk of its own, which only an administrator can make, and not everywhere.
describe.skipIf(process.platform !== 'linux' || process.getuid?.() !== 0)('the disk is full', () => {
  test('buyers get a retry message and the store reports the cause; once there is space it resumes by itself, and nothing is lost', async ({
    skip,
  }) => {
    const disk = await mkdtemp(join(tmpdir(), 'applaud-disk-'));
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=200m', 'tmpfs', disk]);
    onTestFinished(async () => {
      await store?.close();
      spawnSync('umount', ['-l', disk]);
      await rm(disk, { recursive: true });
    });
    if (mounted.status !== 0) skip('no disk may be mounted here');
    const at = await opened(join(disk, 'store'));
    const { token } = await clientOf(at.url, null).call('POST /api/admin/login', { body: at.adminLogin() });
    const admin = clientOf(at.url, token);
    const shoppers = await startShoppers(at);
    await reach(shoppers.sent, 3);
    const ballast = join(disk, 'ballast');
    await fill(ballast);
    await until('a buyer is refused', () => shoppers.refused.length > 0, 60_000);
    await until('the store is not ready', async () => (await readiness(at)).status === 503, 10_000);
    // Longer than the probe takes from one write to the next.
    const fullUntil = Date.now() + 8_000;
    while (Date.now() < fullUntil) {
      expect(await readiness(at)).toMatchObject({ status: 503, body: { database: 'disk_full' } });
      await wait(500);
    }
    expect(countInLog(at, 'the database cannot write: disk full')).toBe(1);
    const { kinds } = await admin.call('GET /api/admin/attention', { query: {} });
    expect(kinds[0]?.kind).toBe('database_unwritable');
    await rm(ballast);
    await until('the store is ready again', at.isReady, 60_000);
    await reach(shoppers.sent, 3);
    await shoppers.stop();
    expect(countInLog(at, 'the database cannot write')).toBe(1);
    const alerts = "select severity, message from alerts where type = 'database_unwritable'";
    await until('the alert is raised', async () => (await at.sql(alerts)).length > 0);
    expect(await at.sql(alerts)).toEqual([
      { severity: 'critical', message: expect.stringMatching(/^The database could not write for \d+ s: disk full\.$/) },
    ]);
    await expectKept(keptBy(at), shoppers);

    // Also while nobody buys.
    await fill(ballast);
    await until('the store is not ready', async () => (await readiness(at)).body.database === 'disk_full', 10_000);
    await rm(ballast);
    await until('the store is ready again', at.isReady, 5_000);
  });
});

const countInLog = (at: StoreProcess, sentence: string) => at.output().split(sentence).length - 1;

async function readiness({ url }: StoreProcess): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await fetch(`${url}/readyz`);
  return { status: response.status, body: await response.json() };
}

async function fill(path: string): Promise<void> {
  const file = await open(path, 'w');
  const block = Buffer.alloc(256 * 1024);
  try {
    for (;;) await file.write(block);
  } catch {
    // No room is left.
  } finally {
    await file.close();
  }
}
