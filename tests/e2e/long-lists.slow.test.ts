// An operator scrolls through a list of thousands: the document stays small, and what was passed is there again on the
// way back.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, type TestBrowser, type Visit } from '../support/browser.ts';
import { clientOf } from '../support/client.ts';
import { longListId, longListSql, scrollToTheEnd } from '../support/long-lists.ts';
import type { StoreProcess } from '../support/process.ts';
import { startOnSharedServer } from '../support/shared-process.ts';

const manyOrders = 10_000;
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
});
