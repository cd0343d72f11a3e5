// What tests of payments do and look at, of one order of a store that is started later.
import type { TestStore } from './store.ts';

export function paymentSteps(storeOf: () => TestStore) {
  const rows = async <T>(sql: string, ...values: unknown[]) =>
    (await storeOf().db.database.pool.query(sql, values)).rows as T[];
  return {
    rows,
    init: (body: object) => storeOf().visitor.ask('POST /api/bigpay/init-session', { body: body as never }),
    confirm: (id: string, body = {}) =>
      storeOf().visitor.call('POST /api/orders/{id}/confirm-payment', { params: { id }, body }),
    read: (id: string) => storeOf().admin.call('GET /api/orders/{id}', { params: { id } }),
    /** Types, as they were raised. */
    alertsOf: async (id: string) => {
      const found = await rows<{ type: string }>(
        "select type from alerts where details->>'orderId' = $1 order by raised_at",
        id,
      );
      return found.map(({ type }) => type);
    },
    attemptsOf: (id: string) =>
      rows<{ state: string; number: number }>(
        'select state, number from payment_attempts where order_id = $1 order by number',
        id,
      ),
    gatewayCalls: async (operation: string, id: string, attempt = 1) => {
      const calls = await storeOf().control(`/calls?side=gateway&operation=${operation}&orderId=${id}-${attempt}`);
      return (calls as unknown as unknown[]).length;
    },
  };
}
