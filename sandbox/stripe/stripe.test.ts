import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  dropFolder,
  type Hook,
  type Json,
  newFolder,
  type SandboxSetup,
  startHook,
  startSandboxSetup,
} from '../../tests/support/sandbox-setup.ts';
import { signature } from './events.ts';

let folder: string;
let hook: Hook;
let setups: SandboxSetup[];
let setup: SandboxSetup;

beforeEach(async () => {
  folder = await newFolder();
  hook = await startHook();
  setups = [];
  setup = await start();
});

afterEach(async () => {
  for (const one of setups) await one.stop();
  await hook.stop();
  await dropFolder(folder);
});

const keys = { secretKey: 'sk_test_1', publishableKey: 'pk_test_1', webhookSecret: 'whsec_1' };

/** Another process on the same folder. */
async function start(): Promise<SandboxSetup> {
  const made = await startSandboxSetup(folder, { stripe: { ...keys, webhookUrl: hook.url } });
  setups.push(made);
  return made;
}

async function call(method: string, path: string, params: Record<string, string> = {}, more: Json = {}) {
  const {
    at = setup,
    key,
    secretKey = keys.secretKey,
  } = more as { at?: SandboxSetup; key?: string; secretKey?: string };
  const form = new URLSearchParams(params).toString();
  const response = await fetch(`${at.base}/stripe${path}${method === 'GET' && form ? `?${form}` : ''}`, {
    method,
    headers: {
      authorization: `Bearer ${secretKey}`,
      ...(key === undefined ? {} : { 'idempotency-key': key }),
      ...(method === 'POST' ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
    },
    body: method === 'POST' ? form : null,
  });
  return { status: response.status, body: (await response.json()) as Json };
}

const request = {
  client_reference_id: 'order-1',
  'metadata[gateway_order_id]': 'order-1',
  'payment_intent_data[metadata][gateway_order_id]': 'order-1',
  'line_items[0][price_data][currency]': 'usd',
  'line_items[0][price_data][unit_amount]': '3000',
  expires_at: String(Date.parse('2026-06-01T13:00:00Z') / 1000),
  return_url: 'https://shop.example/success',
};
const open = (more: Json = { key: 'session 1' }) => call('POST', '/v1/checkout/sessions', request, more);
const order = { orderId: 'order-1' };
const read = async () => (await setup.inspect('stripe/orders/order-1')).body as Json & { objects: Json[] };
const objectsOf = async (object: string) => (await read()).objects.filter((one) => one.object === object);

async function confirm(secret: unknown, body: Json, key = keys.publishableKey) {
  const query = new URLSearchParams({ key, secret: String(secret) });
  const init = { method: 'POST', body: JSON.stringify(body) };
  const response = await fetch(`${setup.base}/stripe/v1/payment_pages/confirm?${query}`, init);
  return { status: response.status, body: (await response.json()) as Json };
}

describe('the REST calls', () => {
  test('a repeated key opens one session, whichever process answers, also after a restart', async () => {
    const other = await start();
    const [one, two] = await Promise.all([open(), open({ key: 'session 1', at: other })]);
    expect(two).toEqual(one);
    await setup.stop();
    setups = [other];
    setup = await start();
    expect(await open()).toEqual(one);
    expect(await objectsOf('checkout.session')).toHaveLength(1);
    const changed = await call('POST', '/v1/checkout/sessions', { ...request, mode: 'x' }, { key: 'session 1' });
    expect(changed).toMatchObject({ status: 400, body: { error: { type: 'idempotency_error' } } });
  });

  test('a wrong key, an unknown object and a session of the past are refused', async () => {
    expect((await open({ secretKey: 'sk_test_2' })).status).toBe(401);
    expect((await call('GET', '/v1/checkout/sessions/cs_test_nothing')).status).toBe(404);
    expect((await call('POST', '/v1/refunds', { payment_intent: 'pi_nothing' })).status).toBe(404);
    setup.later(45 * 60_000);
    expect(await open()).toMatchObject({ status: 400, body: { error: { param: 'expires_at' } } });
  });

  test('a session ends by the clock', async () => {
    const { id } = (await open()).body;
    setup.later(3_600_000);
    expect((await call('GET', `/v1/checkout/sessions/${id}`)).body).toMatchObject({ status: 'expired' });
    expect(await setup.control('stripe/pay', order)).toMatchObject({ body: { error: { code: null } } });
  });

  test('names of objects are names, whatever they are', async () => {
    await call('POST', '/v1/checkout/sessions', { ...request, '__proto__[polluted]': '1', 'a[b]': '1', a: '2' });
    expect(({} as Json).polluted).toBeUndefined();
  });
});

describe('the pages', () => {
  test('a card is paid with the keys of the session only; the card itself is not kept', async () => {
    const { client_secret: secret } = (await open()).body;
    expect((await confirm(secret, { card: '4242424242424242' }, 'pk_test_2')).status).toBe(404);
    expect((await confirm(`${secret}x`, { card: '4242424242424242' })).status).toBe(404);
    expect((await confirm(secret, { card: 4 })).status).toBe(400);
    const withStep = { card: '4000002500003155' };
    expect((await confirm(secret, withStep)).body).toEqual({ next: 'challenge' });
    expect((await confirm(secret, { ...withStep, challenge: 'fail' })).body).toMatchObject({
      error: { code: 'paymentFailed' },
    });
    expect((await confirm(secret, { card: '4242424242424242' })).body).toEqual({ returnUrl: request.return_url });
    expect(JSON.stringify(await read())).not.toContain('42424242');
    expect((await objectsOf('charge')).map(({ status }) => status)).toEqual(['failed', 'succeeded']);
  });

  test('a rule for a payment waits until the payment has a result', async () => {
    await open();
    await setup.control('stripe/fail', { kind: 'charge', amount: '1.00', operation: 'pay' });
    const withStep = { ...order, number: '4000002500003155' };
    expect(await setup.control('stripe/pay', withStep)).toMatchObject({ body: { next: 'challenge' } });
    await setup.control('stripe/pay', { ...withStep, challenge: 'complete' });
    expect(await objectsOf('charge')).toMatchObject([{ amount: 100, status: 'succeeded' }]);
    await setup.control('stripe/fail', { kind: 'settle_later', operation: 'pay' });
    expect(await setup.control('stripe/pay', order)).toMatchObject({ body: { error: { code: null } } });
    expect((await setup.inspect('stripe')).body).toMatchObject({ rules: [{ kind: 'settle_later' }] });
  });

  test.each(['card', 'wallets', 'sheet', 'challenge'])('the frame %s runs its own script only', async (name) => {
    const { headers, text } = await setup.inspect(`../stripe/${name}?locale=pt-BR`);
    const policy = headers.get('content-security-policy') ?? '';
    const nonce = /script-src 'nonce-([^']+)'/.exec(policy)?.[1];
    expect(policy).toContain("frame-ancestors 'self'");
    expect(text).toContain(`<script nonce="${nonce}">`);
    expect(text).toContain('lang="pt-BR"');
    expect(text).not.toMatch(/ on\w+=|style=/);
  });
});

