// What the shop looks like in every state a buyer can meet: barriers by day and by night, colours that mean something,
// stillness for those who asked for it.

import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { messages } from '../../contract/messages.ts';
import { orderStatuses } from '../../contract/order-status.ts';
import { barriersOf } from '../support/browser.ts';
import { completeOrder, fillDetails, findOrders } from './shop-steps.ts';
import { openSmall, tooWide } from './small-screen-steps.ts';
import { openedOrder, startShop } from './start-shop.ts';

const shop = startShop();

/** By day, by night, in the width of a small phone, and enlarged until 320 px are left. */
async function expectNoBarriers(page: Page): Promise<void> {
  expect(await barriersOf(page)).toEqual([]);
  for (const width of [320, 360]) {
    await page.setViewportSize({ width, height: 640 });
    expect(await tooWide(page)).toBe(0);
  }
}

/** An order as the tracking page gets it. */
const tracked = (status: string, sent = false) => ({
  id: `SIGHT${status.toUpperCase()}`.slice(0, 12),
  status,
  payment_status: 'paid',
  quantity: 500,
  amount: 3,
  category: 'Likes',
  created_at: '2025-01-05T15:07:00.000Z',
  refunded_amount: 0,
  post_links: ['https://www.instagram.com/p/SightOne1/'],
  api_orders: sent
    ? [
        {
          api_order_id: '23501',
          category: 'Likes',
          status: 'sent',
          live_status: 'Completed',
          remains: 0,
          post_link: 'https://www.instagram.com/p/SightOne1/',
        },
      ]
    : [],
});

async function track(page: Page, orders: object[]): Promise<void> {
  await page.route('**/api/orders/by-email/*', (route) => route.fulfill({ json: orders }));
  await findOrders(page, 'sight@buyer.example');
}

describe('without barriers, by day and by night', () => {
  test('ERR-1, A-11, A-12, CHK-7: the form with a hint, an invalid link, and the card about a post named twice', async () => {
    const page = await openSmall(shop, '/checkout');
    await fillDetails(page, 'sight@buyer.example', [
      'https://www.instagram.com/someone',
      'https://example.com/',
      'https://www.instagram.com/p/SightTwo2/',
    ]);
    await page.getByRole('status').getByText(messages.linkHint).waitFor();
    await expectNoBarriers(page);
    await page.locator('#post-1').fill('instagram.com/p/SightTwo2/?igsh=1');
    await completeOrder(page);
    await page.getByRole('alert').getByText(messages.linkDuplicate).waitFor();
    await expectNoBarriers(page);
  });

  test('CHK-14, CHK-27, ERR-16: the overlay, the failure card and the card form', async () => {
    const page = await openSmall(shop, '/checkout');
    await fillDetails(page, 'sight@buyer.example', ['https://www.instagram.com/p/SightThree3/']);
    let fail = () => {};
    const held = new Promise<void>((resolve) => {
      fail = resolve;
    });
    await page.route(
      '**/api/create-order',
      async (route) => {
        await held;
        await route.fulfill({ status: 500, json: {} });
      },
      { times: 1 },
    );
    await completeOrder(page);
    await page.getByRole('dialog', { name: 'Preparing Your Payment' }).waitFor();
    await expectNoBarriers(page);
    fail();
    await page.getByRole('alert').getByText(messages.orderServerError).waitFor();
    await expectNoBarriers(page);
    await page.getByRole('button', { name: 'Try Again' }).tap();
    await completeOrder(page);
    await page.frameLocator('#payment-form iframe').locator('#pay').waitFor();
    await expectNoBarriers(page);
  });

  test('RES-1, RES-8, RES-9: the result pending and failed', async () => {
    const { orderId } = await openedOrder(shop, 'sight@buyer.example');
    const page = await openSmall(shop, `/success?orderId=${orderId}`);
    await page.locator('[data-view=pending]').getByText(`#${orderId}`).waitFor();
    await expectNoBarriers(page);
    await shop.store.sql(`update orders set status = 'failed', payment_status = 'failed' where id = '${orderId}'`);
    await page.reload();
    await page.locator('[data-view=failed]').waitFor();
    await expectNoBarriers(page);
    expect(await page.getByRole('link', { name: 'Try Again' }).getAttribute('href')).toBe('/');
    expect(await page.getByRole('link', { name: 'Contact Support' }).getAttribute('href')).toBe('/contact');
  });

  test('RES-1: the result paid, unknown and without an order', async () => {
    const { orderId, sessionId } = await openedOrder(shop, 'sight@buyer.example');
    await shop.control('/gateway/pay', { sessionId, expiry: '01/39' });
    const page = await openSmall(shop, `/success?orderId=${orderId}`);
    await page.locator('[data-view=completed]').waitFor();
    await expectNoBarriers(page);
    for (const [path, title] of [
      ['/success?orderId=AAAAAAAAAAAA', 'Order not found'],
      ['/success', 'No order to show'],
    ]) {
      await page.goto(`${shop.store.url}${path}`);
      await page.getByRole('heading', { name: title }).waitFor();
      await expectNoBarriers(page);
    }
  });

  test('TRK-5, TRK-16, TRK-17: tracking with nothing found, a failure, and orders in every state', async () => {
    const page = await openSmall(shop, '/client');
    await track(page, []);
    await page.getByText('No orders found').waitFor();
    await expectNoBarriers(page);
    await page.unroute('**/api/orders/by-email/*');
    await page.route('**/api/orders/by-email/*', (route) => route.fulfill({ status: 500, json: {} }));
    await page.getByRole('button', { name: 'Search' }).tap();
    await page.getByText('Error fetching orders. Please try again.').waitFor();
    await expectNoBarriers(page);
    await page.unroute('**/api/orders/by-email/*');
    const orders = orderStatuses.map((status) => tracked(status, true));
    await track(page, orders);
    await page.getByRole('heading', { name: 'Your Orders (5)' }).waitFor();
    await expectNoBarriers(page);
  });

  test('CONTACT-2: the contact form with everything missing', async () => {
    const page = await openSmall(shop, '/contact');
    await page.getByRole('button', { name: 'Send Message' }).tap();
    await expect.poll(() => page.locator('[aria-invalid=true]').count()).toBe(4);
    await expectNoBarriers(page);
  });
});

