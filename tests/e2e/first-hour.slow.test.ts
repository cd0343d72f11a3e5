// The first hour of an operator, in the browser alone: from an empty store to the first delivered order, and a live store
// without a gateway behind a TLS proxy, as far as its settings reach.
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { silentLog } from '../../server/observability/log.ts';
import { projectRoot } from '../../server/platform/project-root.ts';
import { openBrowser, type TestBrowser } from '../support/browser.ts';
import { freePort } from '../support/free-port.ts';
import { expectFitForAll, startJourney } from '../support/journey.ts';
import { sandboxControl } from '../support/sandbox-control.ts';
import { startMailServer, type TestMailServer } from '../support/smtp-server.ts';
import { owner, startStore, type TestStore } from '../support/store.ts';

/** Counts what a person does: each click and each filled field. */
function startCount() {
  const count = { actions: 0 };
  const of = (act: (...args: never[]) => Promise<unknown>) => {
    count.actions += 1;
    return act();
  };
  return {
    count,
    click: (on: Locator) => of(() => on.click()),
    fill: (field: Locator, value: string) => of(() => field.fill(value)),
  };
}

const { count, click, fill } = startCount();
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });
const step = (page: Page, title: string) =>
  page.getByRole('region', { name: 'Set up your store' }).getByRole('listitem').filter({ hasText: title });

async function signIn(page: Page, url: string, login: { email: string; password: string }): Promise<void> {
  await page.goto(`${url}/admin-login`);
  await fill(page.getByLabel('Email'), login.email);
  await fill(page.getByLabel('Password'), login.password);
  await click(button(page, 'Sign in'));
  await page.waitForURL('**/admin');
}

async function enterSupportAddress(page: Page, email: string): Promise<void> {
  await click(link(page, 'Enter name and address'));
  await fill(page.getByLabel('Store name'), 'First Hour');
  await fill(page.getByLabel('Support email'), email);
  await click(button(page, 'Review and save'));
  await click(page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }));
  await page.getByText('Settings saved').first().waitFor();
}

