// The source of a visit reaches the order, by every way through the shop, in real Chromium. SOURCE_JOURNEYS=300 makes more
// journeys, which takes about fifteen minutes.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { VisitSource } from '../../contract/visit-source.ts';
import { orderBody } from '../support/orders.ts';
import { checkoutSteps, expectCardForm } from './checkout-steps.ts';
import { completeOrder, declined, fillDetails, payBy } from './shop-steps.ts';
import { startShop } from './start-shop.ts';

const journeys = Number(process.env.SOURCE_JOURNEYS ?? 30);
const shop = startShop();
checkoutSteps(shop);

type Journey = { page: Page; tags: string; email: string };

const proceed = (page: Page) => page.getByRole('link', { name: /^(Proceed to Checkout|Ir para o pagamento)/ });
const ready = (page: Page) => page.locator('#complete-order:enabled').waitFor();
const at = (path: string) => `${shop.store.url}${path}`;

async function toCheckout(page: Page): Promise<Page> {
  await proceed(page).tap();
  await page.waitForURL(/\/checkout/);
  await ready(page);
  return page;
}

async function complete(page: Page, email: string): Promise<void> {
  await page.locator('#email').fill(email);
  await page.locator('#post-0').fill(`https://www.instagram.com/p/${email.replace(/\W/g, '').slice(0, 20)}/`);
  await page.locator('#complete-order').tap();
}

async function sourcesOf(email: string): Promise<(VisitSource | null)[]> {
  const rows = (await shop.store.sql(`select source from orders where customer_email = '${email}'`)) as {
    source: VisitSource | null;
  }[];
  return rows.map(({ source }) => source);
}

/** Each ends at the checkout, on the page that places the order. */
const ways: Record<string, (journey: Journey) => Promise<Page>> = {
  'from home': async ({ page, tags }) => {
    await page.goto(at(`/?${tags}`));
    return toCheckout(page);
  },
  'with the language switched': async ({ page, tags }) => {
    await page.goto(at(`/?${tags}`));
    await page.getByRole('link', { name: 'Português' }).last().tap();
    await page.waitForURL(/\/pt/);
    return toCheckout(page);
  },
  'by pages from the cache, and back': async ({ page, tags }) => {
    await page.goto(at('/about'));
    await page.evaluate(() => sessionStorage.clear());
    await page.goto(at(`/about?${tags}`));
    await page.getByRole('link', { name: 'Home' }).last().tap();
    await proceed(page).waitFor();
    await page.goBack();
    await page.goForward();
    return toCheckout(page);
  },
  'with a declined card, and again with another email': async ({ page, tags, email }) => {
    await page.goto(at(`/?${tags}`));
    await toCheckout(page);
    await complete(page, `first-${email}`);
    await expectCardForm(page);
    await payBy(page, declined);
    await page.getByRole('button', { name: 'Edit your details' }).tap();
    await ready(page);
    expect(await sourcesOf(`first-${email}`)).toHaveLength(1);
    return page;
  },
  'by an address that is opened again in another browser': async ({ page, tags }) => {
    await page.goto(at(`/?${tags}`));
    await toCheckout(page);
    const address = page.url();
    await shop.buyer.close();
    shop.buyer = await shop.browser.phone();
    await shop.buyer.page.goto(address);
    await ready(shop.buyer.page);
    return shop.buyer.page;
  },
  'by a link that opens another tab': async ({ page, tags }) => {
    await page.goto(at(`/?${tags}`));
    await proceed(page).hover();
    const href = await proceed(page).getAttribute('href');
    const tab = await shop.buyer.newTab();
    await tab.goto(new URL(href ?? '', page.url()).href);
    await ready(tab);
    return tab;
  },
  'after the gateway led to the result of another order': async ({ page, tags, email }) => {
    const { orderId } = await shop.visitor.call('POST /api/create-order', {
      body: orderBody({ email: `other-${email}` }),
    });
    await page.goto(at(`/?${tags}`));
    await toCheckout(page);
    await complete(page, `first-${email}`);
    await expectCardForm(page);
    await page.goto(at(`/success?orderId=${orderId}&utm_source=gateway`), { referer: 'https://gateway.example/' });
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await page.evaluate(() => sessionStorage.getItem('orderInProgress'))).toBeNull();
    expect(await sourcesOf(`first-${email}`)).toEqual([expect.objectContaining({ source: 'news+1' })]);
    await page.goto(at(`/?${tags}`), { referer: 'https://news.example/' });
    return toCheckout(page);
  },
  'at the checkout first, where the browser stores nothing': async ({ page, tags }) => {
    await page.addInitScript(() =>
      Object.defineProperty(window, 'sessionStorage', {
        get: () => {
          throw new Error('blocked');
        },
      }),
    );
    await page.goto(at(`/checkout?${tags}`));
    await ready(page);
    return page;
  },
};

