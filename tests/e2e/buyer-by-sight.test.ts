// What the shop looks like in every state a buyer can meet: barriers by day and by night, colours that mean something,
// narrow and enlarged screens, stillness for those who asked for it.

import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { messages } from '../../contract/messages.ts';
import { barriersOf, openBrowser, type TestBrowser, type Visit } from '../world/browser.ts';
import { clientOf } from '../world/client.ts';
import { orderBody } from '../world/orders.ts';
import { type StoreProcess, startProcess } from '../world/process.ts';
import { sandboxControl } from '../world/sandbox-control.ts';
import { fillDetails, findOrders } from './shop-steps.ts';

let store: StoreProcess;
let browser: TestBrowser;
let buyer: Visit;

beforeAll(async () => {
  [store, browser] = await Promise.all([startProcess({ env: { RATE_LIMIT_FACTOR: '1000' } }), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await store?.close();
});
afterEach(() => buyer.close());

/** A page 360 px wide, as a small phone shows it. */
async function open(path: string, viewport = { width: 360, height: 640 }): Promise<Page> {
  buyer = await browser.visit({ viewport, deviceScaleFactor: 2, hasTouch: true, isMobile: true });
  await buyer.page.goto(`${store.url}${path}`);
  return buyer.page;
}

const complete = (page: Page) => page.getByRole('button', { name: 'Complete Order' }).tap();
const tooWide = (page: Page) =>
  page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth));

/** By day, by night, in the width of a small phone, and enlarged until 320 px are left. */
async function expectNoBarriers(page: Page): Promise<void> {
  expect(await barriersOf(page)).toEqual([]);
  for (const width of [320, 360]) {
    await page.setViewportSize({ width, height: 640 });
    expect(await tooWide(page)).toBe(0);
  }
}

