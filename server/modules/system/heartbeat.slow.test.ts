// The heartbeat: one ping per interval, only while the store is well, and its URL stays secret.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { owner, startStore, type TestStore } from '../../../tests/support/store.ts';
import { answering, neverAnswering, type Receiver, startReceiver } from '../../../tests/support/webhook-receiver.ts';

const secretPath = '/ping/8f3a-secret';
let store: TestStore;
let admin: TestStore['admin'];
let monitor: Receiver;
beforeAll(async () => {
  [store, monitor] = await Promise.all([startStore(), startReceiver()]);
});
afterAll(async () => {
  await store.stop();
  await monitor.close();
});
// Earlier tests advanced the clock beyond the step-up of the session.
const signIn = async () => {
  admin = store.as((await store.visitor.call('POST /api/admin/login', { body: owner })).token);
};
beforeEach(signIn);
afterEach(async () => {
  await signIn();
  await admin.call('DELETE /api/admin/heartbeat', {});
  await store.drain();
  store.app.queueStatus.update({ state: 'off', oldestDueSeconds: 0 });
  monitor.received.length = 0;
});

const minuteMs = 60_000;
const url = () => new URL(secretPath, monitor.url).href;
const set = (body: { url?: string; interval_minutes: number }) => admin.ask('PUT /api/admin/heartbeat', { body });
const read = async () => (await admin.call('GET /api/admin/heartbeat', {})).heartbeat;
const tick = (from = store) => from.app.jobHandlers.send_heartbeat({});
const checkOf = async () => {
  const { checks } = await admin.call('GET /api/admin/system/checks', {});
  return checks.find(({ id }) => id === 'heartbeat');
};
/** Set, and its first ping sent. */
async function start(minutes = 5): Promise<void> {
  await set({ url: url(), interval_minutes: minutes });
  await store.drain();
}

test('is off until a URL is set; then it pings at once, by GET, and shows the response', async () => {
  expect(await read()).toBeNull();
  expect(await checkOf()).toMatchObject({ state: 'off', level: 'unknown', value: null });
  await start();
  expect(monitor.received.map(({ path }) => path)).toEqual([secretPath]);
  expect(await read()).toMatchObject({ interval_minutes: 5, last_status: 204, problem: null, failures: 0 });
  expect(await checkOf()).toMatchObject({ state: 'measured', level: 'green', value: 0 });
});

test('two processes send one ping per interval, also when both start', async () => {
  await start();
  const other = await startStore({}, store);
  try {
    for (let minute = 0; minute < 10; minute += 1) {
      store.advance(minuteMs);
      await Promise.all([tick(), tick(other), tick(), tick(other)]);
    }
    expect(monitor.received).toHaveLength(3);
    store.advance(2 * minuteMs);
    await Promise.all([store.app.sendHeartbeat(), other.app.sendHeartbeat()]);
    await Promise.all([store.drain(), other.app.jobHandlers.send_heartbeat({ atStart: true })]);
    expect(monitor.received).toHaveLength(4);
  } finally {
    await other.stop();
  }
});

test('stays away while jobs stand still or are minutes late, and comes back', async () => {
  await start(1);
  const tickIn = async (status: Parameters<typeof store.app.queueStatus.update>[0]) => {
    store.app.queueStatus.update(status);
    store.advance(minuteMs);
    await tick();
    return monitor.received.length;
  };
  expect(await tickIn({ state: 'stalled', oldestDueSeconds: 90 })).toBe(1);
  expect(await tickIn({ state: 'running', oldestDueSeconds: 301 })).toBe(1);
  expect(await tickIn({ state: 'running', oldestDueSeconds: 10 })).toBe(2);
});

test('a failed ping is amber and sent again next time; the third in a row is red; a success ends it', async () => {
  monitor.answerNext(answering(404), answering(500), answering(302, '', { location: '/elsewhere' }));
  await start();
  const problem = {
    problem: 'The monitor returned HTTP 404.',
    problem_coded: { code: 'monitor_refused', params: { status: 404 } },
  };
  expect(await read()).toMatchObject(problem);
  expect(await checkOf()).toMatchObject({ level: 'amber', value: 1, ...problem });
  for (const [failures, level] of [
    [2, 'amber'],
    [3, 'red'],
    [0, 'green'],
  ] as const) {
    store.advance(5 * minuteMs);
    await tick();
    expect(await checkOf()).toMatchObject({ level, value: failures });
  }
  expect(await read()).toMatchObject({ last_status: 204, problem: null });
});

test('a changed URL forgets the failures of the one before, and a late result is not recorded for it', async () => {
  monitor.answerNext(answering(500));
  await start();
  expect(await read()).toMatchObject({ failures: 1 });
  monitor.answerNext(neverAnswering);
  store.advance(5 * minuteMs);
  const late = tick();
  await expect.poll(() => monitor.received.length).toBe(2);
  await set({ url: `${url()}2`, interval_minutes: 10 });
  await monitor.close();
  await late;
  expect(await read()).toMatchObject({ interval_minutes: 10, failures: 0, problem: null });
  monitor = await startReceiver();
});

test('a time in the future, written by a wrong clock, does not silence it', async () => {
  await start();
  await store.db.database.pool.query("update heartbeats set tried_at = tried_at + interval '3 days'");
  await tick();
  expect(monitor.received).toHaveLength(2);
});

test('the URL is stored encrypted, and no response, audit entry or list contains it', async () => {
  await start();
  const { rows } = await store.db.database.pool.query('select url from heartbeats');
  const { rows: entries } = await store.db.database.pool.query('select details from audit_log');
  expect(JSON.stringify([rows, entries, await read(), await checkOf()])).not.toContain('secret');
  expect((await read())?.masked_url).toBe(`${new URL(monitor.url).origin}/...`);
  const kept = await set({ interval_minutes: 60 });
  expect(kept).toMatchObject({ status: 200, body: { heartbeat: { interval_minutes: 60 } } });
});

test('a wrong URL, a missing first one and a wrong interval are refused', async () => {
  for (const body of [
    { url: 'no url', interval_minutes: 5 },
    { url: 'http://10.0.0.1/ping', interval_minutes: 5 },
    { interval_minutes: 5 },
  ]) {
    expect(await set(body)).toMatchObject({ status: 400, body: { code: 'invalid_input', field: 'url' } });
  }
  expect(await set({ url: url(), interval_minutes: 61 })).toMatchObject({ status: 400 });
  expect(await read()).toBeNull();
});
