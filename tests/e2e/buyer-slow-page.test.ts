// The shop's pages while their scripts are still on the way, without any script, and over time: polling that follows,
// pauses, slows down and stops.

import type { Page, Request, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CallFor } from '../../contract/index.ts';
import { openBrowser, type TestBrowser, type Visit } from '../world/browser.ts';
import { type Client, clientOf } from '../world/client.ts';
import { aLink, orderBody } from '../world/orders.ts';
import { type StoreProcess, startProcess } from '../world/process.ts';
import { type SandboxControl, sandboxControl } from '../world/sandbox-control.ts';
import { approved, arriveAtResult, declined, fillDetails, findOrders, payBy } from './shop-steps.ts';

let store: StoreProcess;
let browser: TestBrowser;
let control: SandboxControl;
let visitor: Client;
let buyer: Visit;

beforeAll(async () => {
  [store, browser] = await Promise.all([startProcess({ env: { RATE_LIMIT_FACTOR: '1000' } }), openBrowser()]);
  control = sandboxControl(`${store.url}/sandbox`);
  visitor = clientOf(store.url, null);
});
afterAll(async () => {
  await browser?.close();
  await store?.close();
});
afterEach(() => buyer.close());

async function openedOrder(email: string) {
  const body = orderBody({ email });
  const { orderId } = await visitor.call('POST /api/create-order', { body });
  const session = { orderId, amount: body.price, email, postUrls: body.post_links };
  const { sessionId } = await visitor.call('POST /api/bigpay/init-session', { body: session });
  return { orderId, sessionId, postLink: body.post_links[0] ?? '' };
}

async function signedIn(): Promise<Client> {
  const { token } = await visitor.call('POST /api/admin/login', { body: store.adminLogin() });
  return clientOf(store.url, token);
}

describe('while the scripts are on their way', () => {
  /** Opens a page whose scripts wait; `arrive` lets them come. */
  async function openWaiting(path: string): Promise<{ page: Page; arrive: () => void }> {
    buyer = await browser.phone();
    const { page } = buyer;
    let arrive = () => {};
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    await page.route('**/assets/*.js', async (route) => {
      await arrived;
      await route.continue();
    });
    await page.goto(`${store.url}${path}`, { waitUntil: 'commit' });
    await page.getByRole('heading', { level: 1 }).waitFor();
    return { page, arrive };
  }

  const enabled = (page: Page, what: string) => page.locator(`#island ${what}:enabled:visible`).count();
  /** Controls of the live part that could be pressed, and would do nothing. Fields may be typed into: that is kept. */
  const dead = (page: Page) => enabled(page, ':is(button, select, input:not([type=email], [type=text]))');

  test('HOME-1, HOME-2: the picker is disabled, its link works; then every control does', async () => {
    const { page, arrive } = await openWaiting('/');
    expect(await dead(page)).toBe(0);
    expect(await page.getByRole('slider').isDisabled()).toBe(true);
    expect(await page.getByTestId('price').textContent()).toBe('$3.00');
    arrive();
    await page.getByText('Views', { exact: true }).tap();
    await expect.poll(() => page.getByTestId('quantity').textContent()).toBe('5,000');
  });

  test('HOME-16: the way to the checkout works before any script', async () => {
    const { page } = await openWaiting('/');
    await page.getByRole('link', { name: 'Proceed to Checkout' }).tap();
    await page.waitForURL('**/checkout', { waitUntil: 'commit' });
  });

  test('CHK-1: the checkout takes nothing that it would forget; then everything', async () => {
    const { page, arrive } = await openWaiting('/checkout');
    expect(await dead(page)).toBe(0);
    expect(await enabled(page, 'input')).toBe(0);
    arrive();
    await page.getByLabel('E-mail').fill('slow@buyer.example');
    await page.getByRole('button', { name: '+ Add Another Post (1/5)' }).tap();
    await page.getByRole('button', { name: '+ Add Another Post (2/5)' }).waitFor();
  });

  test('CONTACT-9, A-77: what was typed into the contact form is kept, and reaches the store once', async () => {
    const { page, arrive } = await openWaiting('/contact');
    const loseAnswer = async (route: Route) => {
      await route.fetch();
      await route.abort('connectionreset');
    };
    await page.route('**/api/contact', loseAnswer, { times: 1 });
    expect(await dead(page)).toBe(0);
    const typed = { Name: 'Ana', Email: 'ana@buyer.example', Subject: 'URGENT', Message: 'Typed early.' };
    for (const [label, text] of Object.entries(typed)) await page.getByLabel(label, { exact: true }).fill(text);
    expect(await page.getByRole('button', { name: 'Send Message' }).isDisabled()).toBe(true);
    arrive();
    await page.getByRole('button', { name: 'Send Message' }).tap();
    await page.getByText('Your text is kept. Check your connection and try again.').waitFor();
    expect(await page.getByLabel('Message', { exact: true }).inputValue()).toBe('Typed early.');
    await page.getByRole('button', { name: 'Send Message' }).dblclick();
    await page.getByText('Message sent successfully!').waitFor();
    expect(await store.sql('select name, email, subject, message from contact_messages')).toEqual([
      { name: 'Ana', email: 'ana@buyer.example', subject: 'URGENT', message: 'Typed early.' },
    ]);
  });

  test('TRK-3: the e-mail typed into the search is kept, and searched for once it can be', async () => {
    const { page, arrive } = await openWaiting('/client');
    expect(await dead(page)).toBe(0);
    await page.getByLabel('E-mail').fill('nobody@buyer.example');
    // Sent by hand before the script listens, it must not leave the page or show the address.
    await page.getByLabel('E-mail').press('Enter');
    expect(page.url()).toBe(`${store.url}/client`);
    arrive();
    await page.getByRole('button', { name: 'Search' }).tap();
    await page.getByText('No orders found').waitFor();
    expect(await page.getByLabel('E-mail').inputValue()).toBe('nobody@buyer.example');
  });

  test('NF-3: Go Back of the 404 page is disabled until it goes back', async () => {
    const { page, arrive } = await openWaiting('/');
    await page.goto(`${store.url}/nowhere`, { waitUntil: 'commit' });
    const goBack = page.getByRole('button', { name: 'Go Back' });
    await goBack.waitFor();
    expect(await goBack.isDisabled()).toBe(true);
    arrive();
    await goBack.tap();
    await page.waitForURL(`${store.url}/`);
  });
});

