// What nobody may read: a store whose every secret is marked is bought from, run, broken and attacked; then everything
// that it answered, showed, logged and kept is searched for the marks.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { endpoints } from '../../contract/index.ts';
import { approved, arriveAtResult, declined, fillDetails, findOrders, payBy } from '../e2e/shop-steps.ts';
import { openBrowser, type TestBrowser } from '../support/browser.ts';
import { type Client, clientOf } from '../support/client.ts';
import { freePort } from '../support/free-port.ts';
import { orderBody } from '../support/orders.ts';
import { type StoreProcess, startProcess } from '../support/process.ts';
import { type Program, startProgram, until } from '../support/program.ts';
import { type SandboxControl, sandboxControl } from '../support/sandbox-control.ts';

const email = 'ana@buyer.example';
const owner = { email: 'owner@shop.example', password: 'marked admin password 7Q' };
const gateway = {
  MPGS_MERCHANT_ID: 'MARKSHOP',
  MPGS_API_PASSWORD: 'marked-api-password-7Q',
  MPGS_WEBHOOK_SECRET: 'marked-webhook-secret-7Q',
};
const others = {
  PROVIDER_API_KEY: 'marked-provider-key-7Q-last',
  STRIPE_SECRET_KEY: 'sk_test_marked7Qsecret',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_public7Q',
  STRIPE_WEBHOOK_SECRET: 'whsec_marked7Qwebhook',
  JWT_SECRET: 'marked jwt secret 7Q, which is long enough',
  SECRETS_KEY: 'marked settings key 7Q, which is long enough',
};
const typed = {
  newProviderKey: 'marked-new-provider-key-7Q-last',
  wrongPassword: 'marked wrong password 7Q',
  guessedSecret: 'marked-guess-of-a-secret-7Q',
  cardNumber: '5123450000000008',
  cardHolder: 'Ana Souza',
};
const smtpPassword = 'marked-smtp-password-7Q';
const imapPassword = 'marked-imap-password-7Q';

/** All that was seen, each with where. */
const seen: { where: string; text: string }[] = [];

let sandbox: Program;
let folder: string;
let store: StoreProcess;
let browser: TestBrowser;
let control: SandboxControl;
let visitor: Client;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'applaud-secrets-'));
  const { PROVIDER_API_KEY } = others;
  sandbox = await startProgram('sandbox', { SANDBOX_PORT: '0', DATA_DIR: folder, ...gateway, PROVIDER_API_KEY });
  const printed = await until('the sandbox has printed its address', () => {
    const [origin = null] = /http:\/\/[\d.]+:\d+(?=\/gateway)/.exec(sandbox.output()) ?? [];
    return sandbox.output().includes('VIEWS_SERVICE_ID=') ? origin : null;
  });
  control = sandboxControl(printed);
  store = await startProcess({
    env: {
      ...gateway,
      ...others,
      LOG_LEVEL: 'debug',
      RATE_LIMIT_FACTOR: '100',
      MPGS_BASE_URL: `${printed}/gateway`,
      PROVIDER_API_URL: `${printed}/provider/api/v2`,
      LIKES_SERVICE_ID: '1001',
      VIEWS_SERVICE_ID: '2001',
      ADMIN_EMAIL: owner.email,
      ADMIN_PASSWORD: owner.password,
      // No mail server runs there: each attempt fails, and is logged.
      SMTP_URL: `smtp://shop:${smtpPassword}@127.0.0.1:${await freePort()}`,
      MAIL_FROM: 'shop@shop.example',
      IMAP_URL: `imap://shop:${imapPassword}@127.0.0.1:${await freePort()}`,
    },
  });
  listen();
  visitor = clientOf(store.url, null);
  browser = await openBrowser();
});
afterAll(async () => {
  vi.restoreAllMocks();
  await browser?.close();
  await store?.close();
  sandbox?.kill('SIGTERM');
  await sandbox?.ended;
  if (folder) await rm(folder, { recursive: true, force: true });
});

// Everything that the store answers to this process.
function listen(): void {
  const originalFetch = globalThis.fetch;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (...args) => {
    const response = await originalFetch(...args);
    if (response.url.startsWith(store.url)) {
      const text = `${JSON.stringify([...response.headers])} ${await response.clone().text()}`;
      seen.push({ where: `answer ${response.url}`, text });
    }
    return response;
  });
}