describe('events', () => {
  const types = () => hook.received.map(({ body }) => body.type);

  test('are signed, and are sent again until they are taken', async () => {
    await open();
    hook.answers = [500];
    await setup.control('stripe/pay', order);
    await setup.control('stripe/deliver');
    setup.later(60_000);
    await setup.control('stripe/deliver');
    expect([...new Set(types())]).toEqual(['payment_intent.succeeded', 'checkout.session.completed']);
    expect(types().length).toBeGreaterThan(2);
    const [{ headers, body }] = hook.received as [Hook['received'][number]];
    const [, at] = /^t=(\d+),/.exec(String(headers['stripe-signature'])) ?? [];
    const ageSeconds = Math.floor(Date.now() / 1000) - Number(at);
    expect(headers['stripe-signature']).toBe(signature(JSON.stringify(body), keys.webhookSecret, ageSeconds));
  });

  test('a disputed card is paid first, and disputed later', async () => {
    await open();
    await setup.control('stripe/pay', { ...order, number: '4000000000000259' });
    expect(await objectsOf('dispute')).toEqual([]);
    await setup.control('stripe/deliver');
    await setup.control('stripe/deliver');
    expect(await objectsOf('dispute')).toMatchObject([{ status: 'needs_response' }]);
    expect(types()).toContain('charge.dispute.created');
    await setup.control('stripe/end-chargeback', { ...order, outcome: 'won' });
    expect(await objectsOf('dispute')).toMatchObject([{ status: 'won' }]);
    for (const outcome of ['won', 'lost']) {
      await expect(setup.control('stripe/end-chargeback', { ...order, outcome })).rejects.toThrow(/ 409 .*has ended/);
    }
    const booked = await objectsOf('balance_transaction');
    expect(booked.filter(({ reporting_category: category }) => category === 'dispute_reversal')).toHaveLength(1);
  });
});

test('a payout contains what was booked, once, and adds up', async () => {
  await open();
  await setup.control('stripe/pay', order);
  await setup.control('stripe/refund-outside', { ...order, amountCents: 1000 });
  const { body: payout } = await setup.control('stripe/payout');
  expect(payout).toMatchObject({ amount: 3000 - 117 - 1000 });
  expect((await call('GET', '/v1/payouts')).body).toMatchObject({ data: [{ id: payout.id }] });
  const { body } = await call('GET', '/v1/balance_transactions', {
    payout: String(payout.id),
    'expand[0]': 'data.source',
  });
  expect(body).toMatchObject({
    data: [
      { type: 'payout' },
      { type: 'refund' },
      { type: 'charge', source: { metadata: { gateway_order_id: 'order-1' } } },
    ],
  });
  await expect(setup.control('stripe/payout')).rejects.toThrow(/ 409 /);
});

test('a refund outside the store takes no more than is left', async () => {
  await open();
  await setup.control('stripe/pay', order);
  const refund = (more: Json) => setup.control('stripe/refund-outside', { ...order, ...more });
  await refund({ amountCents: 1000 });
  await expect(refund({ amountCents: 2001 })).rejects.toThrow(/ 409 .*nothing is left/);
  await refund({ amountCents: 2000 });
  await expect(refund({})).rejects.toThrow(/ 409 .*nothing is left/);
  expect((await objectsOf('refund')).map(({ amount }) => amount)).toEqual([1000, 2000]);
});

test('a control of Stripe refuses unknown actions and wrong states', async () => {
  await open();
  for (const [path, body] of [
    ['stripe/fail', { kind: 'nothing' }],
    ['stripe/nothing', order],
    ['stripe/pay', { orderId: 'order-2' }],
    ['stripe/finish', order],
    ['stripe/chargeback', order],
    ['stripe/end-chargeback', order],
    ['stripe/refund-outside', order],
  ] as const) {
    await expect(setup.control(path, body), path).rejects.toThrow(/ 40[049] /);
  }
});