describe('without any script', () => {
  beforeEach(async () => {
    buyer = await browser.visit({ javaScriptEnabled: false, viewport: { width: 360, height: 780 } });
  });
  const shown = async (path: string) => {
    await buyer.page.goto(`${store.url}${path}`);
    // biome-ignore lint/performance/useDomNodeTextContent: only what is drawn counts
    return buyer.page.locator('body').innerText();
  };

  test('ROUTE-1, HOME-11: home shows the price, the claims and the questions, and says what is missing', async () => {
    const text = await shown('/');
    for (const part of ['$3.00', '500', '10k+ happy customers', '4.9/5 rating', 'Up to 5 posts']) {
      expect(text).toContain(part);
    }
    expect(text).toContain('need JavaScript');
    const question = buyer.page.locator('details.question').first();
    await question.locator('summary').click();
    expect(await question.locator('p').isVisible()).toBe(true);
    expect(await buyer.page.getByRole('link', { name: 'Proceed to Checkout' }).getAttribute('href')).toBe('/checkout');
  });

  test('ROUTE-2: /about shows how it works and every answer', async () => {
    const text = await shown('/about');
    for (const part of ['Select a package', 'Add your post URL', 'Complete your order', 'Frequently asked questions']) {
      expect(text).toContain(part);
    }
    for (const answer of await buyer.page.locator('dd').all()) expect(await answer.isVisible()).toBe(true);
    expect(await buyer.page.locator('dd').count()).toBeGreaterThanOrEqual(5);
  });

  test('ROUTE-3: /contact shows how else support is reached', async () => {
    const text = await shown('/contact');
    for (const part of ['support@applaud.example', 'Mon-Fri 9AM-6PM EST', 'Sat-Sun 10AM-4PM EST', 'URGENT']) {
      expect(text).toContain(part);
    }
    expect(text).toContain('This form needs JavaScript.');
  });

  test('ROUTE-4..6: checkout, result and tracking say what they need', async () => {
    for (const [path, sentence] of [
      ['/', 'need JavaScript, which is turned off here.'],
      ['/checkout', 'Paying by card needs JavaScript.'],
      ['/success?orderId=AAAAAAAAAAAA', 'Following your payment needs JavaScript'],
      ['/client', 'Looking up orders needs JavaScript'],
      ['/pt/client', 'é preciso ativar o JavaScript'],
    ] as const) {
      expect(await shown(path), path).toContain(sentence);
      const note = buyer.page.locator('noscript p');
      const drawn = await note.evaluate((element) => getComputedStyle(element).backgroundColor);
      expect(drawn, path).not.toBe('rgba(0, 0, 0, 0)');
    }
  });

  test('the legal pages are whole', async () => {
    for (const [path, part] of [
      ['/terms', 'Rules of the platform, and the law'],
      ['/privacy', 'Looking up orders'],
      ['/refunds', 'How it is paid'],
    ] as const) {
      const text = await shown(path);
      expect(text.length, path).toBeGreaterThan(800);
      expect(text).toContain(part);
    }
  });
});

