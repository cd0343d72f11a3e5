// D-120: the database server stands still. Short stalls refuse nothing; during a longer one, requests wait for 3 s at most.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, overflowAt360, type TestBrowser } from '../support/browser.ts';
import { type Client, clientOf } from '../support/client.ts';
import { expectKept } from '../support/durability-check.ts';
import { freezeProcesses } from '../support/frozen-processes.ts';
import { reach, startShoppers } from '../support/load-buyers.ts';
import { orderBody } from '../support/orders.ts';
import { type StoreProcess, startProcess } from '../support/process.ts';

/** What a busy machine may take above a limit. */
const slackMs = 2_000;
const limitMs = 3_000;
const html = { accept: 'text/html' };

let store: StoreProcess;
let visitor: Client;
let browser: TestBrowser;
let freezing: Promise<void> = Promise.resolve();
beforeAll(async () => {
  store = await startProcess({ env: { RATE_LIMIT_FACTOR: '100000', LOG_LEVEL: 'silent' } });
  visitor = clientOf(store.url, null);
  browser = await openBrowser();
});
afterEach(async () => {
  await freezing;
  await expect.poll(async () => (await buy()).status, { timeout: 5_000 }).toBe(200);
});
afterAll(async () => {
  await browser?.close();
  await store?.close();
});

/** Returns once everything stands still. */
async function freeze(forMs: number): Promise<void> {
  await new Promise<void>((stands) => {
    let lists = 0;
    const listPids = async () => {
      const pids = await store.databasePids();
      lists += 1;
      if (lists === 2) setImmediate(stands);
      return pids;
    };
    freezing = freezeProcesses(listPids, forMs);
  });
}

type Ask = () => Promise<{ status: number; headers: Headers }>;

async function timed(ask: Ask): Promise<{ status: number; ms: number; retryAfter: string | null }> {
  const fromMs = performance.now();
  const { status, headers } = await ask();
  return { status, ms: performance.now() - fromMs, retryAfter: headers.get('retry-after') };
}

type Placed = { id: string; key: string; body: ReturnType<typeof orderBody> };
let buyers = 0;

async function place(): Promise<Placed> {
  buyers += 1;
  const body = orderBody({ email: `stall${buyers}@mail.example` });
  const { orderId, orderKey } = await visitor.call('POST /api/create-order', { body });
  return { id: orderId, key: orderKey, body };
}

const passes = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const buy: Ask = () => {
  buyers += 1;
  return visitor.ask('POST /api/create-order', { body: orderBody({ email: `stall${buyers}@mail.example` }) });
};
const lookUp =
  (id: string): Ask =>
  () =>
    visitor.ask('GET /api/orders/{id}', { params: { id } });
const pageApi = ({ id, key }: Pick<Placed, 'id' | 'key'>) =>
  visitor.ask('GET /api/orders/{id}/page', { params: { id } }, { 'order-key': `${id}.${key}` });
const page = (path: string, headers: Record<string, string> = html) => fetch(store.url + path, { headers });

describe.skipIf(process.platform !== 'linux')('a stall of 2 s', () => {
  test('refuses nothing: everything that waits is answered after it', async () => {
    const { id } = await place();
    const shoppers = await startShoppers(store, { atOnce: 2 });
    await reach(shoppers.sent, 1);
    await freeze(2_000);
    const asks = Array.from({ length: 60 }, (_, at) => (at % 2 === 0 ? buy : lookUp(id)));
    const answers = await Promise.all(asks.map(timed));
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    await reach(shoppers.sent, 1);
    await shoppers.stop();
    expect(shoppers.refused).toEqual([]);
    const { url, env, sql } = store;
    await expectKept({ sandboxUrl: `${url}/sandbox`, env, sql }, shoppers);
  });
});

