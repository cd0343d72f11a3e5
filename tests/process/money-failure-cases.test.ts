// Money on bad days of real processes: whatever dies while it is on its way, it comes once, goes back once, and nobody is
// told of a failure that was none.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Client, clientOf } from '../support/client.ts';
import { orderBody } from '../support/orders.ts';
import { type StoreProcess, startProcess } from '../support/process.ts';
import { until } from '../support/program.ts';
import { type SandboxControl, sandboxControl } from '../support/sandbox-control.ts';

let store: StoreProcess;
let visitor: Client;
let control: SandboxControl;

beforeAll(async () => {
  store = await startProcess({ env: { RATE_LIMIT_FACTOR: '1000' } });
  visitor = clientOf(store.url, null);
  control = sandboxControl(`${store.url}/sandbox`);
});
afterAll(() => store?.close());
beforeEach(() => control('/gateway/clear', {}).then(() => {}));

let buyers = 0;
// Paid at the gateway, which sends no notification.
async function takenOrder(): Promise<string> {
  const body = orderBody({ email: `buyer${++buyers}@example.com` });
  const { orderId } = await visitor.call('POST /api/create-order', { body });
  const session = { orderId, amount: body.price, email: body.email, postUrls: body.post_links };
  const { sessionId } = await visitor.call('POST /api/bigpay/init-session', { body: session });
  await control('/gateway/fail', { kind: 'drop_notice', times: 1 });
  await control('/gateway/pay', { sessionId, expiry: '01/39' });
  return orderId;
}

// What its page receives; null without a response, or with one that requests a retry.
async function confirmedStatus(id: string): Promise<string | null> {
  const confirmation = visitor.ask('POST /api/orders/{id}/confirm-payment', { params: { id }, body: {} });
  const answer = await confirmation.catch(() => null);
  return answer?.status === 200 ? answer.body.status : null;
}

const under = (operation: string, orderId: string) =>
  until(`the gateway is asked: ${operation}`, async () => {
    const calls = await control(`/calls?side=gateway&operation=${operation}&orderId=${orderId}-1`);
    return (calls as unknown as unknown[]).length > 0;
  });

const harms: [string, () => Promise<unknown>][] = [
  ['the store', () => store.kill9()],
  ['its database server', () => store.killDatabase9()],
  ['both', () => Promise.all([store.kill9(), store.killDatabase9()])],
];

async function harmed(harm: () => Promise<unknown>): Promise<void> {
  const pid = store.pid();
  await harm();
  if (await isGone(pid)) await store.restart();
  await until('the store is ready again', store.isReady);
}

async function isGone(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
    return false;
  } catch {
    return true;
  }
}

async function counted(id: string): Promise<Record<string, unknown>> {
  const [row = {}] = await store.sql(
    `select payment_status, refunded_cents,
       (select count(*)::int from payment_events where order_id = '${id}' and conclusion = 'captured') as captured,
       (select count(*)::int from payment_events where order_id = '${id}' and conclusion = 'refund_refunded') as refunds,
       (select string_agg(kind, ' ' order by kind) from mails where order_id = '${id}') as mails
     from orders where id = '${id}'`,
  );
  return row;
}

test.each(harms)(
  '%s dies while payers come back: each order is paid, once, and none was told to have failed',
  async (_name, harm) => {
    const orders = [await takenOrder(), await takenOrder(), await takenOrder()];
    await control('/gateway/fail', { kind: 'delay', operation: 'retrieve', delayMs: 600, times: 3 });
    const returns = orders.map(confirmedStatus);
    for (const order of orders) await under('retrieve', order);
    await harmed(harm);
    for (const answer of await Promise.all(returns)) expect(['success', 'pending', null]).toContain(answer);
    for (const order of orders) {
      await until(`order ${order} is paid`, async () => (await confirmedStatus(order)) === 'success');
      const paid = { payment_status: 'paid', captured: 1, refunds: 0, refunded_cents: 0 };
      expect(await counted(order)).toEqual({ ...paid, mails: 'order_paid' });
    }
  },
);

test.each(harms)(
  '%s dies while money goes back: it goes back once, and the same request says so',
  async (_name, harm) => {
    const id = await takenOrder();
    expect(await confirmedStatus(id)).toBe('success');
    const login = store.adminLogin();
    const { token } = await visitor.call('POST /api/admin/login', { body: login });
    const admin = clientOf(store.url, token);
    const give = async () => {
      await admin.call('POST /api/admin/step-up', { body: { password: login.password } });
      const input = { params: { id }, body: { amount: 1, reason: 'The buyer asked for it' } };
      return admin.ask('POST /api/admin/orders/{id}/refunds', input, { 'idempotency-key': `refund of ${id}` });
    };
    await control('/gateway/fail', { kind: 'delay', operation: 'refund', delayMs: 600 });
    const first = give().catch(() => null);
    await under('refund', id);
    await harmed(harm);
    await first;
    // What the schedule does within two minutes.
    await store.sql(`select graphile_worker.add_job('settle_refund', json_build_object('refundId', '${id}-R1'))`);
    await until('the refund is settled', async () => (await give()).body.refund?.state === 'refunded');
    const back = { payment_status: 'paid', captured: 1, refunds: 1, refunded_cents: 100 };
    expect(await counted(id)).toEqual({ ...back, mails: 'order_paid order_refunded' });
    expect(await control(`/gateway/orders/${id}-1`)).toMatchObject({ totalRefundedAmount: 1 });
  },
);
