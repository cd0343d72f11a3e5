// A buyer at the checkout, and what the store and the gateway have recorded of the order.

import type { Page } from 'playwright-core';
import { afterEach, expect } from 'vitest';
import { fillDetails } from './shop-steps.ts';
import type { Shop } from './start-shop.ts';

type GatewayOrder = { id: string; totalCapturedAmount?: number; sessions: unknown[] };

/** Called once at the top of a file. After each test no script of a page may have thrown. */
export function checkoutSteps(shop: Shop) {
  let buyers = 0;
  afterEach(async () => {
    await shop.control('/gateway/clear', {});
    // Refused requests are part of these tests, a script that breaks over them is not.
    expect(shop.buyer.troubles.filter((trouble) => trouble.startsWith('error:'))).toEqual([]);
  });

  const ordersOf = async (email: string) =>
    (await shop.store.sql(`select id, payment_status from orders where customer_email = '${email}'`)) as {
      id: string;
      payment_status: string;
    }[];

  return {
    ordersOf,
    /** A new buyer at the checkout with everything filled in. `before` runs before the page is opened. */
    atCheckout: async (before: (page: Page) => Promise<unknown> = async () => {}) => {
      buyers += 1;
      const email = `bad-day-${buyers}@buyer.example`;
      shop.buyer = await shop.browser.phone();
      const { page } = shop.buyer;
      await before(page);
      // A payment script that is late holds up the page's load event.
      await page.goto(`${shop.store.url}/checkout`, { waitUntil: 'domcontentloaded' });
      await fillDetails(page, email, [`https://www.instagram.com/p/BadDay${buyers}/`]);
      return { page, email };
    },
    onlyOrderOf: async (email: string) => {
      const orders = await ordersOf(email);
      expect(orders).toHaveLength(1);
      return orders[0]?.id ?? '';
    },
    /** How many sessions of an order the gateway has opened, and what it has charged in all. */
    atGateway: async (orderId: string) => {
      const all = (await shop.control('/gateway/orders')) as unknown as GatewayOrder[];
      const mine = all.filter(({ id }) => id.startsWith(orderId));
      return {
        sessions: mine.reduce((sum, { sessions }) => sum + sessions.length, 0),
        captured: mine.reduce((sum, { totalCapturedAmount = 0 }) => sum + Number(totalCapturedAmount), 0),
      };
    },
  };
}

export async function expectCardForm(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'Payment', exact: true }).waitFor();
  await page.frameLocator('#payment-form iframe').locator('#pay').waitFor();
}
