// The package picker: both categories, without and with a discount, just below a tier, at its ends.
import type { Category } from '../../../contract/category.ts';
import type { Frame, Scene } from '../scene.ts';

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

export const home: readonly Scene[] = [
  { ...chosen('likes', 'Likes', 500), frame: 'page' },
  chosen('likes-discount', 'Likes', 10_000),
  chosen('likes-below-tier', 'Likes', 4_900),
  chosen('likes-most', 'Likes', 30_000),
  chosen('views', 'Views', 5_000),
  chosen('views-below-tier', 'Views', 18_000),
  chosen('views-most', 'Views', 1_000_000),
  {
    name: 'home-wrong-link',
    page: 'home',
    frame: { part: '.post' },
    act: async ({ page }) => {
      await page.locator('.paste input').fill('https://www.tiktok.com/@someone/video/1');
      await page.locator('.paste input').blur();
    },
  },
  {
    name: 'home-menu',
    page: 'home',
    frame: 'screen',
    // On wider screens the places are in the header.
    widths: [360],
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
