// A link that opens no post is not paid for without the buyer's consent: on a small phone, where a bar covers the page.
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { barriersOf } from '../support/browser.ts';
import { approved, arriveAtResult, completeOrder, fillDetails, payBy } from './shop-steps.ts';
import { openSmall, tooWide } from './small-screen-steps.ts';
import { startShop } from './start-shop.ts';

const shop = startShop();
const post = 'https://www.instagram.com/p/DAfXiNinAXB/';

/** Nothing covers it: its corners and its middle are what a finger meets there. */
async function isUncovered(part: Locator): Promise<boolean> {
  return part.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const points = [
      [left + 4, top + 4],
      [right - 4, bottom - 4],
      [(left + right) / 2, (top + bottom) / 2],
    ];
    return points.every(([x = 0, y = 0]) => {
      const met = document.elementFromPoint(x, y);
      return met !== null && (element.contains(met) || met.contains(element));
    });
  });
}

async function ordersOf(email: string): Promise<number> {
  const answer = await fetch(`${shop.store.url}/api/orders/by-email/${email}`);
  expect(answer.status).toBe(200);
  return ((await answer.json()) as unknown[]).length;
}

async function openWith20000(path = ''): Promise<Page> {
  const page = await openSmall(shop, `${path}/`);
  await page.evaluate(() =>
    sessionStorage.setItem('orderInProgress', JSON.stringify({ category: 'Likes', quantity: 20_000 })),
  );
  await page.goto(`${shop.store.url}${path}/checkout`);
  await expect.poll(() => page.locator('#email').isEnabled()).toBe(true);
  return page;
}

test('D-51: 20,000 likes over a post and a profile: nothing is created until "Use anyway", then all of it is shown', async () => {
  const email = 'consent@buyer.example';
  const page = await openWith20000();
  const created: string[] = [];
  page.on('request', (request) => request.url().includes('/api/create-order') && created.push(request.url()));
  await fillDetails(page, email, [post, 'instagram.com/some.user/']);
  const useAnyway = page.getByRole('button', { name: 'Use anyway' });
  for (const press of [() => completeOrder(page), () => page.locator('#post-1').press('Enter')]) {
    await page.evaluate(() => window.scrollTo(0, 0));
    await press();
    await useAnyway.waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('post-1');
    for (const part of [page.locator('#post-1'), page.getByText('It opens a profile.'), useAnyway])
      await expect.poll(() => isUncovered(part)).toBe(true);
  }
  expect(await tooWide(page)).toBe(0);
  expect(await barriersOf(page)).toEqual([]);
  expect([created, await ordersOf(email)]).toEqual([[], 0]);

  await useAnyway.tap();
  await completeOrder(page);
  await page.frameLocator('#payment-form iframe').locator('#pay').waitFor();
  const details = page.locator('section[aria-labelledby=details-title]');
  expect(await details.textContent()).toContain('Profile · some.user');
  expect(await details.textContent()).toContain('You chose to use this link.');
  await payBy(page, approved);
  await arriveAtResult(page);
  expect(created).toHaveLength(1);
});

test('D-51: in Portuguese a story, a highlight and another page stop one after the other', async () => {
  const page = await openWith20000('/pt');
  await page.getByLabel('E-mail').fill('consentimento@buyer.example');
  const links = [
    'https://www.instagram.com/stories/some.user/34123/',
    'https://www.instagram.com/share/BAxYz12345',
    'https://www.instagram.com/stories/highlights/17912345678901234/',
    'https://www.instagram.com/reels/audio/123456/',
  ];
  for (const [at, link] of links.entries()) {
    if (at > 0) await page.getByRole('button', { name: '+ Adicionar outra publicação' }).tap();
    await page.locator(`#post-${at}`).fill(link);
  }
  for (const at of [0, 2, 3]) {
    await page.getByRole('button', { name: 'Concluir pedido' }).tap();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe(`post-${at}`);
    const useAnyway = page.locator(`#post-${at}-status`).getByRole('button', { name: 'Usar mesmo assim' });
    await expect.poll(() => isUncovered(useAnyway)).toBe(true);
    await expect.poll(() => isUncovered(page.locator(`#post-${at}`))).toBe(true);
    await useAnyway.tap();
  }
  expect(await ordersOf('consentimento@buyer.example')).toBe(0);
});

test('D-51: what can never be a post is refused on the page, with the sentence of its kind', async () => {
  const page = await openWith20000();
  await fillDetails(page, 'never@buyer.example', [post, 'https://www.instagram.com/explore/tags/sun/']);
  await completeOrder(page);
  await page.getByRole('heading', { name: 'Instagram Trouble!' }).waitFor();
  expect(await page.getByRole('alert').textContent()).toContain('This link does not open a post.');
  expect(await page.locator('#post-1-help').textContent()).toContain('This link opens Explore, not a post.');
  expect(await page.getByRole('button', { name: 'Use anyway' }).count()).toBe(0);
  expect(await barriersOf(page)).toEqual([]);
  expect(await ordersOf('never@buyer.example')).toBe(0);
});

test('D-51: on the home page the same link holds the way to the checkout, uncovered, until it is accepted', async () => {
  const page = await openSmall(shop, '/');
  const link = page.getByRole('textbox', { name: "Your post's link (optional)" });
  await link.fill('instagram.com/some.user/');
  const useAnyway = page.getByRole('button', { name: 'Use anyway' });
  await useAnyway.waitFor();
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await page.getByRole('link', { name: 'Proceed to Checkout' }).tap();
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('post-link');
  for (const part of [link, page.getByText('It opens a profile.'), useAnyway])
    await expect.poll(() => isUncovered(part)).toBe(true);
  expect(new URL(page.url()).pathname).toBe('/');
  await useAnyway.tap();
  await page.getByRole('link', { name: 'Proceed to Checkout' }).tap();
  await page.waitForURL('**/checkout');
});
