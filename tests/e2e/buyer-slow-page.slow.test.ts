// The shop's pages while their scripts are still on the way, and without any script.

import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { loseAnswer } from './shop-steps.ts';
import { startShop } from './start-shop.ts';

const shop = startShop();

describe('while the scripts are on their way', () => {
  /** Opens a page whose scripts wait; `arrive` lets them come. */
  async function openWaiting(path: string): Promise<{ page: Page; arrive: () => void }> {
    shop.buyer = await shop.browser.phone();
    const { page } = shop.buyer;
    let arrive = () => {};
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    await page.route('**/assets/*.js', async (route) => {
      await arrived;
      await route.continue();
    });
    await page.goto(`${shop.store.url}${path}`, { waitUntil: 'commit' });
    await page.getByRole('heading', { level: 1 }).waitFor();
    return { page, arrive };
  }

  const enabled = (page: Page, what: string) => page.locator(`#island ${what}:enabled:visible`).count();
  /** Controls of the live part that could be pressed, and would do nothing. Fields may be typed into: that is kept. */
  const dead = (page: Page) => enabled(page, ':is(button, select, input:not([type=email], [type=text]))');

  test('HOME-1, HOME-2: the picker is disabled, its link works; then every control does', async () => {
    const { page, arrive } = await openWaiting('/');
    expect(await dead(page)).toBe(0);
    expect(await page.getByRole('slider').isDisabled()).toBe(true);
    expect(await page.getByTestId('price').textContent()).toBe('$3.00');
    arrive();
    await page.getByText('Views', { exact: true }).tap();
    await expect.poll(() => page.getByTestId('quantity').textContent()).toBe('5,000');
  });

  test('HOME-16: the way to the checkout works before any script', async () => {
    const { page } = await openWaiting('/');
    await page.getByRole('link', { name: 'Proceed to Checkout' }).tap();
    await page.waitForURL('**/checkout', { waitUntil: 'commit' });
  });

  test('CHK-1: the checkout takes nothing that it would forget; then everything', async () => {
    const { page, arrive } = await openWaiting('/checkout');
    expect(await dead(page)).toBe(0);
    expect(await enabled(page, 'input')).toBe(0);
    arrive();
    await page.getByLabel('Email').fill('slow@buyer.example');
    await page.getByRole('button', { name: '+ Add Another Post (1/5)' }).tap();
    await page.getByRole('button', { name: '+ Add Another Post (2/5)' }).waitFor();
  });

  test('CONTACT-9, A-77: what was typed into the contact form is kept, and reaches the store once', async () => {
    const { page, arrive } = await openWaiting('/contact');
    await page.route('**/api/contact', loseAnswer, { times: 1 });
    expect(await dead(page)).toBe(0);
    const typed = { Name: 'Ana', Email: 'ana@buyer.example', Subject: 'URGENT', Message: 'Typed early.' };
    for (const [label, text] of Object.entries(typed)) await page.getByLabel(label, { exact: true }).fill(text);
    expect(await page.getByRole('button', { name: 'Send Message' }).isDisabled()).toBe(true);
    arrive();
    await page.getByRole('button', { name: 'Send Message' }).tap();
    await page.getByText('Your text is kept. Check your connection and try again.').waitFor();
    expect(await page.getByLabel('Message', { exact: true }).inputValue()).toBe('Typed early.');
    await page.getByRole('button', { name: 'Send Message' }).dblclick();
    await page.getByText('Message sent successfully!').waitFor();
    expect(await shop.store.sql('select name, email, subject, message from contact_messages')).toEqual([
      { name: 'Ana', email: 'ana@buyer.example', subject: 'URGENT', message: 'Typed early.' },
    ]);
  });

  test('TRK-3: the email typed into the search is kept, and searched for once it can be', async () => {
    const { page, arrive } = await openWaiting('/client');
    expect(await dead(page)).toBe(0);
    await page.getByLabel('Email').fill('nobody@buyer.example');
    // Sent by hand before the script listens, it must not leave the page or show the address.
    await page.getByLabel('Email').press('Enter');
    expect(page.url()).toBe(`${shop.store.url}/client`);
    arrive();
    await page.getByRole('button', { name: 'Search' }).tap();
    await page.getByText('No orders found').waitFor();
    expect(await page.getByLabel('Email').inputValue()).toBe('nobody@buyer.example');
  });

  test('NF-3: Go Back of the 404 page is disabled until it goes back', async () => {
    const { page, arrive } = await openWaiting('/');
    await page.goto(`${shop.store.url}/nowhere`, { waitUntil: 'commit' });
    const goBack = page.getByRole('button', { name: 'Go Back' });
    await goBack.waitFor();
    expect(await goBack.isDisabled()).toBe(true);
    arrive();
    await goBack.tap();
    await page.waitForURL(`${shop.store.url}/`);
  });
});

