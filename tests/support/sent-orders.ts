// Paid orders whose links are sent and have no report yet.
import type { TestStore } from './store.ts';

/**
 * The link `2` of the order `1` is at the provider as `1x2`, and counts from 0. Each link has the same `quantity`. `offer`: the ID of what
 * was sold, in the category of views; an order of an earlier version has none.
 */
export async function addSentOrders(
  store: TestStore,
  orders: readonly { links: readonly unknown[]; quantity: number; offer?: string | null; service?: string }[],
  sentAt: Date,
): Promise<string[]> {
  const sql = (text: string, ...values: unknown[]) => store.db.database.pool.query(text, values);
  const ids: string[] = [];
  for (const [at, { links, quantity, offer = null, service = '2' }] of orders.entries()) {
    const id = String(at)
      .padStart(12, '0')
      .replace(/\d/g, (digit) => 'ABCDEFGHJK'[Number(digit)] ?? '');
    await sql(
      `insert into orders (id, customer_email, customer_username, category, quantity, amount_cents, currency, post_links,
         status, payment_status, paid_at, created_at, updated_at, offer)
       values ($1, 'buyer@example.com', 'buyer', 'Views', $2, 300, 'USD', $3, 'processing', 'paid', $4, $4, $4, $5)`,
      id,
      quantity * links.length,
      links.map((_, position) => linkOf(at, position)),
      sentAt,
      offer && { id: offer },
    );
    for (const position of links.keys()) {
      await sql(
        `insert into dispatches (order_id, position, post_link, link_key, service_id, quantity, state, claim_id, claimed_at,
           provider_order_id, following, created_at, updated_at)
         values ($1, $2, $3, $3, $7, $4, 'sent', gen_random_uuid(), $5, $6, true, $5, $5)`,
        id,
        position,
        linkOf(at, position),
        quantity,
        sentAt,
        providerOrderOf(at, position),
        service,
      );
    }
    ids.push(id);
  }
  await sql(
    'insert into delivery_times (order_id, category, paid_at) select id, offer_key(category, offer), paid_at from orders',
  );
  return ids;
}

export const providerOrderOf = (order: number, position: number) => `${order}x${position}`;
const linkOf = (order: number, position: number) => `https://www.instagram.com/p/h${order}x${position}/`;