describe.skipIf(process.platform !== 'linux')('a long stall', () => {
  test('the first wait for 3 s, later ones are refused at once with Retry-After, and all is served after it', async () => {
    const { id } = await place();
    await freeze(7_000);
    const first = await Promise.all(Array.from({ length: 30 }, () => timed(lookUp(id))));
    for (const { status, ms, retryAfter } of first) {
      expect({ status, retryAfter }).toEqual({ status: 503, retryAfter: expect.stringMatching(/^[1-9]$/) });
      expect(ms).toBeGreaterThan(limitMs - 500);
      expect(ms).toBeLessThan(limitMs + slackMs);
    }
    const later = await Promise.all([buy, lookUp(id), buy, lookUp(id)].map(timed));
    for (const { status, ms, retryAfter } of later) {
      expect({ status, retryAfter }).toEqual({ status: 503, retryAfter: expect.stringMatching(/^[1-9]$/) });
      expect(ms).toBeLessThan(1_000);
    }
    const refused = await visitor.ask('GET /api/orders/{id}', { params: { id } });
    expect(refused.body).toMatchObject({ code: 'unavailable', message: expect.stringContaining('try again') });
    expect((await fetch(`${store.url}/readyz`)).status).toBe(503);
    await freezing;
    await expect.poll(async () => (await buy()).status, { timeout: 5_000 }).toBe(200);
    expect((await lookUp(id)()).status).toBe(200);
    await expect.poll(() => store.isReady()).toBe(true);
  });

  test('pages and the catalog are served from what the store has', async () => {
    await page('/');
    const before = await visitor.call('GET /api/catalog', {});
    await freeze(6_000);
    await passes(limitMs + 500);
    for (const path of ['/', '/pt', '/about', '/checkout', '/terms']) expect((await page(path)).status, path).toBe(200);
    expect(await visitor.call('GET /api/catalog', {})).toEqual(before);
  });

  test('an order page of the last minute is served from its copy: with its time, and without a payment', async () => {
    const [read, never] = [await place(), await place()];
    expect((await pageApi(read)).body.as_of).toBeUndefined();
    expect(await (await page(`/order/${read.id}/${read.key}`)).text()).toContain('Pay now');
    await freeze(8_000);
    const { status, body, headers } = await pageApi(read);
    expect(status).toBe(200);
    expect(Date.now() - Date.parse(body.as_of ?? '')).toBeLessThan(60_000);
    expect(headers.get('cache-control')).toBe('no-store');
    const copy = await page(`/order/${read.id}/${read.key}`);
    expect([copy.status, copy.headers.get('cache-control')]).toEqual([200, 'no-store']);
    const shown = await copy.text();
    expect(shown).toMatch(/As of \d\d:\d\d:\d\d UTC\./);
    expect(shown).not.toContain('>Pay now<');
    const portuguese = await (await page(`/pt/order/${read.id}/${read.key}`)).text();
    expect(portuguese).toMatch(/Situação às \d\d:\d\d:\d\d UTC\./);
    // Neither another key, nor an order that nobody read, nor what leads to a payment.
    expect((await pageApi({ ...read, key: never.key })).status).toBe(404);
    expect((await pageApi(never)).status).toBe(503);
    expect((await lookUp(read.id)()).status).toBe(503);
    const { price: amount, email, post_links: postUrls } = read.body;
    const session = { orderId: read.id, amount, email, postUrls };
    expect((await visitor.ask('POST /api/bigpay/init-session', { body: session })).status).toBe(503);
    const confirm = { params: { id: read.id }, body: {} };
    expect((await visitor.ask('POST /api/orders/{id}/confirm-payment', confirm)).status).toBe(503);
    await freezing;
    await expect.poll(async () => (await pageApi(read)).body.as_of).toBeUndefined();
  });

  test('a browser shows a page in place of the refusal, and the copy without what pays', async () => {
    const [read, never] = [await place(), await place()];
    await pageApi(read);
    const phone = await browser.visit({ viewport: { width: 360, height: 780 } });
    await freeze(12_000);
    await passes(limitMs + 500);
    const response = await phone.page.goto(`${store.url}/order/${never.id}/${never.key}`);
    expect(response?.status()).toBe(503);
    expect(await phone.page.locator('h1').textContent()).toBe('We cannot show this page right now');
    expect(await overflowAt360(phone.page)).toBe(0);
    await phone.page.goto(`${store.url}/order/${read.id}/${read.key}`);
    await phone.page.locator('text=/As of \\d\\d:\\d\\d:\\d\\d\\. /').waitFor();
    expect(await phone.page.locator('text=Pay now').count()).toBe(0);
    expect(await overflowAt360(phone.page)).toBe(0);
    await freezing;
    await phone.page.locator('text=Pay now').waitFor();
    expect(await phone.page.locator('text=As of').count()).toBe(0);
  });
});
