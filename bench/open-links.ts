// Links in delivery, as statements of SQL.

/** Orders with one open link each. */
export function openLinksSql(count: number): string {
  const letters = "translate(to_char(n, 'FM000000000000'), '0123456789', 'ABCDEFGHJK')";
  return `with made as (
      insert into orders (id, customer_email, customer_username, category, quantity, amount_cents, currency, post_links,
        status, payment_status, paid_at, created_at, updated_at)
      select ${letters}, 'buyer@example.com', 'customer', 'Likes', 500, 300, 'USD', array['x'], 'processing', 'paid',
        now(), now(), now() from generate_series(1, ${count}) n returning id)
    insert into dispatches (order_id, position, post_link, link_key, service_id, quantity, state, claim_id, claimed_at,
      provider_order_id, following, checked_at, created_at, updated_at)
    select id, 0, 'https://www.instagram.com/p/' || id || '/', id, '1', 500, 'sent', gen_random_uuid(), now(), id, true,
      now(), now(), now() from made`;
}
