import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CallFor } from '../../../contract/index.ts';
import { messages } from '../../../contract/messages.ts';
import { noPostTexts } from '../../../contract/refusal-reasons.ts';
import { aLink } from '../../../tests/support/orders.ts';
import { startStore, type TestStore } from '../../../tests/support/store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());
beforeEach(async () => {
  await store.control('/provider/clear', {});
  await store.control('/calls/clear', {});
  await store.db.database.pool.query('delete from provider_tests');
});

type TryBody = CallFor<'POST /api/proxy'>['body'];
const tryIt = async (body: TryBody) => (await store.admin.ask('POST /api/proxy', { body })).body;
const balance = () => store.admin.ask('GET /api/admin/balance', {});
const history = () => store.admin.call('GET /api/admin/provider-tests', { query: {} });
const save = (body: Record<string, string>) => store.admin.call('POST /api/admin/settings', { body });
const sent = async () => (await store.control('/calls?side=provider')) as unknown as { operation: string }[];
const audits = async () =>
  (
    await store.db.database.pool.query(
      "select action, l.details, p.details as personal from audit_log l join audit_personal p on p.audit_id = l.id where subject = 'provider' order by l.id",
    )
  ).rows as { action: string; details: object; personal: object }[];
const service = (link = aLink()) => ({ action: 'add' as const, service: '1001', link, quantity: 100 });

describe('the balance', () => {
  test('ADM-API-2, API-14: is a number with its currency', async () => {
    expect((await balance()).body).toEqual({ balance: expect.any(Number), currency: 'USD' });
    await store.control('/provider/fail', { kind: 'numbers', operation: 'balance' });
    expect((await balance()).status).toBe(200);
    await store.control('/provider/fail', { kind: 'balance_text', operation: 'balance', text: '$1.234' });
    expect(await balance()).toMatchObject({
      status: 200,
      body: { balance: null, currency: 'USD', problem: expect.stringContaining('"$1.234"') },
    });
  });

  test.each([
    ['a refusal', { kind: 'error', operation: 'balance', text: 'Invalid API key' }, 'Invalid API key'],
    ['an outage', { kind: 'maintenance', operation: 'balance' }, /503/],
    ['a lost answer', { kind: 'lose', operation: 'balance' }, /lost/],
  ])('ADM-API-4: %s is 502 with a sentence', async (_name, trouble, words) => {
    await store.control('/provider/fail', trouble);
    expect(await balance()).toMatchObject({ status: 502, body: { message: expect.stringMatching(words) } });
  });
});

