// A category is paused while buyers are on its pages, and an order is repeated from its page.
import { beforeAll, describe, expect, test } from 'vitest';
import type { CallFor } from '../../contract/index.ts';
import { barriersOf, overflowAt360 } from '../support/browser.ts';
import type { Client } from '../support/client.ts';
import { orderBody } from '../support/orders.ts';
import { settingsInputOf } from '../support/settings-steps.ts';
import { approved, arriveAtResult, completeOrder, fillDetails, payBy } from './shop-steps.ts';
import { signedIn, startShop } from './start-shop.ts';

const shop = startShop();
let admin: Client;
beforeAll(async () => {
  admin = await signedIn(shop);
});

type Selling = NonNullable<CallFor<'PUT /api/admin/store-settings'>['body']['settings']['selling']>;

/** Pauses likes with a banner in English, or sells them again. */
async function pauseLikes(paused: boolean): Promise<void> {
  const saved = await admin.call('GET /api/admin/store-settings', {});
  const settings = settingsInputOf(saved);
  const { Likes, Views } = settings.selling as Selling;
  settings.selling = { Likes: { paused, banner: { ...Likes.banner, en: 'Likes are back on Monday.' } }, Views };
  await admin.call('PUT /api/admin/store-settings', { body: { version: saved.version, settings } });
}

const htmlOf = async (path: string) => (await fetch(`${shop.store.url}${path}`)).text();
const link = 'https://www.instagram.com/p/PauseSelling1/';

describe('a pause of one category', () => {
  test('meets a buyer at the checkout, who loses nothing, and is on the pages at once in both languages', async () => {
    shop.buyer = await shop.browser.phone();
    const { page } = shop.buyer;
    await page.goto(`${shop.store.url}/checkout`);
    await fillDetails(page, 'pause@buyer.example', [link]);
    await pauseLikes(true);
    expect(await htmlOf('/')).toContain('Likes are back on Monday.');
    expect(await htmlOf('/pt')).toContain('não estamos aceitando novos pedidos de curtidas');

    await completeOrder(page);
    await page.getByRole('heading', { name: 'Not on sale at the moment' }).waitFor();
    await page.getByRole('button', { name: 'Try Again' }).tap();
    await page.getByText('Likes are back on Monday.').waitFor();
    expect(await page.getByLabel('Email').inputValue()).toBe('pause@buyer.example');
    await page.getByText('PauseSelling1').first().waitFor();
    expect(await page.getByRole('button', { name: 'Complete Order' }).isDisabled()).toBe(true);
    expect(await barriersOf(page)).toEqual([]);
    expect(await overflowAt360(page)).toBe(0);

    await page.goto(shop.store.url);
    await page.getByText('Likes are back on Monday.').first().waitFor();
    expect(await page.locator('.go a').evaluate((link) => link.matches('[inert]'))).toBe(true);
    expect(await barriersOf(page)).toEqual([]);
    expect(await overflowAt360(page)).toBe(0);
    await page.getByText('Views', { exact: true }).tap();
    await page.getByRole('link', { name: 'Proceed to Checkout' }).tap();
    await page.waitForURL('**/checkout');
    expect(await page.getByRole('button', { name: 'Complete Order' }).isDisabled()).toBe(false);
    expect(await page.getByText('Likes are back on Monday.').count()).toBe(0);

    await pauseLikes(false);
    expect(await htmlOf('/')).not.toContain('Likes are back on Monday.');
  });
});

describe('order again', () => {
  /** An order that was not paid and is closed, with its page. */
  async function closedOrder(language: 'en' | 'pt') {
    const body = { ...orderBody({ category: 'Views', quantity: 1_000 }), language };
    const { orderId, orderKey } = await shop.visitor.call('POST /api/create-order', { body });
    await admin.call('PATCH /api/admin/orders/{id}/status', { params: { id: orderId }, body: { status: 'Failed' } });
    const prefix = language === 'pt' ? '/pt' : '';
    return { orderId, links: body.post_links, path: `${prefix}/order/${orderId}/${orderKey}` };
  }

  test('buys the same links, category and quantity; no address has a link', async () => {
    const { orderId, links, path } = await closedOrder('en');
    shop.buyer = await shop.browser.phone();
    const { page } = shop.buyer;
    const addresses: string[] = [];
    page.on('request', (request) => addresses.push(request.url()));
    await page.goto(`${shop.store.url}${path}`);
    expect(await barriersOf(page)).toEqual([]);
    await page.getByRole('link', { name: 'Order again · $6.00' }).tap();
    await page.waitForURL(`${shop.store.url}/checkout`);
    const code = (links[0] ?? '').split('/').at(-2) ?? '';
    await page.getByText(code).first().waitFor();
    await page.getByText('1,000 views').first().waitFor();
    expect(addresses.filter((address) => address.includes(code))).toEqual([]);
    await page.getByLabel('Email').fill('again@buyer.example');
    await completeOrder(page);
    await payBy(page, approved);
    const again = await arriveAtResult(page);
    expect(again).not.toBe(orderId);
    expect(await admin.call('GET /api/orders/{id}', { params: { id: again } })).toMatchObject({
      category: 'Views',
      quantity: 1_000,
      post_links: links,
      status: 'paid',
    });
  });

  test('in Portuguese; a paused category has no button', async () => {
    const { path } = await closedOrder('pt');
    shop.buyer = await shop.browser.phone();
    const { page } = shop.buyer;
    await page.goto(`${shop.store.url}${path}`);
    await page.getByRole('link', { name: /^Pedir de novo · US\$\s6,00$/ }).waitFor();
    const pause = (paused: boolean) =>
      admin.call('PUT /api/admin/selling-pause', { body: { category: 'Views', paused } });
    await pause(true);
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await page.getByText('Pedir de novo').count()).toBe(0);
    await pause(false);
  });
});
