// The page of an order in real Chromium: the ways to it, an order that is followed to its delivery, and who is kept out.
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { barriersOf, overflowAt360 } from '../support/browser.ts';
import type { Client } from '../support/client.ts';
import { orderBody } from '../support/orders.ts';
import { approved, arriveAtResult, completeOrder, fillDetails, payBy } from './shop-steps.ts';
import { signedIn, startShop } from './start-shop.ts';

const shop = startShop();
let admin: Client;
beforeAll(async () => {
  admin = await signedIn(shop);
});

async function expectFit(page: Page): Promise<void> {
  expect(await barriersOf(page)).toEqual([]);
  expect(await overflowAt360(page)).toBe(0);
}

/** The path of an order that another browser placed. */
async function placedPath(language: 'en' | 'pt' = 'en'): Promise<string> {
  const body = { ...orderBody(), language };
  const { orderId, orderKey } = await shop.visitor.call('POST /api/create-order', { body });
  return `/order/${orderId}/${orderKey}`;
}

test('GEN-1, GEN-5, RES-1: a buyer buys, opens the page of the order, and follows it to the delivery without a reload', async () => {
  shop.buyer = await shop.browser.phone();
  const { page, troubles } = shop.buyer;
  await page.goto(`${shop.store.url}/checkout`);
  const links = ['https://www.instagram.com/p/OrderPage1/', 'https://www.instagram.com/reel/OrderPage2/'];
  await fillDetails(page, 'page@buyer.example', links);
  await completeOrder(page);
  await payBy(page, approved);
  const orderId = await arriveAtResult(page);
  await page.getByRole('link', { name: 'View your order' }).tap();
  await page.waitForURL(`**/order/${orderId}/*`);
  expect(await page.title()).toBe(`Order ${orderId} | Applaud`);
  await page.getByRole('heading', { name: 'Paid: 500 likes are next' }).waitFor();
  await expectFit(page);
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });

  await shop.control('/provider/pace', { startAfterMs: 0, completeAfterMs: 86_400_000 });
  const send = async (postLink: string) => {
    const { apiOrder } = await admin.call('POST /api/admin/orders/{id}/send-post', {
      params: { id: orderId },
      body: { postLink, category: 'Likes' },
    });
    return apiOrder.api_order_id ?? '';
  };
  /** The status of a provider order, as the store sees it at its next look. */
  const advance = async (order: string, status: string, remains: string) => {
    await shop.control('/provider/advance', { order, status, remains });
    await shop.store.sql("update dispatches set checked_at = checked_at - interval '60 seconds'");
    await shop.visitor.call('GET /api/admin/order-status/{providerId}', { params: { providerId: order } });
  };
  const first = await send(links[0] ?? '');
  await advance(first, 'In progress', '50');
  await page.getByRole('heading', { name: 'Delivering: 200 of 500' }).waitFor();
  await page.getByRole('listitem').filter({ hasText: 'Post · OrderPage1' }).getByText('200 of 250').waitFor();
  const second = await send(links[1] ?? '');
  await advance(first, 'Completed', '0');
  await advance(second, 'Completed', '0');
  await page.getByRole('heading', { name: 'Delivered: 500 of 500' }).waitFor();
  await page.getByRole('listitem').filter({ hasText: 'Delivery ended' }).waitFor();
  expect(loads).toBe(0);
  await expectFit(page);
  expect(troubles).toEqual([]);

  await page.getByRole('link', { name: 'Something wrong?' }).tap();
  await page.waitForURL('**/contact?order=*');
  await expect.poll(() => page.getByLabel('Subject').inputValue()).toBe(`Order ${orderId}`);
  await page.goBack();
  await page.getByRole('link', { name: 'View receipt' }).tap();
  await page.waitForURL(`**/receipt/${orderId}/*`);
  expect(troubles).toEqual([]);
});

test('S-8, D-35: an unpaid order is paid from its link, in another browser', async () => {
  const body = orderBody({ email: 'link@buyer.example' });
  const { orderId, orderKey } = await shop.visitor.call('POST /api/create-order', { body });
  shop.buyer = await shop.browser.phone();
  const { page, troubles } = shop.buyer;
  await page.goto(`${shop.store.url}/order/${orderId}/${orderKey}`);
  await page.getByRole('heading', { name: 'Waiting for payment: $3.00' }).waitFor();
  await expectFit(page);
  await page.getByRole('link', { name: 'Pay now' }).tap();
  await page.waitForURL(`**/checkout?orderId=${orderId}`);
  // The link proves the order: no question for its email.
  await page.frameLocator('#payment-form iframe').locator('#pay').waitFor();
  await payBy(page, approved);
  expect(await arriveAtResult(page)).toBe(orderId);
  expect(troubles).toEqual([]);
});

