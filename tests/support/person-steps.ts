// What tests of the export and the erasure of a person's data do and look at, in a store that is started later.
import { actionItemSteps } from './action-item-steps.ts';
import { deliverySteps } from './delivery-steps.ts';
import { aLink, type Placed, paidOrder } from './orders.ts';
import type { TestStore } from './store.ts';

export function personSteps(storeOf: () => TestStore) {
  const { setStatus } = actionItemSteps(storeOf);
  const { send } = deliverySteps(storeOf);
  const rows = async (sql: string, ...values: unknown[]) => (await storeOf().db.database.pool.query(sql, values)).rows;
  let people = 0;

  /** In which tables does the text stand, in whichever column? */
  async function tablesWith(text: string): Promise<string[]> {
    const tables = await rows(
      "select format('%I.%I', table_schema, table_name) as name from information_schema.tables where table_schema in ('public', 'graphile_worker') and table_type = 'BASE TABLE'",
    );
    const found: string[] = [];
    for (const { name } of tables) {
      const [{ any }] = await rows(
        `select exists(select from ${name} as t where t::text ilike $1) as any`,
        `%${text}%`,
      );
      if (any) found.push(name);
    }
    return found.sort();
  }

  /** An order that was paid, sent, refused at one link, noted, corrected, warned of and completed, and a message about it. */
  async function finishedOrder(email: string): Promise<Placed> {
    const order = await paidOrder(storeOf(), { email, post_links: [aLink(), aLink()], quantity: 1000 });
    for (const customer_email of ['other@example.org', email]) {
      await storeOf().admin.call('PUT /api/orders/{id}', { params: { id: order.id }, body: { customer_email } });
    }
    const [first = '', second = ''] = order.postLinks;
    await send(order, first);
    await rows("update dispatches set live_status = 'Completed', following = false where order_id = $1", order.id);
    await rows(
      `insert into dispatches (order_id, position, post_link, link_key, service_id, quantity, state, claim_id, claimed_at,
         error, created_at, updated_at)
       values ($1, 1, $2, $2, '1', 500, 'failed', gen_random_uuid(), now(), 'No likes for ' || $2, now(), now())`,
      order.id,
      second,
    );
    await rows(
      "insert into order_notes (id, order_id, note, written_by, written_at) values (gen_random_uuid(), $1, $2, 'a@b.co', now())",
      order.id,
      `Wrote from ${email} twice.`,
    );
    await rows(
      "insert into customer_notes (id, email_key, note, written_by, written_at) values (gen_random_uuid(), lower($1), 'Calls often.', 'a@b.co', now())",
      email,
    );
    await rows(
      "insert into customer_tags (email_key, tags) values (lower($1), '{Regular}') on conflict do nothing",
      email,
    );
    await rows(
      `insert into alerts (id, type, severity, message, details, raised_at) values
         (gen_random_uuid(), 'dispatch_failed', 'high', 'The provider refused a link of order ' || $1 || ': "No likes for ' || $2 || '".', jsonb_build_object('orderId', $1::text, 'ip', '192.0.2.7'), now()),
         (gen_random_uuid(), 'failed_login', 'medium', 'A sign-in of ' || upper($3) || ' failed.', jsonb_build_object('email', $3::text, 'ip', '192.0.2.7'), now())`,
      order.id,
      second,
      email,
    );
    await storeOf().visitor.call('POST /api/contact', {
      body: { name: 'A. Person', email, subject: 'Where is it?', message: `I asked for ${first}.` },
    });
    await setStatus(order, 'Completed');
    return order;
  }

  return {
    rows,
    tablesWith,
    finishedOrder,
    exported: (email: string) => storeOf().admin.call('POST /api/admin/people/export', { body: { email } }),
    erase: (email: string) => storeOf().admin.ask('POST /api/admin/people/erase', { body: { email } }),
    newEmail: () => {
      people += 1;
      return `Person${people}.Of${process.pid}@example.org`;
    },
  };
}
