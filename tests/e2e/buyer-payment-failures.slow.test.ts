// A payment script that does not load, a gateway that refuses, answers that are lost: the buyer learns what happened, and a
// retry makes no second order.

import type { Page, Route } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { messages } from '../../contract/messages.ts';
import { checkoutSteps, expectCardForm } from './checkout-steps.ts';
import { approved, arriveAtResult, completeOrder, loseAnswer, payBy } from './shop-steps.ts';
import { startShop } from './start-shop.ts';

const library = '**/checkout.min.js';
const create = '**/api/create-order';
const init = '**/api/bigpay/init-session';
const confirm = '**/confirm-payment';

const shop = startShop();
const { atCheckout, atGateway, onlyOrderOf, ordersOf } = checkoutSteps(shop);

/** The error card with its title, sentence and tips; it has the focus, and the order cannot be sent past it. */
async function expectCard(page: Page, title: string, sentence: string, tip: string): Promise<void> {
  const card = page.getByRole('alert');
  await card.getByRole('heading', { name: title }).waitFor();
  await card.getByText(sentence, { exact: true }).waitFor();
  await card.getByRole('listitem').getByText(tip).waitFor();
  await expect.poll(() => card.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await page.getByRole('button', { name: 'Complete Order' }).isDisabled()).toBe(true);
  expect(await page.getByText('Preparing Your Payment').count()).toBe(0);
}

const paymentTip = 'You have not been charged unless a confirmation says so.';
const expectPaymentCard = (page: Page, sentence: string) => expectCard(page, 'Payment Oops!', sentence, paymentTip);
const expectNetworkCard = (page: Page) =>
  expectCard(page, 'Connection Hiccup!', messages.networkError, 'Check your Wi-Fi or mobile data.');

async function tryAgain(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Try Again' }).tap();
  await page.getByRole('alert').waitFor({ state: 'detached' });
  await completeOrder(page);
}

/** Something that is let go later. */
function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

describe('the payment script', () => {
  /** Ends the waiting for the library in an instant. */
  async function waitingOver(page: Page): Promise<void> {
    await page.getByText('Loading the secure card form ...').waitFor();
    await page.clock.runFor(2_000);
  }

  test('ERR-9, ERR-1..4, ERR-15, PAY-11: is blocked, then comes empty: the card says so, and a retry loads it anew', async () => {
    let requestCount = 0;
    const { page, email } = await atCheckout(async (page) => {
      await page.clock.install();
      await page.route(library, (route) => {
        requestCount += 1;
        if (requestCount === 1) return route.abort();
        return requestCount === 2
          ? route.fulfill({ contentType: 'text/javascript', body: '/* empty */' })
          : route.continue();
      });
    });
    const reported = page.waitForRequest('**/api/client-errors');
    // The script that failed while the form was filled in is asked for again by the first press.
    await completeOrder(page);
    await waitingOver(page);
    await expectPaymentCard(page, messages.paymentLibraryMissing);
    expect((await reported).postDataJSON()).toMatchObject({ stage: 'payment_library' });
    await tryAgain(page);
    await expectCardForm(page);
    expect(await atGateway(await onlyOrderOf(email))).toEqual({ sessions: 1, captured: 0 });
  });

  test('ERR-9, PAY-10, PAY-11, CHK-14: is late: the buyer waits under the overlay, the page gives up, the next try takes it', async () => {
    const late = gate();
    const { page, email } = await atCheckout(async (page) => {
      await page.clock.install();
      await page.route(library, async (route) => {
        await late.opened;
        await route.continue();
      });
    });
    await completeOrder(page);
    await page.getByRole('dialog', { name: 'Preparing Your Payment' }).waitFor();
    await waitingOver(page);
    await expectPaymentCard(page, messages.paymentLibraryMissing);
    await page.getByRole('button', { name: 'Try Again' }).tap();
    await completeOrder(page);
    await page.getByText('Loading the secure card form ...').waitFor();
    late.open();
    await expectCardForm(page);
    expect(await atGateway(await onlyOrderOf(email))).toEqual({ sessions: 1, captured: 0 });
  });

  test('ERR-10, A-15: breaks while it shows the form, which the store hears of; a retry works', async () => {
    const { page, email } = await atCheckout();
    await page.waitForFunction(() => 'Checkout' in window);
    await page.evaluate(() => {
      const { Checkout } = window as unknown as { Checkout: { configure: unknown } };
      const { configure } = Checkout;
      Checkout.configure = () => {
        Checkout.configure = configure;
        throw new TypeError('broken');
      };
    });
    const reported = page.waitForRequest('**/api/client-errors');
    await completeOrder(page);
    await expectPaymentCard(page, messages.paymentInitFailed);
    const orderId = await onlyOrderOf(email);
    expect((await reported).postDataJSON()).toEqual({
      stage: 'payment_configure',
      orderId,
      message: 'TypeError: broken',
    });
    await tryAgain(page);
    await expectCardForm(page);
    expect(await atGateway(await onlyOrderOf(email))).toEqual({ sessions: 1, captured: 0 });
  });
});

describe('the gateway', () => {
  test('ERR-8: refuses the session; a retry works and makes no second order', async () => {
    const { page, email } = await atCheckout();
    await shop.control('/gateway/fail', { kind: 'unauthorized', operation: 'session' });
    await completeOrder(page);
    await expectPaymentCard(page, messages.paymentTrouble);
    await tryAgain(page);
    await expectCardForm(page);
    expect(await atGateway(await onlyOrderOf(email))).toEqual({ sessions: 1, captured: 0 });
  });

  test('ERR-7: cannot be reached; a retry works and makes no second order', async () => {
    const { page, email } = await atCheckout();
    await shop.control('/gateway/fail', { kind: 'lose_before', operation: 'session', times: 5 });
    await completeOrder(page);
    await expectPaymentCard(page, messages.paymentUnreachable);
    await shop.control('/gateway/clear', {});
    await tryAgain(page);
    await expectCardForm(page);
    await onlyOrderOf(email);
  });
});

describe('a lost connection', () => {
  test('ERR-12, ERR-14, A-21, D-31: the order is not sent, its answer is lost or never ends, so is the session’s: one order', async () => {
    const never = () => {};
    const days = [(route: Route) => route.abort(), loseAnswer, never, (route: Route) => route.continue()];
    const { page, email } = await atCheckout(async (page) => {
      await page.clock.install();
      await page.route(create, (route) => days.shift()?.(route));
      await page.route(init, loseAnswer, { times: 1 });
    });
    await completeOrder(page);
    await expectNetworkCard(page);
    expect(await ordersOf(email)).toEqual([]);
    expect(await page.getByLabel('Email').inputValue()).toBe(email);
    await tryAgain(page);
    await expectNetworkCard(page);
    const orderId = await onlyOrderOf(email);
    await tryAgain(page);
    await page.getByText('Placing your order ...').waitFor();
    await page.clock.runFor(60_000);
    await expectNetworkCard(page);
    await tryAgain(page);
    await expectNetworkCard(page);
    await tryAgain(page);
    await expectCardForm(page);
    expect(await onlyOrderOf(email)).toBe(orderId);
    expect(await atGateway(orderId)).toEqual({ sessions: 1, captured: 0 });
  });

  test('A-27, A-24: the confirmation is lost on the result page, which still learns the truth', async () => {
    const { page, email } = await atCheckout((page) => page.route(confirm, (route) => route.abort()));
    await completeOrder(page);
    await payBy(page, approved);
    const orderId = await arriveAtResult(page);
    expect(await ordersOf(email)).toEqual([{ id: orderId, payment_status: 'paid' }]);
  });
});