describe('over time', () => {
  /** A page with a clock of its own, and how often it asked for paths that match. */
  async function openTimed(path: string, matches: RegExp) {
    buyer = await browser.phone();
    const { page } = buyer;
    let asked = 0;
    let answered = 0;
    const isAsked = (request: Request) => matches.test(new URL(request.url()).pathname);
    const onEnd = (request: Request) => {
      if (isAsked(request)) answered += 1;
    };
    page.on('request', (request) => {
      if (isAsked(request)) asked += 1;
    });
    page.on('requestfinished', onEnd);
    page.on('requestfailed', onEnd);
    await page.clock.install({ time: 0 });
    await page.clock.pauseAt(1_000);
    await page.goto(`${store.url}${path}`);
    /** Lets time pass; what was asked in it has been seen, and answered, when this returns. */
    const pass = async (ms: number) => {
      await page.clock.runFor(ms);
      await page.evaluate(() => fetch('/healthz').then(() => {}));
      await expect.poll(() => answered).toBe(asked);
      await page.evaluate(() => {});
      return asked;
    };
    return { page, pass, asked: () => asked };
  }

  const setVisible = (page: Page, state: 'visible' | 'hidden') =>
    page.evaluate((state) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);

  test('RES-4, A-27: the result asks every 3 s, pauses in a hidden tab, slows down after 10 minutes, and stops at the end', async () => {
    const { orderId, sessionId } = await openedOrder('over-time@buyer.example');
    const { page, pass, asked } = await openTimed(`/success?orderId=${orderId}`, /^\/api\/orders\/\w+/);
    await page.getByRole('heading', { name: 'Confirming your payment' }).waitFor();
    // The confirmation comes first; from then on the order itself is read.
    await pass(3_000);
    // Nobody paid: it does not go on confirming.
    await page.getByRole('heading', { name: 'This order is not paid yet' }).waitFor();
    const started = asked();
    for (let n = 1; n <= 3; n += 1) expect(await pass(3_000)).toBe(started + n);
    await setVisible(page, 'hidden');
    expect(await pass(60_000)).toBe(started + 3);
    await setVisible(page, 'visible');
    expect(await pass(1)).toBe(started + 4);
    await page.clock.fastForward(600_000);
    const slow = await pass(1);
    expect(await pass(12_000)).toBe(slow);
    expect(await pass(3_000)).toBe(slow + 1);
    await control('/gateway/pay', { sessionId, expiry: '01/39' });
    await expect
      .poll(async () => {
        await pass(15_000);
        return page.getByRole('heading', { name: 'Payment received. Thank you!' }).count();
      })
      .toBe(1);
    // Paid is not the end (D-48): its delivery is followed too.
    const paid = asked();
    expect(await pass(15_000)).toBe(paid + 1);
    await store.sql(`update orders set status = 'completed' where id = '${orderId}'`);
    const last = await pass(15_000);
    expect(await pass(300_000)).toBe(last);
  });

  test('STATE-13, STATE-14, A-42: tracking asks every 60 s, survives being offline, pauses when hidden, and stops', async () => {
    const email = 'delivery@buyer.example';
    const { orderId, sessionId, postLink } = await openedOrder(email);
    await control('/provider/pace', { startAfterMs: 0, completeAfterMs: 86_400_000 });
    await control('/gateway/pay', { sessionId, expiry: '01/39' });
    await visitor.call('POST /api/orders/{id}/confirm-payment', { params: { id: orderId }, body: {} });
    await (await signedIn()).call('POST /api/admin/orders/{id}/send-post', {
      params: { id: orderId },
      body: { postLink, category: 'Likes', quantity: 500 },
    });
    const { page, pass, asked } = await openTimed('/client', /^\/api\/admin\/order-status\//);
    await findOrders(page, email);
    const card = page.getByRole('article').filter({ hasText: orderId });
    await card.waitFor();
    await pass(1);
    await card.getByText('In progress').waitFor();
    const started = asked();
    expect(await pass(59_000)).toBe(started);
    expect(await pass(1_000)).toBe(started + 1);
    await page.context().setOffline(true);
    const failed = page.waitForEvent('requestfailed');
    await page.clock.runFor(60_000);
    await failed;
    await card.getByText('In progress').waitFor();
    await page.context().setOffline(false);
    const before = asked();
    await setVisible(page, 'hidden');
    expect(await pass(300_000)).toBe(before);
    await control('/provider/advance', { status: 'Completed', remains: '0' });
    await store.sql("update dispatches set checked_at = checked_at - interval '60 seconds'");
    await setVisible(page, 'visible');
    await pass(1);
    await card.locator('li [data-tone=green]').getByText('Completed').waitFor();
    const last = asked();
    expect(await pass(600_000)).toBe(last);
  });
});

describe('while the buyer takes time', () => {
  async function atCardForm(email: string): Promise<Page> {
    buyer = await browser.phone();
    const { page } = buyer;
    await page.goto(`${store.url}/checkout`);
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
    expect(await store.sql(`select id, payment_status from orders where customer_email = '${email}'`)).toEqual([
      { id: orderId, payment_status: 'paid' },
    ]);
  }

  test('A-29, 5.2: the card form times out, which the card says; the next one is of the same order', async () => {
    const email = 'timed-out@buyer.example';
    const page = await atCardForm(email);
    const [attempt] = await store.sql('select gateway_order_id from payment_attempts order by opened_at desc limit 1');
    await control('/gateway/expire', { orderId: attempt?.gateway_order_id });
    await store.sql("update payment_attempts set opened_at = opened_at - interval '35 minutes'");
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
    buyer = await browser.phone();
    const { page } = buyer;
    const email = 'price@buyer.example';
    await page.goto(`${store.url}/checkout`);
    await fillDetails(page, email, [aLink()]);
    await expect.poll(() => page.getByTestId('total').textContent()).toBe('$3.00');
    const admin = await signedIn();
    const { version, settings } = await admin.call('GET /api/admin/store-settings', {});
    const claims = Object.fromEntries(
      Object.entries(settings.claims).map(([name, { text, shown }]) => [name, { text, shown, confirmed: false }]),
    ) as CallFor<'PUT /api/admin/store-settings'>['body']['settings']['claims'];
    const prices = { ...settings.prices, unit_price_micros: 12_000 };
    await admin.call('PUT /api/admin/store-settings', { body: { version, settings: { ...settings, claims, prices } } });
    await page.getByRole('button', { name: 'Complete Order' }).tap();
    await page.getByRole('alert').getByText('Price has changed. Please review your order and try again.').waitFor();
    expect(await store.sql(`select id from orders where customer_email = '${email}'`)).toEqual([]);
    await page.getByRole('button', { name: 'Try Again' }).tap();
    await expect.poll(() => page.getByTestId('total').textContent()).toBe('$6.00');
    await expect.poll(() => page.getByLabel('E-mail').inputValue()).toBe(email);
    await page.getByRole('button', { name: 'Complete Order' }).tap();
    await payBy(page, approved);
    await expectPaidOnce(page, email);
    await page.getByText('$6.00').waitFor();
  });
});