describe('an empty sandbox store', () => {
  const journey = startJourney();

  test('D-85: leads to the first delivered order in at most 60 actions', async () => {
    const { page } = journey.operator;
    const { url } = journey.store;
    await signIn(page, url, journey.store.adminLogin());
    await step(page, 'Name and support address').waitFor();
    await expectFitForAll(page);
    await enterSupportAddress(page, 'help@first-hour.test');
    await click(page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Overview', exact: true }));
    await step(page, 'Done: Name and support address').waitFor();

    const opened = page.waitForEvent('popup');
    await click(link(page, 'Make a test purchase'));
    const shop = await opened;
    await click(link(shop, 'Proceed to Checkout').first());
    await fill(shop.getByLabel('Email'), 'buyer@first-hour.test');
    await fill(shop.locator('#post-0'), 'https://www.instagram.com/p/FirstHour01/');
    await click(button(shop, 'Complete Order'));
    const form = shop.frameLocator('#payment-form iframe');
    await fill(form.locator('#cardNumber'), '5123450000000008');
    await fill(form.locator('#expiry'), '01/39');
    await fill(form.locator('#csc'), '100');
    await fill(form.locator('#holder'), 'Ana Souza');
    await click(form.locator('#pay'));
    await shop.getByRole('heading', { name: 'Payment received. Thank you!' }).waitFor();

    await sandboxControl(`${url}/sandbox`)('/provider/pace', { startAfterMs: 0, completeAfterMs: 0 });
    await click(button(page, 'Review and send'));
    await click(page.getByRole('dialog').getByRole('button', { name: /^Send 1/ }));
    await click(link(shop, 'View your order'));
    await shop.getByText('Delivered: 500 of 500').first().waitFor({ timeout: 150_000 });
    await page.reload();
    await step(page, 'Done: Test purchase').waitFor();
    expect(count.actions).toBeLessThanOrEqual(60);
  }, 240_000);

  test('D-85: the steps are put away, and brought back in the settings', async () => {
    const { page } = journey.operator;
    await button(page, 'Put away').click();
    await page.getByText('Setup steps put away').waitFor();
    await step(page, 'Email').first().waitFor({ state: 'detached' });
    await page.goto(`${journey.store.url}/admin?tab=settings&page=store`);
    await page.getByLabel('Show the setup steps on Home until they are done').click();
    await button(page, 'Review and save').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Settings saved').first().waitFor();
    await page.goto(`${journey.store.url}/admin`);
    await step(page, 'Email').first().waitFor();
  });
});

async function enterProvider(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await fill(page.getByLabel('API Key', { exact: true }), 'a-key-of-the-panel');
  await fill(page.getByLabel('API URL', { exact: true }), 'https://panel.example.com/api/v2');
  await click(button(page, 'Save Settings'));
  await page.getByText('The API settings have been saved.').first().waitFor();
  await fill(page.getByLabel('Likes Service ID'), '1');
  await fill(page.getByLabel('Views Service ID'), '2');
  await click(button(page, 'Save Service IDs'));
  await page.getByText('The service IDs have been saved.').first().waitFor();
}

async function enterMailServer(page: Page, url: string, server: string): Promise<void> {
  await page.goto(url);
  const outgoing = page.getByRole('region', { name: 'Outgoing email' });
  await fill(outgoing.getByLabel('Server'), '127.0.0.1');
  await click(outgoing.getByRole('button', { name: 'STARTTLS' }));
  await fill(outgoing.getByLabel('Port'), new URL(server).port);
  await fill(outgoing.getByLabel('Sender address'), 'shop@first-hour.test');
  await click(outgoing.getByRole('button', { name: 'Save mail server' }));
  await click(outgoing.getByRole('button', { name: 'Send a test email' }));
  await outgoing.getByText('The server accepted the email').waitFor();
}

describe('a live store without a gateway, behind a TLS proxy', () => {
  let store: TestStore;
  let browser: TestBrowser;
  let proxy: Awaited<ReturnType<typeof startTlsProxy>>;
  let mail: TestMailServer;
  beforeAll(async () => {
    mail = await startMailServer();
    proxy = await startTlsProxy(() => store.url);
    const env = {
      MODE: 'live',
      PUBLIC_URL: proxy.url,
      SECRETS_KEY: 's'.repeat(32),
      JWT_SECRET: 'j'.repeat(32),
      TRUST_PROXY: '1',
    };
    store = await startStore(env, null, silentLog, projectRoot());
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await store?.stop();
    await proxy?.close();
    await mail?.stop();
  });

  test('D-85: starts closed, names what is missing, and takes the settings', async () => {
    const { page } = await browser.visit({ ignoreHTTPSErrors: true, viewport: { width: 1280, height: 800 } });
    await page.goto(proxy.url);
    await link(page, 'Proceed to Checkout').first().click();
    await page.getByText('We are not taking new orders right now.').first().waitFor();
    await signIn(page, proxy.url, owner);
    await step(page, 'Payment gateway').getByText('Turn on a payment method').waitFor();
    await step(page, 'Test purchase').getByText('First: Launch').waitFor();
    await enterSupportAddress(page, 'help@first-hour.test');
    await enterProvider(page, `${proxy.url}/admin?tab=api`);
    await enterMailServer(page, `${proxy.url}/admin?tab=settings&page=email`, mail.url);
    await page.goto(`${proxy.url}/admin`);
    for (const done of ['Name and support address', 'Provider', 'Email']) await step(page, `Done: ${done}`).waitFor();
    await page.goto(`${proxy.url}/admin?tab=settings&page=launch`);
    await page.getByText('Turn on a payment method').waitFor();
    expect(await button(page, 'Open the store').isDisabled()).toBe(true);
    await page.goto(`${proxy.url}/admin/system`);
    await page.getByText('Turn on a payment method').first().waitFor();
  });
});

/** Ends TLS with a certificate of its own, as a proxy of the operator does. */
async function startTlsProxy(target: () => string) {
  const folder = await mkdtemp(join(tmpdir(), 'applaud-tls-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const options = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'];
  await promisify(execFile)('openssl', [...options, '-keyout', key, '-out', cert]);
  const port = await freePort();
  const server = createServer({ key: await readFile(key), cert: await readFile(cert) }, (from, to) => {
    const headers = { ...from.headers, 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'https' };
    const onward = request(`${target()}${from.url}`, { method: from.method ?? 'GET', headers }, (answer) => {
      to.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(to);
    });
    onward.on('error', () => to.destroy());
    from.pipe(onward);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `https://localhost:${port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
