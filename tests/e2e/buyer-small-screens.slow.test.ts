// The shop on narrow and enlarged screens: nothing scrolls sideways, and nothing is covered.

import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { orderBody } from '../support/orders.ts';
import { fillDetails } from './shop-steps.ts';
import { openSmall, tooWide } from './small-screen-steps.ts';
import { startShop } from './start-shop.ts';

const shop = startShop();

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
    const page = await openSmall(shop, '/', { width, height: 640 });
    for (const lang of ['', '/pt']) {
      for (const path of ['/', '/about', '/contact', '/checkout', '/client', '/success', '/terms', '/nowhere']) {
        await page.goto(`${shop.store.url}${lang}${path}`);
        expect(await tooWide(page), lang + path).toBe(0);
        expect(await covered(page), lang + path).toEqual([]);
      }
    }
  });

  test('at 320 px the largest figures and five long links fit too', async () => {
    const page = await openSmall(shop, '/', { width: 320, height: 640 });
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

  /** The number of lines of a text, and whether it is cut. */
  const linesOf = (shown: Locator) =>
    shown.evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      const texts = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 8);
      const lines = new Set(texts.map(({ top, bottom }) => Math.round((top + bottom) / 2 / 12)));
      return { lines: lines.size, isCut: element.scrollWidth > element.clientWidth };
    });
  const oneLine = { lines: 1, isCut: false };

  test.each(['', '/pt'])('at 320 px the main buttons and the chip of a link have one line: %s', async (lang) => {
    const page = await openSmall(shop, lang || '/', { width: 320, height: 640 });
    const post = 'https://www.instagram.com/reel/C8xAbCdEfGh/?igsh=1 https://www.instagram.com/p/DAfXiNinAXB/';
    expect(await linesOf(page.locator('.go a'))).toEqual(oneLine);
    await page.getByText(/^(Views|Visualizações)$/).tap();
    await page.getByRole('button', { name: /^1[.,]000[.,]000/ }).tap();
    expect(await page.getByTestId('price').textContent()).toMatch(/2[.,]700[.,]00$/);
    expect(await linesOf(page.locator('.go a'))).toEqual(oneLine);
    await page.locator('.paste > input').fill(post);
    await page.locator('.paste-chip button').waitFor();
    expect(await linesOf(page.locator('.paste-chip [aria-hidden] > span'))).toEqual(oneLine);
    await page.locator('.go a').tap();
    await page.locator('#post-1-change').waitFor();
    expect(await linesOf(page.locator('#complete-order'))).toEqual(oneLine);
    expect(await linesOf(page.locator('.pay-bar strong'))).toEqual(oneLine);
    expect(await linesOf(page.locator('div:has(> #post-0-change) > span > span'))).toEqual(oneLine);
  });

  test('A-82: with text of twice the size nothing scrolls sideways, from 360 to 1,280 px', async () => {
    const page = await openSmall(shop, '/');
    const body = orderBody({ email: 'large.text@buyer.example', quantity: 30_000 });
    const { orderId, orderKey } = await shop.visitor.call('POST /api/create-order', { body });
    const order = [`/order/${orderId}/${orderKey}`, `/success?orderId=${orderId}`];
    for (const lang of ['', '/pt']) {
      for (const path of ['/', '/checkout', '/contact', '/about', '/client', ...order]) {
        await page.setViewportSize({ width: 360, height: 640 });
        await page.goto(`${shop.store.url}${lang}${path}`);
        await page.evaluate(() => {
          document.documentElement.style.fontSize = '32px';
        });
        for (const width of [360, 480, 640, 768, 1024, 1280]) {
          await page.setViewportSize({ width, height: 640 });
          expect(await tooWide(page), `${lang}${path} at ${width}`).toBe(0);
        }
      }
    }
  });

  async function expectApart(one: Locator, other: Locator): Promise<void> {
    const [a, b] = [await one.boundingBox(), await other.boundingBox()];
    if (!a || !b) throw new Error('One of the two is not drawn.');
    const apart = a.y + a.height <= b.y || b.y + b.height <= a.y || a.x + a.width <= b.x || b.x + b.width <= a.x;
    expect(apart, JSON.stringify({ a, b })).toBe(true);
  }

  test('CONTACT-5, FMT-4: a notice does not lie on the button that called it, wherever that stands on the screen', async () => {
    const page = await openSmall(shop, '/client');
    const notice = page.locator('.toast-in');
    const search = page.getByRole('button', { name: 'Search' });
    await expect.poll(() => search.isEnabled()).toBe(true);
    await search.tap();
    await notice.getByText('Email required').waitFor();
    await expectApart(notice, search);
    await expectApart(notice, page.getByLabel('Email'));
    await page.goto(`${shop.store.url}/contact`);
    for (const label of ['Name', 'Subject', 'Message']) await page.getByLabel(label, { exact: true }).fill('Sight');
    await page.getByLabel('Email', { exact: true }).fill('sight@buyer.example');
    const send = page.getByRole('button', { name: /Send|Sent/ });
    await send.evaluate((element) => element.scrollIntoView({ block: 'end' }));
    await send.tap();
    await notice.getByText('Message sent successfully!').waitFor();
    await expectApart(notice, send);
  });
});
