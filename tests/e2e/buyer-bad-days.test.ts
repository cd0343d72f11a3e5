// A buyer on a bad day: a payment script that does not come, answers that are lost, double clicks, back buttons, closed
// and second tabs. Each ends in a state that is true and that the buyer understands; nothing is doubled.

import type { Page, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { messages } from '../../contract/messages.ts';
import { openBrowser, type TestBrowser, type Visit } from '../world/browser.ts';
import { type StoreProcess, startProcess } from '../world/process.ts';
import { type SandboxControl, sandboxControl } from '../world/sandbox-control.ts';
import { approved, arriveAtResult, fillDetails, findOrders, payBy } from './shop-steps.ts';

const library = '**/checkout.min.js';
const create = '**/api/create-order';
const init = '**/api/bigpay/init-session';
const confirm = '**/confirm-payment';

let store: StoreProcess;
let browser: TestBrowser;
let control: SandboxControl;
let buyer: Visit;
let buyers = 0;

beforeAll(async () => {
  [store, browser] = await Promise.all([startProcess({ env: { RATE_LIMIT_FACTOR: '1000' } }), openBrowser()]);
  control = sandboxControl(`${store.url}/sandbox`);
});
afterAll(async () => {
  await browser?.close();
  await store?.close();
});
afterEach(async () => {
  await control('/gateway/clear', {});
  // Refused requests are what these days are made of; a script that breaks over them is not.
  expect(buyer.troubles.filter((trouble) => trouble.startsWith('error:'))).toEqual([]);
  await buyer.close();
});

/** A new buyer at the checkout with everything filled in. `before` prepares the bad day. */
async function atCheckout(before: (page: Page) => Promise<unknown> = async () => {}) {
  buyers += 1;
  const email = `bad-day-${buyers}@buyer.example`;
  buyer = await browser.phone();
  const { page } = buyer;
  await before(page);
  // A payment script that is late holds up the page's load event.
  await page.goto(`${store.url}/checkout`, { waitUntil: 'domcontentloaded' });
  await fillDetails(page, email, [`https://www.instagram.com/p/BadDay${buyers}/`]);
  return { page, email };
}

const complete = (page: Page) => page.getByRole('button', { name: 'Complete Order' }).tap();

async function expectCardForm(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'Pay by card' }).waitFor();
  await page.frameLocator('#payment-form iframe').locator('#pay').waitFor();
}

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
  await complete(page);
}

const ordersOf = async (email: string) =>
  (await store.sql(`select id, payment_status from orders where customer_email = '${email}'`)) as {
    id: string;
    payment_status: string;
  }[];

async function onlyOrderOf(email: string): Promise<string> {
  const orders = await ordersOf(email);
  expect(orders).toHaveLength(1);
  return orders[0]?.id ?? '';
}

type GatewayOrder = { id: string; totalCapturedAmount?: number; sessions: unknown[] };

/** What the gateway itself knows of an order: how many sessions were opened, and what was charged in all. */
async function atGateway(orderId: string): Promise<{ sessions: number; captured: number }> {
  const all = (await control('/gateway/orders')) as unknown as GatewayOrder[];
  const mine = all.filter(({ id }) => id.startsWith(orderId));
  return {
    sessions: mine.reduce((sum, { sessions }) => sum + sessions.length, 0),
    captured: mine.reduce((sum, { totalCapturedAmount = 0 }) => sum + Number(totalCapturedAmount), 0),
  };
}

/** Lets the store answer, and loses the answer on the way to the buyer. */
async function loseAnswer(route: Route): Promise<void> {
  await route.fetch();
  await route.abort('connectionreset');
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
    let asked = 0;
    const { page, email } = await atCheckout(async (page) => {
      await page.clock.install();
      await page.route(library, (route) => {
        asked += 1;
        if (asked === 1) return route.abort();
        return asked === 2 ? route.fulfill({ contentType: 'text/javascript', body: '/* empty */' }) : route.continue();
      });
    });
    const reported = page.waitForRequest('**/api/client-errors');
    // The script that failed while the form was filled in is asked for again by the first press.
    await complete(page);
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
    await complete(page);
    await page.getByRole('dialog', { name: 'Preparing Your Payment' }).waitFor();
    await waitingOver(page);
    await expectPaymentCard(page, messages.paymentLibraryMissing);
    await page.getByRole('button', { name: 'Try Again' }).tap();
    await complete(page);
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
    await complete(page);
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
    await control('/gateway/fail', { kind: 'unauthorized', operation: 'session' });
    await complete(page);
    await expectPaymentCard(page, messages.paymentTrouble);
    await tryAgain(page);
    await expectCardForm(page);
    expect(await atGateway(await onlyOrderOf(email))).toEqual({ sessions: 1, captured: 0 });
  });

  test('ERR-7: cannot be reached; a retry works and makes no second order', async () => {
    const { page, email } = await atCheckout();
    await control('/gateway/fail', { kind: 'lose_before', operation: 'session', times: 5 });
    await complete(page);
    await expectPaymentCard(page, messages.paymentUnreachable);
    await control('/gateway/clear', {});
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
    await complete(page);
    await expectNetworkCard(page);
    expect(await ordersOf(email)).toEqual([]);
    expect(await page.getByLabel('E-mail').inputValue()).toBe(email);
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
    await complete(page);
    await payBy(page, approved);
    const orderId = await arriveAtResult(page);
    expect(await ordersOf(email)).toEqual([{ id: orderId, payment_status: 'paid' }]);
  });
});

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
    await page.getByLabel('E-mail').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await expectCardForm(page);
    expect(calls()).toMatchObject({ '/api/create-order': 1, '/api/bigpay/init-session': 1 });
    await page.getByRole('button', { name: 'Back to your details' }).tap();
    await page.getByRole('button', { name: 'Complete Order' }).dblclick();
    await expectCardForm(page);
    expect(calls()).toMatchObject({ '/api/create-order': 1, '/api/bigpay/init-session': 2 });
    expect(await atGateway(await onlyOrderOf(email))).toEqual({ sessions: 1, captured: 0 });
  });

  test('GEN-3: a double click on Pay charges the card once', async () => {
    const { page, email } = await atCheckout();
    await complete(page);
    await control('/gateway/fail', { kind: 'delay', operation: 'pay', delayMs: 300, times: 0 });
    await payBy(page, approved, (button) => button.dblclick());
    const orderId = await arriveAtResult(page);
    expect(await onlyOrderOf(email)).toBe(orderId);
    expect(await atGateway(orderId)).toEqual({ sessions: 1, captured: 3 });
  });
});