// Everything that it answers to a browser.
function watch(page: Page): void {
  page.on('response', async (response) => {
    if (!response.url().startsWith(store.url)) return;
    const text = await response.text().catch(() => '');
    seen.push({ where: `answer ${response.url()}`, text: `${JSON.stringify(response.headers())} ${text}` });
  });
}

async function look(page: Page, where: string): Promise<void> {
  seen.push({ where: `page ${where} ${page.url()}`, text: await page.content() });
}

async function openedOrder() {
  const body = orderBody({ email: `b${seen.length}@buyer.example` });
  const { orderId } = await visitor.call('POST /api/create-order', { body });
  const session = { orderId, amount: body.price, email: body.email, postUrls: body.post_links };
  const opened = await visitor.ask('POST /api/bigpay/init-session', { body: session });
  return { orderId, link: body.post_links[0] ?? '', opened };
}

async function notify(secret: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json', 'x-notification-secret': secret };
  await fetch(`${store.url}/api/bigpay/webhook`, { method: 'POST', headers, body: JSON.stringify(body) });
}

const [link = ''] = orderBody().post_links;
let orderId = '';

test('a buyer pays by a card that is declined, then by one that is good, and follows the order', async () => {
  const { page, close } = await browser.phone();
  watch(page);
  await page.goto(store.url);
  await look(page, 'home');
  await page.getByRole('link', { name: 'Proceed to Checkout' }).tap();
  await page.waitForURL('**/checkout');
  await fillDetails(page, email, [link]);
  await page.getByRole('button', { name: 'Complete Order' }).tap();
  await payBy(page, declined);
  await page.frameLocator('#payment-form iframe').getByRole('alert').waitFor();
  await look(page, 'card form');
  await payBy(page, { ...approved, number: typed.cardNumber });
  orderId = await arriveAtResult(page);
  await look(page, 'result');
  await page.goto(`${store.url}/client`);
  await findOrders(page, email);
  await page.getByText(orderId).waitFor();
  await look(page, 'orders');
  await close();
});

