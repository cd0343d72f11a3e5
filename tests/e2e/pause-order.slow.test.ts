// A buyer pauses an order by the link of an email, in real Chromium; the admin sees it and lifts the pause.
import PostalMime from 'postal-mime';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { barriersOf, openBrowser, overflowAt360, type TestBrowser, type Visit } from '../support/browser.ts';
import { type Client, clientOf } from '../support/client.ts';
import { orderBody } from '../support/orders.ts';
import type { StoreProcess } from '../support/process.ts';
import { startOnSharedServer } from '../support/shared-process.ts';
import { startMailServer, type TestMailServer } from '../support/smtp-server.ts';

let mail: TestMailServer;
let store: StoreProcess;
let browser: TestBrowser;
let visit: Visit;
let admin: Client;
let token: string;

beforeAll(async () => {
  mail = await startMailServer();
  store = await startOnSharedServer({
    RATE_LIMIT_FACTOR: '1000',
    SMTP_URL: mail.url,
    MAIL_FROM: 'shop@example.com',
  });
  browser = await openBrowser();
  ({ token } = await clientOf(store.url, null).call('POST /api/admin/login', { body: store.adminLogin() }));
  admin = clientOf(store.url, token);
});
afterAll(async () => {
  await browser?.close();
  await store?.close();
  await mail?.stop();
});
afterEach(() => visit?.close());

/** The link that the former address gets when an admin changes the email of a paid order. */
async function linkOf(language: 'en' | 'pt'): Promise<{ id: string; path: string }> {
  const email = `before-${language}@buyer.example`;
  const body = { ...orderBody({ email }), language };
  const { orderId: id } = await clientOf(store.url, null).call('POST /api/create-order', { body });
  const paid = { manual: true, note: 'Paid in cash' };
  await admin.call('POST /api/orders/{id}/confirm-payment', { params: { id }, body: paid });
  await admin.call('PUT /api/orders/{id}', { params: { id }, body: { customer_email: 'after@buyer.example' } });
  const findPath = async () => {
    const sources = mail.taken.filter(({ to }) => to.includes(email)).map(({ source }) => PostalMime.parse(source));
    const texts = (await Promise.all(sources)).map(({ text = '' }) => text);
    return texts.map((text) => /https?:\/\/[^/]+(\S*\/pause\/[\w-]+)/.exec(text)?.[1]).find(Boolean) ?? '';
  };
  await expect.poll(findPath).not.toBe('');
  return { id, path: await findPath() };
}

const pausedUntil = async (id: string) => {
  const read = await admin.call('GET /api/orders/{id}', { params: { id } });
  return 'sending_paused_until' in read ? read.sending_paused_until : undefined;
};

test.each([
  ['en', 'Pause for 72 hours', /^Order \w+ is paused$/],
  ['pt', 'Pausar por 72 horas', /^O pedido \w+ está pausado$/],
] as const)(
  'D-56: in %s, only the button pauses; the page shows it again, and the admin lifts it',
  async (language, button, heading) => {
    const { id, path } = await linkOf(language);
    const address = `${store.url}${path}`;
    const seen = await fetch(address);
    expect([seen.status, seen.headers.get('x-robots-tag'), seen.headers.get('cache-control')]).toEqual([
      200,
      'noindex',
      'no-store',
    ]);
    expect((await fetch(address, { method: 'HEAD' })).status).toBe(200);
    expect(await pausedUntil(id)).toBeNull();
    visit = await browser.visit({ viewport: { width: 360, height: 740 } });
    const { page } = visit;
    await page.goto(address);
    await page.getByRole('button', { name: button }).waitFor();
    expect(await overflowAt360(page)).toBe(0);
    expect(await barriersOf(page)).toEqual([]);
    await screens(`open-${language}`);
    expect(await pausedUntil(id)).toBeNull();
    await page.getByRole('button', { name: button }).click();
    await page.getByRole('heading', { name: heading }).waitFor();
    expect(await page.getByRole('button', { name: button }).count()).toBe(0);
    expect(await pausedUntil(id)).not.toBeNull();
    await page.reload();
    await page.getByRole('heading', { name: heading }).waitFor();
    expect(await barriersOf(page)).toEqual([]);
    await screens(`paused-${language}`);
    expect(visit.troubles).toEqual([]);

    await page.evaluate((value) => localStorage.setItem('adminToken', value), token);
    await page.goto(`${store.url}/admin/orders/${id}`);
    await page.getByText(/^Sending paused until .+, by the customer\.$/).waitFor();
    expect(await page.getByRole('button', { name: 'Send', exact: true }).first().isDisabled()).toBe(true);
    await screens(`admin-${language}`);
    await page.getByRole('button', { name: 'Resume sending' }).click();
    await page.getByText('Sending resumed').first().waitFor();
    expect(await pausedUntil(id)).toBeNull();

    async function screens(name: string): Promise<void> {
      const folder = process.env.SCREENS;
      if (!folder) return;
      for (const width of [360, 768, 1440]) {
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          await page.setViewportSize({ width, height: 800 });
          await page.screenshot({ path: `${folder}/${name}-${width}-${colorScheme}.png` });
        }
      }
      await page.emulateMedia({ colorScheme: 'light' });
      await page.setViewportSize({ width: 360, height: 740 });
    }
  },
);

test('D-56: a link that is not valid is the page of a link that does not open, with 404', async () => {
  for (const path of ['/pause/nonsense', '/pt/pause/nonsense', '/pause/', '/pause']) {
    expect((await fetch(`${store.url}${path}`)).status).toBe(404);
  }
});
