// A buyer who mends what the error card names, by keyboard, mouse and touch (D-65): the card leads to Try Again, and no click and
// no typed letter is lost.
import type { Locator, Page } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { barriersOf, type Visit } from '../support/browser.ts';
import { completeOrder } from './shop-steps.ts';
import { startShop } from './start-shop.ts';

const shop = startShop();
afterEach(() => expect(shop.buyer.troubles.filter((trouble) => trouble.startsWith('error:'))).toEqual([]));

const good = (name: string) => `https://www.instagram.com/p/${name}/`;
const fixed = 'Fixed. Try Again';

const partsOf = (page: Page) => ({
  email: page.locator('#email'),
  link: page.locator('#post-0'),
  card: page.getByRole('alert'),
  title: page.locator('#error-title'),
  retry: page.getByRole('button', { name: 'Try Again' }),
  add: page.getByRole('button', { name: /^\+ Add/ }),
  complete: page.getByRole('button', { name: 'Complete Order' }),
});

const hasFocus = (part: Locator) => part.evaluate((element) => element === document.activeElement);
const expectFocus = (part: Locator) => expect.poll(() => hasFocus(part)).toBe(true);

/** Sends the form with an email that cannot be one, and a good link. */
async function broken(visit: Visit, path = '/checkout', email = 'anna@'): Promise<Page> {
  shop.buyer = visit;
  const { page } = visit;
  await page.goto(`${shop.store.url}${path}`);
  await page.locator('#email').fill(email);
  await page.locator('#post-0').fill(good('Mended'));
  await page.locator('#complete-order').click();
  await page.locator('[data-failure]').waitFor();
  return page;
}

