// What tests of delivery do and look at: links sent, settled, refilled and asked about, in a store that is started later.
import { aLink, type Placed, paidOrder } from './orders.ts';
import type { TestStore } from './store.ts';

export function deliverySteps(storeOf: () => TestStore) {
  const send = (order: Placed, postLink = order.postLinks[0] ?? '', change: object = {}) =>
    storeOf().admin.ask('POST /api/admin/orders/{id}/send-post', {
      params: { id: order.id },
      body: { postLink, category: order.category, quantity: order.quantity, ...change },
    });
  const follow = async (): Promise<void> => {
    storeOf().advance(60_000);
    await storeOf().app.jobHandlers.follow_deliveries({});
  };
  return {
    /** An order of 1000 with so many links. */
    paid: (links = 1) =>
      paidOrder(storeOf(), { post_links: Array.from({ length: links }, () => aLink()), quantity: 1000 }),
    send,
    /** The provider's id of what is sent now. */
    sent: async (order: Placed, postLink?: string): Promise<string> => {
      const { body } = await send(order, postLink);
      if (!body.apiOrder?.api_order_id) throw new Error(`Not sent: ${JSON.stringify(body)}`);
      return body.apiOrder.api_order_id;
    },
    /** The round of status checks a minute later. */
    follow,
    /** Sets the status at the provider and runs the next round of status checks. */
    end: async (apiOrderId: string | null | undefined, status: string, remains: number): Promise<void> => {
      await storeOf().control('/provider/advance', { order: apiOrderId ?? '', status, remains });
      await follow();
    },
    /** The order with the fields that only an admin sees. */
    readAsAdmin: async ({ id }: Placed) => {
      const order = await storeOf().admin.call('GET /api/orders/{id}', { params: { id } });
      if (!('customer_email' in order)) throw new Error('An admin is not recognised.');
      return order;
    },
    /** Leaves the first link claimed, as a process does that crashes before it calls the provider. */
    leaveClaimed: async ({ id, postLinks }: Placed): Promise<void> => {
      await storeOf().db.database.pool.query(
        `insert into dispatches (order_id, position, post_link, link_key, service_id, quantity, state, claim_id, claimed_at,
           created_at, updated_at)
         values ($1, 0, $2, $2, '1001', 500, 'sending', gen_random_uuid(), now(), now(), now())`,
        [id, postLinks[0]],
      );
    },
    settle: (order: Placed, body: object) =>
      storeOf().admin.ask('POST /api/admin/orders/{id}/settle-post', {
        params: { id: order.id },
        body: body as never,
      }),
    /** The id under which the sandbox provider has the order's first link. */
    placedAtProvider: async ({ postLinks: [link] }: Placed): Promise<string> => {
      const orders = (await storeOf().control('/provider/orders')) as unknown as { id: string; link: string }[];
      const found = orders.findLast((one) => one.link === link);
      if (!found) throw new Error('The provider has no order for this link.');
      return String(found.id);
    },
    refill: (order: Placed, apiOrderId: string) =>
      storeOf().admin.ask('POST /api/admin/orders/{id}/refill-post', {
        params: { id: order.id },
        body: { postLink: order.postLinks[0] ?? '', apiOrderId },
      }),
    status: (providerId: string) =>
      storeOf().visitor.ask('GET /api/admin/order-status/{providerId}', { params: { providerId } }),
    apiOrders: (id: string) => storeOf().admin.call('GET /api/orders/{id}/api-orders', { params: { id } }),
    /** What the provider was asked. */
    calls: async (operation: string) =>
      (await storeOf().control(`/calls?side=provider&operation=${operation}`)) as unknown as { link?: string }[],
  };
}
