// Card testing: declined cards are counted once, and new payment sessions wait beyond the limits.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { messages } from '../../contract/messages.ts';
import { type Placed, orderBody, paidOrder, payAtGateway, sessionBody } from '../../tests/support/orders.ts';
import { paymentSteps } from '../../tests/support/payment-steps.ts';
import { startStore, type TestStore } from '../../tests/support/store.ts';

const minutes = 60_000;
let store: TestStore;
let beside: TestStore;
beforeAll(async () => {
  const env = { RATE_LIMIT_FACTOR: '1', TRUST_PROXY: '1' };
  store = await startStore(env);
  beside = await startStore(env, store);
});
afterAll(async () => {
  await beside.stop();
  await store.stop();
});
beforeEach(async () => {
  await store.control('/gateway/clear', {});
  await rows('delete from card_declines');
});

const { rows } = paymentSteps(() => store);

let made = 0;
/** An IPv6 network of its own; `visitor` is one /64 of it. */
function aNetwork() {
  made += 1;
  const network = `2001:db8:${made.toString(16)}`;
  return (visitor: number) => `${network}:${visitor.toString(16)}::1`;
}
const anEmail = () => {
  made += 1;
  return `buyer${made}@example.com`;
};

/** From addresses of their own, so that only limits of declines count. */
function anAddress() {
  made += 1;
  return { 'x-forwarded-for': `198.18.${made >> 8}.${made & 255}` };
}

async function anOrder(email = anEmail()): Promise<Placed> {
  const body = orderBody({ email });
  const { orderId: id } = await store.visitor.call('POST /api/create-order', { body }, anAddress());
  return { ...body, id, postLinks: body.post_links, amount: body.price };
}

const confirm = (id: string) =>
  store.visitor.call('POST /api/orders/{id}/confirm-payment', { params: { id }, body: {} }, anAddress());

const open = (order: Placed, from: string, of = store) =>
  of.visitor.ask('POST /api/bigpay/init-session', { body: sessionBody(order) }, { 'x-forwarded-for': from });

/** Opens a form and has so many cards declined in it, at most three; the store finds out by a return. */
async function decline(order: Placed, from: string, tries: number): Promise<number> {
  const { status, body } = await open(order, from);
  if (status !== 200) return status;
  for (let done = 0; done < tries; done += 1) await payAtGateway(store, body.sessionId, '05/39');
  await confirm(order.id);
  return status;
}

const counted = async () => (await rows<{ n: number }>('select count(*)::int as n from card_declines'))[0]?.n;
const alerts = (fact: string) =>
  rows<{ severity: string; mailed: boolean; ip: string | null }>(
    `select severity, details->>'ip' as ip, exists(select from mails where alert_id = a.id) as mailed from alerts a
     where type = 'card_testing' and once_key like 'card testing ' || $1 || ' %'`,
    fact,
  );

