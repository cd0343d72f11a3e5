// The job queue can take no job, and nothing the store does helps: it sells on, and says so to monitoring and to the admin.
// Once the cause is gone, everything that waited is done without a restart.
import { beforeAll, describe, type TestContext, test } from 'vitest';
import build from '../support/build.setup.ts';
import { type Client, clientOf } from '../support/client.ts';
import { orderBody } from '../support/orders.ts';
import { type StoreProcess, startProcess } from '../support/process.ts';
import { until } from '../support/program.ts';
import { sandboxControl } from '../support/sandbox-control.ts';
import { lockJobs, refuseJobUpdates } from '../support/stalled-jobs.ts';

const token = 'a token of at least sixteen';
/** 15 s until a job that ran at the lock has failed, a minute without progress, and two looks of 7 s at the locked table. */
const detectWithinMs = 90_000;
const recoverWithinMs = 30_000;
const timeout = 240_000;

beforeAll(() => build(), 200_000);

async function startStore({ onTestFinished }: TestContext): Promise<{ store: StoreProcess; admin: Client }> {
  const store = await startProcess({ env: { RATE_LIMIT_FACTOR: '1000', LOG_LEVEL: 'warn', METRICS_TOKEN: token } });
  onTestFinished(() => store.close());
  const signedIn = await clientOf(store.url, null).call('POST /api/admin/login', { body: store.adminLogin() });
  return { store, admin: clientOf(store.url, signedIn.token) };
}

/** Placed, and paid at the gateway, whose notification the store has accepted. */
async function payOrder(store: StoreProcess): Promise<string> {
  const visitor = clientOf(store.url, null);
  const control = sandboxControl(`${store.url}/sandbox`);
  const body = orderBody();
  const { orderId } = await visitor.call('POST /api/create-order', { body });
  const session = { orderId, amount: body.price, email: body.email, postUrls: body.post_links };
  const { sessionId } = await visitor.call('POST /api/bigpay/init-session', { body: session });
  await control('/gateway/pay', { sessionId, expiry: '01/39' });
  await until('the notification is accepted', async () => {
    const { sent } = (await control(`/gateway/orders/${orderId}-1`)) as { sent: { status: number | null }[] };
    return sent.some(({ status }) => status === 200);
  });
  return orderId;
}

async function readReady(store: StoreProcess, query = ''): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await fetch(`${store.url}/readyz${query}`);
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const isStalled = (store: StoreProcess) => async () => (await readReady(store, '?jobs=1')).status === 503;

/** The only sample of a metric without labels. */
async function readMetric(store: StoreProcess, name: string): Promise<number> {
  const response = await fetch(`${store.url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
  const samples = (await response.text()).match(new RegExp(`^${name}(?: |\\{).*$`, 'gm')) ?? [];
  const [sample = ''] = samples;
  return samples.length === 1 ? Number(sample.slice(name.length)) : Number.NaN;
}

/** The contract may list more kinds than a test was compiled with. */
async function findStalledItems(admin: Client): Promise<{ count: number; items: unknown[] } | null> {
  const { kinds } = await admin.call('GET /api/admin/attention', { query: {} });
  return kinds.find(({ kind }) => (kind as string) === 'jobs_stalled') ?? null;
}

const readPaymentStatus = async (store: StoreProcess, id: string) =>
  (await clientOf(store.url, null).call('GET /api/orders/{id}', { params: { id } })).payment_status;

// They wait most of their time.
describe.concurrent('a job queue that cannot take any job', () => {
  test('locking a job fails: reported everywhere, and worked off once it is possible again', {
    timeout,
  }, async (context) => {
    const { expect } = context;
    const { store, admin } = await startStore(context);
    expect(await findStalledItems(admin)).toBeNull();
    const undo = await refuseJobUpdates(store);
    const orders = [await payOrder(store), await payOrder(store), await payOrder(store)];

    await until('the store reports its jobs as stalled', isStalled(store), detectWithinMs);
    for (const id of orders) expect(await readPaymentStatus(store, id)).not.toBe('paid');
    const { status, body } = await readReady(store);
    expect({ status, body }).toEqual({
      status: 200,
      body: { status: 'ready', jobs: 'stalled', oldest_due_seconds: expect.any(Number) },
    });
    expect(body.oldest_due_seconds).toBeGreaterThan(0);
    const stalled = await until('an action item', () => findStalledItems(admin), 15_000);
    expect(stalled).toMatchObject({ count: 1, items: [expect.anything()] });
    const findAlerts = async () => {
      const { alerts } = await admin.call('GET /api/admin/security-alerts', {});
      const found = alerts.filter(({ type }) => type === 'jobs_stalled');
      return found.length > 0 ? found : null;
    };
    const alerts = await until('a security alert', findAlerts, 15_000);
    expect(alerts).toEqual([
      expect.objectContaining({
        severity: 'critical',
        message: expect.stringMatching(/^Background jobs have stopped/),
      }),
    ]);
    expect([0, 1]).toContain(await readMetric(store, 'applaud_jobs_running'));
    expect(await readMetric(store, 'applaud_jobs_restarts_total')).toBeGreaterThanOrEqual(0);
    expect(await readMetric(store, 'applaud_jobs_oldest_due_seconds')).toBeGreaterThan(0);

    await undo();
    const isPaid = async (id: string) => (await readPaymentStatus(store, id)) === 'paid';
    const allPaid = async () => (await Promise.all(orders.map(isPaid))).every(Boolean);
    await until('every payment that waited is settled', allPaid, recoverWithinMs);
    const isRunning = async () => (await readReady(store, '?jobs=1')).status === 200;
    await until('the store reports its jobs as running', isRunning, recoverWithinMs);
    expect((await readReady(store, '?jobs=1')).body).toMatchObject({ status: 'ready', jobs: 'running' });
    await until('the action item is gone', async () => (await findStalledItems(admin)) === null, recoverWithinMs);
    expect(await readMetric(store, 'applaud_jobs_running')).toBe(1);
  });

  test('the table of jobs is locked: reported although no job can be read', { timeout }, async (context) => {
    const { expect } = context;
    const { store } = await startStore(context);
    const undo = await lockJobs(store);

    await until('the store reports its jobs as stalled', isStalled(store), detectWithinMs);
    const { status, body } = await readReady(store);
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'ready', jobs: 'stalled' });

    await undo();
    const orderId = await payOrder(store);
    const isPaid = async () => (await readPaymentStatus(store, orderId)) === 'paid';
    await until('the next payment is settled', isPaid, recoverWithinMs);
    const isRunning = async () => (await readReady(store, '?jobs=1')).status === 200;
    await until('the store reports its jobs as running', isRunning, recoverWithinMs);
  });
});