test('D-74: a buyer requests another link, an admin uses it, and the page shows it without a reload', async () => {
  const body = orderBody({ email: 'wrong-link@buyer.example' });
  const { orderId, orderKey } = await shop.visitor.call('POST /api/create-order', { body });
  const paid = { manual: true, note: 'Paid by hand' } as const;
  await admin.call('POST /api/orders/{id}/confirm-payment', { params: { id: orderId }, body: paid });
  shop.buyer = await shop.browser.phone();
  const { page, troubles } = shop.buyer;
  await page.goto(`${shop.store.url}/order/${orderId}/${orderKey}`);
  await page.getByRole('button', { name: /^Use another post/ }).tap();
  await page.getByLabel('New link', { exact: true }).fill('https://www.instagram.com/reel/TheRightOne/?igsh=1');
  await expectFit(page);
  await page.getByRole('button', { name: 'Send new link' }).tap();
  await page.getByText('We got your new link and are checking it.').waitFor();
  await page.getByText('New link: Reel · TheRightOne').waitFor();
  await expectFit(page);

  const { token } = await shop.visitor.call('POST /api/admin/login', { body: shop.store.adminLogin() });
  const desk = await shop.browser.desk();
  await desk.page.goto(`${shop.store.url}/admin-login`);
  await desk.page.evaluate((value) => localStorage.setItem('adminToken', value), token);
  await desk.page.goto(`${shop.store.url}/admin`);
  const item = desk.page.getByRole('listitem').filter({ hasText: orderId });
  await item.getByRole('link', { name: 'instagram.com/reel/TheRightOne/' }).waitFor();
  await item.getByRole('button', { name: 'Use new link' }).click();
  await item.waitFor({ state: 'detached' });
  await desk.close();

  await page.getByText('We accepted your new link.').waitFor();
  await page.getByRole('link', { name: 'Reel · TheRightOne' }).waitFor();
  await expectFit(page);
  expect(troubles).toEqual([]);
});

test('on paper it is white, and has no menu, buttons or footer', async () => {
  const path = await placedPath();
  shop.buyer = await shop.browser.visit({ viewport: { width: 1280, height: 800 }, colorScheme: 'dark' });
  const { page } = shop.buyer;
  await page.goto(`${shop.store.url}${path}`);
  await page.getByRole('link', { name: 'Pay now' }).waitFor();
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  await expect.poll(ground).toBe('rgb(255, 255, 255)');
  for (const role of ['navigation', 'button', 'contentinfo'] as const)
    expect(await page.getByRole(role).count()).toBe(0);
  for (const name of ['Pay now', 'Something wrong?']) expect(await page.getByRole('link', { name }).count()).toBe(0);
  await page.getByRole('heading', { name: 'Waiting for payment: $3.00' }).waitFor();
  await page.getByText('Sandbox: no money moves').waitFor();
});

test('offline, the page says that it is not updated, and goes on afterwards', async () => {
  const path = await placedPath();
  shop.buyer = await shop.browser.desk();
  const { page } = shop.buyer;
  await page.goto(`${shop.store.url}${path}`);
  await page.context().setOffline(true);
  await page.getByText('Not updated since').waitFor();
  await page.context().setOffline(false);
  await page.getByText('Not updated since').waitFor({ state: 'detached' });
});

