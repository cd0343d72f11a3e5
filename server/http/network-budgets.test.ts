// Orders, sign-ins and code mails have budgets of a network, /24 or /48, and of a mailbox. RATE_LIMIT_FACTOR applies.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { orderBody, placeOrder } from '../../tests/support/orders.ts';
import { owner, startStore, type TestStore } from '../../tests/support/store.ts';
import { mostCodesAnHour } from '../modules/tracking/tracking.repository.ts';
import { limits, placedOrders } from './rate-limits.ts';

let store: TestStore;
const factor = 0.5;
beforeAll(async () => {
  store = await startStore({ TRUST_PROXY: '1', RATE_LIMIT_FACTOR: String(factor) });
});
afterAll(() => store.stop());
beforeEach(async () => {
  await sql('truncate login_guesses, tracking_codes, mails cascade');
});

const sql = async <T>(text: string, ...values: unknown[]) =>
  (await store.db.database.pool.query(text, values)).rows as T[];
const from = (ip: string) => ({ 'x-forwarded-for': ip });
let made = 0;

/** The status of a call from each address, with how often it came. */
async function statuses(addresses: string[], call: (ip: string) => Promise<{ status: number }>) {
  const counts: Record<number, number> = {};
  for (const ip of addresses) {
    const { status } = await call(ip);
    counts[status] = (counts[status] ?? 0) + 1;
  }
  return counts;
}

const networks: [name: string, addressOf: (n: number) => string, other: string][] = [
  ['an IPv4 /24', (n) => `203.0.113.${n + 1}`, '203.0.114.1'],
  ['an IPv6 /48', (n) => `2001:db8:7:${(n + 1).toString(16)}::1`, '2001:db8:8::1'],
  ['an IPv4 /24 written as IPv6', (n) => `::ffff:198.51.100.${n + 1}`, '198.51.101.1'],
];

describe.each(networks)('the addresses of %s together', (_, addressOf, other) => {
  test('S-1: place a bounded number of orders in ten minutes; another network is not hindered', async () => {
    const most = (placedOrders.network ?? 0) * factor;
    const order = (ip: string) => store.visitor.ask('POST /api/create-order', { body: orderBody() }, from(ip));
    const addresses = Array.from({ length: most + 3 }, (_, n) => addressOf(n));
    expect(await statuses(addresses, order)).toEqual({ 200: most, 429: 3 });
    expect((await order(other)).status).toBe(200);
    store.advance(601_000);
    expect((await order(addressOf(0))).status).toBe(200);
  });

  test('A-55: fail to sign in a bounded number of times; another network is not hindered', async () => {
    const most = 20 * factor;
    const signIn = (ip: string) => {
      made += 1;
      const body = { email: `account${made}@example.com`, password: 'wrong' };
      return store.visitor.ask('POST /api/admin/login', { body }, from(ip));
    };
    const addresses = Array.from({ length: most + 3 }, (_, n) => addressOf(n));
    expect(await statuses(addresses, signIn)).toEqual({ 401: most, 429: 3 });
    expect((await signIn(other)).status).toBe(401);
    const right = (ip: string) => store.visitor.ask('POST /api/admin/login', { body: owner }, from(ip));
    expect((await right(addressOf(0))).body).toMatchObject({ code: 'login_locked' });
    expect((await right(other)).status).toBe(200);
    const [alert] = await sql("select from alerts where type = 'brute_force'");
    expect(alert).toBeDefined();
  });
});

test('A-55: sign-ins that succeed use up no budget of their network', async () => {
  for (let n = 0; n < 15; n += 1) {
    expect((await store.visitor.ask('POST /api/admin/login', { body: owner }, from(`192.0.2.${n + 1}`))).status).toBe(
      200,
    );
  }
});

describe('D-35: code mails', () => {
  const request = (email: string, ip: string) =>
    store.visitor.ask('POST /api/orders/track-code', { body: { email } }, from(ip));
  const mailed = async () =>
    (await sql<{ recipient: string }>("select recipient from mails where kind = 'track_code'")).length;

  test('count plus-addresses as one mailbox, in any case, whoever asks', async () => {
    const tags = ['', '+a', '+b', '+c', '+d', '+e', '+F', '+a+b', '+'];
    for (const [n, tag] of tags.entries()) {
      const email = `Victim${tag}@mail.example`;
      await sql(`update orders set customer_email = $2 where id = $1`, (await placeFrom(`10.0.${n}.1`)).orderId, email);
      expect((await request(email, `10.1.${n}.1`)).status).toBe(200);
      await store.drain();
    }
    expect(await mailed()).toBe(mostCodesAnHour);
    const other = await placeFrom('10.0.99.1');
    await sql('update orders set customer_email = $2 where id = $1', other.orderId, 'victim@other.example');
    await request('victim@other.example', '10.1.99.1');
    await store.drain();
    expect(await mailed()).toBe(mostCodesAnHour + 1);
  });

  test('have a budget of all callers, which refuses', async () => {
    const most = (limits.track_code.all ?? 0) * factor;
    const counts = await statuses(
      Array.from({ length: most + 2 }, (_, n) => `10.${100 + (n >> 8)}.${n & 255}.1`),
      (ip) => request('nobody@mail.example', ip),
    );
    expect(counts[429]).toBeGreaterThanOrEqual(2);
  });

  const placeFrom = async (ip: string) =>
    (await store.visitor.ask('POST /api/create-order', { body: orderBody() }, from(ip))).body;
});

test('S-7: elsewhere a count of all callers refuses nobody, and raises one alert an hour', async () => {
  await placeOrder(store).catch(() => undefined);
  const most = (limits.track_proof.watched ?? 0) * factor;
  const prove = (ip: string) =>
    store.visitor.ask(
      'POST /api/orders/track-proof',
      { body: { email: 'nobody@mail.example', code: '000000' } },
      from(ip),
    );
  const counts = await statuses(
    Array.from({ length: most + 5 }, (_, n) => `10.${n >> 8}.${n & 255}.9`),
    prove,
  );
  expect(counts).toEqual({ 403: most + 5 });
  const alerts = () =>
    sql("select from alerts where type = 'rate_limited' and message like 'All callers%track_proof%'");
  await expect.poll(alerts).toHaveLength(1);
});
