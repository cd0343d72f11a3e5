// Receipts: the one public page that is drawn from the order itself. Its orders are put into the scenes' store.
import { languages } from '../../../contract/languages.ts';
import { createReceiptLinks } from '../../../server/modules/receipts/receipt-links.ts';
import { derivedSecret } from '../../../server/platform/secrets.ts';
import { main, type Scene } from '../scene.ts';

/** Of the scenes' store, so that the addresses of its receipts are known. */
export const scenesSecret = 'the secret of a store that has no visitors';

const links = createReceiptLinks(derivedSecret(scenesSecret, 'receipt links'));
const cases = [
  { name: 'paid', payment: 'paid', refundedCents: 0 },
  { name: 'refunded-in-part', payment: 'paid', refundedCents: 1_200 },
  { name: 'refunded', payment: 'refunded', refundedCents: 4_800 },
  { name: 'unpaid', payment: 'session', refundedCents: 0 },
] as const;
const idOf = (at: number, lang: string) => `RECE1PT${lang.toUpperCase()}00${at}`;

/** Puts the orders of these scenes into the store. */
export const receiptOrdersSql = cases
  .flatMap(({ payment, refundedCents }, at) =>
    languages.map((lang) => {
      const id = idOf(at, lang);
      const status = payment === 'paid' ? 'paid' : payment === 'refunded' ? 'failed' : 'pending';
      // One from long ago would be given up for good while the pictures are taken.
      const createdAt = payment === 'session' ? 'now()' : "'2026-03-14T14:52:00Z'";
      const paidAt = payment === 'session' ? 'null' : "'2026-03-14T14:53:00Z'";
      const posts = [1, 2, 3].map((post) => `https://www.instagram.com/p/C${post}aBcDeFgHi/`);
      const order = `insert into orders (id, customer_email, customer_username, category, quantity, amount_cents,
          refunded_cents, currency, language, post_links, status, payment_status, paid_at, created_at, updated_at)
        values ('${id}', 'ana@buyer.example', 'customer', 'Likes', 10000, 4800, ${refundedCents}, 'USD', '${lang}',
          '{${posts}}', '${status}', '${payment}', ${paidAt}, ${createdAt}, now());`;
      const refund = `insert into refunds (order_id, number, refund_id, amount_cents, currency, reason, state,
          request_key, request_hash, requested_by, created_at, updated_at)
        values ('${id}', 1, '${id}-R1', ${refundedCents}, 'USD', 'Asked for', 'refunded', 'key', 'hash',
          'owner@shop.example', '2026-03-20T09:00:00Z', '2026-03-20T09:00:00Z');`;
      return refundedCents > 0 ? order + refund : order;
    }),
  )
  .join('\n');

export const receipts: readonly Scene[] = cases.map(({ name }, at) => ({
  name: `receipt-${name}`,
  page: 'receipt',
  frame: at === 0 ? 'page' : main,
  path: (lang) => links.buildPath(idOf(at, lang)),
}));
