// Offers beside the two specified ones, on a phone of 360 px: from the choice to the result.
import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { instagramFollowers, tiktokLikes, tiktokViews } from '../../contract/testing-offers.ts';
import { barriersOf, overflowAt360 } from '../support/browser.ts';
import { settingsInputOf } from '../support/settings-steps.ts';
import { approved, arriveAtResult, completeOrder, payBy } from './shop-steps.ts';
import { signedIn, startShop } from './start-shop.ts';

const shop = startShop();

beforeAll(async () => {
  const admin = await signedIn(shop);
  const saved = await admin.call('GET /api/admin/store-settings', {});
  const settings = { ...settingsInputOf(saved), offers: [tiktokLikes, tiktokViews, instagramFollowers] };
  await admin.call('PUT /api/admin/store-settings', { body: { version: saved.version, confirm: true, settings } });
});
beforeEach(async () => {
  shop.buyer = await shop.browser.phone();
  await shop.buyer.page.setViewportSize({ width: 360, height: 740 });
});

/** At most two taps: the platform, then the action. */
async function choose(platform: string, action: string): Promise<void> {
  const { page } = shop.buyer;
  const nav = page.getByRole('navigation', { name: 'What we sell' });
  await nav.locator('summary').filter({ hasText: platform }).tap();
  expect(await barriersOf(page)).toEqual([]);
  await nav.getByRole('link', { name: action }).tap();
}

const orders = () =>
  shop.store.sql(
    `select category, offer->>'id' as offer, quantity, amount_cents, post_links from orders order by created_at`,
  );

describe('D-110: a buyer chooses an offer, pastes its link and pays', () => {
  test('likes of TikTok', async () => {
    const { page, troubles } = shop.buyer;
    await page.goto(shop.store.url);
    await choose('TikTok', 'Likes');
    await page.waitForURL('**/tiktok/likes');
    await page.getByRole('heading', { name: 'TikTok likes', level: 1 }).waitFor();
    expect(await barriersOf(page)).toEqual([]);
    expect(await overflowAt360(page)).toBe(0);
    await page.getByRole('button', { name: '1,000 likes' }).tap();
    expect(await page.getByTestId('price').textContent()).toBe('$4.00');

    const field = page.getByLabel('Your link (optional)');
    await field.fill('https://www.instagram.com/p/NotOfTikTok1/');
    await page.getByText('TikTok video', { exact: false }).first().waitFor();
    await page.getByRole('link', { name: 'Proceed to Checkout' }).tap();
    expect(new URL(page.url()).pathname).toBe('/tiktok/likes');
    await field.fill('look https://www.tiktok.com/@studio/video/7000000000000000042?is_from_webapp=1');
    await page.getByText('Video · ').first().waitFor();
    await page.getByRole('link', { name: 'Proceed to Checkout' }).tap();
    await page.waitForURL('**/checkout?offer=tiktok-likes');

    await expect.poll(() => page.getByTestId('total').textContent()).toBe('$4.00');
    await page.getByText('1,000 TikTok likes').waitFor();
    await page.getByLabel('Email').fill('tiktok@buyer.example');
    expect(await page.locator('#post-0').inputValue()).toMatch(/^https:\/\/www\.tiktok\.com\/.*7000000000000000042$/);
    expect(await barriersOf(page)).toEqual([]);
    expect(await overflowAt360(page)).toBe(0);
    await completeOrder(page);
    await payBy(page, approved);
    await arriveAtResult(page);
    await page.getByText('1,000 TikTok likes').waitFor();
    await page.getByRole('heading', { name: 'More for this link' }).waitFor();
    expect(await barriersOf(page)).toEqual([]);

    await page.getByRole('link', { name: 'View your order' }).tap();
    await page.waitForURL('**/order/**');
    await page.getByRole('link', { name: /^TikTok views/ }).tap();
    await page.waitForURL('**/tiktok/views?*');
    await page.getByText('Video · ').first().waitFor();
    await page.getByRole('link', { name: 'Proceed to Checkout' }).tap();
    await page.waitForURL('**/checkout?offer=tiktok-views');
    await expect.poll(() => page.getByLabel('Email').inputValue()).toBe('tiktok@buyer.example');
    expect(await page.locator('#post-0').inputValue()).toContain('7000000000000000042');
    expect(troubles).toEqual([]);
  });

  test('followers of Instagram, by their @name, in Portuguese', async () => {
    const { page, troubles } = shop.buyer;
    await page.goto(`${shop.store.url}/pt`);
    const nav = page.getByRole('navigation', { name: 'Ofertas' });
    await nav.locator('summary').filter({ hasText: 'Instagram' }).tap();
    await nav.getByRole('link', { name: 'Seguidores' }).tap();
    await page.waitForURL('**/pt/instagram/followers');
    await page.getByRole('link', { name: 'Ir para o pagamento' }).tap();
    await page.waitForURL('**/pt/checkout?offer=instagram-followers');
    await page.getByLabel('E-mail').fill('seguidores@buyer.example');
    await page.locator('#post-0').fill('@ana.souza');
    await page.getByRole('button', { name: 'Concluir pedido' }).tap();
    await payBy(page, approved);
    await page.waitForURL('**/success?*');
    await page.getByText('500 Seguidores no Instagram').waitFor();
    expect(troubles).toEqual([]);
  });

  test('the orders have what was shown', async () => {
    expect(await orders()).toEqual([
      expect.objectContaining({ category: 'Likes', offer: 'tiktok-likes', quantity: 1_000, amount_cents: 400 }),
      expect.objectContaining({
        category: 'Followers',
        offer: 'instagram-followers',
        quantity: 500,
        amount_cents: 600,
      }),
    ]);
  });
});