describe('without any script', () => {
  beforeEach(async () => {
    shop.buyer = await shop.browser.visit({ javaScriptEnabled: false, viewport: { width: 360, height: 780 } });
  });
  const shown = async (path: string) => {
    await shop.buyer.page.goto(`${shop.store.url}${path}`);
    // biome-ignore lint/performance/useDomNodeTextContent: only what is drawn counts
    return shop.buyer.page.locator('body').innerText();
  };

  test('ROUTE-1, HOME-11: home shows the price, the claims and the questions, and says what is missing', async () => {
    const text = await shown('/');
    for (const part of ['$3.00', '500', '10k+ happy customers', '4.9/5 rating', 'Up to 5 posts']) {
      expect(text).toContain(part);
    }
    expect(text).toContain('need JavaScript');
    const question = shop.buyer.page.locator('details.question').first();
    await question.locator('summary').click();
    expect(await question.locator('p').isVisible()).toBe(true);
    expect(await shop.buyer.page.getByRole('link', { name: 'Proceed to Checkout' }).getAttribute('href')).toBe(
      '/checkout',
    );
  });

  test('ROUTE-2: /about shows how it works and every answer', async () => {
    const text = await shown('/about');
    for (const part of ['Select a package', 'Add your post URL', 'Complete your order', 'Frequently asked questions']) {
      expect(text).toContain(part);
    }
    for (const answer of await shop.buyer.page.locator('dd').all()) expect(await answer.isVisible()).toBe(true);
    expect(await shop.buyer.page.locator('dd').count()).toBeGreaterThanOrEqual(5);
  });

  test('ROUTE-3: /contact shows how else support is reached', async () => {
    const text = await shown('/contact');
    for (const part of ['support@applaud.example', 'Mon-Fri 9AM-6PM EST', 'Sat-Sun 10AM-4PM EST', 'URGENT']) {
      expect(text).toContain(part);
    }
    expect(text).toContain('This form needs JavaScript.');
  });

  test('ROUTE-4..6: checkout, result and tracking say what they need', async () => {
    for (const [path, sentence] of [
      ['/', 'need JavaScript, which is turned off here.'],
      ['/checkout', 'Paying by card needs JavaScript.'],
      ['/success?orderId=AAAAAAAAAAAA', 'Following your payment needs JavaScript'],
      ['/client', 'Looking up orders needs JavaScript'],
      ['/pt/client', 'é preciso ativar o JavaScript'],
    ] as const) {
      expect(await shown(path), path).toContain(sentence);
      const note = shop.buyer.page.locator('noscript p');
      const drawn = await note.evaluate((element) => getComputedStyle(element).backgroundColor);
      expect(drawn, path).not.toBe('rgba(0, 0, 0, 0)');
    }
  });

  test('the legal pages are whole', async () => {
    for (const [path, part] of [
      ['/terms', 'Rules of the platform, and the law'],
      ['/privacy', 'Looking up orders'],
      ['/refunds', 'How it is paid'],
    ] as const) {
      const text = await shown(path);
      expect(text.length, path).toBeGreaterThan(800);
      expect(text).toContain(part);
    }
  });
});
