// The checkout: the form and its hints, each kind of error card, both overlays, and the card form.
import type { Page } from 'playwright-core';
import { languagePrefixes } from '../../../contract/languages.ts';
import { allShots, type Frame, type Replies, type Scene } from '../scene.ts';

/** The live part with the payment form, which stands beside it. */
const liveWithPayment: Frame = { part: 'div:has(> #island)' };

const posts = ['https://www.instagram.com/p/C1aBcDeFgHi/', 'https://www.instagram.com/reel/C2jKlMnOpQr/'];
const order = { category: 'Likes', quantity: 10_000, email: 'ana@buyer.example', posts };
const placed: Replies = {
  'POST /api/create-order': {
    returns: { status: 'success', orderId: 'A1B2C3D4E5F6', orderKey: 'AAAAAAAAAAAAAAAAAAAAAA' },
  },
};

const card: Frame = { part: '[data-failure]' };

/** The session is there, the gateway's library is not. */
const withoutLibrary: Partial<Scene> = {
  holds: /sandbox\/.*\.js/,
  replies: { ...placed, 'POST /api/bigpay/init-session': { returns: { sessionId: 'SESSION0002000000001' } } },
};

type Filled = Partial<typeof order>;

const form = (name: string, filled: Filled, more: Partial<Scene> = {}): Scene => ({
  name: `checkout-${name}`,
  page: 'checkout',
  frame: liveWithPayment,
  kept: { orderInProgress: { ...order, ...filled } },
  act: ({ page }) => known(page),
  ...more,
});

const refused = (name: string, filled: Filled, replies: Replies = {}, more: Partial<Scene> = {}): Scene =>
  form(`error-${name}`, filled, {
    frame: card,
    replies,
    act: async ({ page }) => {
      await complete(page);
      await page.locator('[data-failure]').waitFor();
    },
    ...more,
  });

const preparing = (name: string, replies: Replies): Scene =>
  form(
    name,
    {},
    {
      frame: 'screen',
      replies,
      act: async ({ page }) => {
        await complete(page);
        await page.locator('dialog[open]').waitFor();
      },
    },
  );

export const checkout: readonly Scene[] = [
  {
    name: 'checkout',
    page: 'checkout',
    shots: allShots,
    frame: 'page',
    act: ({ page }) => known(page),
  },
  form('filled', {}),
  form('five-views', {
    category: 'Views',
    quantity: 100_000,
    posts: [1, 2, 3, 4, 5].map((at) => `https://www.instagram.com/p/C${at}aBcDeFgHi/`),
  }),
  form(
    'pasted-links',
    {
      quantity: 20_000,
      email: 'ana@gmial.com',
      posts: [posts[1] ?? '', 'https://www.instagram.com/share/BAxYz12345', ''],
    },
    {
      act: async ({ page }) => {
        await known(page);
        await page.locator('#post-2').fill('Look 😍 http://m.instagram.com/p/C3aBcDeFgHi/?igsh=MzRl&utm_source=ig_web');
        await page.locator('#post-2-change').waitFor();
      },
    },
  ),
  form('wrong-link', { posts: ['https://example.com/p/C1aBcDeFgHi/'] }),
  form('hardly-a-post', { posts: ['https://www.instagram.com/ana.souza'] }),
  refused('no-email', { email: '' }, {}, { frame: liveWithPayment }),
  refused(
    'mended',
    { email: '' },
    {},
    {
      act: async ({ page }) => {
        await complete(page);
        await page.locator('[data-failure]').waitFor();
        await page.locator('#email').fill(order.email);
        await page.locator('#email').press('Enter');
        await page.locator('#try-again:focus').waitFor();
      },
    },
  ),
  refused('same-post', { posts: [posts[0] ?? '', `${posts[0]}?igsh=1`] }),
  refused('category-paused', {}, { 'POST /api/create-order': { refuses: 409, code: 'category_paused' } }),
  refused('price', {}, { 'POST /api/create-order': { refuses: 400, code: 'price_changed' } }),
  refused('server', {}, { 'POST /api/create-order': { refuses: 500 } }),
  refused('not-open', {}, { 'POST /api/create-order': { refuses: 503, code: 'not_open' } }),
  refused('network', {}, { 'POST /api/create-order': 'lost' }),
  refused('general', {}, { 'POST /api/create-order': { refuses: 400 } }),
  refused('payment', {}, { ...placed, 'POST /api/bigpay/init-session': { refuses: 502 } }, { frame: liveWithPayment }),
  preparing('placing', { 'POST /api/create-order': 'waits' }),
  form('loading', {}, { ...withoutLibrary, frame: { part: 'dialog [role=status]' }, act: ({ page }) => loading(page) }),
  form(
    'error-library',
    {},
    {
      ...withoutLibrary,
      frame: card,
      act: async ({ page, pass }) => {
        await loading(page);
        // Ten looks, each after the one before.
        for (let looks = 0; looks < 11; looks += 1) await pass(200);
        await page.locator('[data-failure]').waitFor();
      },
    },
  ),
  {
    name: 'checkout-pay-order',
    page: 'checkout',
    frame: liveWithPayment,
    path: (lang) => `${languagePrefixes[lang]}/checkout?orderId=A1B2C3D4E5F6`,
    replies: {
      'GET /api/orders/{id}': {
        returns: {
          id: 'A1B2C3D4E5F6',
          status: 'pending',
          payment_status: 'expired',
          quantity: 10_000,
          category: 'Likes',
          amount: 48,
          created_at: '2026-03-14T14:52:00Z',
          payment: 'expired',
          delivery: { state: 'none', links: 2, sent: 0, ended: 0, ordered: 10_000, delivered: 0 },
        },
      },
    },
    act: ({ page }) => page.locator('#order-email').waitFor(),
  },
  form('card-form', {}, { act: toCardForm }),
  form(
    'leaving',
    {},
    {
      frame: { part: '#island section:has(#details-title) button' },
      replies: { 'POST /api/orders/{id}/confirm-payment': 'waits' },
      act: async (stage) => {
        await toCardForm(stage);
        await stage.page.locator('section:has(#details-title) button').click();
        await stage.page.locator('section:has(#details-title) button[disabled]').waitFor();
      },
    },
  ),
];

/** What the tab remembers is on the page. */
async function known(page: Page): Promise<void> {
  await page.locator('#email:not([disabled])').waitFor();
}

async function loading(page: Page): Promise<void> {
  const session = page.waitForResponse('**/init-session');
  await complete(page);
  await session;
  await page.locator('dialog[open]').waitFor();
}

async function toCardForm({ page, pass }: Parameters<NonNullable<Scene['act']>>[0]): Promise<void> {
  await complete(page);
  await page.frameLocator('#payment-form iframe').locator('#pay').waitFor();
  await pass(1_000);
  await page.locator('#payment-title').waitFor();
  await page.locator('dialog[open]').waitFor({ state: 'detached' });
}

async function complete(page: Page): Promise<void> {
  await known(page);
  await page.locator('form button[type=submit]').click();
}
