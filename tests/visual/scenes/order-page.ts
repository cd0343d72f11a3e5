// The page of an order in each of its states. One unpaid order is put into the scenes' store; what the page shows comes
// with its first poll.

import { languages } from '../../../contract/languages.ts';
import type { OrderPage } from '../../../contract/order-page.ts';
import { createReceiptLinks } from '../../../server/modules/receipts/receipt-links.ts';
import { derivedSecret } from '../../../server/platform/secrets.ts';
import { orderStates } from '../../../web/shop/order/testing-orders.tsx';
import { live, type Scene } from '../scene.ts';
import { scenesSecret } from './receipts.ts';

const links = createReceiptLinks(derivedSecret(scenesSecret, 'receipt links'));
const idOf = (lang: string) => `PAGE0RDER${lang.toUpperCase()}0`;

/** Puts the order of these scenes into the store. It never expires, because an admin chose its status. */
export const orderPageSql = languages
  .map(
    (lang) => `insert into orders (id, customer_email, customer_username, category, quantity, amount_cents, currency,
      language, post_links, status, status_by_hand, payment_status, created_at, updated_at)
    values ('${idOf(lang)}', 'ana@buyer.example', 'customer', 'Likes', 2500, 1500, 'USD', '${lang}',
      '{https://www.instagram.com/reel/C8xAbCdEfGh/}', 'pending', true, 'session', '2026-03-14T14:12:00Z', now());`,
  )
  .join('\n');

/** The labels of the buttons of a post, in each language. */
const postActs = /Report a drop|Informar queda|Use another post|Usar outra publicação/;

export const orderScene = (name: string, order: OrderPage, more: Partial<Scene> = {}): Scene => ({
  name: `order-${name}`,
  page: 'order',
  frame: live,
  path: (lang) => links.buildOrderPath(idOf(lang), lang),
  replies: { 'GET /api/orders/{id}/page': { returns: order } },
  act: async ({ page, pass }) => {
    await pass(3_000);
    await page.getByText(order.id).first().waitFor();
    // Loaded on demand, and shown by the clock of the page.
    const acts = order.posts.filter(({ guarantee, can_replace }) => guarantee?.can_report || can_replace).length;
    const buttons = page.getByRole('button', { name: postActs });
    for (let rounds = 0; rounds < 200 && (await buttons.count()) < acts; rounds += 1) await pass(100);
    if (acts > 0) await buttons.nth(acts - 1).waitFor();
  },
  ...more,
});

export const orderPages: readonly Scene[] = [
  ...Object.entries(orderStates).map(([name, order]) =>
    orderScene(name, order, name === 'delivering' ? { frame: 'page' } : {}),
  ),
  orderScene('not-updated', orderStates.unpaid, {
    replies: { 'GET /api/orders/{id}/page': 'lost' },
    act: async ({ page, pass }) => {
      await pass(3_000);
      await page.locator('[role=status] .bg-yellow-soft').waitFor();
    },
  }),
];