describe('API-20, S-15, ADM-API-29, ADM-API-31, ADM-API-32: a test by hand (A-71..A-74)', () => {
  test('ADM-API-21: the connection test is answered as it came, and stands in the history', async () => {
    expect(await tryIt({ action: 'balance' })).toEqual({
      ok: true,
      status: 200,
      outcome: 'answered',
      data: { balance: expect.any(String), currency: 'USD' },
    });
    expect(await history()).toMatchObject([
      { action: 'balance', ok: true, tested_by: 'owner@shop.example', status: 200 },
    ]);
  });

  test('ADM-API-22, A-72: a service test places an order as asked, and both its ends are in the audit log', async () => {
    const link = aLink();
    const answer = await tryIt({ ...service(link), runs: 2, interval: 60 });
    expect(answer).toMatchObject({ ok: true, data: { order: expect.anything() } });
    const [told] = await history();
    expect(told?.parameters).toEqual({ service: '1001', link, quantity: '100', runs: '2', interval: '60' });
    expect((await audits()).slice(-2)).toMatchObject([
      { action: 'provider.test_order', details: { service: '1001', quantity: '100' }, personal: { link } },
      { action: 'provider.test_order_answered', details: { outcome: 'answered' }, personal: { link } },
    ]);
  });

  test.each<[string, Record<string, unknown>, object]>([
    [
      'ADM-API-33: an error in the answer',
      { kind: 'error', text: 'Not enough funds on balance' },
      { status: 200, outcome: 'refused', error: 'Not enough funds on balance' },
    ],
    [
      'ADM-API-32: an error with a status',
      { kind: 'error', text: 'Invalid API key', status: 401 },
      { status: 401, outcome: 'refused', error: 'Invalid API key' },
    ],
    ['ADM-API-32: an error page', { kind: 'error_5xx' }, { status: 502, outcome: 'lost' }],
    ['an answer that is not JSON', { kind: 'garbage' }, { status: 200, outcome: 'lost' }],
    ['an order without an id', { kind: 'missing_id' }, { status: 200, outcome: 'lost', data: {} }],
    ['no answer', { kind: 'lose' }, { status: 0, outcome: 'lost' }],
  ])('%s is never a success, and is not tried again', async (_name, trouble, recorded) => {
    await store.control('/provider/fail', { ...trouble, operation: 'add' });
    expect(await tryIt(service())).toMatchObject({ ok: false, error: expect.stringMatching(/./), ...recorded });
    expect(await sent()).toHaveLength(1);
    const { outcome } = recorded as { outcome: string };
    expect(await history()).toMatchObject([{ ok: false, outcome }]);
  });

  test.each<[string, TryBody, string]>([
    ['a service test without a service', { action: 'add', link: 'https://x.example', quantity: 100 }, 'service'],
    ['without a link', { action: 'add', service: '1001', link: ' ', quantity: 100 }, 'link'],
    ['without a quantity', { action: 'add', service: '1001', link: 'https://x.example' }, 'quantity'],
    ['a status of no order', { action: 'status' }, 'order'],
  ])('%s is refused, and nothing is sent', async (_name, body, field) => {
    expect(await store.admin.ask('POST /api/proxy', { body })).toMatchObject({ status: 400, body: { field } });
    expect(await sent()).toEqual([]);
  });

  test.each<[string, object, string]>([
    ['runs without an interval', { runs: 2 }, 'interval'],
    ['an interval without runs', { interval: 60 }, 'runs'],
    ['a total out of range', { quantity: 1_000_000_000, runs: 2, interval: 60 }, 'runs'],
    ['a negative quantity', { quantity: -1 }, 'quantity'],
    ['half a like', { quantity: 2.5 }, 'quantity'],
    ['no runs at all', { runs: 0, interval: 60 }, 'runs'],
  ])('ADM-API-26: %s is refused with its field and a sentence, and nothing is sent', async (_name, numbers, field) => {
    const refused = await store.admin.ask('POST /api/proxy', { body: { ...service(), ...numbers } });
    expect(refused).toMatchObject({ status: 400, body: { field, message: expect.stringMatching(/\.$/) } });
    expect(await sent()).toEqual([]);
  });

  test('S-15, A-74: no action beyond the four, and what an action does not take is not sent on', async () => {
    for (const action of ['cancel', 'refill', 'services; add', '']) {
      const refused = await store.admin.ask('POST /api/proxy', { body: { action } as unknown as TryBody });
      expect(refused.status).toBe(400);
    }
    await tryIt({ action: 'balance', link: 'https://elsewhere.example', order: '1' });
    expect(await history()).toMatchObject([{ parameters: {} }]);
  });

  test('S-16, A-73: another key counts for the one call; it is nowhere in the answer, the history, the audit log', async () => {
    const wrong = 'another-key-0123456789';
    expect(await tryIt({ action: 'balance', api_key: wrong })).toMatchObject({ ok: false, error: 'Invalid API key' });
    for (const api_key of ['', '********abcd'])
      expect(await tryIt({ action: 'balance', api_key })).toMatchObject({ ok: true });
    const recorded = JSON.stringify([await history(), await audits()]);
    expect(recorded).not.toContain(wrong);
  });

  test('the history comes by pages, newest first', async () => {
    for (const order of ['1', '2', '3']) await tryIt({ action: 'status', order });
    const page = await store.admin.ask('GET /api/admin/provider-tests', { query: { limit: 2 } });
    expect(page.body).toMatchObject([{ parameters: { order: '3' } }, { parameters: { order: '2' } }]);
    const cursor = Number(page.headers.get('link')?.match(/cursor=(\d+)/)?.[1]);
    const rest = await store.admin.ask('GET /api/admin/provider-tests', { query: { limit: 2, cursor } });
    expect(rest.body).toMatchObject([{ parameters: { order: '1' } }]);
    expect(rest.headers.get('link')).toBeNull();
  });
});

