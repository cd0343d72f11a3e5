// A purchase by card with Stripe as the gateway, in real Chromium. What would come from Stripe's addresses is played
// (`tests/support/stripe-page.ts`).
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { messages } from '../../contract/messages.ts';
import type { StripeObject } from '../../sandbox/stripe/objects.ts';
import { type StripeServer, startStripeServer } from '../stand-ins/stripe-stand-in-server.ts';
import { openBrowser, overflowAt360, type TestBrowser, type Visit } from '../support/browser.ts';
import { clientOf } from '../support/client.ts';
import type { StoreProcess } from '../support/process.ts';
import { startOnSharedServer } from '../support/shared-process.ts';
import { type Device, playStripe } from '../support/stripe-page.ts';
import { arriveAtResult, fillDetails } from './shop-steps.ts';

const keys = { secretKey: 'sk_test_e2e', publishableKey: 'pk_test_e2e', webhookSecret: 'whsec_e2e' };

let stripe: StripeServer;
let played: ReturnType<typeof playStripe>;
let store: StoreProcess;
let browser: TestBrowser;
let buyer: Visit;
let buyers = 0;

beforeAll(async () => {
  stripe = await startStripeServer(keys);
  played = playStripe(stripe, keys);
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

async function atCheckout(device: Device = {}): Promise<{ page: Page; email: string }> {
  buyers += 1;
  const email = `stripe-${buyers}@buyer.example`;
  buyer = await browser.phone();
  const { page } = buyer;
  await played.play(page, device);
  await page.goto(`${store.url}/checkout`);
  await fillDetails(page, email, [`https://www.instagram.com/p/Stripe${buyers}/`]);
  return { page, email };
}

const complete = (page: Page) => page.getByRole('button', { name: 'Complete Order' }).tap();
const cardFields = (page: Page) => page.frameLocator('iframe[title="Secure card fields"]');
const payButton = (page: Page) => page.getByRole('button', { name: 'Pay now' });
async function payByCard(page: Page, number = '4242 4242 4242 4242'): Promise<void> {
  await cardFields(page).getByLabel('Card number').fill(number);
  await cardFields(page).getByLabel('Expiry').fill('12/34');
  await cardFields(page).getByLabel('CVC').fill('123');
  await payButton(page).tap();
}
const ordersOf = (email: string) =>
  store.sql(`select id, payment_status from orders where customer_email = '${email}'`);
const mailsTo = (email: string) => store.sql(`select from mails where kind = 'order_paid' and recipient = '${email}'`);

async function notifyOf(session: StripeObject, times: number): Promise<number[]> {
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
    await payButton(page).waitFor();
    await page.getByRole('heading', { name: 'Payment', exact: true }).waitFor();
    expect(await overflowAt360(page)).toBe(0);
    // No wallet on this device: no button of one, and no divider.
    expect(await page.getByText('Or pay by card').isVisible()).toBe(false);
    // Not filled in: nothing is sent.
    await payButton(page).tap();
    await payButton(page).and(page.locator(':enabled')).waitFor();
    expect(stripe.objects.list('charge')).toHaveLength(0);
    await page.getByRole('button', { name: 'Edit your details' }).tap();
    await page.getByRole('button', { name: 'Complete Order' }).waitFor();
    expect(await page.locator('#payment-form iframe').count()).toBe(0);

    await complete(page);
    await payByCard(page);
    const orderId = await arriveAtResult(page);
    expect(await ordersOf(email)).toEqual([{ id: orderId, payment_status: 'paid' }]);
    const [session] = stripe.objects
      .list('checkout.session')
      .filter((one) => one.client_reference_id === `${orderId}-1`);
    expect(await notifyOf(session as StripeObject, 3)).toEqual([200, 200, 200]);
    await expect
      .poll(() => store.sql(`select from payment_notifications where gateway_order_id = '${orderId}-1'`))
      .toHaveLength(1);
    expect(await mailsTo(email)).toHaveLength(1);
    expect(buyer.troubles).toEqual([]);
  });

  test('A-24: the event alone makes the order paid, and the open checkout leads to the result', async () => {
    const { page, email } = await atCheckout();
    await complete(page);
    await payButton(page).waitFor();
    const [order] = await ordersOf(email);
    const [session] = stripe.objects
      .list('checkout.session')
      .filter((one) => one.client_reference_id === `${order?.id}-1`);
    if (!session) throw new Error('The order has no session.');
    stripe.objects.pay(session);
    expect(await notifyOf(session, 1)).toEqual([200]);
    await expect.poll(() => ordersOf(email)).toMatchObject([{ payment_status: 'paid' }]);
    await page.getByRole('button', { name: 'Edit your details' }).tap();
    expect(await arriveAtResult(page)).toBe(order?.id);
    expect(await mailsTo(email)).toHaveLength(1);
  });

  test('PAY-11, ERR-9: a library that does not come ends in the card, and the order can be sent again', async () => {
    const { page, email } = await atCheckout({ library: false });
    await complete(page);
    await page.getByRole('alert').getByText(messages.paymentLibraryMissing, { exact: true }).waitFor();
    await page.unroute('https://*.stripe.com/**');
    await played.play(page);
    await page.getByRole('button', { name: 'Try Again' }).tap();
    await complete(page);
    await payByCard(page);
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
    await payByCard(page);
    const orderId = await arriveAtResult(page);
    expect(await visitor.call('GET /api/orders/{id}', { params: { id: orderId } })).toMatchObject({
      payment_status: 'paid',
    });
    expect(await ordersOf(email)).toHaveLength(1);
  });
});
