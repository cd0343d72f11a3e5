// How a buyer chooses a quantity on the home page: by a number in any form, and by the slider of a phone.
import type { Locator, Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { defaultPriceList } from '../../contract/default-prices.ts';
import { barriersOf } from '../support/browser.ts';
import { startShop } from './start-shop.ts';

const shop = startShop();
let page: Page;
let slider: Locator;

async function visit(width: number, hasTouch: boolean, path = '/'): Promise<void> {
  shop.buyer = await shop.browser.visit({ viewport: { width, height: 780 }, hasTouch, isMobile: hasTouch });
  page = shop.buyer.page;
  slider = page.getByRole('slider');
  await page.goto(`${shop.store.url}${path}`);
  await expect.poll(() => slider.isEnabled()).toBe(true);
}

const value = () => slider.evaluate((input: HTMLInputElement) => input.valueAsNumber);
const shown = () => page.getByTestId('quantity').textContent();
const chooseViews = () => page.locator('label', { has: page.locator('input[value=Views]') }).click();

describe('the exact number', () => {
  beforeEach(() => visit(360, true));
  const field = () => page.locator('#exact');
  const note = () => page.locator('#exact-help').textContent();

  test.each([
    ['Views', '5000.00', '5,000', '$30.00'],
    ['Views', '0,5M', '500,000', '$1,800.00'],
    ['Likes', '1’000', '1,000', '$6.00'],
    ['Likes', '10 mil', '10,000', '$48.00'],
    ['Likes', '２５００', '2,500', '$15.00'],
  ])('D-52: %s: %j is %s for %s, live', async (category, typed, quantity, price) => {
    if (category === 'Views') await chooseViews();
    await field().fill(typed);
    await expect.poll(shown).toBe(quantity);
    expect(await page.getByTestId('price').textContent()).toBe(price);
    expect(await field().inputValue()).toBe(typed);
    await field().press('Enter');
    await expect.poll(() => field().inputValue()).toBe(quantity);
    expect(await note()).toMatch(/ to /);
    expect(shop.buyer.troubles).toEqual([]);
  });

  test.each([
    ['12345', '12,350', 'Sold in steps of 50'],
    ['99999999', '30,000', 'At most 30,000'],
    ['100', '500', 'At least 500'],
    ['1e5', '2,500', 'Invalid, not changed'],
    ['', '2,500', 'Invalid, not changed'],
  ])('D-52: %j becomes %s with its reason: %s', async (typed, quantity, reason) => {
    await page.getByRole('button', { name: '2,500 likes' }).tap();
    await field().tap();
    await page.keyboard.press('Delete');
    await page.keyboard.type(typed);
    await expect.poll(note).toBe(reason);
    expect(await shown()).toBe(quantity);
    await page.getByRole('heading', { level: 1 }).tap();
    await expect.poll(() => field().inputValue()).toBe(quantity);
    expect(await note()).toBe(reason);
    await page.getByRole('button', { name: '5,000 likes' }).tap();
    await expect.poll(note).toBe('500 to 30,000');
    expect(shop.buyer.troubles).toEqual([]);
  });

  test('D-52: a field with a reason has no barriers', async () => {
    await field().fill('12345');
    await expect.poll(note).toBe('Sold in steps of 50');
    expect(await barriersOf(page)).toEqual([]);
  });

  test('D-52: a number that was typed before its script came is read, also after Enter', async () => {
    const held: (() => Promise<void>)[] = [];
    await page.route('**/exact-note-*.js', async (route) => void held.push(() => route.continue()));
    await field().fill('7.500,00');
    await field().press('Enter');
    await expect.poll(() => held.length).toBe(1);
    expect(await shown()).toBe('500');
    await held[0]?.();
    await expect.poll(() => field().inputValue()).toBe('7,500');
    expect(await shown()).toBe('7,500');
  });
});

/** The horizontal places of the slider where its thumb can be, in whole pixels. */
async function trackOf() {
  await slider.scrollIntoViewIfNeeded();
  const box = await slider.boundingBox();
  if (!box) throw new Error('The slider is not on the page.');
  const thumb = 28;
  return { from: box.x + thumb / 2, to: box.x + box.width - thumb / 2, y: box.y + box.height / 2 };
}

describe.each([true, false])('the slider at 360 px, touch: %s', (hasTouch) => {
  beforeEach(() => visit(360, hasTouch));

  /** Drags from the left end to the right, a pixel at a time. */
  async function drag(): Promise<[x: number, value: number][]> {
    const { from, to, y } = await trackOf();
    const session = await page.context().newCDPSession(page);
    const send = async (type: 'touchStart' | 'touchMove' | 'touchEnd', x: number) => {
      if (hasTouch) {
        await session.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] });
      } else if (type === 'touchMove') await page.mouse.move(x, y);
      else if (type === 'touchStart') await page.mouse.move(x, y).then(() => page.mouse.down());
      else await page.mouse.up();
    };
    const found: [number, number][] = [];
    await send('touchStart', from);
    // A touch moves only after some pixels.
    await send('touchMove', from + 40);
    for (let x = Math.floor(from) - 2; x <= to + 2; x += 1) {
      await send('touchMove', x);
      found.push([x, await value()]);
    }
    await send('touchEnd', to);
    return found;
  }

  test.each(['Likes', 'Views'] as const)(
    'D-47: each package of %s has the same width and can be hit',
    async (category) => {
      if (category === 'Views') await chooseViews();
      const { packages, minQuantity, maxQuantity, stepQuantity } = defaultPriceList.offers[category];
      expect(await slider.evaluate(({ min, max, step }: HTMLInputElement) => [min, max, step])).toEqual(
        [minQuantity, maxQuantity, stepQuantity].map(String),
      );
      const found = await drag();
      const centerOf = (quantity: number) => {
        const places = found.filter(([, one]) => one === quantity).map(([x]) => x);
        expect(places.length, `${quantity}`).toBeGreaterThan(2);
        return ((places[0] ?? 0) + (places.at(-1) ?? 0)) / 2;
      };
      const centers = packages.slice(0, -1).map(centerOf);
      const widths = centers.slice(1).map((center, at) => center - (centers[at] ?? 0));
      // The first of likes is the minimum, whose places begin before the track.
      const inner = category === 'Likes' ? widths.slice(1) : widths;
      for (const width of inner) expect(Math.abs(width - (inner[0] ?? 0))).toBeLessThanOrEqual(1);
      expect(inner[0]).toBeGreaterThan(40);
      expect(found[0]?.[1]).toBe(minQuantity);
      expect(found.at(-1)?.[1]).toBe(maxQuantity);
      expect(found.every(([, one]) => (one - minQuantity) % stepQuantity === 0)).toBe(true);
      expect(found.every(([, one], at) => one >= (found[at - 1]?.[1] ?? 0))).toBe(true);
      expect(await value()).toBe(maxQuantity);
      expect(shop.buyer.troubles).toEqual([]);
    },
  );

  test('D-47: a press on the track selects its place, one on the thumb changes nothing', async () => {
    await chooseViews();
    const { from, to, y } = await trackOf();
    const press = (x: number) => (hasTouch ? page.touchscreen.tap(x, y) : page.mouse.click(x, y));
    const at = (stop: number) => from + ((to - from) * stop) / 7;
    await press(at(4));
    await expect.poll(value).toBe(50_000);
    await press(at(4) + 8);
    await press(at(4) - 8);
    expect(await value()).toBe(50_000);
    await press(at(1));
    await expect.poll(value).toBe(5_000);
    await expect.poll(() => slider.evaluate((input) => input === document.activeElement)).toBe(true);
  });

  test('D-47: keys move by one step, and a script sets the exact quantity', async () => {
    await chooseViews();
    await slider.press('ArrowRight');
    expect(await value()).toBe(5_100);
    await slider.press('ArrowLeft');
    await slider.press('ArrowLeft');
    expect(await value()).toBe(4_900);
    expect(await slider.getAttribute('aria-valuetext')).toBe('4,900 views, $29.40');
    await slider.press('End');
    expect(await value()).toBe(1_000_000);
    await slider.press('Home');
    expect(await value()).toBe(500);
    await slider.fill('123400');
    await expect.poll(shown).toBe('123,400');
    expect(await value()).toBe(123_400);
  });
});

test('D-47: a touch on the slider that scrolls the page changes nothing', async () => {
  await visit(360, true);
  const { from, to, y } = await trackOf();
  const session = await page.context().newCDPSession(page);
  const x = (from + to) / 2;
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
  for (let moved = 4; moved <= 200; moved += 4) {
    await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x: x + 2, y: y - moved }] });
  }
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(50);
  expect(await value()).toBe(500);
  expect(await shown()).toBe('500');
});