test(`D-94: of ${journeys} tagged journeys at most 1 % lose their source`, { timeout: journeys * 30_000 }, async () => {
  const lost: string[] = [];
  const all = Object.entries(ways);
  for (let number = 0; number < journeys; number += 1) {
    const [name, go] = all[number % all.length] as (typeof all)[number];
    const email = `source-${number}@buyer.example`;
    const campaign = `spring ${number}`;
    const tags = `utm_source=news%2B1&utm_medium=email&utm_campaign=${encodeURIComponent(campaign)}&gclid=secret`;
    shop.buyer = await shop.browser.phone();
    const page = await go({ page: shop.buyer.page, tags, email });
    await complete(page, email);
    await expect.poll(() => sourcesOf(email), { timeout: 15_000 }).toHaveLength(1);
    const [source] = await sourcesOf(email);
    if (source?.source === 'news+1' && source.campaign === campaign) expect(source.medium).toBe('email');
    else lost.push(`${name}: ${JSON.stringify(source)}`);
    expect(JSON.stringify(source)).not.toContain('secret');
    if (number < journeys - 1) await shop.buyer.close();
  }
  expect(lost.length, lost.join('\n')).toBeLessThanOrEqual(Math.floor(journeys / 100));
});

test('D-94: the host of the page before, from a page that is only read to the order', async () => {
  shop.buyer = await shop.browser.phone();
  const { page } = shop.buyer;
  await page.goto(at('/about'), { referer: 'https://www.search.example/?q=secret' });
  await page.getByRole('link', { name: 'Home' }).last().tap();
  await toCheckout(page);
  await complete(page, 'referred@buyer.example');
  await expect
    .poll(() => sourcesOf('referred@buyer.example'))
    .toEqual([{ source: 'search.example', referrer_host: 'search.example', landing: '/about' }]);
});

test('D-94: an address with any input changes no page and refuses no order', async () => {
  shop.buyer = await shop.browser.phone();
  const { page } = shop.buyer;
  // What comes after the first thousand characters is not read.
  const hostile = `utm_source=%E0%A4%A&utm_term=%00%3Cscript%3E&ref=${encodeURIComponent('😀\u202e')}&ref&utm_medium=a@b.co&utm_campaign=${'x'.repeat(3_000)}`;
  await page.goto(at(`/?${hostile}`));
  await toCheckout(page);
  await fillDetails(page, 'hostile@buyer.example', ['https://www.instagram.com/p/Hostile1/']);
  await completeOrder(page);
  await expect.poll(() => sourcesOf('hostile@buyer.example')).toHaveLength(1);
  expect(await sourcesOf('hostile@buyer.example')).toEqual([
    {
      source: expect.stringMatching(/^[\p{L}\p{N}]+$|^direct$/u),
      campaign: 'x'.repeat(100),
      term: 'script',
      landing: '/',
    },
  ]);
  expect(shop.buyer.troubles).toEqual([]);
});

test('D-94: with a Global Privacy Control signal the browser stores nothing, and the order says so', async () => {
  shop.buyer = await shop.browser.visit({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    extraHTTPHeaders: { 'sec-gpc': '1' },
  });
  const { page } = shop.buyer;
  await page.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }));
  await page.goto(at('/?utm_source=news'));
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  await toCheckout(page);
  await complete(page, 'private@buyer.example');
  await expect.poll(() => sourcesOf('private@buyer.example')).toEqual([{ source: 'withheld' }]);
});