describe('by keyboard', () => {
  test('D-65, ERR-4, CHK-16: Tab from the mended field leads to Try Again, that to Complete Order, and to the payment', async () => {
    const page = await broken(await shop.browser.desk());
    const { email, card, title, retry, complete } = partsOf(page);
    await email.focus();
    await page.keyboard.press('ControlOrMeta+a');
    for (const letter of 'anna@buyer.example') {
      await page.keyboard.type(letter);
      expect([await hasFocus(email), await title.textContent()]).toEqual([true, 'Missing Something!']);
    }
    await page.keyboard.press('Tab');
    await expectFocus(retry);
    expect(await title.textContent()).toBe(fixed);
    expect(await complete.isDisabled()).toBe(true);
    expect(await card.getByRole('listitem').count()).toBe(0);
    expect(await barriersOf(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await card.waitFor({ state: 'detached' });
    await expectFocus(complete);
    await page.keyboard.press('Enter');
    await page.frameLocator('#payment-form iframe').locator('#pay').waitFor();
  });

  test('D-65: Enter in the mended field is one step, also where the key is the same as for the button', async () => {
    const page = await broken(await shop.browser.desk());
    const { email, card, title, retry } = partsOf(page);
    await email.fill('anna@buyer.example');
    await email.press('Enter');
    await expectFocus(retry);
    expect(await title.textContent()).toBe(fixed);
    expect(await card.isVisible()).toBe(true);
  });

  test('D-65: letters that follow Tab at once go to no other field', async () => {
    const page = await broken(await shop.browser.desk());
    const { email, link, retry } = partsOf(page);
    await email.fill('anna@buyer.example');
    await email.focus();
    await Promise.all([page.keyboard.press('Tab'), page.keyboard.type('xyz')]);
    await expectFocus(retry);
    expect(await link.inputValue()).toBe(good('Mended'));
    expect(await email.inputValue()).toBe('anna@buyer.example');
  });

  test('D-65: a pasted link is a chip, which is left like its field', async () => {
    shop.buyer = await shop.browser.desk();
    const { page } = shop.buyer;
    await page.goto(`${shop.store.url}/checkout`);
    const { email, link, title, retry } = partsOf(page);
    await email.fill('anna@buyer.example');
    await link.fill('example.com/p/x');
    await page.locator('#complete-order').click();
    await title.waitFor();
    await link.fill(good('Pasted'));
    const change = page.locator('#post-0-change');
    await link.focus();
    await change.focus();
    expect(await title.textContent()).toBe('Missing Something!');
    await page.keyboard.press('Enter');
    expect(await hasFocus(link)).toBe(true);
    await page.keyboard.press('Tab');
    await expectFocus(retry);
    expect(await title.textContent()).toBe(fixed);
  });
});

describe.each([
  ['mouse', () => shop.browser.desk(), (part: Locator) => part.click()],
  ['touch', () => shop.browser.phone(), (part: Locator) => part.tap()],
])('by %s', (_, visit, press) => {
  test('D-65: a press on another field is not lost, and typing there goes on', async () => {
    const page = await broken(await visit());
    const { email, link, title } = partsOf(page);
    await email.fill('anna@buyer.example');
    await link.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    await press(page.locator('label[for=post-0]'));
    await page.keyboard.type('1');
    await expect.poll(() => title.textContent()).toBe(fixed);
    await page.keyboard.type('23');
    expect(await hasFocus(link)).toBe(true);
    expect(await link.inputValue()).toBe(`${good('Mended')}123`);
  });

  test('D-65: a press on a button below the card is not lost when the card becomes smaller', async () => {
    const page = await broken(await visit());
    const { email, title, add } = partsOf(page);
    await email.fill('anna@buyer.example');
    await press(add);
    await page.locator('#post-1').waitFor();
    await expect.poll(() => title.textContent()).toBe(fixed);
    await expectFocus(page.locator('#post-1'));
    const terms = page.getByRole('link', { name: 'Terms' }).first();
    await press(terms);
    await page.waitForURL('**/terms');
  });

  test('D-65: a press below the card, straight from the mended field, reaches the link', async () => {
    const page = await broken(await visit());
    const { email } = partsOf(page);
    await email.fill('anna@buyer.example');
    await press(page.locator('form a[href$="/terms"]'));
    await page.waitForURL('**/terms');
  });

  test('D-65: a press on Try Again, straight from the mended field, dismisses the card', async () => {
    const page = await broken(await visit());
    const { email, card, retry, complete } = partsOf(page);
    await email.fill('anna@buyer.example');
    await press(retry);
    await card.waitFor({ state: 'detached' });
    expect(await complete.isEnabled()).toBe(true);
  });

  test('D-65: a press on the gray button, or on the page, leads to Try Again', async () => {
    const page = await broken(await visit());
    const { email, title, retry } = partsOf(page);
    await email.fill('anna@buyer.example');
    const box = await page.locator('#complete-order').boundingBox();
    const at = { x: (box?.x ?? 0) + 20, y: (box?.y ?? 0) + 10 };
    if (_ === 'mouse') await page.mouse.click(at.x, at.y);
    else await page.touchscreen.tap(at.x, at.y);
    await expect.poll(() => title.textContent()).toBe(fixed);
    await expectFocus(retry);
    await expect.poll(() => isUncovered(retry)).toBe(true);
  });
});

/** What a finger at the middle of the part would reach. */
const isUncovered = (part: Locator) =>
  part.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });

test('D-65: in Portuguese, on a small screen, Try Again is in sight', async () => {
  const page = await broken(
    await shop.browser.visit({ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true }),
    '/pt/checkout',
  );
  await page.locator('#email').fill('ana@buyer.example');
  await page.locator('#email').press('Enter');
  const retry = page.locator('#try-again');
  await expectFocus(retry);
  expect(await page.locator('#error-title').textContent()).toBe('Corrigido. Tentar novamente');
  await expect.poll(() => isUncovered(retry)).toBe(true);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});

test('rule 13: an email that the gateway refuses is named at its field, and another one is paid for', async () => {
  shop.buyer = await shop.browser.phone();
  const { page } = shop.buyer;
  await shop.control('/gateway/fail', { kind: 'refuse_field', field: 'customer.email', required: true, times: 2 });
  await page.goto(`${shop.store.url}/checkout`);
  const { email, link, title, retry } = partsOf(page);
  await email.fill('refused@buyer.example');
  await link.fill(good('Refused'));
  await completeOrder(page);
  await title.waitFor();
  const sentence = 'The payment system does not accept this email address. Please use another one.';
  expect(await page.locator('#email-help').textContent()).toBe(sentence);
  await email.fill('accepted@buyer.example');
  await email.press('Enter');
  await expectFocus(retry);
  await retry.tap();
  await completeOrder(page);
  await page.frameLocator('#payment-form iframe').locator('#pay').waitFor();
});
