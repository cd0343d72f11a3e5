// The shop on a small screen.

import type { Page } from 'playwright-core';
import type { Shop } from './start-shop.ts';

/** A page 360 px wide, as a small phone shows it. */
export async function openSmall(shop: Shop, path: string, viewport = { width: 360, height: 640 }): Promise<Page> {
  shop.buyer = await shop.browser.visit({ viewport, deviceScaleFactor: 2, hasTouch: true, isMobile: true });
  await shop.buyer.page.goto(`${shop.store.url}${path}`);
  return shop.buyer.page;
}

/** How many pixels the page is wider than its screen. */
export async function tooWide(page: Page): Promise<number> {
  return page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth));
}