async function openedOrder(email: string) {
  const visitor = clientOf(store.url, null);
  const body = orderBody({ email });
  const { orderId } = await visitor.call('POST /api/create-order', { body });
  const session = { orderId, amount: body.price, email, postUrls: body.post_links };
  const { sessionId } = await visitor.call('POST /api/bigpay/init-session', { body: session });
  return { orderId, sessionId };
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
    const page = await open('/checkout');
    await fillDetails(page, 'sight@buyer.example', [
      'https://www.instagram.com/someone',
      'https://example.com/',
      'https://www.instagram.com/p/SightTwo2/',
    ]);
    await page.getByRole('status').getByText(messages.linkHint).waitFor();
    await expectNoBarriers(page);
    await page.locator('#post-1').fill('instagram.com/p/SightTwo2/?igsh=1');
    await complete(page);
    await page.getByRole('alert').getByText(messages.linkDuplicate).waitFor();
    await expectNoBarriers(page);
  });

  test('CHK-14, CHK-27, ERR-16: the overlay, the failure card and the card form', async () => {
    const page = await open('/checkout');
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
    await complete(page);
    await page.getByRole('dialog', { name: 'Preparing Your Payment' }).waitFor();
    await expectNoBarriers(page);
    fail();
    await page.getByRole('alert').getByText(messages.orderServerError).waitFor();
    await expectNoBarriers(page);
    await page.getByRole('button', { name: 'Try Again' }).tap();
    await complete(page);
    await page.frameLocator('#payment-form iframe').locator('#pay').waitFor();
    await expectNoBarriers(page);
  });

  test('RES-1, RES-8, RES-9: the result pending and failed', async () => {
    const { orderId } = await openedOrder('sight@buyer.example');
    const page = await open(`/success?orderId=${orderId}`);
    await page.locator('[data-view=pending]').getByText(`#${orderId}`).waitFor();
    await expectNoBarriers(page);
    await store.sql(`update orders set status = 'failed', payment_status = 'failed' where id = '${orderId}'`);
    await page.reload();
    await page.locator('[data-view=failed]').waitFor();
    await expectNoBarriers(page);
    expect(await page.getByRole('link', { name: 'Try Again' }).getAttribute('href')).toBe('/');
    expect(await page.getByRole('link', { name: 'Contact Support' }).getAttribute('href')).toBe('/contact');
  });

  test('RES-1: the result paid, unknown and without an order', async () => {
    const { orderId, sessionId } = await openedOrder('sight@buyer.example');
    await sandboxControl(`${store.url}/sandbox`)('/gateway/pay', { sessionId, expiry: '01/39' });
    const page = await open(`/success?orderId=${orderId}`);
    await page.locator('[data-view=completed]').waitFor();
    await expectNoBarriers(page);
    for (const [path, title] of [
      ['/success?orderId=AAAAAAAAAAAA', 'Order not found'],
      ['/success', 'No order named'],
    ]) {
      await page.goto(`${store.url}${path}`);
      await page.getByRole('heading', { name: title }).waitFor();
      await expectNoBarriers(page);
    }
  });

  test('TRK-5, TRK-16, TRK-17: tracking with nothing found, a failure, and orders in every state', async () => {
    const page = await open('/client');
    await track(page, []);
    await page.getByText('No orders found').waitFor();
    await expectNoBarriers(page);
    await page.unroute('**/api/orders/by-email/*');
    await page.route('**/api/orders/by-email/*', (route) => route.fulfill({ status: 500, json: {} }));
    await page.getByRole('button', { name: 'Search' }).tap();
    await page.getByText('Error fetching orders. Please try again.').waitFor();
    await expectNoBarriers(page);
    await page.unroute('**/api/orders/by-email/*');
    const orders = ['pending', 'paid', 'processing', 'completed', 'failed'].map((status) => tracked(status, true));
    await track(page, orders);
    await page.getByRole('heading', { name: 'Your Orders (5)' }).waitFor();
    await expectNoBarriers(page);
  });

  test('CONTACT-2: the contact form with everything missing', async () => {
    const page = await open('/contact');
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
  const page = await open('/client');
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
    // The words are told apart by their colour too; completed stands there twice.
    expect(new Set(seen.map(({ ink }) => ink)).size).toBe(6);
  }
});