describe('the way back', () => {
  test('A-21: from the card form by the browser: everything typed is there, and it stays one order', async () => {
    const { page, email } = await atCheckout((page) => page.goto(store.url));
    await complete(page);
    await expectCardForm(page);
    await page.goBack();
    await page.waitForURL(`${store.url}/`);
    await page.getByRole('link', { name: 'Proceed to Checkout' }).tap();
    await page.waitForURL('**/checkout');
    await expect.poll(() => page.getByLabel('E-mail').inputValue()).toBe(email);
    await complete(page);
    await payBy(page, approved);
    const orderId = await arriveAtResult(page);
    expect(await onlyOrderOf(email)).toBe(orderId);
    expect(await atGateway(orderId)).toEqual({ sessions: 1, captured: 3 });
  });

  test('RES-5, A-28: from the result by the browser: an empty checkout, and nothing that charges again', async () => {
    const { page, email } = await atCheckout();
    await complete(page);
    await payBy(page, approved);
    const orderId = await arriveAtResult(page);
    await page.goBack();
    await page.waitForURL('**/checkout');
    await expect.poll(() => page.getByRole('button', { name: 'Complete Order' }).isEnabled()).toBe(true);
    expect(await page.getByLabel('E-mail').inputValue()).toBe('');
    expect(await page.locator('iframe').count()).toBe(0);
    await complete(page);
    await page.getByRole('alert').getByText(messages.emailRequired).waitFor();
    expect(await onlyOrderOf(email)).toBe(orderId);
    expect(await atGateway(orderId)).toEqual({ sessions: 1, captured: 3 });
  });

  test('A-24: from the form asks the gateway first: what was paid meanwhile leads to the result', async () => {
    const { page, email } = await atCheckout();
    await complete(page);
    await expectCardForm(page);
    const orderId = await onlyOrderOf(email);
    await control('/gateway/fail', { kind: 'drop_notice' });
    await control('/gateway/pay', { orderId: `${orderId}-1`, expiry: approved.expiry });
    await page.getByRole('button', { name: 'Back to your details' }).tap();
    expect(await arriveAtResult(page)).toBe(orderId);
    expect(await atGateway(orderId)).toEqual({ sessions: 1, captured: 3 });
  });

  test('A-24: from the form with the question lost: paying again asks once more, and charges nothing twice', async () => {
    const { page, email } = await atCheckout((page) => page.route(confirm, (route) => route.abort(), { times: 1 }));
    await complete(page);
    await expectCardForm(page);
    const orderId = await onlyOrderOf(email);
    await control('/gateway/fail', { kind: 'drop_notice' });
    await control('/gateway/pay', { orderId: `${orderId}-1`, expiry: approved.expiry });
    await page.getByRole('button', { name: 'Back to your details' }).tap();
    await expect.poll(() => page.getByRole('button', { name: 'Complete Order' }).isVisible()).toBe(true);
    await complete(page);
    expect(await arriveAtResult(page)).toBe(orderId);
    expect(await atGateway(orderId)).toEqual({ sessions: 1, captured: 3 });
  });
});

describe('tabs', () => {
  test('TRK-8, A-24: closed while the card is being charged: tracking tells the truth before and afterwards', async () => {
    const { page, email } = await atCheckout();
    await complete(page);
    await expectCardForm(page);
    const orderId = await onlyOrderOf(email);
    const later = await buyer.newTab();
    await later.goto(`${store.url}/client`);
    const card = later.getByRole('article').filter({ hasText: orderId });
    await findOrders(later, email);
    await card.locator('[data-tone=yellow]').getByText('Pending').waitFor();
    await control('/gateway/fail', { kind: 'delay', operation: 'pay', delayMs: 500, times: 0 });
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
    await complete(page);
    await expectCardForm(page);
    const orderId = await onlyOrderOf(email);
    const opening = page.waitForEvent('popup');
    // Opened by the first one, as by "duplicate tab": it starts with a copy of what the first one remembers.
    await page.evaluate(() => void window.open('/checkout'));
    const second = await opening;
    await expect.poll(() => second.getByLabel('E-mail').inputValue()).toBe(email);
    await complete(second);
    await expectCardForm(second);
    await payBy(page, approved);
    expect(await arriveAtResult(page)).toBe(orderId);
    await payBy(second, approved);
    expect(await arriveAtResult(second)).toBe(orderId);
    expect(await onlyOrderOf(email)).toBe(orderId);
    expect(await atGateway(orderId)).toEqual({ sessions: 1, captured: 3 });
  });
});
