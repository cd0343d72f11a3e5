// The package picker: both categories, without and with a discount, just below a tier, at its ends.
import type { Category } from '../../../contract/category.ts';
import { allShots, type Frame, type Scene } from '../scene.ts';

/** Heading, post and picker. */
const hero: Frame = { part: '.hero' };

const chosen = (name: string, category: Category, quantity: number): Scene => ({
  name: `home-${name}`,
  page: 'home',
  frame: hero,
  kept: { orderInProgress: { category, quantity, email: '', posts: [] } },
  act: async ({ page }) => {
    await page.waitForFunction((wanted) => {
      const shown = document.querySelector('[data-testid=quantity]')?.textContent ?? '';
      return shown.replace(/\D/g, '') === String(wanted);
    }, quantity);
  },
});

/** The text in the field of the post's link, and what appears below it. */
const pasted = (name: string, text: string, below: string): Scene => ({
  name: `home-${name}`,
  page: 'home',
  frame: { part: '.post' },
  act: async ({ page }) => {
    const field = page.locator('.paste input');
    await field.focus();
    await page.locator('.paste-chip').waitFor({ state: 'attached' });
    await field.fill(text);
    await field.blur();
    await page.locator(`#post-link-help ${below}`).first().waitFor();
  },
});

export const home: readonly Scene[] = [
  { ...chosen('likes', 'Likes', 500), frame: 'page', shots: allShots },
  chosen('likes-discount', 'Likes', 10_000),
  chosen('likes-below-tier', 'Likes', 4_900),
  chosen('likes-most', 'Likes', 30_000),
  chosen('views', 'Views', 5_000),
  chosen('views-below-tier', 'Views', 18_000),
  chosen('views-most', 'Views', 1_000_000),
  pasted('chips', 'Look http://m.instagram.com/reel/C2jKlMnOpQr/?igsh=MzRl and www.instagram.com/p/C1aBcDeFgHi', 'li'),
  pasted('hardly-a-post', 'https://www.instagram.com/ana.souza', '[role=status] button'),
  pasted('wrong-link', 'https://www.tiktok.com/@someone/video/1', '#post-link-rule'),
  {
    name: 'home-menu',
    page: 'home',
    frame: 'screen',
    // On wider screens the places are in the header.
    widths: [360],
    shots: ['360-light', '360-dark'],
    act: ({ page }) => page.locator('details.menu').evaluate((menu) => menu.setAttribute('open', '')),
  },
  {
    name: 'home-question',
    page: 'home',
    frame: { part: '.question[open]' },
    act: ({ page }) =>
      page
        .locator('details.question')
        .first()
        .evaluate((question) => question.setAttribute('open', '')),
  },
];
