// A purchase with Stripe as the gateway, in real Chromium. What would come from Stripe's addresses comes from here: a
// library with the same calls and the same way back, and a form in a frame of its own origin.
import type { Page, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { messages } from '../../contract/messages.ts';
import { type StripeServer, startStripeServer } from '../../server/modules/payments/gateways/stripe/stand-in-server.ts';
import { openBrowser, overflowAt360, type TestBrowser, type Visit } from '../support/browser.ts';
import { clientOf } from '../support/client.ts';
import type { StoreProcess } from '../support/process.ts';
import { startOnSharedServer } from '../support/shared-process.ts';
import { arriveAtResult, fillDetails } from './shop-steps.ts';

const keys = { secretKey: 'sk_test_e2e', publishableKey: 'pk_test_e2e', webhookSecret: 'whsec_e2e' };
const libraryUrl = 'https://js.stripe.com/endive/stripe.js';

let stripe: StripeServer;
let store: StoreProcess;
let browser: TestBrowser;
let buyer: Visit;
let buyers = 0;

beforeAll(async () => {
  stripe = await startStripeServer(keys);
  store = await startOnSharedServer({
    PAYMENT_GATEWAY: 'stripe',
    STRIPE_SECRET_KEY: keys.secretKey,
    STRIPE_PUBLISHABLE_KEY: keys.publishableKey,
    STRIPE_WEBHOOK_SECRET: keys.webhookSecret,
    STRIPE_API_URL: stripe.url,
    RATE_LIMIT_FACTOR: '1000',
  });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await store?.close();
  await stripe?.stop();
});
afterEach(() => buyer.close());

/** As Stripe's: one form at a time, in a frame of theirs, and the payer who has paid is led away by the library. */
function stripeLibrary(): void {
  let present = false;
  const open = (publishableKey: string) => ({
    async createEmbeddedCheckoutPage({ fetchClientSecret }: { fetchClientSecret: () => Promise<string> }) {
      if (present) throw new Error('You cannot have multiple Embedded Checkout objects.');
      present = true;
      const secret = await fetchClientSecret();
      const frame = document.createElement('iframe');
      frame.title = 'Secure payment form';
      frame.style.cssText = 'width:100%;height:300px;border:0';
      frame.src = `https://js.stripe.com/form?key=${publishableKey}&secret=${secret}`;
      return {
        mount: (place: string) => document.querySelector(place)?.append(frame),
        destroy: () => {
          frame.remove();
          present = false;
        },
      };
    },
  });
  window.addEventListener('message', ({ origin, data }) => {
    if (origin === 'https://js.stripe.com') window.location.assign(data.returnUrl);
  });
  Object.assign(window, { Stripe: open });
}

const form = `<!doctype html><title>Form</title><label>Card number <input id="card"></label>
<button id="pay">Pay</button><script>
pay.onclick = async () => {
  const answer = await fetch('https://js.stripe.com/pay' + location.search);
  parent.postMessage(await answer.json(), '*');
};</script>`;

function sessionNamed(secret: string) {
  const session = stripe.objects.get(secret.split('_secret_')[0] ?? '', 'checkout.session');
  if (session?.client_secret !== secret) throw new Error('Stripe has no such session.');
  return session;
}

async function playStripe(page: Page, { library = true }: { library?: boolean } = {}): Promise<void> {
  await page.route('https://*.stripe.com/**', (route: Route) => {
    const url = new URL(route.request().url());
    if (url.href === libraryUrl && library) {
      return route.fulfill({ contentType: 'text/javascript', body: `(${stripeLibrary})();` });
    }
    if (url.pathname === '/form') return route.fulfill({ contentType: 'text/html', body: form });
    if (url.pathname !== '/pay') return route.abort();
    expect(url.searchParams.get('key')).toBe(keys.publishableKey);
    const session = sessionNamed(url.searchParams.get('secret') ?? '');
    stripe.objects.pay(session);
    return route.fulfill({ json: { returnUrl: session.return_url } });
  });
}

async function atCheckout(playing: Parameters<typeof playStripe>[1] = {}): Promise<{ page: Page; email: string }> {
  buyers += 1;
  const email = `stripe-${buyers}@buyer.example`;
  buyer = await browser.phone();
  const { page } = buyer;
  await playStripe(page, playing);
  await page.goto(`${store.url}/checkout`);
  await fillDetails(page, email, [`https://www.instagram.com/p/Stripe${buyers}/`]);
  return { page, email };
}

const complete = (page: Page) => page.getByRole('button', { name: 'Complete Order' }).tap();
/** Use click(), not tap(): in Chromium 150 a tap in a cross-origin frame triggers no click. */
const cardForm = (page: Page) => page.frameLocator('#payment-form iframe');
const ordersOf = (email: string) =>
  store.sql(`select id, payment_status from orders where customer_email = '${email}'`);
const mailsTo = (email: string) => store.sql(`select from mails where kind = 'order_paid' and recipient = '${email}'`);

async function notifyOf(session: ReturnType<typeof sessionNamed>, times: number): Promise<number[]> {
  const { headers, rawBody: body } = stripe.event(session, { type: 'checkout.session.completed' });
  const answers: number[] = [];
  for (let at = 0; at < times; at += 1) {
    answers.push((await fetch(`${store.url}/api/bigpay/webhook`, { method: 'POST', headers, body })).status);
  }
  return answers;
}

describe('with Stripe', () => {
  test('GEN-3, PAY-8, PAY-9, D-26: the form opens in place, closes on the way back, and a card is paid in it', async () => {
    const { page, email } = await atCheckout();
    await complete(page);
    await cardForm(page).locator('#pay').waitFor();
    await page.getByRole('heading', { name: 'Pay by card' }).waitFor();
    expect(await overflowAt360(page)).toBe(0);
    // As high as the library makes it: no blank space under the form.
    expect((await page.locator('#payment-form iframe').boundingBox())?.height).toBe(300);
    await page.getByRole('button', { name: 'Edit your details' }).tap();
    await page.getByRole('button', { name: 'Complete Order' }).waitFor();
    expect(await page.locator('#payment-form iframe').count()).toBe(0);

    await complete(page);
    await cardForm(page).locator('#pay').click();
    const orderId = await arriveAtResult(page);
    expect(await ordersOf(email)).toEqual([{ id: orderId, payment_status: 'paid' }]);
    const [session] = stripe.objects
      .list('checkout.session')
      .filter((one) => one.client_reference_id === `${orderId}-1`);
    expect(await notifyOf(session as ReturnType<typeof sessionNamed>, 3)).toEqual([200, 200, 200]);
    await expect
      .poll(() => store.sql(`select from payment_notifications where gateway_order_id = '${orderId}-1'`))
      .toHaveLength(1);
    expect(await mailsTo(email)).toHaveLength(1);
    expect(buyer.troubles).toEqual([]);
  });

  test('A-24: the event alone makes the order paid, and the open checkout leads to the result', async () => {
    const { page, email } = await atCheckout();
    await complete(page);
    await cardForm(page).locator('#pay').waitFor();
    const [order] = await ordersOf(email);
    const [session] = stripe.objects
      .list('checkout.session')
      .filter((one) => one.client_reference_id === `${order?.id}-1`);
    if (!session) throw new Error('The order has no session.');
    stripe.objects.pay(session);
    expect(await notifyOf(session, 1)).toEqual([200]);
    await expect.poll(() => ordersOf(email), { timeout: 15_000 }).toMatchObject([{ payment_status: 'paid' }]);
    await page.getByRole('button', { name: 'Edit your details' }).tap();
    expect(await arriveAtResult(page)).toBe(order?.id);
    expect(await mailsTo(email)).toHaveLength(1);
  });

  test('PAY-11, ERR-9: a library that does not come ends in the card, and the order can be sent again', async () => {
    const { page, email } = await atCheckout({ library: false });
    await complete(page);
    await page.getByRole('alert').getByText(messages.paymentLibraryMissing, { exact: true }).waitFor();
    await page.unroute('https://*.stripe.com/**');
    await playStripe(page);
    await page.getByRole('button', { name: 'Try Again' }).tap();
    await complete(page);
    await cardForm(page).locator('#pay').click();
    await arriveAtResult(page);
    expect(await ordersOf(email)).toHaveLength(1);
  });

  test('D-26, S-17: Stripe is allowed on /checkout only, and the answers hold no secret of the shop', async () => {
    buyer = await browser.desk();
    const policyOf = async (path: string) =>
      (await fetch(`${store.url}${path}`)).headers.get('content-security-policy') ?? '';
    const allowed = new Set((await policyOf('/checkout')).match(/https?:\/\/[^\s;]+/g));
    expect(allowed).toContain('https://js.stripe.com');
    for (const origin of allowed) expect(origin).toMatch(/\.stripe\.com$/);
    for (const path of ['/', '/about', '/contact', '/success', '/client', '/admin', '/nowhere']) {
      expect(await policyOf(path)).not.toMatch(/https?:/);
    }
    const html = await (await fetch(`${store.url}/checkout`)).text();
    for (const secret of [keys.secretKey, keys.webhookSecret]) expect(html + store.output()).not.toContain(secret);
  });

  test('A-15: while Stripe is down nothing is opened, and later it is', async () => {
    const visitor = clientOf(store.url, null);
    const { page, email } = await atCheckout();
    stripe.meet('server_error');
    await complete(page);
    await page.getByRole('alert').getByText(messages.paymentUnreachable, { exact: true }).waitFor();
    stripe.meet(null);
    await page.getByRole('button', { name: 'Try Again' }).tap();
    await complete(page);
    await cardForm(page).locator('#pay').click();
    const orderId = await arriveAtResult(page);
    expect(await visitor.call('GET /api/orders/{id}', { params: { id: orderId } })).toMatchObject({
      payment_status: 'paid',
    });
    expect(await ordersOf(email)).toHaveLength(1);
  });
});