describe('on narrow and enlarged screens', () => {
  /** Text and controls with something else lying on them, wherever the page is scrolled to. */
  const covered = (page: Page) =>
    page.evaluate(() => {
      const wanted = [
        ...document.querySelectorAll('a, button, input, textarea, summary, label, h1, h2, h3, dt, dd, li p'),
      ];
      const visible = wanted.filter((one) => {
        const { width, height } = one.getBoundingClientRect();
        return width > 2 && height > 2 && one.checkVisibility({ visibilityProperty: true }) && !one.closest('.sr-only');
      });
      return visible.flatMap((one) => {
        one.scrollIntoView({ block: 'center' });
        const { x, y, width, height } = one.getBoundingClientRect();
        const top = document.elementFromPoint(x + width / 2, y + height / 2);
        const free = top && (one.contains(top) || top.contains(one));
        return free ? [] : [`${one.outerHTML.slice(0, 100)} under ${top?.outerHTML.slice(0, 100)}`];
      });
    });

  // 640 px at 200 % is 320 px of CSS; 720 px at 200 % is 360.
  test.each([320, 360])('at %i px nothing scrolls sideways and nothing is covered, on every page', async (width) => {
    const page = await open('/', { width, height: 640 });
    for (const lang of ['', '/pt']) {
      for (const path of ['/', '/about', '/contact', '/checkout', '/client', '/success', '/terms', '/nowhere']) {
        await page.goto(`${store.url}${lang}${path}`);
        expect(await tooWide(page), lang + path).toBe(0);
        expect(await covered(page), lang + path).toEqual([]);
      }
    }
  });

  test('at 320 px the largest figures and five long links fit too', async () => {
    const page = await open('/', { width: 320, height: 640 });
    await page.getByText('Views', { exact: true }).tap();
    const exact = page.getByRole('textbox', { name: 'Exact number' });
    for (const quantity of ['1000000', '190000']) {
      await exact.fill(quantity);
      await exact.press('Enter');
      expect(await tooWide(page)).toBe(0);
      expect(await covered(page)).toEqual([]);
    }
    await page.getByRole('link', { name: 'Proceed to Checkout' }).tap();
    await page.waitForURL('**/checkout');
    const long = (at: number) =>
      `https://www.instagram.com/a.rather.long.user.name/reel/SightLongLink${at}${'x'.repeat(60)}/`;
    await fillDetails(page, `${'a'.repeat(60)}@buyer.example`, [1, 2, 3, 4, 5].map(long));
    expect(await tooWide(page)).toBe(0);
    expect(await covered(page)).toEqual([]);
  });

  async function expectApart(one: Locator, other: Locator): Promise<void> {
    const [a, b] = [await one.boundingBox(), await other.boundingBox()];
    if (!a || !b) throw new Error('One of the two is not drawn.');
    const apart = a.y + a.height <= b.y || b.y + b.height <= a.y || a.x + a.width <= b.x || b.x + b.width <= a.x;
    expect(apart, JSON.stringify({ a, b })).toBe(true);
  }

  test('CONTACT-5, FMT-4: a notice does not lie on the button that called it, wherever that stands on the screen', async () => {
    const page = await open('/client');
    const notice = page.locator('.toast-in');
    const search = page.getByRole('button', { name: 'Search' });
    await expect.poll(() => search.isEnabled()).toBe(true);
    await search.tap();
    await notice.getByText('Email required').waitFor();
    await expectApart(notice, search);
    await expectApart(notice, page.getByLabel('E-mail'));
    await page.goto(`${store.url}/contact`);
    for (const label of ['Name', 'Subject', 'Message']) await page.getByLabel(label, { exact: true }).fill('Sight');
    await page.getByLabel('Email', { exact: true }).fill('sight@buyer.example');
    const send = page.getByRole('button', { name: /Send|Sent/ });
    await send.evaluate((element) => element.scrollIntoView({ block: 'end' }));
    await send.tap();
    await notice.getByText('Message sent successfully!').waitFor();
    await expectApart(notice, send);
  });
});

test('nothing moves for those who asked for stillness: on the picker, under the overlay, with a notice, while waiting', async () => {
  const moving = (page: Page) =>
    page.evaluate(() =>
      document.getAnimations().flatMap((animation) => {
        const { duration, iterations } = animation.effect?.getComputedTiming() ?? {};
        return Number(duration) * Number(iterations) > 10 ? [`${(animation as CSSAnimation).animationName}`] : [];
      }),
    );
  const { orderId } = await openedOrder('still@buyer.example');
  const page = await open(`/success?orderId=${orderId}`);
  await page.locator('[data-view=pending]').getByText(`#${orderId}`).waitFor();
  expect(await moving(page)).toEqual([]);
  await page.goto(store.url);
  await page.getByRole('button', { name: '10,000 likes' }).tap();
  expect(await moving(page)).toEqual([]);
  await page.goto(`${store.url}/client`);
  await expect.poll(() => page.getByRole('button', { name: 'Search' }).isEnabled()).toBe(true);
  await page.getByRole('button', { name: 'Search' }).tap();
  await page.getByText('Email required').waitFor();
  expect(await moving(page)).toEqual([]);
  await page.goto(`${store.url}/checkout`);
  await fillDetails(page, 'still@buyer.example', ['https://www.instagram.com/p/SightStill1/']);
  await page.route('**/api/create-order', () => {});
  await complete(page);
  await page.getByRole('dialog', { name: 'Preparing Your Payment' }).waitFor();
  expect(await moving(page)).toEqual([]);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});
