// The whole purchase without a mouse: every stop of the keyboard shows where it is, and the focus goes where things happen.

import type { Frame, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { messages } from '../../contract/messages.ts';
import { openBrowser, type TestBrowser, type Visit } from '../support/browser.ts';
import type { StoreProcess } from '../support/process.ts';
import { startOnSharedServer } from '../support/shared-process.ts';
import { arriveAtResult } from './shop-steps.ts';

const good = 'https://www.instagram.com/p/KeyboardOne1/';

let store: StoreProcess;
let browser: TestBrowser;
let buyer: Visit;
let page: Page;

beforeAll(async () => {
  [store, browser] = await Promise.all([startOnSharedServer({ RATE_LIMIT_FACTOR: '1000' }), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await store?.close();
});
beforeEach(async () => {
  buyer = await browser.desk();
  page = buyer.page;
});
afterEach(async () => {
  expect(buyer.troubles.filter((trouble) => trouble.startsWith('error:'))).toEqual([]);
  await buyer.close();
});

const press = async (...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};
const button = (name: string) => page.getByRole('button', { name, exact: true });
const hasFocus = (locator: Locator) => locator.evaluate((element) => element === element.ownerDocument.activeElement);
const expectFocusOn = (locator: Locator) => expect.poll(() => hasFocus(locator)).toBe(true);

/** Tabs on until `target` has the focus. At every stop on the way the focus can be seen, and nothing lies on it. */
async function tabTo(target: Locator, key = 'Tab'): Promise<void> {
  for (let stops = 0; stops < 40; stops += 1) {
    await press(key);
    for (const frame of page.frames()) expect(await frame.evaluate(wrongWithFocus)).toBeNull();
    if (await hasFocus(target)) return;
  }
  throw new Error(`The keyboard does not reach ${target}.`);
}

/** In the page: what is wrong with the way the focus is shown. Null in a frame that has none. */
function wrongWithFocus(): string | null {
  const focused = document.activeElement;
  if (!focused || focused === document.body || focused.tagName === 'IFRAME' || !document.hasFocus()) return null;
  // A radio button is drawn by its label, the exact number by its card.
  const isDrawn = focused.getBoundingClientRect().width > 2;
  const drawn = focused.closest('.exact') ?? (isDrawn ? focused : focused.closest('label')) ?? focused;
  const { outlineStyle, outlineWidth } = getComputedStyle(drawn);
  const name = drawn.outerHTML.slice(0, 120);
  // A slider's outline is its thumb's, which no script can ask for: it is looked at.
  const outlined = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
  if (!outlined && !focused.matches('[type=range]')) return `No outline: ${name}`;
  const { x, y, width, height } = drawn.getBoundingClientRect();
  const top = document.elementFromPoint(x + width / 2, y + height / 2);
  return top && (drawn.contains(top) || top.contains(drawn)) ? null : `Covered or out of sight: ${name}`;
}

const cardFrame = (): Frame => {
  const frame = page.frames()[1];
  if (!frame) throw new Error('There is no card form.');
  return frame;
};

test('GEN-1, GEN-2, GEN-5, HOME-12, HOME-13, CHK-19, CHK-22, CHK-23: views for an Instagram post are bought by keyboard alone', async () => {
  await page.goto(store.url);
  await expect.poll(() => page.getByRole('slider').isEnabled()).toBe(true);
  await page.getByRole('heading', { level: 1, name: /likes .*for your posts|for your posts/i }).waitFor();
  expect(await page.title()).toMatch(/likes and views for your Instagram posts/);

  // The picker.
  await tabTo(page.getByRole('link', { name: 'Skip to content' }));
  await press('Enter');
  await tabTo(page.getByRole('radio', { name: 'Likes' }));
  expect(await page.getByTestId('struck-price').count()).toBe(0);
  expect(await page.getByTestId('discount').count()).toBe(0);
  await press('ArrowRight');
  expect(await page.getByRole('radio', { name: 'Views' }).isChecked()).toBe(true);
  await tabTo(page.getByRole('button', { name: '50,000 views' }));
  await press('Enter');
  await expect.poll(() => page.getByTestId('price').textContent()).toBe('$240.00');
  expect(await page.getByTestId('struck-price').textContent()).toBe('$300.00');
  expect(await page.getByTestId('discount').textContent()).toMatch(/20% OFF.*You save \$60\.00/);
  const slider = page.getByRole('slider', { name: 'Number of views' });
  const unfocused = await slider.screenshot();
  await tabTo(slider);
  expect(unfocused.equals(await slider.screenshot())).toBe(false);
  await press('Home', 'ArrowRight', 'ArrowRight', 'PageUp');
  await expect.poll(() => slider.getAttribute('aria-valuetext')).toMatch(/^[\d,]+ views, \$[\d.,]+$/);
  await press('Home', 'ArrowRight');
  expect(await slider.getAttribute('aria-valuetext')).toBe('600 views, $3.60');
  expect(await page.getByTestId('discount').count()).toBe(0);
  await page.getByRole('status').getByText('600 views, $3.60').waitFor({ state: 'attached' });
  await tabTo(page.getByRole('textbox', { name: 'Exact number' }), 'Shift+Tab');
  await page.keyboard.type('1040');
  await press('Enter');
  await expect.poll(() => page.getByTestId('quantity').textContent()).toBe('1,000');
  await tabTo(page.getByRole('link', { name: 'Proceed to Checkout' }));
  await press('Enter');
  await page.waitForURL('**/checkout');

  // The rules, one after the other: the card has the focus, Try Again leads to what is wrong.
  const email = page.getByRole('textbox', { name: 'Email' });
  const link = page.getByRole('textbox', { name: /^Post URL/ }).first();
  await expect.poll(() => email.isEnabled()).toBe(true);
  const meets = async (sentence: string, leadsTo: Locator) => {
    await press('Enter');
    const card = page.getByRole('alert');
    await expectFocusOn(card);
    await card.getByRole('heading', { name: 'Missing Something!' }).waitFor();
    await card.getByText(sentence).waitFor();
    await tabTo(button('Try Again'));
    await press('Enter');
    await expectFocusOn(leadsTo);
  };
  const typeInto = async (field: Locator, text: string) => {
    await expectFocusOn(field);
    await press('Control+a', 'Delete');
    await page.keyboard.type(text);
  };
  await tabTo(email);
  await meets(messages.emailRequired, email);
  await typeInto(email, 'keyboard');
  await tabTo(link);
  await typeInto(link, 'https://example.com/p/1/');
  expect(await link.getAttribute('aria-invalid')).toBe('true');
  await meets(messages.linkInvalid, link);
  await typeInto(link, 'https://www.instagram.com/someone');
  await page.getByRole('status').getByText(messages.linkHint).waitFor();
  await tabTo(page.getByRole('button', { name: '+ Add Another Post (1/5)' }));
  await press('Enter');
  const second = page.getByRole('textbox', { name: 'Post URL 2' });
  await expectFocusOn(second);
  await meets(messages.linkEmpty, second);
  await typeInto(second, 'instagram.com/someone/');
  await meets(messages.linkDuplicate, second);
  await tabTo(button('Remove post URL 2'));
  await press('Enter');
  await expectFocusOn(link);
  await typeInto(link, good);
  await meets(messages.emailInvalid, email);
  await typeInto(email, 'keyboard@buyer.example');
  expect(await store.sql('select id from orders')).toEqual([]);

  // Paying.
  await tabTo(button('Complete Order'));
  await press('Enter');
  await expectFocusOn(page.getByRole('heading', { name: 'Payment', exact: true }));
  const form = cardFrame();
  for (const [id, text] of [
    ['cardNumber', '5123450000000008'],
    ['expiry', '01/39'],
    ['csc', '100'],
    ['holder', 'Ana Souza'],
  ] as const) {
    await tabTo(form.locator(`#${id}`));
    await page.keyboard.type(text);
  }
  await tabTo(form.locator('#pay'));
  await press('Enter');

  // The result.
  const orderId = await arriveAtResult(page);
  await expectFocusOn(page.getByRole('heading', { level: 1 }));
  await tabTo(page.getByRole('link', { name: 'Track Your Order' }));
  await press('Enter');
  await page.waitForURL('**/client');
  const search = page.getByRole('textbox', { name: 'Email' });
  await expect.poll(() => button('Search').isEnabled()).toBe(true);
  await tabTo(search);
  await page.keyboard.type('keyboard@buyer.example');
  await press('Enter');
  await page.getByRole('article', { name: `Pedido #${orderId}` }).waitFor();
  expect(await page.locator('[aria-live=polite]').getByRole('heading', { name: 'Your Orders (1)' }).count()).toBe(1);

  // The page of the order.
  await tabTo(page.getByRole('link', { name: 'View order' }));
  await press('Enter');
  await page.waitForURL(`**/order/${orderId}/*`);
  await tabTo(button(`Copy: ${orderId}`));
  await tabTo(page.getByRole('link', { name: 'Something wrong?' }));
});

test('A-2: taking the next discount by keyboard leaves the focus on the slider', async () => {
  await page.goto(store.url);
  const slider = page.getByRole('slider');
  await expect.poll(() => slider.isEnabled()).toBe(true);
  await page.getByRole('textbox', { name: 'Exact number' }).fill('4900');
  await press('Enter');
  await tabTo(button('Take 5,000'));
  await press('Enter');
  await expect.poll(() => page.getByTestId('quantity').textContent()).toBe('5,000');
  await expectFocusOn(slider);
});

test('CHK-5: removing posts by keyboard never loses the focus', async () => {
  await page.goto(`${store.url}/checkout`);
  const email = page.getByRole('textbox', { name: 'Email' });
  await expect.poll(() => email.isEnabled()).toBe(true);
  for (let n = 1; n <= 2; n += 1)
    await page.getByRole('button', { name: `+ Add Another Post (${n}/5)` }).press('Enter');
  await expectFocusOn(page.locator('#post-2'));
  await tabTo(button('Remove post URL 1'), 'Shift+Tab');
  await press('Enter');
  await expectFocusOn(page.locator('#post-0'));
  await tabTo(button('Remove post URL 2'));
  await press('Enter');
  await expectFocusOn(page.locator('#post-0'));
});

test('ERR-4: after a failure that no field can mend, Try Again leads to the button; so does the way back from the form', async () => {
  await page.goto(`${store.url}/checkout`);
  await page.getByRole('textbox', { name: 'Email' }).fill('focus@buyer.example');
  await page.locator('#post-0').fill('https://www.instagram.com/p/KeyboardTwo2/');
  await page.route('**/api/create-order', (route) => route.abort(), { times: 1 });
  await expectFocusOn(page.locator('#post-0'));
  const cut = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/create-order'));
  await press('Enter');
  await cut;
  await expectFocusOn(page.getByRole('alert'));
  await tabTo(button('Try Again'));
  await press('Enter');
  await expectFocusOn(button('Complete Order'));
  await press('Enter');
  await expectFocusOn(page.getByRole('heading', { name: 'Payment', exact: true }));
  await tabTo(button('Edit your details'), 'Shift+Tab');
  await press('Enter');
  await expectFocusOn(button('Complete Order'));
});

test('CHK-14: the overlay holds the focus and says what it is doing', async () => {
  await page.goto(`${store.url}/checkout`);
  await page.getByRole('textbox', { name: 'Email' }).fill('overlay@buyer.example');
  await page.locator('#post-0').fill('https://www.instagram.com/p/KeyboardThree3/');
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/create-order', async (route) => {
    await held;
    await route.continue();
  });
  await press('Enter');
  const overlay = page.getByRole('dialog', { name: 'Preparing Your Payment' });
  await overlay.getByRole('status').getByText('Placing your order ...').waitFor();
  await press('Tab', 'Tab', 'Escape');
  expect(await overlay.isVisible()).toBe(true);
  const behind = await page.evaluate(() => document.activeElement?.closest('form, header, footer')?.tagName ?? null);
  expect(behind).toBeNull();
  answer();
  await page.getByRole('heading', { name: 'Payment', exact: true }).waitFor();
  expect(await overlay.count()).toBe(0);
});

test('TRK-2, TRK-17: the search leads to what is wrong, and a retry by keyboard keeps the focus', async () => {
  await page.goto(`${store.url}/client`);
  const search = page.getByRole('textbox', { name: 'Email' });
  await expect.poll(() => button('Search').isEnabled()).toBe(true);
  await tabTo(button('Search'));
  await press('Enter');
  await expectFocusOn(search);
  await page.getByRole('alert').getByText('Email required').waitFor();
  await page.keyboard.type('keyboard@buyer.example');
  // However often the page repeats the search by itself (API-5).
  let isDown = true;
  await page.route('**/api/orders/by-email/*', (route) => (isDown ? route.abort() : route.continue()));
  await press('Enter');
  await page.getByRole('alert').getByText('Error fetching orders. Please try again.').waitFor();
  await tabTo(button('Try Again'));
  isDown = false;
  await press('Enter');
  await page.getByText(/Your Orders|No orders found/).waitFor();
  await page.unroute('**/api/orders/by-email/*');
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(false);
});

test('CHK-1: on a small phone nothing stands in front of the field that has the focus', async () => {
  await buyer.close();
  buyer = await browser.visit({ viewport: { width: 360, height: 560 } });
  page = buyer.page;
  await page.goto(`${store.url}/checkout`);
  await expect.poll(() => page.getByRole('textbox', { name: 'Email' }).isEnabled()).toBe(true);
  for (let n = 1; n <= 4; n += 1) await page.getByRole('button', { name: '+ Add Another Post' }).press('Enter');
  await page.evaluate(() => {
    window.scrollTo(0, 0);
    (document.activeElement as HTMLElement | null)?.blur();
  });
  await tabTo(button('Complete Order'));
  await tabTo(page.getByRole('textbox', { name: 'Email' }), 'Shift+Tab');
});
