// Double clicks, the way back, closed and second tabs: there is one order and one charge, and the buyer learns the truth.

import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { messages } from '../../contract/messages.ts';
import { checkoutSteps, expectCardForm } from './checkout-steps.ts';
import { approved, arriveAtResult, completeOrder, findOrders, payBy } from './shop-steps.ts';
import { startShop } from './start-shop.ts';

const confirm = '**/confirm-payment';

const shop = startShop();
const { atCheckout, atGateway, onlyOrderOf } = checkoutSteps(shop);

describe('in a hurry', () => {
  function countCalls(page: Page): () => Record<string, number> {
    const calls: Record<string, number> = {};
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (request.method() === 'POST') calls[pathname] = (calls[pathname] ?? 0) + 1;
    });
    return () => calls;
  }

  test('CHK-15, A-21: Enter twice, and a double click after the way back, make one order and one session', async () => {
    const { page, email } = await atCheckout();
    const calls = countCalls(page);
    await page.getByLabel('Email').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await expectCardForm(page);
    expect(calls()).toMatchObject({ '/api/create-order': 1, '/api/bigpay/init-session': 1 });
    await page.getByRole('button', { name: 'Edit your details' }).tap();
    await page.getByRole('button', { name: 'Complete Order' }).dblclick();
    await expectCardForm(page);
    expect(calls()).toMatchObject({ '/api/create-order': 1, '/api/bigpay/init-session': 2 });
    expect(await atGateway(await onlyOrderOf(email))).toEqual({ sessions: 1, captured: 0 });
  });

  test('GEN-3: a double click on Pay charges the card once', async () => {
    const { page, email } = await atCheckout();
    await completeOrder(page);
    await shop.control('/gateway/fail', { kind: 'delay', operation: 'pay', delayMs: 300, times: 0 });
    await payBy(page, approved, (button) => button.dblclick());
    const orderId = await arriveAtResult(page);
    expect(await onlyOrderOf(email)).toBe(orderId);
    expect(await atGateway(orderId)).toEqual({ sessions: 1, captured: 3 });
  });
});

describe('the way back', () => {
  test('A-21: by the browser: to the details, then home; everything typed is there, and it stays one order', async () => {
    const { page, email } = await atCheckout((page) => page.goto(shop.store.url));
    await completeOrder(page);
    await expectCardForm(page);
    await page.goBack();
    await expect.poll(() => page.getByRole('button', { name: 'Complete Order' }).isVisible()).toBe(true);
    expect(new URL(page.url()).pathname).toBe('/checkout');
    expect(await page.getByLabel('Email').inputValue()).toBe(email);
    await page.goBack();
    await page.waitForURL(`${shop.store.url}/`);
    await page.getByRole('link', { name: 'Proceed to Checkout' }).tap();
    await page.waitForURL('**/checkout');
    await expect.poll(() => page.getByLabel('Email').inputValue()).toBe(email);
    await completeOrder(page);
    await payBy(page, approved);
    const orderId = await arriveAtResult(page);
    expect(await onlyOrderOf(email)).toBe(orderId);
    expect(await atGateway(orderId)).toEqual({ sessions: 1, captured: 3 });
  });

  test('RES-5, A-28: from the result by the browser: an empty checkout, and nothing that charges again', async () => {
    const { page, email } = await atCheckout();
    await completeOrder(page);
    await payBy(page, approved);
    const orderId = await arriveAtResult(page);
    await page.goBack();
    await page.waitForURL('**/checkout');
    await expect.poll(() => page.getByRole('button', { name: 'Complete Order' }).isEnabled()).toBe(true);
    expect(await page.getByLabel('Email').inputValue()).toBe('');
    expect(await page.locator('iframe').count()).toBe(0);
    await completeOrder(page);
    await page.getByRole('alert').getByText(messages.emailRequired).waitFor();
    expect(await onlyOrderOf(email)).toBe(orderId);
    expect(await atGateway(orderId)).toEqual({ sessions: 1, captured: 3 });
  });

  test('A-24: from the form asks the gateway first: what was paid meanwhile leads to the result', async () => {
    const { page, email } = await atCheckout();
    await completeOrder(page);
    await expectCardForm(page);
    const orderId = await onlyOrderOf(email);
    await shop.control('/gateway/fail', { kind: 'drop_notice' });
    await shop.control('/gateway/pay', { orderId: `${orderId}-1`, expiry: approved.expiry });
    await page.getByRole('button', { name: 'Edit your details' }).tap();
    expect(await arriveAtResult(page)).toBe(orderId);
    expect(await atGateway(orderId)).toEqual({ sessions: 1, captured: 3 });
  });

  test('A-24: from the form with the question lost: paying again asks once more, and charges nothing twice', async () => {
    const { page, email } = await atCheckout((page) => page.route(confirm, (route) => route.abort(), { times: 1 }));
    await completeOrder(page);
    await expectCardForm(page);
    const orderId = await onlyOrderOf(email);
    await shop.control('/gateway/fail', { kind: 'drop_notice' });
    await shop.control('/gateway/pay', { orderId: `${orderId}-1`, expiry: approved.expiry });
    await page.getByRole('button', { name: 'Edit your details' }).tap();
    await expect.poll(() => page.getByRole('button', { name: 'Complete Order' }).isVisible()).toBe(true);
    await completeOrder(page);
    expect(await arriveAtResult(page)).toBe(orderId);
    expect(await atGateway(orderId)).toEqual({ sessions: 1, captured: 3 });
  });
});

describe('tabs', () => {
  test('TRK-8, A-24: closed while the card is being charged: tracking shows the actual state before and afterwards', async () => {
    const { page, email } = await atCheckout();
    await completeOrder(page);
    await expectCardForm(page);
    const orderId = await onlyOrderOf(email);
    const later = await shop.buyer.newTab();
    await later.goto(`${shop.store.url}/client`);
    const card = later.getByRole('article').filter({ hasText: orderId });
    await findOrders(later, email);
    await card.locator('[data-tone=yellow]').getByText('Pending').waitFor();
    await shop.control('/gateway/fail', { kind: 'delay', operation: 'pay', delayMs: 500, times: 0 });
    const charging = page.waitForRequest((request) => request.method() === 'POST' && /\/gateway\//.test(request.url()));
    await payBy(page, approved);
    await charging;
    await page.close();
    await expect
      .poll(
        async () => {
          await findOrders(later, email);
          await later.getByRole('heading', { name: 'Your Orders (1)' }).waitFor();
          return card.locator('[data-tone=purple]').count();
        },
        { timeout: 10_000 },
      )
      .toBe(1);
    expect(await atGateway(orderId)).toEqual({ sessions: 1, captured: 3 });
  });

  test('A-21, S-8: a second tab with the same order charges nothing twice, and says that it is paid', async () => {
    const { page, email } = await atCheckout();
    await completeOrder(page);
    await expectCardForm(page);
    const orderId = await onlyOrderOf(email);
    const opening = page.waitForEvent('popup');
    // Opened by the first one, as by "duplicate tab": it starts with a copy of what the first one remembers.
    await page.evaluate(() => void window.open('/checkout'));
    const second = await opening;
    await expect.poll(() => second.getByLabel('Email').inputValue()).toBe(email);
    await completeOrder(second);
    await expectCardForm(second);
    await payBy(page, approved);
    expect(await arriveAtResult(page)).toBe(orderId);
    await payBy(second, approved);
    expect(await arriveAtResult(second)).toBe(orderId);
    expect(await onlyOrderOf(email)).toBe(orderId);
    expect(await atGateway(orderId)).toEqual({ sessions: 1, captured: 3 });
  });
});