/** Red, yellow, green, blue or purple, as people name what they see; grey for what has hardly any colour. */
function nameOf(colour: string): string {
  const [r = 0, g = 0, b = 0] = (colour.match(/[\d.]+/g) ?? []).map((part) => Number(part) / 255);
  const [max, min] = [Math.max(r, g, b), Math.min(r, g, b)];
  const chroma = max - min;
  if (chroma < 0.15) return 'grey';
  const sixth = max === r ? ((g - b) / chroma + 6) % 6 : max === g ? (b - r) / chroma + 2 : (r - g) / chroma + 4;
  const hue = sixth * 60;
  const names = { 15: 'red', 35: 'orange', 65: 'yellow', 170: 'green', 245: 'blue', 300: 'purple', 360: 'red' };
  return Object.entries(names).find(([end]) => hue <= Number(end))?.[1] ?? '';
}

test('STATE-2..8, TRK-15: a badge is green, yellow, blue, red, purple or grey as its status is, by day and by night', async () => {
  const expected = {
    completed: 'green',
    pending: 'yellow',
    processing: 'blue',
    failed: 'red',
    paid: 'purple',
    odd: 'grey',
    COMPLETED: 'green',
  };
  const page = await openSmall(shop, '/client');
  const orders = Object.keys(expected).map((status, at) => ({ ...tracked(status), id: `SIGHT${at}` }));
  await track(page, orders);
  await page.getByRole('heading', { name: `Your Orders (${orders.length})` }).waitFor();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const seen = await page.locator('article header [data-tone]').evaluateAll((badges) =>
      badges.map((badge) => {
        const dot = badge.querySelector('span') ?? badge;
        return { dot: getComputedStyle(dot).backgroundColor, ink: getComputedStyle(badge).color };
      }),
    );
    expect(seen.map(({ dot }) => nameOf(dot))).toEqual(Object.values(expected));
    // The words also differ in color; completed stands there twice.
    expect(new Set(seen.map(({ ink }) => ink)).size).toBe(6);
  }
});

test('nothing moves for those who asked for stillness: on the picker, under the overlay, with a notice, while waiting', async () => {
  const moving = (page: Page) =>
    page.evaluate(() =>
      document.getAnimations().flatMap((animation) => {
        const { duration, iterations } = animation.effect?.getComputedTiming() ?? {};
        return Number(duration) * Number(iterations) > 10 ? [`${(animation as CSSAnimation).animationName}`] : [];
      }),
    );
  const { orderId } = await openedOrder(shop, 'still@buyer.example');
  const page = await openSmall(shop, `/success?orderId=${orderId}`);
  await page.locator('[data-view=pending]').getByText(`#${orderId}`).waitFor();
  expect(await moving(page)).toEqual([]);
  await page.goto(shop.store.url);
  await page.getByRole('button', { name: '10,000 likes' }).tap();
  expect(await moving(page)).toEqual([]);
  await page.goto(`${shop.store.url}/client`);
  await expect.poll(() => page.getByRole('button', { name: 'Search' }).isEnabled()).toBe(true);
  await page.getByRole('button', { name: 'Search' }).tap();
  await page.getByText('Email required').waitFor();
  expect(await moving(page)).toEqual([]);
  await page.goto(`${shop.store.url}/checkout`);
  await fillDetails(page, 'still@buyer.example', ['https://www.instagram.com/p/SightStill1/']);
  await page.route('**/api/create-order', () => {});
  await completeOrder(page);
  await page.getByRole('dialog', { name: 'Preparing Your Payment' }).waitFor();
  expect(await moving(page)).toEqual([]);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('with forced colors the main button has a border, and the current step an outline', async () => {
  shop.buyer = await shop.browser.visit({ viewport: { width: 360, height: 640 }, forcedColors: 'active' });
  const { page } = shop.buyer;
  const borderWidth = (element: Element) => getComputedStyle(element).borderTopWidth;
  await page.goto(shop.store.url);
  expect(await page.getByRole('link', { name: 'Proceed to Checkout' }).evaluate(borderWidth)).toBe('1px');
  await page.goto(`${shop.store.url}/checkout`);
  expect(await page.getByRole('button', { name: 'Complete Order' }).evaluate(borderWidth)).toBe('1px');
  const step = page.locator('[aria-current=step] > span').first();
  expect(await step.evaluate((element) => getComputedStyle(element).outlineStyle)).toBe('solid');
});
