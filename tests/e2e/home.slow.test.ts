// The home page as a buyer meets it: what a reload paints, the link of the post, the menu of a phone.
import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { barriersOf } from '../support/browser.ts';
import { startShop } from './start-shop.ts';

const shop = startShop();
let page: Page;

beforeEach(async () => {
  shop.buyer = await shop.browser.phone();
  page = shop.buyer.page;
});

/** Notes, in every frame that the browser draws, the quantity that can be seen. */
function watchFrames(): void {
  const seen = new Set<string>();
  const look = () => {
    const shown = document.querySelector('[data-testid=quantity]');
    if (shown?.checkVisibility({ visibilityProperty: true })) seen.add(shown.textContent ?? '');
    document.documentElement.dataset.seen = [...seen].join(' ');
    requestAnimationFrame(look);
  };
  document.addEventListener('DOMContentLoaded', look);
}

/** Notes each use of `Intl` that a page of numbers could make. Older browsers have no `Temporal`. */
function watchIntl(): void {
  const uses: string[] = [];
  Object.assign(window, {
    intlUses: uses,
    Temporal: Reflect.get(window, 'Temporal') ?? { Now: { timeZoneId: () => 'UTC' } },
  });
  const watch = (owner: object, name: string) => {
    const original = Reflect.get(owner, name);
    const noted = new Proxy(original, {
      apply: (...call) => uses.push(name) && Reflect.apply(...call),
      construct: (...call) => uses.push(name) && Reflect.construct(...call),
    });
    Object.assign(owner, { [name]: noted });
  };
  for (const name of ['NumberFormat', 'DateTimeFormat', 'PluralRules', 'Collator']) watch(Intl, name);
  for (const type of [Number, Date]) watch(type.prototype, 'toLocaleString');
  watch(String.prototype, 'localeCompare');
}

test.each(['/', '/pt', '/checkout', '/pt/checkout'])(
  '%s becomes usable without Intl, whose first use is slow',
  async (path) => {
    await page.addInitScript(watchIntl);
    const visit = page.waitForRequest('**/visitor-analytics');
    await page.goto(`${shop.store.url}${path}`);
    await expect.poll(() => page.locator('#island button:enabled').count()).toBeGreaterThan(0);
    await visit;
    expect(await page.evaluate(() => Reflect.get(window, 'intlUses'))).toEqual([]);
    expect(await page.evaluate(() => [(1234).toLocaleString(), Reflect.get(window, 'intlUses')])).toEqual([
      '1,234',
      ['toLocaleString'],
    ]);
  },
);

test('A-6: a reload paints the remembered choice, and no other one before it', async () => {
  await page.goto(shop.store.url);
  await page.getByRole('button', { name: '10,000 likes' }).tap();
  await page.addInitScript(watchFrames);
  await page.reload();
  await expect.poll(() => page.getByRole('slider').isEnabled()).toBe(true);
  expect(await page.locator('html').getAttribute('data-seen')).toBe('10,000');
  expect(shop.buyer.troubles).toEqual([]);
});

test('HOME-17: the link that is given here is in the checkout, with the choice', async () => {
  await page.goto(shop.store.url);
  const link = 'https://www.instagram.com/p/HomeLink001/';
  await page.getByLabel("Your post's link (optional)").fill(link);
  await page.getByRole('button', { name: '5,000 likes' }).tap();
  await page.getByRole('link', { name: 'Proceed to Checkout' }).tap();
  await page.waitForURL('**/checkout');
  await expect.poll(() => page.getByTestId('total').textContent()).toBe('$27.00');
  expect(await page.evaluate(() => JSON.parse(sessionStorage.orderInProgress).posts)).toEqual([link]);
});

test('CHK-6, HOME-17: a pasted message becomes chips on the home page, and fields at the checkout', async () => {
  shop.buyer = await shop.browser.visit({ permissions: ['clipboard-read', 'clipboard-write'] });
  page = shop.buyer.page;
  await page.goto(shop.store.url);
  const lead = page.locator('h1 + p');
  const size = () => lead.evaluate((element) => getComputedStyle(element).fontSize);
  const before = await size();
  const message = 'Look 😍\nhttp://m.instagram.com/reel/C8xAbCdEfGh?igsh=1\nand\ninstagr.am/p/DAfXiNinAXB';
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), message);
  await page.getByLabel("Your post's link (optional)").press('Control+v');
  await page.getByRole('button', { name: 'Change Post URL' }).waitFor();
  await page.getByText('Post · DAfXiNinAXB').waitFor();
  await page.getByText('Removed from the link: igsh').waitFor();
  // The styles of the chip come with it, and change nothing else.
  expect(await size()).toBe(before);
  expect(await barriersOf(page)).toEqual([]);
  await page.getByRole('link', { name: 'Proceed to Checkout' }).click();
  await page.waitForURL('**/checkout');
  await page.getByRole('button', { name: 'Change Post URL 2' }).waitFor();
  expect(await page.locator('#post-0').inputValue()).toBe('https://www.instagram.com/reel/C8xAbCdEfGh/');
  expect(await page.locator('#post-1').inputValue()).toBe('https://www.instagram.com/p/DAfXiNinAXB/');
  expect(shop.buyer.troubles).toEqual([]);
});

test('NAV-1: the menu closes on Escape and on a tap elsewhere', async () => {
  await page.goto(shop.store.url);
  await expect.poll(() => page.getByRole('slider').isEnabled()).toBe(true);
  const menu = page.locator('header details nav');
  const summary = page.locator('summary', { hasText: /^Menu$/ });
  await summary.tap();
  await menu.waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => menu.isVisible()).toBe(false);
  expect(await summary.evaluate((element) => element === document.activeElement)).toBe(true);
  await summary.tap();
  await menu.waitFor();
  await page.touchscreen.tap(5, 500);
  await expect.poll(() => menu.isVisible()).toBe(false);
});

test('HOME-1, HOME-11: total and slider stay in view on a small phone', async () => {
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto(shop.store.url);
  for (const part of [page.getByRole('slider'), page.getByTestId('price'), page.getByText('Proceed to Checkout')]) {
    const box = await part.boundingBox();
    expect((box?.y ?? 640) + (box?.height ?? 0)).toBeLessThanOrEqual(640);
  }
});

test.each(['/', '/?category=Views', '/pt', '/pt?category=Views'])(
  'HOME-20: four packages of %s stand above the slider on a screen of 360 by 640',
  async (path) => {
    await page.setViewportSize({ width: 360, height: 640 });
    await page.goto(`${shop.store.url}${path}`);
    const [packages, slide] = await Promise.all([
      page.locator('button.pack').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().bottom)),
      page.locator('.slide').evaluate((one) => one.getBoundingClientRect().top),
    ]);
    expect(packages[3]).toBeLessThanOrEqual(slide);
  },
);

test('home and about have no barriers, and their consoles stay empty', async () => {
  for (const path of ['/', '/about', '/pt', '/pt/about']) {
    await page.goto(`${shop.store.url}${path}`);
    expect(await barriersOf(page), path).toEqual([]);
  }
  expect(shop.buyer.troubles).toEqual([]);
});
