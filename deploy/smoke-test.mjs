#!/usr/bin/env node
// Smoke test of a running store by its public API. It needs Node 20 or newer and nothing else.
//   node smoke-test.mjs buy [--url URL]                 buys with the sandbox gateway; prints the order and its key
//   node smoke-test.mjs find ORDER.KEY [--url URL]      reads that order again, such as after a restore
// In a container: docker compose exec -T store node --input-type=module - buy < smoke-test.mjs
// Exit code 1: the store fails; 2: the command cannot begin. A live store is never bought from.
import { randomUUID } from 'node:crypto';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';

const readyWithinMs = 120_000;
const paidWithinMs = 30_000;
const usage = 'Usage: node smoke-test.mjs buy | find ORDER.KEY [--url http://127.0.0.1:3000]';
const { values, positionals } = parseArgs({
  args: process.argv.slice(2).filter((arg) => arg !== '-'),
  options: { url: { type: 'string', default: `http://127.0.0.1:${process.env.PORT ?? 3000}` } },
  allowPositionals: true,
});
const url = values.url.replace(/\/$/, '');
const [act, proof = ''] = positionals;

if (act === 'buy') await buy();
else if (act === 'find' && proof.includes('.')) await find();
else stop(usage, 2);

async function buy() {
  await waitUntilReady();
  const cardPage = `${url}/sandbox/gateway/static/checkout/checkout.min.js`;
  if (!(await fetch(cardPage)).ok) stop('This store has no sandbox gateway: nothing was bought.', 2);
  for (const path of ['/', '/checkout', '/contact', '/admin-login']) await call('GET', path);

  const { open, offers, price_rule: rule } = await call('GET', '/api/catalog');
  const offer = offers.find((/** @type {{ paused: boolean, link_rule: string }} */ one) => {
    return !one.paused && one.link_rule === 'instagram-post';
  });
  if (!open || !offer) stop('The store sells no likes or views of posts at present.', 2);
  const { amount, quantity } = cheapest(offer, rule.divisor);
  const email = 'smoke-test@buyer.example';
  const postUrls = [`https://www.instagram.com/p/T${randomUUID().replaceAll('-', '').slice(0, 10)}/`];
  const { orderId, orderKey } = await call(
    'POST',
    '/api/create-order',
    { email, post_links: postUrls, quantity, price: amount, offer: offer.id, category: offer.category },
    { 'idempotency-key': randomUUID() },
  );
  const key = { 'order-key': `${orderId}.${orderKey}` };
  const { sessionId } = await call('POST', '/api/bigpay/init-session', { orderId, amount, email, postUrls }, key);
  const card = { number: '5123450000000008', expiry: '01/39', csc: '100', holder: 'Smoke Test' };
  await call('POST', `/sandbox/gateway/checkout/session/${sessionId}`, card);

  const deadline = Date.now() + paidWithinMs;
  for (;;) {
    const { status, order } = await call('POST', `/api/orders/${orderId}/confirm-payment`, {}, key);
    if (status === 'success') break;
    if (Date.now() > deadline) stop(`Order ${orderId} is not paid: ${JSON.stringify({ status, order })}`, 1);
    await wait(3000);
  }
  process.stderr.write(
    `Bought ${quantity} ${offer.category} for ${amount.toFixed(2)} USD: order ${orderId} is paid.\n`,
  );
  process.stdout.write(`${orderId}.${orderKey}\n`);
}

async function find() {
  await waitUntilReady();
  const [orderId] = proof.split('.');
  const order = await call('GET', `/api/orders/${orderId}`, undefined, { 'order-key': proof });
  if (order.payment !== 'paid') stop(`Order ${orderId} is not paid: ${JSON.stringify(order)}`, 1);
  process.stderr.write(`Order ${orderId} is there, and paid.\n`);
}

async function waitUntilReady() {
  const deadline = Date.now() + readyWithinMs;
  let last = '';
  while (Date.now() < deadline) {
    try {
      const response = await fetch(`${url}/readyz`);
      if (response.ok) return;
      last = `${response.status} ${await response.text()}`;
    } catch (error) {
      last = String(/** @type {Error} */ (error).cause ?? error);
    }
    await wait(500);
  }
  stop(`${url}/readyz is not ready after ${readyWithinMs / 1000} s: ${last}`, 1);
}

/**
 * The amount of the smallest order, by the rule of `GET /api/catalog`.
 * @param {{ min_quantity: number, unit_price_micros: number, tiers: { from_quantity: number, percent: number }[], price_ending: { step: number, ending: number } }} offer
 * @param {number} divisor
 */
function cheapest({ min_quantity: quantity, unit_price_micros, tiers, price_ending: { step, ending } }, divisor) {
  const percent = tiers.findLast(({ from_quantity }) => from_quantity <= quantity)?.percent ?? 100;
  const cents = Math.floor((quantity * unit_price_micros * percent * 2 + divisor) / (divisor * 2));
  return { quantity, amount: (Math.ceil((cents - ending) / step) * step + ending) / 100 };
}

/** @param {string} method @param {string} path @param {object} [body] @param {Record<string, string>} [headers] */
async function call(method, path, body, headers = {}) {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: body ? { 'content-type': 'application/json', ...headers } : headers,
    body: body && JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) stop(`${method} ${path} returned ${response.status}: ${text.slice(0, 500)}`, 1);
  return response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text;
}

/** @param {string} sentence @param {number} code @returns {never} */
function stop(sentence, code) {
  process.stderr.write(`${sentence}\n`);
  process.exit(code);
}
