// A store with one card method: what a purchase sends, from Home to the result.
import type { Request } from 'playwright-core';
import { expect, test } from 'vitest';
import { approved, arriveAtResult, completeOrder, fillDetails, payBy } from './shop-steps.ts';
import { startShop } from './start-shop.ts';

const shop = startShop();

test('D-61, D-100: with one card method a purchase asks for no methods, names none, and loads no script of a choice', async () => {
  shop.buyer = await shop.browser.phone();
  const { page } = shop.buyer;
  const sent: Request[] = [];
  page.on('request', (request) => void sent.push(request));
  await page.goto(shop.store.url);
  await page.getByRole('link', { name: 'Proceed to Checkout' }).tap();
  await page.waitForURL('**/checkout');
  const email = 'one-method@buyer.example';
  const link = 'https://www.instagram.com/p/OneMethod1/';
  await fillDetails(page, email, [link]);
  await completeOrder(page);
  await payBy(page, approved);
  const orderId = await arriveAtResult(page);

  const requests = sent.map((request) => {
    const { pathname } = new URL(request.url());
    return { what: `${request.method()} ${pathname}`, body: request.postData() };
  });
  const toStore = (path: string) => requests.filter(({ what }) => what.endsWith(path));
  expect(toStore('/api/create-order')).toHaveLength(1);
  const [session, ...others] = toStore('/api/bigpay/init-session');
  expect(others).toEqual([]);
  // No further field: a version without several methods sends the same bytes.
  expect(session).toEqual({
    what: 'POST /api/bigpay/init-session',
    body: JSON.stringify({ orderId, amount: 3, email, postUrls: [link] }),
  });
  const whats = requests.map(({ what }) => what);
  expect(whats.filter((what) => what.includes('/api/bigpay/'))).toEqual(['POST /api/bigpay/init-session']);
  expect(whats.filter((what) => /method-choice|transfer-box|stripe/.test(what))).toEqual([]);
  expect(await page.evaluate(() => localStorage.getItem('payment-method'))).toBeNull();
});