describe('API-19, S-15, D-4: what a link names', () => {
  const read = (url: string) => store.admin.ask('POST /api/instagram-media', { body: { url } });

  test.each([
    [' instagram.com/p/CaBc-D_1/?igsh=x&utm_source=y ', 'CaBc-D_1', 'p', 'https://instagram.com/p/CaBc-D_1/'],
    ['https://www.instagram.com/ana/reels/CaBc/', 'CaBc', 'reel', 'https://www.instagram.com/ana/reels/CaBc/'],
    ['https://www.instagram.com/ana/reels/', null, null, 'https://www.instagram.com/ana/reels/'],
    ['https://www.instagram.com/reels/CaBc', 'CaBc', 'reel', 'https://www.instagram.com/reels/CaBc'],
    ['https://www.instagram.com/ana/', null, null, 'https://www.instagram.com/ana/'],
  ])('%j', async (url, shortcode, kind, canonicalUrl) => {
    expect(await read(url)).toMatchObject({ status: 200, body: { shortcode, kind, canonicalUrl } });
  });

  test.each(['', 'https://example.com/p/x/', 'http://127.0.0.1/', 'https://www.instagram.com/'])(
    '%j is no link of a post: 400, and nothing is asked',
    async (url) => {
      expect(await read(url)).toMatchObject({ status: 400, body: { field: 'url' } });
    },
  );

  test('A-11: the sentence says what is wrong: the start of the link, or that it names no post', async () => {
    expect((await read('https://example.com/p/x/')).body).toMatchObject({ message: messages.linkInvalid });
    expect((await read('https://www.instagram.com/')).body).toMatchObject({ message: noPostTexts.home });
  });

  test('strangers learn nothing', async () => {
    expect((await store.visitor.ask('POST /api/instagram-media', { body: { url: 'instagram.com/p/x/' } })).status).toBe(
      401,
    );
  });
});

describe('A-74, rule 10: where a test goes', () => {
  afterEach(() => store.db.database.pool.query('delete from provider_settings'));

  test('S-15: a redirect is not followed: the key goes nowhere else', async () => {
    const requests: string[] = [];
    const server = createServer((request, response) => {
      requests.push(request.url ?? '');
      response.writeHead(307, { location: '/elsewhere' }).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    await save({ api_url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v2`, api_key: 'k' });
    expect(await tryIt({ action: 'balance' })).toMatchObject({ ok: false, status: 307, outcome: 'lost' });
    // The save looks at the services of the new address, and then the test.
    expect(requests).toEqual(['/api/v2', '/api/v2']);
    await new Promise((resolve) => server.close(resolve));
  });

  test('nobody there: nothing was sent, and the sentence says so', async () => {
    await save({ api_url: 'http://127.0.0.1:9/api/v2', api_key: 'k' });
    expect(await tryIt({ action: 'balance' })).toMatchObject({ ok: false, status: 0, outcome: 'not_sent' });
  });
});

test('S-15, rule 10: a live store asks no name that leads to this machine', async () => {
  const live = await startStore({
    MODE: 'live',
    PUBLIC_URL: 'https://shop.example',
    TRUST_PROXY: 'none',
    JWT_SECRET: 'x'.repeat(32),
    SECRETS_KEY: 'y'.repeat(32),
    MPGS_BASE_URL: 'https://gateway.example',
    MPGS_MERCHANT_ID: 'M',
    MPGS_API_PASSWORD: 'p',
    MPGS_WEBHOOK_SECRET: 's',
  });
  expect((await live.admin.ask('POST /api/proxy', { body: { action: 'balance' } })).status).toBe(409);
  expect((await live.admin.ask('GET /api/admin/balance', {})).status).toBe(502);
  await live.admin.call('POST /api/admin/settings', { body: { api_url: 'https://localhost/api/v2', api_key: 'k' } });
  expect((await live.admin.ask('POST /api/proxy', { body: { action: 'balance' } })).body).toMatchObject({
    ok: false,
    outcome: 'not_sent',
    error: 'The provider is not at a public address.',
  });
  await live.stop();
});