test('an operator signs in, badly and well, changes the key, sends, gives back and asks for all there is', async () => {
  const wrong = { email: owner.email, password: typed.wrongPassword };
  expect((await visitor.ask('POST /api/admin/login', { body: wrong })).status).toBe(401);
  const { page, close } = await browser.desk();
  watch(page);
  await page.goto(`${store.url}/admin-login`);
  await page.getByLabel('Email').fill(owner.email);
  await page.getByLabel('Password').fill(owner.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/admin');
  for (const path of ['/admin', '/admin/orders', `/admin/orders/${orderId}`, '/admin/api', '/admin/settings']) {
    await page.goto(`${store.url}${path}`);
    await page.waitForLoadState('networkidle');
    await look(page, 'admin');
  }
  await close();

  const { token } = await visitor.call('POST /api/admin/login', { body: owner });
  const admin = clientOf(store.url, token);
  const params = { id: orderId };
  await admin.ask('POST /api/admin/orders/{id}/send-post', { params, body: { postLink: link, category: 'Likes' } });
  await admin.ask('POST /api/admin/settings', { body: { api_key: typed.newProviderKey } });
  await admin.ask('POST /api/admin/step-up', { body: { password: typed.wrongPassword } });
  await admin.call('POST /api/admin/step-up', { body: { password: owner.password } });
  const refund = { params, body: { amount: 1, reason: 'The buyer asked' } };
  await admin.call('POST /api/admin/orders/{id}/refunds', refund, { 'idempotency-key': 'one' });
  for (const { method, path } of Object.values(endpoints)) {
    if (method !== 'GET') continue;
    const address = path.replace('{id}', orderId).replace(/\{\w+\}/g, encodeURIComponent(email));
    await fetch(`${store.url}${address}`);
    await fetch(`${store.url}${address}`, { headers: { authorization: `Bearer ${token}` } });
  }
});

test('everything that may fail does: refusals, lost answers, a provider that does not know the key, guesses', async () => {
  for (const kind of ['unauthorized', 'firewall', 'busy', 'failed', 'lose']) {
    await control('/gateway/fail', { kind, operation: 'session' });
    await openedOrder();
  }
  const { orderId: other, opened } = await openedOrder();
  expect(opened.status).toBe(200);
  for (const kind of ['unauthorized', 'failed', 'lose']) {
    await control('/gateway/fail', { kind, operation: 'retrieve' });
    await visitor.ask('POST /api/orders/{id}/confirm-payment', { params: { id: other }, body: {} });
  }
  await control('/gateway/fail', { kind: 'charge', amount: '0.01' });
  await control('/gateway/pay', { orderId: `${other}-1`, number: typed.cardNumber, expiry: '01/39' });
  await notify(typed.guessedSecret, { order: { id: `${other}-1` } });
  await notify(gateway.MPGS_WEBHOOK_SECRET, {
    order: { id: `${other}-1` },
    sourceOfFunds: { number: typed.cardNumber },
  });
  await notify(gateway.MPGS_WEBHOOK_SECRET, { unreadable: true, number: typed.cardNumber, name: typed.cardHolder });
  await visitor.ask('POST /api/orders/{id}/confirm-payment', { params: { id: other }, body: {} });
  await until('the mismatch is reported', async () => {
    const [{ found = 0 } = {}] = await store.sql(
      "select count(*)::int as found from alerts where type = 'payment_mismatch'",
    );
    return found !== 0;
  });
  await until('a mail was tried', async () => {
    const [{ found = 0 } = {}] = await store.sql('select count(*)::int as found from mails where attempts > 0');
    return found !== 0;
  });
});

test('no log line, page, answer or column contains a secret, a password that was typed, or a card', async () => {
  await store.stop();
  const lines = store.output().split('\n');
  expect(lines.length).toBeGreaterThan(20);
  seen.push(...lines.map((text) => ({ where: 'log', text })));
  await store.restart();
  const indicators = await store.sql(
    'select distinct success_indicator as secret from payment_attempts where success_indicator is not null',
  );
  expect(indicators.length).toBeGreaterThan(1);
  const kept = await everyRow();
  expect(kept.length).toBeGreaterThan(100);

  const basic = Buffer.from(`merchant.${gateway.MPGS_MERCHANT_ID}:${gateway.MPGS_API_PASSWORD}`).toString('base64');
  const { STRIPE_PUBLISHABLE_KEY: _public, ...hidden } = others;
  const { MPGS_MERCHANT_ID: _named, ...ofGateway } = gateway;
  const secrets = [
    ...[ofGateway, hidden, typed].flatMap((some) => Object.values(some)),
    owner.password,
    smtpPassword,
    imapPassword,
    basic,
  ];
  expect(found(secrets, [...seen, ...kept])).toEqual([]);
  // The search does find what is there.
  const known = found([orderId, store.url], [...seen, ...kept]).map((hit) => / in (\w+)/.exec(hit)?.[1]);
  expect(new Set(known)).toEqual(new Set(['answer', 'page', 'log', 'table']));
  // Nor does the log say who bought, what for, and from where.
  const log = seen.filter(({ where }) => where === 'log');
  expect(found([email, 'buyer.example', typed.cardHolder, link, 'instagram.com'], log)).toEqual([]);
  expect(log.filter(({ text }) => text.includes('"requestId"')).length).toBeGreaterThan(20);
  // The store itself needs these; nobody else gets them.
  expect(
    found(
      indicators.map(({ secret }) => String(secret)),
      seen,
    ),
  ).toEqual([]);
});

function found(secrets: readonly string[], places: readonly { where: string; text: string }[]): string[] {
  const inPlace = ({ where, text }: { where: string; text: string }) =>
    secrets.filter((secret) => text.includes(secret)).map((secret) => `${secret} in ${where}: ${text.slice(0, 300)}`);
  return places.flatMap(inPlace);
}

/** Every row of every table, of the queue's too, as text. */
async function everyRow(): Promise<{ where: string; text: string }[]> {
  const tables = await store.sql(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  const rows = [];
  for (const { name } of tables) {
    for (const { text } of await store.sql(`select t::text as text from ${name} t`)) {
      rows.push({ where: `table ${name}`, text: String(text) });
    }
  }
  return rows;
}
