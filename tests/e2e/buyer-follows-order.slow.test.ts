// A buyer follows an order to its end without a reload, pays an order that was left unpaid, and is told the truth about a card
// that is declined.
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { barriersOf, openBrowser, overflowAt360, type TestBrowser, type Visit } from '../support/browser.ts';
import { type Client, clientOf } from '../support/client.ts';
import { aLink, orderBody } from '../support/orders.ts';
import type { StoreProcess } from '../support/process.ts';
import { type SandboxControl, sandboxControl } from '../support/sandbox-control.ts';
import { startOnSharedServer } from '../support/shared-process.ts';
import { approved, arriveAtResult, declined, fillDetails, findOrders, payBy } from './shop-steps.ts';

let store: StoreProcess;
let browser: TestBrowser;
let control: SandboxControl;
let visitor: Client;
let admin: Client;
let buyer: Visit;

beforeAll(async () => {
  [store, browser] = await Promise.all([startOnSharedServer({ RATE_LIMIT_FACTOR: '1000' }), openBrowser()]);
  control = sandboxControl(`${store.url}/sandbox`);
  visitor = clientOf(store.url, null);
  const { token } = await visitor.call('POST /api/admin/login', { body: store.adminLogin() });
  admin = clientOf(store.url, token);
  await control('/provider/pace', { startAfterMs: 0, completeAfterMs: 86_400_000 });
});
afterAll(async () => {
  await browser?.close();
  await store?.close();
});
afterEach(() => buyer.close());

async function placedOrder(email: string) {
  const body = orderBody({ email });
  const { orderId, orderKey } = await visitor.call('POST /api/create-order', { body });
  return { orderId, orderKey, amount: body.price, email, postLink: body.post_links[0] ?? '' };
}

async function payAtGateway({ orderId, amount, email }: { orderId: string; amount: number; email: string }) {
  const { sessionId } = await visitor.call('POST /api/bigpay/init-session', { body: { orderId, amount, email } });
  await control('/gateway/pay', { sessionId, expiry: approved.expiry });
  await visitor.call('POST /api/orders/{id}/confirm-payment', { params: { id: orderId }, body: {} });
}

async function openForm(page: Page): Promise<void> {
  await page.frameLocator('#payment-form iframe').locator('#pay').waitFor();
}

test('D-48, TRK-13: My Orders follows an order from unpaid to delivered without a reload', async () => {
  const order = await placedOrder('follow@buyer.example');
  const params = { id: order.orderId };
  buyer = await browser.phone();
  const { page } = buyer;
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1_000);
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  await page.goto(`${store.url}/client`);
  // As the tab that placed the order.
  const kept = JSON.stringify({ [order.orderId]: order.orderKey });
  await page.evaluate((keys) => sessionStorage.setItem('orderKeys', keys), kept);
  await findOrders(page, order.email);
  const card = page.getByRole('article').filter({ hasText: order.orderId });
  await card.getByText('This order is not paid yet.').waitFor();
  await card.getByText('Awaiting processing').waitFor();

  await payAtGateway(order);
  await page.clock.runFor(60_000);
  await card.locator('[data-tone=purple]').getByText('Paid').waitFor();
  await card.getByText('Your likes are next in the queue.').waitFor();
  await card.getByRole('link', { name: /^Receipt/ }).waitFor();
  expect(await card.getByText('Pay now').count()).toBe(0);

  const { apiOrder } = await admin.call('POST /api/admin/orders/{id}/send-post', {
    params,
    body: { postLink: order.postLink, category: 'Likes' },
  });
  await page.clock.runFor(60_000);
  await card.getByText(`#${apiOrder.api_order_id}`).waitFor();
  await card.locator('header [data-tone=blue]').getByText('Processing').waitFor();

  await control('/provider/advance', { status: 'Completed', remains: '0' });
  await store.sql("update dispatches set checked_at = checked_at - interval '60 seconds'");
  await page.clock.runFor(60_000);
  await card.getByText('All your likes are delivered.').waitFor();
  expect(loads).toBe(1);
  expect(buyer.troubles).toEqual([]);
});

