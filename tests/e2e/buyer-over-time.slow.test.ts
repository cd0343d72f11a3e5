// The shop's pages over time: polling that follows, pauses, slows down and stops, card forms that expire, and a price that
// changes.

import type { Page, Request } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { CallFor } from '../../contract/index.ts';
import { aLink } from '../support/orders.ts';
import { approved, arriveAtResult, declined, fillDetails, findOrders, payBy } from './shop-steps.ts';
import { openedOrder, signedIn, startShop } from './start-shop.ts';

const shop = startShop();

describe('over time', () => {
  /** A page with a clock of its own, and how often it asked for paths that match. */
  async function openTimed(path: string, matches: RegExp) {
    shop.buyer = await shop.browser.phone();
    const { page } = shop.buyer;
    let requestCount = 0;
    let answered = 0;
    const isCounted = (request: Request) => matches.test(new URL(request.url()).pathname);
    const onEnd = (request: Request) => {
      if (isCounted(request)) answered += 1;
    };
    page.on('request', (request) => {
      if (isCounted(request)) requestCount += 1;
    });
    page.on('requestfinished', onEnd);
    page.on('requestfailed', onEnd);
    await page.clock.install({ time: 0 });
    await page.clock.pauseAt(1_000);
    await page.goto(`${shop.store.url}${path}`);
    /** Lets time pass; what was asked in it has been seen, and answered, when this returns. */
    const pass = async (ms: number) => {
      await page.clock.runFor(ms);
      await page.evaluate(() => fetch('/healthz').then(() => {}));
      await expect.poll(() => answered).toBe(requestCount);
      await page.evaluate(() => {});
      return requestCount;
    };
    return { page, pass, requestCount: () => requestCount };
  }

  const setVisible = (page: Page, state: 'visible' | 'hidden') =>
    page.evaluate((state) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);

  test('RES-4, A-27: the result asks every 3 s, pauses in a hidden tab, slows down after 10 minutes, and stops at the end', async () => {
    const { orderId, sessionId } = await openedOrder(shop, 'over-time@buyer.example');
    const { page, pass, requestCount } = await openTimed(`/success?orderId=${orderId}`, /^\/api\/orders\/\w+/);
    await page.getByRole('heading', { name: 'Confirming your payment' }).waitFor();
    // The confirmation comes first; from then on the order itself is read.
    await pass(3_000);
    // Nobody paid: it does not go on confirming.
    await page.getByRole('heading', { name: 'This order is not paid yet' }).waitFor();
    const started = requestCount();
    for (let n = 1; n <= 3; n += 1) expect(await pass(3_000)).toBe(started + n);
    await setVisible(page, 'hidden');
    expect(await pass(60_000)).toBe(started + 3);
    await setVisible(page, 'visible');
    expect(await pass(1)).toBe(started + 4);
    await page.clock.fastForward(600_000);
    const slow = await pass(1);
    expect(await pass(12_000)).toBe(slow);
    expect(await pass(3_000)).toBe(slow + 1);
    await shop.control('/gateway/pay', { sessionId, expiry: '01/39' });
    await expect
      .poll(async () => {
        await pass(15_000);
        return page.getByRole('heading', { name: 'Payment received. Thank you!' }).count();
      })
      .toBe(1);
    // Paid is not the end (D-48): its delivery is followed too.
    const paid = requestCount();
    expect(await pass(15_000)).toBe(paid + 1);
    await shop.store.sql(`update orders set status = 'completed' where id = '${orderId}'`);
    const last = await pass(15_000);
    expect(await pass(300_000)).toBe(last);
  });

  test('STATE-13, STATE-14, A-42: tracking asks every 60 s, survives being offline, pauses when hidden, and stops', async () => {
    const email = 'delivery@buyer.example';
    const { orderId, sessionId, postLink } = await openedOrder(shop, email);
    await shop.control('/provider/pace', { startAfterMs: 0, completeAfterMs: 86_400_000 });
    await shop.control('/gateway/pay', { sessionId, expiry: '01/39' });
    await shop.visitor.call('POST /api/orders/{id}/confirm-payment', { params: { id: orderId }, body: {} });
    await (await signedIn(shop)).call('POST /api/admin/orders/{id}/send-post', {
      params: { id: orderId },
      body: { postLink, category: 'Likes', quantity: 500 },
    });
    const { page, pass, requestCount } = await openTimed('/client', /^\/api\/admin\/order-status\//);
    await findOrders(page, email);
    const card = page.getByRole('article').filter({ hasText: orderId });
    await card.waitFor();
    await pass(1);
    await card.getByText('In progress').waitFor();
    const started = requestCount();
    expect(await pass(59_000)).toBe(started);
    expect(await pass(1_000)).toBe(started + 1);
    await page.context().setOffline(true);
    const failed = page.waitForEvent('requestfailed');
    await page.clock.runFor(60_000);
    await failed;
    await card.getByText('In progress').waitFor();
    await page.context().setOffline(false);
    const before = requestCount();
    await setVisible(page, 'hidden');
    expect(await pass(300_000)).toBe(before);
    await shop.control('/provider/advance', { status: 'Completed', remains: '0' });
    await shop.store.sql("update dispatches set checked_at = checked_at - interval '60 seconds'");
    await setVisible(page, 'visible');
    await pass(1);
    await card.locator('li [data-tone=green]').getByText('Completed').waitFor();
    const last = requestCount();
    expect(await pass(600_000)).toBe(last);
  });
});

describe('while the buyer takes time', () => {
  async function atCardForm(email: string): Promise<Page> {
    shop.buyer = await shop.browser.phone();
    const { page } = shop.buyer;
    await page.goto(`${shop.store.url}/checkout`);
    await fillDetails(page, email, [aLink()]);
    await page.getByRole('button', { name: 'Complete Order' }).tap();
    await page.frameLocator('#payment-form iframe').locator('#pay').waitFor();
    return page;
  }

  async function tryAgain(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'Try Again' }).tap();
    await page.getByRole('button', { name: 'Complete Order' }).tap();
  }

  async function expectPaidOnce(page: Page, email: string): Promise<void> {
    const orderId = await arriveAtResult(page);
    expect(await shop.store.sql(`select id, payment_status from orders where customer_email = '${email}'`)).toEqual([
      { id: orderId, payment_status: 'paid' },
    ]);
  }

  test('A-29, 5.2: the card form times out, which the card says; the next one is of the same order', async () => {
    const email = 'timed-out@buyer.example';
    const page = await atCardForm(email);
    const [attempt] = await shop.store.sql(
      'select gateway_order_id from payment_attempts order by opened_at desc limit 1',
    );
    await shop.control('/gateway/expire', { orderId: attempt?.gateway_order_id });
    await shop.store.sql("update payment_attempts set opened_at = opened_at - interval '35 minutes'");
    await payBy(page, approved);
    const card = page.getByRole('alert').filter({ hasText: 'Payment Oops!' });
    await card.getByText('The card form timed out. Please try again.').waitFor();
    await tryAgain(page);
    await payBy(page, approved);
    await expectPaidOnce(page, email);
  });

  test('A-29: a card that is declined until no try is left; another card pays the same order', async () => {
    const email = 'declined@buyer.example';
    const page = await atCardForm(email);
    const form = page.frameLocator('#payment-form iframe');
    for (const left of ['2 more tries', 'one more try']) {
      await payBy(page, declined);
      await form.getByRole('alert').getByText(left).waitFor();
    }
    await payBy(page, declined);
    await page.getByRole('alert').getByText('Your card was declined. Nothing was charged.').waitFor();
    await tryAgain(page);
    await payBy(page, approved);
    await expectPaidOnce(page, email);
  });

  // The last of all: the prices stay changed.
  test('A-7: the price changes meanwhile: the buyer sees the new one, with all that was typed, before anything is paid', async () => {
    shop.buyer = await shop.browser.phone();
    const { page } = shop.buyer;
    const email = 'price@buyer.example';
    await page.goto(`${shop.store.url}/checkout`);
    await fillDetails(page, email, [aLink()]);
    await expect.poll(() => page.getByTestId('total').textContent()).toBe('$3.00');
    const admin = await signedIn(shop);
    const { version, settings } = await admin.call('GET /api/admin/store-settings', {});
    const claims = Object.fromEntries(
      Object.entries(settings.claims).map(([name, { text, shown }]) => [name, { text, shown, confirmed: false }]),
    ) as CallFor<'PUT /api/admin/store-settings'>['body']['settings']['claims'];
    const prices = { ...settings.prices, unit_price_micros: 12_000 };
    await admin.call('PUT /api/admin/store-settings', {
      body: { version, confirm: true, settings: { ...settings, claims, prices } },
    });
    await page.getByRole('button', { name: 'Complete Order' }).tap();
    await page.getByRole('alert').getByText('Price has changed. Please review your order and try again.').waitFor();
    expect(await shop.store.sql(`select id from orders where customer_email = '${email}'`)).toEqual([]);
    await page.getByRole('button', { name: 'Try Again' }).tap();
    await expect.poll(() => page.getByTestId('total').textContent()).toBe('$6.00');
    await expect.poll(() => page.getByLabel('Email').inputValue()).toBe(email);
    await page.getByRole('button', { name: 'Complete Order' }).tap();
    await payBy(page, approved);
    await expectPaidOnce(page, email);
    await page.getByText('$6.00').waitFor();
  });
});