describe('S-8: limits on declined cards', () => {
  test('thirty cards from one address are stopped at the limit, in calm words with the time to retry', async () => {
    const address = aNetwork()(1);
    let declined = 0;
    for (let card = 0; card < 30; card += 1) {
      const order = await anOrder();
      if ((await decline(order, address, 1)) === 200) declined += 1;
      else break;
    }
    expect(declined).toBe(5);
    const refused = await open(await anOrder(), address);
    expect(refused).toMatchObject({ status: 429, body: { code: 'card_declines', error: messages.cardDeclines } });
    const wait = Number(refused.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(500);
    expect(wait).toBeLessThanOrEqual(600);
    expect((await open(await anOrder(), aNetwork()(1))).status).toBe(200);
  });

  test('the owner is told once for a network, by an alert that is mailed', async () => {
    await rows("delete from alerts where type = 'card_testing'");
    const visitorOf = aNetwork();
    for (const visitor of [1, 2]) {
      for (let form = 0; form < 2; form += 1) await decline(await anOrder(), visitorOf(visitor), 3);
      await open(await anOrder(), visitorOf(visitor));
    }
    expect(await alerts('network')).toEqual([{ severity: 'critical', mailed: true, ip: expect.any(String) }]);
  });

  test('neighbors in one network share its limit, and are not let through by new addresses', async () => {
    const visitorOf = aNetwork();
    for (let visitor = 1; visitor <= 5; visitor += 1) {
      expect(await decline(await anOrder(), visitorOf(visitor), 3)).toBe(200);
    }
    expect(await open(await anOrder(), visitorOf(99))).toMatchObject({ status: 429, body: { code: 'card_declines' } });
  });

  test('a paying customer is let through the limit of a network, and not through that of the own email', async () => {
    const email = anEmail();
    await paidOrder(store, { email });
    const visitorOf = aNetwork();
    for (let visitor = 1; visitor <= 5; visitor += 1) await decline(await anOrder(), visitorOf(visitor), 3);
    expect((await open(await anOrder(email.toUpperCase()), visitorOf(99))).status).toBe(200);
    expect((await open(await anOrder(), visitorOf(98))).status).toBe(429);
    for (let form = 0; form < 2; form += 1) await decline(await anOrder(email), aNetwork()(1), 3);
    expect((await open(await anOrder(email), aNetwork()(1))).status).toBe(429);
  });

  test('a paying customer is let through the limit of an address that others use, too', async () => {
    const email = anEmail();
    await paidOrder(store, { email });
    const address = aNetwork()(1);
    for (const tries of [3, 2]) await decline(await anOrder(), address, tries);
    expect((await open(await anOrder(), address)).status).toBe(429);
    expect((await open(await anOrder(email), address)).status).toBe(200);
    store.advance(91 * 24 * 60 * minutes);
    for (const tries of [3, 2]) await decline(await anOrder(), address, tries);
    expect((await open(await anOrder(email), address)).status).toBe(429);
  });

  test('a payment that was given back makes nobody a paying customer', async () => {
    const email = anEmail();
    const { id } = await paidOrder(store, { email });
    await rows("update orders set payment_status = 'refunded' where id = $1", id);
    const visitorOf = aNetwork();
    for (let visitor = 1; visitor <= 5; visitor += 1) await decline(await anOrder(), visitorOf(visitor), 3);
    expect((await open(await anOrder(email), visitorOf(99))).status).toBe(429);
  });

  test('the limit ends with its window: after ten minutes sessions open again, until the day is full', async () => {
    const address = aNetwork()(1);
    for (let round = 0; round < 4; round += 1) {
      for (const tries of [3, 2]) expect(await decline(await anOrder(), address, tries)).toBe(200);
      expect((await open(await anOrder(), address)).status).toBe(429);
      store.advance(10 * minutes + 1000);
    }
    const refused = await open(await anOrder(), address);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(80_000);
  });

  test.each([
    ['0.5', 2],
    ['0.1', 1],
  ])('D-23: RATE_LIMIT_FACTOR %s leaves whole limits', async (factor, most) => {
    const strict = await startStore({ RATE_LIMIT_FACTOR: factor, TRUST_PROXY: '1' }, store);
    try {
      const address = aNetwork()(1);
      const before = await anOrder();
      expect(await decline(before, address, most - 1)).toBe(200);
      const [last, next] = [await anOrder(), await anOrder()];
      expect(await decline(last, address, 1)).toBe(200);
      // Few calls of one address are left: each comes from another one of the /64.
      expect(await open(next, address.replace(/1$/, '2'), strict)).toMatchObject({
        status: 429,
        body: { code: 'card_declines' },
      });
    } finally {
      await strict.stop();
    }
  });

  test('one decline counts once, however often and from wherever it is found', async () => {
    const order = await anOrder();
    const from = aNetwork()(1);
    const { body } = await open(order, from);
    await payAtGateway(store, body.sessionId, '05/39');
    await store.control('/gateway/notify', { orderId: `${order.id}-1`, times: 4 });
    await store.control('/gateway/deliver', {});
    await Promise.all([store.drain(), ...Array.from({ length: 5 }, () => confirm(order.id))]);
    expect(await counted()).toBe(1);
    await payAtGateway(store, body.sessionId, '05/39');
    await payAtGateway(store, body.sessionId, '01/39');
    await Promise.all([confirm(order.id), confirm(order.id)]);
    expect(await counted()).toBe(2);
  });

  test('calls at the same moment are refused alike on every process, and raise one alert', async () => {
    await rows("delete from alerts where type = 'card_testing'");
    const address = aNetwork()(1);
    const orders = await Promise.all(Array.from({ length: 6 }, () => anOrder()));
    await Promise.all(orders.map((order) => decline(order, address, 1)));
    expect(await counted()).toBe(6);
    const later = await Promise.all(Array.from({ length: 6 }, () => anOrder()));
    const answers = await Promise.all(later.map((order, at) => open(order, address, at % 2 === 0 ? store : beside)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 429));
    expect(await alerts('network')).toHaveLength(1);
  });

  test('no address is stored: an attempt and a decline hold keyed hashes, and a day later the decline is gone', async () => {
    const order = await anOrder();
    const from = aNetwork()(1);
    await decline(order, from, 1);
    const [attempt] = await rows<Record<string, string>>(
      'select * from payment_attempts where order_id = $1',
      order.id,
    );
    expect(attempt?.caller_key).toMatch(/^[\w-]{22}$/);
    expect(JSON.stringify([attempt, await rows('select * from card_declines')])).not.toContain('2001:db8');
    store.advance(25 * 60 * minutes);
    await store.app.jobHandlers.forget_limits({});
    expect(await counted()).toBe(0);
  });
});