test('RES-4, D-48: the result page follows the order until it is delivered, then stops', async () => {
  const order = await placedOrder('result@buyer.example');
  await payAtGateway(order);
  buyer = await browser.phone();
  const { page } = buyer;
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1_000);
  await page.goto(`${store.url}/success?orderId=${order.orderId}`);
  // Its script may still be on the way: it looks as soon as it can.
  const waits = page.getByText('Your likes are next in the queue.');
  await expect.poll(() => page.clock.runFor(1).then(() => waits.count())).toBe(1);
  await admin.call('POST /api/admin/orders/{id}/send-post', {
    params: { id: order.orderId },
    body: { postLink: order.postLink, category: 'Likes' },
  });
  await page.clock.runFor(3_000);
  await page.getByText('Your likes are on their way').waitFor();
  await control('/provider/advance', { status: 'Completed', remains: '0' });
  await store.sql("update dispatches set checked_at = checked_at - interval '60 seconds'");
  const links = await visitor.call('GET /api/orders/{id}/api-orders', { params: { id: order.orderId } });
  const providerId = links[0]?.api_order_id ?? '';
  await visitor.call('GET /api/admin/order-status/{providerId}', { params: { providerId } });
  await page.clock.runFor(3_000);
  await page.getByRole('heading', { name: 'Your order is complete' }).waitFor();
  let requestCount = 0;
  page.on('request', (request) => {
    if (request.url().includes('/api/orders')) requestCount += 1;
  });
  await page.clock.runFor(300_000);
  expect(requestCount).toBe(0);
  expect(buyer.troubles).toEqual([]);
});

test('A-29: three declines are called declines, on the checkout and on the result page; another card pays the same order', async () => {
  const email = 'declined@buyer.example';
  buyer = await browser.phone();
  const { page } = buyer;
  await page.goto(`${store.url}/checkout`);
  await fillDetails(page, email, [aLink()]);
  await page.getByRole('button', { name: 'Complete Order' }).tap();
  for (const more of ['2 more tries', 'one more try']) {
    await payBy(page, declined);
    await page.frameLocator('#payment-form iframe').getByRole('alert').getByText(more).waitFor();
  }
  await payBy(page, declined);
  await page.getByRole('alert').getByText('Your card was declined. Nothing was charged.').waitFor();
  expect(await page.getByText('Payment system is having trouble').count()).toBe(0);
  expect(await barriersOf(page)).toEqual([]);

  const [placed] = await store.sql(`select id from orders where customer_email = '${email}'`);
  await page.goto(`${store.url}/success?orderId=${placed?.id}`);
  await page.getByRole('heading', { name: 'Your card was declined' }).waitFor();
  expect(await page.getByText('Confirming').count()).toBe(0);
  await page.getByRole('link', { name: 'Try another card' }).tap();
  await page.waitForURL('**/checkout?orderId=*');
  // This tab placed the order: the form opens at once.
  await openForm(page);
  await payBy(page, approved);
  expect(await arriveAtResult(page)).toBe(placed?.id);

  await page.getByRole('link', { name: 'Track Your Order' }).tap();
  await page.waitForURL('**/client');
  await page.getByRole('heading', { name: 'Your Orders (1)' }).waitFor();
  expect(await page.getByLabel('Email').inputValue()).toBe(email);
  expect(page.url()).not.toContain('buyer');
  expect(await barriersOf(page)).toEqual([]);
  expect(await overflowAt360(page)).toBe(0);
});

test('S-8: an order that was left unpaid is paid from another browser with its email only', async () => {
  const order = await placedOrder('later@buyer.example');
  buyer = await browser.phone();
  const { page } = buyer;
  await page.goto(`${store.url}/success?orderId=${order.orderId}`);
  await page.getByRole('heading', { name: 'This order is not paid yet' }).waitFor();
  expect(await barriersOf(page)).toEqual([]);
  await page.getByRole('link', { name: 'Pay now' }).tap();
  await page.getByRole('heading', { name: `Pay for order #${order.orderId}` }).waitFor();
  expect(await page.getByText(order.postLink).count()).toBe(0);
  expect(await barriersOf(page)).toEqual([]);
  expect(await overflowAt360(page)).toBe(0);
  await page.getByLabel('Email').fill('stranger@buyer.example');
  await page.getByRole('button', { name: 'Pay now' }).tap();
  await page.getByRole('alert').getByText('This order was placed with another email.').waitFor();
  await page.getByRole('button', { name: 'Try Again' }).tap();
  await page.getByLabel('Email').fill(order.email);
  await page.getByRole('button', { name: 'Pay now' }).tap();
  await openForm(page);
  await payBy(page, approved);
  expect(await arriveAtResult(page)).toBe(order.orderId);
});