test('D-110: an offer that was turned off since is named in a sentence, and nothing that was typed is lost', async () => {
  const { page } = shop.buyer;
  const turn = async (on: boolean) => {
    const admin = await signedIn(shop);
    const { version } = await admin.call('GET /api/admin/catalog', {});
    await admin.call('PUT /api/admin/catalog', { body: { version, offers: [{ id: tiktokLikes.id, on }] } });
  };
  const checkout = `${shop.store.url}/checkout?offer=${tiktokLikes.id}`;
  await page.goto(checkout);
  await page.getByLabel('Email').fill('kept@buyer.example');
  await page.locator('#post-0').fill('https://www.tiktok.com/@studio/video/7000000000000000077');
  await page.getByText('Video · ').first().waitFor();
  await turn(false);
  await page.goto(checkout);
  await page.getByRole('heading', { name: 'This offer is no longer sold' }).waitFor();
  expect(await barriersOf(page)).toEqual([]);
  expect(await overflowAt360(page)).toBe(0);
  await page.getByRole('link', { name: 'See what we sell' }).tap();
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/');
  await turn(true);
  await page.goto(checkout);
  await expect.poll(() => page.getByLabel('Email').inputValue()).toBe('kept@buyer.example');
  expect(await page.locator('#post-0').inputValue()).toContain('7000000000000000077');
});

test('A-82, D-110: names of one long word fit shop and admin', async () => {
  const word = 'W'.repeat(60);
  const admin = await signedIn(shop);
  const saved = await admin.call('GET /api/admin/store-settings', {});
  const offers = ['word-one', 'word-two'].map((id, at) => ({
    ...tiktokLikes,
    id,
    platform: 'youtube' as const,
    names: { en: `${word.slice(8)}${at}`, pt: word },
  }));
  const settings = { ...settingsInputOf(saved), offers };
  await admin.call('PUT /api/admin/store-settings', { body: { version: saved.version, confirm: true, settings } });
  const { page } = shop.buyer;
  await page.goto(`${shop.store.url}/youtube/likes`);
  await page.getByRole('link', { name: offers[1]?.names.en ?? '' }).waitFor();
  expect.soft(await overflowAt360(page)).toBe(0);
  await page.goto(`${shop.store.url}/checkout?offer=word-two`);
  await page.getByLabel('Email').waitFor();
  expect.soft(await overflowAt360(page)).toBe(0);

  const [provider] = await admin.call('GET /api/admin/providers', {});
  const routes = [{ offer: 'word-one', service_id: provider?.likes_service_id ?? '' }];
  await admin.call('PUT /api/admin/providers/{id}', { params: { id: 'default' }, body: { routes, save_anyway: true } });
  const { token } = await shop.visitor.call('POST /api/admin/login', { body: shop.store.adminLogin() });
  await page.evaluate((given) => localStorage.setItem('adminToken', given), token);
  const group = { name: 'word-one', offer_name: word, paid: 1, net_sales: 4, provider_cost: 1, fees: 0.5, kept: 2.5 };
  await page.route('**/api/admin/finances/groups?*', (route) => route.fulfill({ json: [group] }));
  for (const [path, name] of [
    ['/admin?tab=api', offers[0]?.names.en ?? ''],
    ['/admin?tab=finances', word],
    ['/admin/catalog', offers[0]?.names.en ?? ''],
  ] as const) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(shop.store.url + path);
    await page.getByText(name).filter({ visible: true }).first().waitFor();
    for (const width of [1440, 768, 360]) {
      await page.setViewportSize({ width, height: 900 });
      expect.soft({ path, width, over: await wider(page) }).toEqual({ path, width, over: 0 });
    }
  }
});

/** Of the page; on a large screen of its tables, too, which scroll in their frame on others. */
async function wider(page: Page): Promise<number> {
  return page.evaluate(() =>
    Math.max(
      ...[...document.querySelectorAll(innerWidth < 1440 ? ':root' : ':root, div:has(> table)')].map(
        ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
      ),
    ),
  );
}
