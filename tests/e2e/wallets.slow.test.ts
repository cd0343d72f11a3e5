// Wallets with Stripe as the gateway, in real Chromium: what a device has is offered, and a wallet's payment is held to
// the rules of a card's.
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type StripeServer, startStripeServer } from '../stand-ins/stripe-stand-in-server.ts';
import { openBrowser, overflowAt360, type TestBrowser, type Visit } from '../support/browser.ts';
import type { StoreProcess } from '../support/process.ts';
import { startOnSharedServer } from '../support/shared-process.ts';
import { type Device, playStripe } from '../support/stripe-page.ts';
import { arriveAtResult } from './shop-steps.ts';

const keys = { secretKey: 'sk_test_wallet', publishableKey: 'pk_test_wallet', webhookSecret: 'whsec_wallet' };
const all = ['apple_pay', 'google_pay', 'link'] as const;

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

const inFrame = (page: Page, title: string, name: string) =>
  page.frameLocator(`iframe[title="${title}"]`).getByRole('button', { name });
const wallet = (page: Page, name: string) => inFrame(page, 'Wallets', name);
const payButton = (page: Page) => page.getByRole('button', { name: 'Pay now' });
const divider = (page: Page) => page.getByText('Or pay by card');
const declined = (page: Page) => page.getByRole('alert').getByText('Your card was declined. Nothing was charged.');
const ordersOf = (email: string) =>
  store.sql(`select id, payment_status from orders where customer_email = '${email}'`);
const chargesOf = (orderId: unknown) =>
  stripe.objects.list('charge').filter(({ metadata }) => JSON.stringify(metadata).includes(`${orderId}-`));

/** From the home page to the open payment, with the taps and fields that it takes a buyer. */
async function atPayment(device: Device) {
  buyers += 1;
  const email = `wallet-${buyers}@buyer.example`;
  buyer = await browser.phone();
  const { page } = buyer;
  await played.play(page, device);
  await page.goto(store.url);
  await page
    .getByRole('button', { name: 'Proceed to Checkout' })
    .or(page.getByRole('link', { name: 'Proceed to Checkout' }))
    .first()
    .tap();
  await page.getByLabel('Email').fill(email);
  await page.locator('#post-0').fill(`https://www.instagram.com/p/Wallet${buyers}/`);
  await page.getByRole('button', { name: 'Complete Order' }).tap();
  await payButton(page).waitFor();
  await page.getByText('Preparing Your Payment').waitFor({ state: 'hidden' });
  return { page, email, taps: 2, fields: 2 };
}

