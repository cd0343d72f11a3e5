// An operator scrolls through lists of thousands: the document stays small, and what was passed is there again on the way
// back. Customers are made up on their way to the page; everything else is a running store.
import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, type TestBrowser, type Visit } from '../support/browser.ts';
import { clientOf } from '../support/client.ts';
import { longListId, longListSql, scrollToTheEnd } from '../support/long-lists.ts';
import type { StoreProcess } from '../support/process.ts';
import { startOnSharedServer } from '../support/shared-process.ts';

const manyOrders = 10_000;
const manyCustomers = 1_500;
const mostRows = 200;
const stepPx = 1_500;

let store: StoreProcess;
let browser: TestBrowser;
let operator: Visit;

beforeAll(async () => {
  store = await startOnSharedServer({ RATE_LIMIT_FACTOR: '1000' });
  await store.sql(longListSql(manyOrders));
  browser = await openBrowser();
  operator = await browser.desk();
  const { token } = await clientOf(store.url, null).call('POST /api/admin/login', { body: store.adminLogin() });
  await operator.page.addInitScript((given) => localStorage.setItem('adminToken', given), token);
});
afterAll(async () => {
  await browser?.close();
  await store?.close();
});

function order(at: number) {
  return {
    id: longListId(at),
    status: 'paid',
    payment_status: 'paid',
    amount: 6,
    refunded_amount: 0,
    quantity: 1000,
    category: 'Likes',
    post_links: [`https://www.instagram.com/p/a${at}/`],
    customer_email: `buyer${at}@example.com`,
    customer_username: 'customer',
    paid_at: null,
    created_at: '2026-03-01T11:00:00Z',
    updated_at: '2026-03-01T11:00:00Z',
  };
}

/** Answers a call by pages out of as many as there are. */
async function answerByPages(page: Page, path: string, item: (at: number) => object): Promise<void> {
  await page.route(
    (url) => url.pathname === path,
    (route: Route) => {
      const query = new URL(route.request().url()).searchParams;
      const from = Number(query.get('cursor') ?? 0);
      const to = Math.min(manyCustomers, from + Number(query.get('limit')));
      const link: Record<string, string> = to < manyCustomers ? { link: `<${path}?cursor=${to}>; rel="next"` } : {};
      const json = Array.from({ length: to - from }, (_, at) => item(from + at));
      return route.fulfill({ json, headers: { 'x-total-count': String(manyCustomers), ...link } });
    },
  );
}

describe('a long list', () => {
  test('D-7, ORDPG-1: of 10,000 orders keeps at most 200 rows in the document, and the first are there again', async () => {
    const { page } = operator;
    await page.goto(`${store.url}/admin/orders`);
    const row = (at: number) => page.getByRole('link', { name: longListId(at), exact: true });
    await row(0).waitFor();
    const most = await scrollToTheEnd(page, `/admin/orders/${longListId(manyOrders - 1)}`, stepPx);
    expect(most).toBeLessThanOrEqual(mostRows);
    await expect.poll(() => row(0).count()).toBe(0);
    await page.evaluate(() => window.scrollTo(0, 0));
    await row(0).waitFor();
    await expect.poll(() => row(manyOrders - 1).count()).toBe(0);
    expect(operator.troubles).toEqual([]);
  }, 300_000);

  test('D-7, ADM-CUS-1: of customers as well', async () => {
    const { page } = operator;
    await answerByPages(page, '/api/admin/customers', (at) => ({
      email: `buyer${at}@example.com`,
      username: 'customer',
      totalSpent: 18,
      totalOrders: 3,
      orders: [order(at * 3), order(at * 3 + 1), order(at * 3 + 2)],
    }));
    await page.goto(`${store.url}/admin?tab=customers`);
    const card = (at: number) => page.getByRole('heading', { name: `buyer${at}@example.com`, exact: true });
    await card(0).waitFor();
    const most = await scrollToTheEnd(page, `/admin/orders/${longListId(900)}`, stepPx);
    expect(most).toBeLessThanOrEqual(mostRows);
    await expect.poll(() => card(0).count()).toBe(0);
    await card(300).waitFor();
    await page.evaluate(() => window.scrollTo(0, 0));
    await card(0).waitFor();
  }, 120_000);
});
