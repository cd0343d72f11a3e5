// A browser translates the page, and extensions add to it: nothing is lost, nothing stays old, nothing fails.
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { extend, translate } from '../support/changed-pages.ts';
import type { Client } from '../support/client.ts';
import { orderBody } from '../support/orders.ts';
import { approved, arriveAtResult, completeOrder, declined, fillDetails, findOrders, payBy } from './shop-steps.ts';
import { signedIn, startShop } from './start-shop.ts';

const phone: BrowserContextOptions = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const desk: BrowserContextOptions = { viewport: { width: 1280, height: 800 } };

const shop = startShop();
let admin: Client;
beforeAll(async () => {
  admin = await signedIn(shop);
});

/** Of the test's own browser, which blocks service workers and adds its script to frames without scripts. */
const ownMessages = /Service Worker registration blocked by Playwright|about:srcdoc/;

/** The text of the page as a person reads it. */
const shownText = (page: Page) => page.locator('main').textContent();

describe.each([
  ['translated', translate],
  ['extended', extend],
] as const)('in a browser whose pages are %s', (name, change) => {
  const messages: string[] = [];
  const link = (of: string) => `https://www.instagram.com/p/${name}${of}/`;

  afterEach(() => {
    const all = [...messages.splice(0), ...shop.buyer.troubles];
    expect(all.filter((message) => !ownMessages.test(message))).toEqual([]);
  });

  async function open(path: string, options = phone): Promise<Page> {
    shop.buyer = await shop.browser.visit(options);
    const { page } = shop.buyer;
    page.context().on('console', (message) => messages.push(`${message.type()}: ${message.text()}`));
    await change(page);
    await page.goto(`${shop.store.url}${path}`);
    await changed(page);
    return page;
  }

  /** The browser has changed the page. */
  async function changed(page: Page): Promise<void> {
    const mark = name === 'translated' ? 'font font' : '[data-new-gr-c-s-check-loaded]';
    await page.locator(mark).first().waitFor({ state: 'attached' });
  }

  async function paidOrder(email: string) {
    const body = orderBody({ email });
    const { orderId, orderKey } = await shop.visitor.call('POST /api/create-order', { body });
    const session = { orderId, amount: body.price, email, postUrls: body.post_links };
    const { sessionId } = await shop.visitor.call('POST /api/bigpay/init-session', { body: session });
    await shop.control('/gateway/pay', { sessionId });
    const input = { params: { id: orderId }, body: {} };
    await shop.visitor.call('POST /api/orders/{id}/confirm-payment', input);
    return { orderId, path: `/order/${orderId}/${orderKey}`, postLink: body.post_links[0] ?? '' };
  }

  test('HOME-2, CHK-5, GEN-3: a buyer chooses Views, is declined once, and pays', async () => {
    const page = await open('/');
    await page.getByText('Views', { exact: true }).first().tap();
    const total = page.locator('.total');
    await expect.poll(() => total.textContent()).toMatch(/views/);
    expect(await total.textContent()).not.toMatch(/likes/);
    await expect.poll(() => page.locator('.count').textContent()).toMatch(/views/);
    await page.getByRole('radio', { name: 'Likes' }).check({ force: true });
    await expect.poll(() => total.textContent()).toMatch(/likes/);
    await page.getByRole('link', { name: 'Proceed to Checkout' }).tap();
    await page.waitForURL('**/checkout');
    await changed(page);
    const email = `${name}@buyer.example`;
    await fillDetails(page, email, [link('One'), link('Two')]);
    await expect.poll(() => shownText(page)).toMatch(/2 posts/);
    await completeOrder(page);
    await payBy(page, declined);
    const form = page.frameLocator('#payment-form iframe');
    await form.getByRole('alert').getByText('2 more tries').waitFor();
    // Back to the details and to the payment again.
    await page.getByRole('button', { name: 'Edit' }).tap();
    await page.getByRole('button', { name: 'Complete Order' }).waitFor();
    expect(await page.getByLabel('Email').inputValue()).toBe(email);
    await completeOrder(page);
    await payBy(page, approved);
    const orderId = await arriveAtResult(page);
    await changed(page);
    await page.getByText(`#${orderId}`).waitFor();
    const orders = await shop.store.sql(`select payment_status from orders where customer_email = '${email}'`);
    expect(orders).toHaveLength(1);
  });

  test('CHK-7, ERR-4: a form with mistakes shows them, and goes on once they are mended', async () => {
    const page = await open('/checkout');
    await fillDetails(page, 'wrong', [link('Three')]);
    await completeOrder(page);
    await page.getByRole('alert').getByRole('heading').waitFor();
    await page.getByLabel('Email').fill(`${name}-mended@buyer.example`);
    await page.getByRole('button', { name: 'Try Again' }).tap();
    await page.getByRole('alert').waitFor({ state: 'detached' });
    await completeOrder(page);
    await page.frameLocator('#payment-form iframe').locator('#pay').waitFor();
  });

  test('TRK-1..5: My Orders finds nothing, then an order', async () => {
    const email = `${name}-client@buyer.example`;
    const { orderId } = await paidOrder(email);
    const page = await open('/client');
    await findOrders(page, 'nobody@buyer.example');
    await page.getByText('No orders found').waitFor();
    await findOrders(page, email);
    await page.getByText(orderId).waitFor();
    expect(await page.getByText('No orders found').count()).toBe(0);
    await findOrders(page, 'nobody@buyer.example');
    await page.getByText('No orders found').waitFor();
    expect(await page.getByText(orderId).count()).toBe(0);
  });

  test('ORD-1: the page of an order goes through its states without a reload', async () => {
    const { orderId, path, postLink } = await paidOrder(`${name}-page@buyer.example`);
    const page = await open(path, desk);
    await page.getByRole('heading', { name: /^Paid: .* likes are next$/ }).waitFor();
    await shop.control('/provider/pace', { startAfterMs: 0, completeAfterMs: 86_400_000 });
    const { apiOrder } = await admin.call('POST /api/admin/orders/{id}/send-post', {
      params: { id: orderId },
      body: { postLink, category: 'Likes' },
    });
    const order = apiOrder.api_order_id ?? '';
    const advance = async (status: string, remains: string) => {
      await shop.control('/provider/advance', { order, status, remains });
      await shop.store.sql("update dispatches set checked_at = checked_at - interval '60 seconds'");
      await shop.visitor.call('GET /api/admin/order-status/{providerId}', { params: { providerId: order } });
    };
    await advance('In progress', '50');
    await page.getByRole('heading', { name: /^Delivering: / }).waitFor();
    await advance('Completed', '0');
    await page.getByRole('heading', { name: /^Delivered: / }).waitFor();
    expect(await page.getByRole('heading', { name: /^(Paid|Delivering): / }).count()).toBe(0);
  });

  test('CONTACT-1..9: a message with a mistake is mended and sent', async () => {
    const page = await open('/contact');
    await page.getByLabel('Name').fill('Ana Souza');
    await page.getByRole('button', { name: 'Send Message' }).tap();
    await expect.poll(() => page.locator('[aria-invalid]').count()).toBeGreaterThan(0);
    await page.getByLabel('Email', { exact: true }).fill(`${name}-contact@buyer.example`);
    await page.getByLabel('Subject').fill('A question');
    await page.getByLabel('Message').fill('When does it start?');
    await page.getByRole('button', { name: 'Send Message' }).tap();
    await page.getByText('Message sent successfully!').waitFor();
    expect(await page.locator('[aria-invalid]').count()).toBe(0);
    await page.getByRole('button', { name: 'Send Message' }).waitFor();
  });

  test('AUTH-1, ADM-ORD-1: an operator signs in, finds orders and none, opens one, and saves a setting', async () => {
    const { orderId } = await paidOrder(`${name}-admin@buyer.example`);
    const page = await open('/admin-login', desk);
    const { email, password } = shop.store.adminLogin();
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL('**/admin');
    const places = page.getByRole('navigation', { name: 'Admin' });
    await places.getByRole('link', { name: 'Orders', exact: true }).click();
    const field = page.getByRole('searchbox');
    await field.fill('nothing-like-this');
    await page.getByText('No orders found').waitFor();
    await field.fill(orderId);
    await page.getByRole('table').getByText(orderId).first().waitFor();
    expect(await page.getByText('No orders found').count()).toBe(0);
    await field.fill('nothing-like-this');
    await page.getByText('No orders found').waitFor();
    await page.goto(`${shop.store.url}/admin/orders/${orderId}`);
    await page.getByRole('heading', { name: new RegExp(orderId) }).waitFor();
    await page.getByText(`${name}-admin@buyer.example`).first().waitFor();
    await places.getByRole('link', { name: 'Settings', exact: true }).click();
    const settings = page.getByRole('navigation', { name: 'Settings pages' });
    await settings.waitFor();
    for (const entry of await settings.getByRole('link').all()) await entry.click();
    await settings.getByRole('link', { name: 'Store', exact: true }).click();
    await page.getByLabel('Store name').fill(`Store ${name}`);
    await page.getByText('not saved').waitFor();
    await page.getByRole('button', { name: 'Review and save' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Settings saved').first().waitFor();
    await page.getByText('not saved').waitFor({ state: 'detached' });
    await places.getByRole('link', { name: 'Overview', exact: true }).click();
    await page.getByRole('heading', { level: 1 }).waitFor();
  });
});

test('A-15: the checkout that fails is there again at once, with what was typed, and the store hears of it', async () => {
  shop.buyer = await shop.browser.visit(phone);
  const { page } = shop.buyer;
  await page.goto(`${shop.store.url}/checkout`);
  await fillDetails(page, 'fails@buyer.example', ['https://www.instagram.com/p/FailsOnce/']);
  await completeOrder(page);
  const pay = page.frameLocator('#payment-form iframe').locator('#pay');
  await pay.waitFor();
  // Something takes an element away that React removes on the way back.
  await page.getByRole('button', { name: 'Edit' }).evaluate((button) => button.closest('section')?.remove());
  const reported = page.waitForRequest('**/api/client-errors');
  await page.goBack();
  expect((await reported).postDataJSON()).toMatchObject({
    stage: 'page',
    message: expect.stringMatching(/^checkout: NotFoundError/),
  });
  await expect.poll(() => page.getByLabel('Email').inputValue()).toBe('fails@buyer.example');
  expect(await page.locator('#post-0').inputValue()).toBe('https://www.instagram.com/p/FailsOnce/');
  await completeOrder(page);
  await payBy(page, approved);
  await arriveAtResult(page);
  const orders = await shop.store.sql("select id from orders where customer_email = 'fails@buyer.example'");
  expect(orders).toHaveLength(1);
});