describe('a device with wallets', () => {
  test('GEN-5: lands, taps four times, fills two fields, and has paid; the order says with what', async () => {
    const { page, email, taps, fields } = await atPayment({ wallets: all });
    // Not flush with the edge of the screen.
    expect((await payButton(page).boundingBox())?.x).toBe(16);
    await divider(page).waitFor();
    expect(await overflowAt360(page)).toBe(0);
    await wallet(page, 'Apple Pay').click();
    await inFrame(page, 'Wallet', 'Pay').click();
    const orderId = await arriveAtResult(page);
    expect(taps + 2).toBeLessThanOrEqual(4);
    expect(fields).toBeLessThanOrEqual(3);
    expect(await ordersOf(email)).toEqual([{ id: orderId, payment_status: 'paid' }]);
    expect(
      await store.sql(`select card_wallet, card_brand, card_last4 from payment_attempts where order_id = '${orderId}'`),
    ).toEqual([{ card_wallet: 'apple_pay', card_brand: 'Mastercard', card_last4: '0008' }]);
    await page.getByRole('link', { name: 'View your order' }).tap();
    await page.getByRole('complementary').getByText('Apple Pay, Mastercard ending in 0008').waitFor();
    await page.getByRole('link', { name: 'View receipt' }).tap();
    await page.getByText('Apple Pay, Mastercard ending in 0008').waitFor();
    expect(buyer.troubles).toEqual([]);
  });

  test('a cancelled sheet changes nothing: the next one pays, once', async () => {
    const { page, email } = await atPayment({ wallets: ['google_pay'] });
    await wallet(page, 'Google Pay').click();
    await inFrame(page, 'Wallet', 'Cancel').click();
    expect(await ordersOf(email)).toMatchObject([{ payment_status: 'session' }]);
    expect(await page.getByRole('alert').isVisible()).toBe(false);
    await wallet(page, 'Google Pay').click();
    await inFrame(page, 'Wallet', 'Pay').click();
    const orderId = await arriveAtResult(page);
    expect(chargesOf(orderId)).toHaveLength(1);
  });

  test('a declined wallet says what a declined card says, and the order counts it as one', async () => {
    const device: Device = { wallets: ['link'], walletCard: 'declines' };
    const { page, email } = await atPayment(device);
    await wallet(page, 'Link').click();
    await inFrame(page, 'Wallet', 'Pay').click();
    await declined(page).waitFor();
    const [order] = await ordersOf(email);
    expect(order).toMatchObject({ payment_status: 'session' });
    device.walletCard = 'succeeds';
    await wallet(page, 'Link').click();
    await inFrame(page, 'Wallet', 'Pay').click();
    expect(await arriveAtResult(page)).toBe(order?.id);
    expect(
      await store.sql(`select failed_tries, card_wallet from payment_attempts where order_id = '${order?.id}'`),
    ).toEqual([{ failed_tries: 1, card_wallet: 'link' }]);
  });

  test('a bank that wants a confirmation gets it; refused, it is a decline', async () => {
    const { page } = await atPayment({ wallets: ['google_pay'], walletCard: 'requires_action' });
    await wallet(page, 'Google Pay').click();
    await inFrame(page, 'Wallet', 'Pay').click();
    await inFrame(page, 'Bank', 'Fail').click();
    await declined(page).waitFor();
    await wallet(page, 'Google Pay').click();
    await inFrame(page, 'Wallet', 'Pay').click();
    await inFrame(page, 'Bank', 'Complete').click();
    await arriveAtResult(page);
  });

  test('rule 7: a payment that is still processing is confirmed by the gateway alone', async () => {
    const { page, email } = await atPayment({ wallets: ['apple_pay'], walletCard: 'processing' });
    await wallet(page, 'Apple Pay').click();
    await inFrame(page, 'Wallet', 'Pay').click();
    await page.waitForURL('**/success?*');
    await page.getByRole('heading', { name: 'Confirming your payment' }).waitFor();
    const [order] = await ordersOf(email);
    expect(order).toMatchObject({ payment_status: 'session' });
    const [session] = stripe.objects
      .list('checkout.session')
      .filter((one) => one.client_reference_id === `${order?.id}-1`);
    if (!session) throw new Error('The order has no session.');
    const [pending] = chargesOf(order?.id);
    Object.assign(pending ?? {}, { status: 'failed' });
    stripe.objects.pay(session, { wallet: 'apple_pay' });
    const { headers, rawBody: body } = stripe.event(session, { type: 'checkout.session.completed' });
    expect((await fetch(`${store.url}/api/bigpay/webhook`, { method: 'POST', headers, body })).status).toBe(200);
    expect(await arriveAtResult(page)).toBe(order?.id);
  });

  test('A-24: an answer that was lost after the payment leads to the result, and to no second payment', async () => {
    const { page, email } = await atPayment({ wallets: ['apple_pay'], walletCard: 'lost' });
    await wallet(page, 'Apple Pay').click();
    await inFrame(page, 'Wallet', 'Pay').click();
    const orderId = await arriveAtResult(page);
    expect(await ordersOf(email)).toEqual([{ id: orderId, payment_status: 'paid' }]);
    expect(chargesOf(orderId)).toHaveLength(1);
  });

  test('what is shown stays where it is', async () => {
    const { page } = await atPayment({ wallets: all });
    await page.evaluate(() => {
      const sums = window as unknown as { shifted: number };
      sums.shifted = 0;
      const add = (list: PerformanceObserverEntryList) => {
        for (const entry of list.getEntries()) sums.shifted += (entry as PerformanceEntry & { value: number }).value;
      };
      new PerformanceObserver(add).observe({ type: 'layout-shift' });
    });
    await wallet(page, 'Apple Pay').click();
    await inFrame(page, 'Wallet', 'Cancel').click();
    await page.locator('iframe[title="Wallet"]').waitFor({ state: 'detached' });
    expect(await page.evaluate(() => (window as unknown as { shifted: number }).shifted)).toBeLessThanOrEqual(0.01);
  });
});

describe('a device without wallets', () => {
  test('has the card form alone', async () => {
    const { page } = await atPayment({});
    expect(await divider(page).isVisible()).toBe(false);
    expect(await page.getByRole('group', { name: 'Pay with a wallet' }).isVisible()).toBe(false);
    await page.frameLocator('iframe[title="Secure card fields"]').getByLabel('Card number').waitFor();
  });
});