test('A-82: at 360 px a long email, note and provider order without a space are wrapped, for the buyer and the admin', async () => {
  const email = `${'a'.repeat(58)}@${'long-name-of-a-host'.repeat(3)}.example`;
  const body = orderBody({ email });
  const { orderId, orderKey } = await shop.visitor.call('POST /api/create-order', { body });
  const paid = { manual: true, note: `paid-by-hand-${'x'.repeat(47)}` } as const;
  await admin.call('POST /api/orders/{id}/confirm-payment', { params: { id: orderId }, body: paid });
  for (const note of ['n'.repeat(58), 'W'.repeat(200)])
    await admin.call('POST /api/admin/orders/{id}/notes', { params: { id: orderId }, body: { note } });
  const postLink = body.post_links[0] ?? '';
  await admin.call('POST /api/admin/orders/{id}/send-post', {
    params: { id: orderId },
    body: { postLink, category: 'Likes' },
  });
  const providerOrder = '9'.repeat(58);
  await shop.store.sql(
    `update dispatches set provider_order_id = '${providerOrder}', started_at = now() where order_id = '${orderId}'`,
  );

  shop.buyer = await openNarrow();
  const { page } = shop.buyer;
  await page.goto(`${shop.store.url}/order/${orderId}/${orderKey}`);
  await page.getByRole('heading', { name: 'What happened' }).waitFor();
  expect(await overflowAt360(page)).toBe(0);
  const { token } = await shop.visitor.call('POST /api/admin/login', { body: shop.store.adminLogin() });
  await page.goto(`${shop.store.url}/admin-login`);
  await page.evaluate((given) => localStorage.setItem('adminToken', given), token);
  await page.goto(`${shop.store.url}/admin/orders/${orderId}`);
  const timeline = page.getByRole('list', { name: 'Timeline' });
  await timeline.getByText('n'.repeat(58)).waitFor();
  await timeline.getByText('9'.repeat(20)).first().waitFor();
  expect(await overflowAt360(page)).toBe(0);
  await timeline.getByText('W'.repeat(45)).first().click();
  await timeline.getByText('W'.repeat(200)).waitFor();
  expect(await overflowAt360(page)).toBe(0);
});

const openNarrow = () => shop.browser.visit({ viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true });

describe('the document', () => {
  test('D-27: is in the language of its address, and the switch keeps the order', async () => {
    const path = await placedPath('pt');
    shop.buyer = await shop.browser.desk();
    const { page, troubles } = shop.buyer;
    await page.goto(`${shop.store.url}/pt${path}`);
    await page.getByRole('heading', { name: 'Aguardando pagamento: US$ 3,00' }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('pt-BR');
    await expectFit(page);
    await page.getByRole('navigation', { name: 'Principal' }).getByRole('link', { name: 'English' }).click();
    await page.waitForURL(`${shop.store.url}${path}`);
    await page.getByRole('heading', { name: 'Waiting for payment: $3.00' }).waitFor();
    expect(troubles).toEqual([]);
  });

  test('without scripts the order is there', async () => {
    const path = await placedPath();
    shop.buyer = await shop.browser.visit({ javaScriptEnabled: false });
    const { page } = shop.buyer;
    await page.goto(`${shop.store.url}${path}`);
    await page.getByRole('heading', { name: 'Waiting for payment: $3.00' }).waitFor();
    expect(await page.content()).toContain('JavaScript is turned off here');
  });

  test('S-20: is not cached, not indexed, sends no referrer and reports no visit', async () => {
    const path = await placedPath();
    shop.buyer = await shop.browser.desk();
    const { headers, ok } = await fetch(`${shop.store.url}${path}`);
    expect(ok).toBe(true);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-robots-tag')).toBe('noindex');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    const robots = await (await fetch(`${shop.store.url}/robots.txt`)).text();
    for (const part of ['Disallow: /order', 'Disallow: /pt/order']) expect(robots).toContain(part);
    const { page } = shop.buyer;
    const requests: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    await page.goto(`${shop.store.url}${path}`, { waitUntil: 'networkidle' });
    expect(requests.filter((one) => /visits|track/.test(one))).toEqual([]);
  });

  test('a wrong key, a missing one, and the key of another order are the 404 page of the language', async () => {
    shop.buyer = await shop.browser.desk();
    const [, , id, key] = (await placedPath()).split('/');
    const [, , other] = (await placedPath()).split('/');
    const opensNothing = 'This link opens no order';
    const cases = [
      [`/order/${other}/${key}`, opensNothing],
      [`/order/${id}/${key?.slice(1)}`, 'Take Me Home'],
      [`/order/${id}`, 'Take Me Home'],
      ['/order', 'Take Me Home'],
    ] as const;
    for (const [path, shown] of cases) {
      const answer = await fetch(`${shop.store.url}${path}`);
      expect(answer.status, path).toBe(404);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      const text = await answer.text();
      expect(text).toContain(shown);
      expect(text.includes(opensNothing), path).toBe(shown === opensNothing);
    }
    const portuguese = await (await fetch(`${shop.store.url}/pt/order/${other}/${key}`)).text();
    expect(portuguese).toContain('Este link não abre nenhum pedido');
  });
});
