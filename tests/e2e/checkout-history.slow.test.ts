// The two steps of the checkout in the browser's history: Back, Forward and a reload, at every moment of a payment.

import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { checkoutSteps, expectCardForm } from './checkout-steps.ts';
import { approved, arriveAtResult, completeOrder, payBy } from './shop-steps.ts';
import { startShop } from './start-shop.ts';

const confirm = '**/confirm-payment';

const shop = startShop();
const { atCheckout, atGateway, onlyOrderOf, ordersOf } = checkoutSteps(shop);

/** The details, ready to be changed. */
async function expectDetails(page: Page, email: string): Promise<void> {
  await page.locator('li[aria-current=step]').getByText('Details').waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Complete Order' }).isEnabled()).toBe(true);
  expect(await page.getByLabel('Email').inputValue()).toBe(email);
  expect(await page.locator('iframe').count()).toBe(0);
}

async function atCardForm() {
  const buyer = await atCheckout((page) => page.goto(shop.store.url));
  await completeOrder(buyer.page);
  await expectCardForm(buyer.page);
  return buyer;
}

describe('Back', () => {
  test('A-24: asks for the payment first: what was paid meanwhile leads to the result', async () => {
    const { page, email } = await atCardForm();
    const orderId = await onlyOrderOf(email);
    await shop.control('/gateway/fail', { kind: 'drop_notice' });
    await shop.control('/gateway/pay', { orderId: `${orderId}-1`, expiry: approved.expiry });
    await page.goBack();
    expect(await arriveAtResult(page)).toBe(orderId);
    expect(await atGateway(orderId)).toEqual({ sessions: 1, captured: 3 });
  });

  test('A-24: while the card is being charged: the money is counted once, and the next try says that it is paid', async () => {
    const { page, email } = await atCardForm();
    const orderId = await onlyOrderOf(email);
    await shop.control('/gateway/fail', { kind: 'delay', operation: 'pay', delayMs: 1_500, times: 0 });
    const charging = page.waitForRequest((request) => request.method() === 'POST' && /\/gateway\//.test(request.url()));
    await payBy(page, approved);
    await charging;
    await page.goBack();
    await expectDetails(page, email);
    await expect.poll(() => atGateway(orderId)).toEqual({ sessions: 1, captured: 3 });
    await completeOrder(page);
    expect(await arriveAtResult(page)).toBe(orderId);
    expect(await atGateway(orderId)).toEqual({ sessions: 1, captured: 3 });
  });

  test('CHK-14: under the overlay leads to the details; the order that is placed meanwhile stays the only one', async () => {
    const { page, email } = await atCheckout((page) => page.goto(shop.store.url));
    let go = () => {};
    const held = new Promise<void>((resolve) => {
      go = resolve;
    });
    await page.route('**/api/create-order', async (route) => {
      await held;
      await route.continue();
    });
    await completeOrder(page);
    await page.getByRole('dialog', { name: 'Preparing Your Payment' }).waitFor();
    const created = page.waitForResponse('**/api/create-order');
    await page.goBack();
    await expectDetails(page, email);
    go();
    await created;
    await expectDetails(page, email);
    await completeOrder(page);
    await expectCardForm(page);
    expect(await ordersOf(email)).toHaveLength(1);
  });

  test('twice in a row leaves the checkout, while the payment is still being asked for', async () => {
    const { page, email } = await atCardForm();
    await page.route(confirm, () => {});
    const checking = page.waitForRequest(confirm);
    await page.goBack();
    await checking;
    await page.goBack();
    await page.waitForURL(`${shop.store.url}/`);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.goForward();
    await page.waitForURL('**/checkout');
    await expectDetails(page, email);
  });

  test('GEN-3: after a failure of the payment leads home at once: the history has no step that is over', async () => {
    const { page } = await atCheckout((page) => page.goto(shop.store.url));
    await page.route('**/api/create-order', (route) => route.fulfill({ status: 500, json: {} }), { times: 1 });
    await completeOrder(page);
    await page.getByRole('alert').waitFor();
    await expect.poll(() => page.evaluate(() => history.state)).toBeNull();
    await page.goBack();
    await page.waitForURL(`${shop.store.url}/`);
  });
});

describe('Forward and reload', () => {
  test('A-21: open the card form of the same order again', async () => {
    const { page, email } = await atCardForm();
    const orderId = await onlyOrderOf(email);
    await page.goBack();
    await expectDetails(page, email);
    await page.goForward();
    await expectCardForm(page);
    await page.reload();
    await expectCardForm(page);
    await page.goBack();
    await expectDetails(page, email);
    await page.goForward();
    await payBy(page, approved);
    expect(await arriveAtResult(page)).toBe(orderId);
    expect(await onlyOrderOf(email)).toBe(orderId);
    expect(await atGateway(orderId)).toMatchObject({ captured: 3 });
  });

  test('place no order for details that were changed: they stay in the details', async () => {
    const { page, email } = await atCardForm();
    await page.goBack();
    await expectDetails(page, email);
    await page.getByLabel('Email').fill(`other-${email}`);
    await page.goForward();
    await expect.poll(() => page.evaluate(() => history.state)).toBeNull();
    await expectDetails(page, `other-${email}`);
    expect(await ordersOf(`other-${email}`)).toEqual([]);
  });

  test('Edit leads back as Back does: the next Back leads home', async () => {
    const { page, email } = await atCardForm();
    await page.getByRole('button', { name: 'Edit your details' }).tap();
    await expectDetails(page, email);
    await expect.poll(() => page.evaluate(() => history.state)).toBeNull();
    await page.goBack();
    await page.waitForURL(`${shop.store.url}/`);
  });
});

test('RES-5: Back from the result leads to empty details, not into the payment again', async () => {
  const { page, email } = await atCardForm();
  await payBy(page, approved);
  const orderId = await arriveAtResult(page);
  await page.goBack();
  await page.waitForURL('**/checkout');
  await expectDetails(page, '');
  expect(await onlyOrderOf(email)).toBe(orderId);
  expect(await atGateway(orderId)).toEqual({ sessions: 1, captured: 3 });
});
