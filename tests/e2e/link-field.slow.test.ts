// The link field in a real browser: the clipboard, the mouse, narrow screens, and the tree of a screen reader.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { barriersOf } from '../support/browser.ts';
import { completeOrder, fillDetails } from './shop-steps.ts';
import { openSmall, tooWide } from './small-screen-steps.ts';
import { startShop } from './start-shop.ts';

const shop = startShop();
const reel = 'https://www.instagram.com/reel/C8xAbCdEfGh/';
const post = 'https://www.instagram.com/p/DAfXiNinAXB/';

async function openCheckout(options: Parameters<typeof shop.browser.visit>[0]): Promise<Page> {
  shop.buyer = await shop.browser.visit({ permissions: ['clipboard-read', 'clipboard-write'], ...options });
  await shop.buyer.page.goto(`${shop.store.url}/checkout`);
  await expect.poll(() => shop.buyer.page.locator('#email').isEnabled()).toBe(true);
  return shop.buyer.page;
}

const copy = (page: Page, text: string) => page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
const sentLinks = async (page: Page, order: () => Promise<void>) => {
  const request = page.waitForRequest('**/api/create-order');
  await order();
  return (await request).postDataJSON().post_links;
};

test('CHK-6, A-10: on a phone one tap pastes several links out of a message, and the order is placed with them', async () => {
  const page = await openCheckout({ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true });
  await page.getByLabel('Email').fill('paste@buyer.example');
  await copy(page, `Olha 😍\n${reel.replace('https://www', 'http://m')}?igsh=MzRl\ne esse:\n${post}?utm_source=x`);
  await page.getByRole('button', { name: 'Paste into Post URL' }).tap();
  await page.getByRole('button', { name: 'Change Post URL 2' }).waitFor();
  expect(await page.getByText('Removed from the link: igsh').count()).toBe(1);
  expect(await barriersOf(page)).toEqual([]);
  expect(await sentLinks(page, () => completeOrder(page))).toEqual([reel, post]);
});

test('CHK-13, CHK-20: with a keyboard paste, a mistyped email and a typed link, the first click on the button counts', async () => {
  const page = await openCheckout({ viewport: { width: 1280, height: 800 } });
  await copy(page, `${reel}?igsh=1\n`);
  await page.locator('#post-0').press('Control+v');
  await page.getByRole('button', { name: 'Change Post URL' }).waitFor();
  await page.getByRole('button', { name: '+ Add Another Post' }).click();
  await page.getByLabel('Email').pressSequentially('click@gmial.com');
  await page.locator('#post-1').pressSequentially('instagr.am/p/DAfXiNinAXB?igsh=1');
  const button = await page.getByRole('button', { name: 'Complete Order' }).boundingBox();
  if (!button) throw new Error('There is no button.');
  // Near its upper edge, and slow: what moves it between the two events loses the click.
  await page.mouse.move(button.x + 40, button.y + 4);
  expect(
    await sentLinks(page, async () => {
      await page.mouse.down();
      await page.waitForFunction(() =>
        (document.querySelector('#post-1') as HTMLInputElement).value.startsWith('https'),
      );
      await page.mouse.up();
    }),
  ).toEqual([reel, post]);
});

test('A-11: chips, advice and a suggestion fit 320 px, without barriers, and a screen reader has it all', async () => {
  const page = await openSmall(shop, '/pt/checkout', { width: 320, height: 640 });
  await page.getByLabel('E-mail').fill('ana@hotmial.com.br');
  await page.locator('#post-0').fill('https://www.instagram.com/a.rather.long.user.name.of.30.x/');
  for (const [at, link] of [reel, `${post}?igsh=1`, 'https://www.instagram.com/share/BAxYz12345'].entries()) {
    await page.getByRole('button', { name: '+ Adicionar outra publicação' }).tap();
    await page.locator(`#post-${at + 1}`).fill(link);
  }
  await page.getByRole('button', { name: 'Você quis dizer hotmail.com.br?' }).waitFor();
  expect(await tooWide(page)).toBe(0);
  expect(await barriersOf(page)).toEqual([]);
  const second = page.getByRole('textbox', { name: 'Link da publicação 2' });
  expect(await second.inputValue()).toBe(reel);
  expect(await second.evaluate(descriptionOf)).toContain('Reel · C8xAbCdEfGh');
  await page.getByRole('button', { name: 'Usar mesmo assim' }).tap();
  await page.getByRole('button', { name: 'Trocar Link da publicação 1' }).waitFor();
  expect(await tooWide(page)).toBe(0);
  expect(await barriersOf(page)).toEqual([]);
});

test('A-11: a profile that was accepted on the home page is a chip at the checkout, and after its reload', async () => {
  const page = await openSmall(shop, '/', { width: 360, height: 640 });
  const link = page.getByRole('textbox', { name: "Your post's link (optional)" });
  await link.fill('instagram.com/ana.souza');
  await page.getByRole('button', { name: 'Use anyway' }).tap();
  await page.getByRole('link', { name: 'Proceed to Checkout' }).tap();
  await page.waitForURL('**/checkout');
  const chip = page.getByRole('button', { name: 'Change Post URL' });
  for (const visit of [async () => {}, () => page.reload()]) {
    await visit();
    await chip.waitFor();
    expect(await page.locator('#post-0').evaluate(descriptionOf)).toContain('Profile · ana.souza');
    expect(await page.getByRole('button', { name: 'Use anyway' }).count()).toBe(0);
  }
});

test('HOME-17: after a reload the chips are back', async () => {
  const page = await openCheckout({ viewport: { width: 390, height: 844 } });
  await fillDetails(page, 'reload@buyer.example', [`${reel}?igsh=1`, 'instagram.com/p/DAfXiNinAXB']);
  await page.reload();
  await page.getByRole('button', { name: 'Change Post URL 2' }).waitFor();
  expect(await page.locator('#post-1').inputValue()).toBe(post);
});

function descriptionOf(element: Element): string {
  const ids = element.getAttribute('aria-describedby')?.split(' ') ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ');
}
