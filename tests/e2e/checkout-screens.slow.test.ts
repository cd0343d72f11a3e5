// The checkout on small screens and with large text, its frame, and how little a purchase takes.

import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { messages } from '../../contract/messages.ts';
import { barriersOf } from '../support/browser.ts';
import { expectCardForm } from './checkout-steps.ts';
import { approved, arriveAtResult, completeOrder, fillDetails, payBy } from './shop-steps.ts';
import { openSmall, tooWide } from './small-screen-steps.ts';
import { openedOrder, startShop } from './start-shop.ts';

const shop = startShop();
const reel = 'https://www.instagram.com/reel/C8xAbCdEfGh/';
const post = 'https://www.instagram.com/p/DAfXiNinAXB/';

const ready = (page: Page) => expect.poll(() => page.locator('#email').isEnabled()).toBe(true);

/** Everything that Tab reaches in the form, each with what the bar or the edge of the screen hides of it. */
async function hiddenByTab(page: Page): Promise<{ stops: string[]; hidden: string[] }> {
  const stops: string[] = [];
  const hidden: string[] = [];
  await page.locator('#email').focus();
  for (let stop = 0; stop < 40; stop += 1) {
    const seen = await page.evaluate(() => {
      const focused = document.activeElement;
      const bar = document.querySelector('.pay-bar');
      if (!focused?.closest('form')) return null;
      const { top, bottom } = focused.getBoundingClientRect();
      const limit = bar?.contains(focused)
        ? window.innerHeight
        : (bar?.getBoundingClientRect().top ?? window.innerHeight);
      const isAfterBar = Boolean(bar && bar.compareDocumentPosition(focused) & Node.DOCUMENT_POSITION_FOLLOWING);
      const end = isAfterBar ? window.innerHeight : limit;
      return { name: focused.id || (focused.textContent ?? ''), isSeen: top >= 0 && bottom <= end + 0.5 };
    });
    if (!seen) return { stops, hidden };
    stops.push(seen.name);
    if (!seen.isSeen) hidden.push(seen.name);
    await page.keyboard.press('Tab');
  }
  return { stops, hidden };
}

describe.each([
  [360, 640],
  [320, 568],
])('at %i x %i', (width, height) => {
  test('CHK-1, CHK-2: the bar with the total covers no field, button or link that Tab reaches, nor their errors', async () => {
    const page = await openSmall(shop, '/checkout', { width, height });
    await ready(page);
    await fillDetails(page, 'focus@buyer.example', ['https://example.com/', '', '', '']);
    await page.evaluate(() => window.scrollTo(0, 0));
    const first = await hiddenByTab(page);
    expect(first.hidden).toEqual([]);
    expect(first.stops).toEqual(expect.arrayContaining(['email', 'post-0', 'post-3', 'complete-order']));
  });

  test.each(['/checkout', '/pt/checkout'])(
    'with text of 200 %% nothing of %s scrolls sideways, in either step',
    async (path) => {
      const page = await openSmall(shop, path, { width, height });
      await ready(page);
      await page.locator('html').evaluate((root) => {
        root.style.fontSize = '32px';
      });
      await page.locator('#post-0').fill('https://example.com/');
      await page.locator('#complete-order').tap();
      await page.getByRole('alert').waitFor();
      expect(await tooWide(page)).toBe(0);
      await page.getByRole('alert').getByRole('button').tap();
      await page.locator('#email').fill(`${'a'.repeat(60)}@buyer.example`);
      await page.locator('#post-0').fill(reel);
      await page.locator('fieldset > button').tap();
      await page.locator('#post-1').fill(post);
      expect(await tooWide(page)).toBe(0);
      await page.locator('#complete-order').tap();
      await page.frameLocator('#payment-form iframe').locator('#pay').waitFor();
      await page.locator('#payment-title').waitFor();
      expect(await tooWide(page)).toBe(0);
    },
  );
});

test('ROUTE-4: the checkout has no navigation, but the logo, the languages, help, and the legal pages', async () => {
  for (const [lang, path, help] of [
    ['', '/checkout', 'Need help?'],
    ['/pt', '/pt/checkout', 'Ajuda'],
  ] as const) {
    const page = await openSmall(shop, path);
    await ready(page);
    const header = page.getByRole('banner');
    const hrefs = await header.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    expect(hrefs).toEqual([lang || '/', lang ? '/checkout' : '/pt/checkout', `${lang}/contact`]);
    expect(await header.getByRole('link', { name: help }).count()).toBe(1);
    expect(await header.getByRole('navigation').count()).toBe(0);
    expect(await page.getByRole('contentinfo').getByRole('link').count()).toBe(3);
    await shop.buyer.close();
  }
  await openSmall(shop, '/checkout');
});

test('CHK-13: the card form is edge to edge on a phone, with one amount around it, and in the language of the page', async () => {
  const page = await openSmall(shop, '/pt/checkout');
  await ready(page);
  await page.locator('#email').fill('borda@buyer.example');
  await page.locator('#post-0').fill(reel);
  await page.getByRole('button', { name: 'Concluir pedido' }).tap();
  const form = page.frameLocator('#payment-form iframe');
  await form.getByLabel('Número do cartão').waitFor();
  await page.getByRole('heading', { name: 'Pagamento', exact: true }).waitFor();
  const frame = await page.locator('#payment-form iframe').boundingBox();
  expect([frame?.x, frame?.width]).toEqual([0, 360]);
  // biome-ignore lint/performance/useDomNodeTextContent: only what is drawn counts
  expect((await page.locator('body').innerText()).match(/\$\s?\d/g)).toHaveLength(1);
  expect(await page.locator('main').ariaSnapshot()).toContain('Reel · C8xAbCdEfGh');
  expect(await barriersOf(page)).toEqual([]);
});

test('a screen reader finds the landmarks, the headings and the steps, and hears what is wrong with each field', async () => {
  const page = await openSmall(shop, '/checkout');
  await ready(page);
  const steps = page.getByRole('list', { name: 'Steps' });
  const current = () => steps.locator('[aria-current=step]').textContent();
  const headings = () => page.getByRole('heading').allTextContents();
  expect(await current()).toBe('1 Details');
  expect(await headings()).toEqual(['Checkout', 'Your order']);
  for (const landmark of ['banner', 'main', 'contentinfo'] as const)
    expect(await page.getByRole(landmark).count()).toBe(1);
  await completeOrder(page);
  await page.getByRole('alert', { name: 'Missing Something!' }).waitFor();
  const email = page.getByRole('form', { name: 'Details' }).getByRole('textbox', { name: 'Email' });
  expect(await email.evaluate(descriptionOf)).toBe(messages.emailRequired);
  expect(await page.getByRole('textbox', { name: 'Post URL' }).evaluate(descriptionOf)).toContain(messages.linkEmpty);
  await page.getByRole('button', { name: 'Try Again' }).tap();
  await fillDetails(page, 'tree@buyer.example', [reel]);
  await completeOrder(page);
  await expectCardForm(page);
  expect(await current()).toBe('2 Payment');
  expect(await headings()).toEqual(['Checkout', 'Your order', 'Details', 'Payment']);
  const details = page.getByRole('region', { name: 'Details' });
  expect(await details.getByRole('listitem').allTextContents()).toEqual(['Reel · C8xAbCdEfGh']);
  expect(await details.getByRole('button').getAttribute('aria-label')).toBe('Edit your details');
});

test('PAY-6: when the part that pays an existing order cannot be loaded, the page says so and can try again', async () => {
  const { orderId } = await openedOrder(shop, 'part@buyer.example');
  const page = await openSmall(shop, '/contact');
  await page.route('**/assets/pay-order-*.js', (route) => route.abort(), { times: 1 });
  await page.goto(`${shop.store.url}/checkout?orderId=${orderId}`);
  await page.getByRole('alert').getByRole('heading', { name: 'The order could not be loaded' }).waitFor();
  await page.getByRole('button', { name: 'Try Again' }).tap();
  await page.getByRole('heading', { name: `Pay for order #${orderId}` }).waitFor();
});

test('GEN-1, GEN-3: from the home page to paid in at most 4 taps and 6 fields', async () => {
  shop.buyer = await shop.browser.phone();
  const { page } = shop.buyer;
  const taps: string[] = [];
  const fields = new Set<string>();
  await page.exposeBinding('countTap', (_, name: string) => void taps.push(name));
  await page.exposeBinding('countField', (_, name: string) => void fields.add(name));
  await page.addInitScript(() => {
    const counter = window as unknown as Record<'countTap' | 'countField', (name: string) => void>;
    const nameOf = (target: EventTarget | null) =>
      (target as HTMLElement).closest('a, button, input, label')?.textContent ?? '';
    addEventListener('click', ({ isTrusted, target }) => isTrusted && counter.countTap(nameOf(target)), true);
    addEventListener(
      'input',
      ({ target }) => counter.countField((target as HTMLElement).id || location.pathname),
      true,
    );
  });
  await page.goto(shop.store.url);
  const link = page.getByRole('textbox', { name: "Your post's link" });
  await expect.poll(() => link.isEnabled()).toBe(true);
  await link.fill(`Look! ${reel}?igsh=1`);
  await page.getByRole('link', { name: 'Proceed to Checkout' }).tap();
  await page.waitForURL('**/checkout');
  await ready(page);
  await page.getByLabel('Email').fill('taps@buyer.example');
  await completeOrder(page);
  await expectCardForm(page);
  await payBy(page, approved, (button) => button.tap());
  await arriveAtResult(page);
  expect(taps).toHaveLength(3);
  expect(fields.size).toBe(6);
});

function descriptionOf(element: Element): string {
  const ids = element.getAttribute('aria-describedby')?.split(' ') ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent ?? '').join('');
}
