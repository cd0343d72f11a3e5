// What tests of refunds do and look at, in a store that is started later.
import { randomUUID } from 'node:crypto';
import { verifyMoney } from '../../server/modules/payments/ledger-check.ts';
import { owner, type TestStore } from './store.ts';

type Numbered = { id: string };
type Body = { amount?: number; reason?: string; undelivered?: boolean; payment?: number };

export function refundSteps(storeOf: () => TestStore) {
  const proveAgain = () => storeOf().admin.call('POST /api/admin/step-up', { body: { password: owner.password } });
  const look = ({ id }: Numbered) => storeOf().admin.call('GET /api/admin/orders/{id}/refunds', { params: { id } });
  return {
    /** Gives back under a key of its own unless one is given. */
    give: ({ id }: Numbered, body: Body, key: string = randomUUID()) =>
      storeOf().admin.ask(
        'POST /api/admin/orders/{id}/refunds',
        { params: { id }, body: { reason: 'The buyer asked for it', ...body } },
        { 'idempotency-key': key },
      ),
    look,
    proveAgain,
    statesOf: async (order: Numbered) => (await look(order)).refunds.map(({ state }) => state),
    mailsOf: async ({ id }: Numbered) => {
      const kind = 'order_refunded';
      const sql = 'select refund_number from mails where order_id = $1 and kind = $2 order by refund_number';
      return (await storeOf().db.database.pool.query(sql, [id, kind])).rows as { refund_number: number }[];
    },
    refundedAtGateway: async ({ id }: Numbered) => {
      const order = (await storeOf().control(`/gateway/orders/${id}-1`)) as { totalRefundedAmount: number };
      return order.totalRefundedAmount;
    },
    /** A notice may come at any moment; what is shown must be true without one. */
    silenceNotices: () => storeOf().control('/gateway/fail', { kind: 'drop_notice', operation: 'refund', times: 0 }),
    /** Moves on to the next look of the store after what is not settled, and takes it. */
    lookAgain: async (byMs = 61_000) => {
      const store = storeOf();
      store.advance(byMs);
      await store.app.jobHandlers.sweep_refunds({});
      await store.drain();
      await proveAgain();
    },
    /** What money:verify finds wrong. */
    ledgerFaults: async () => {
      const lines: string[] = [];
      await verifyMoney(storeOf().db.database, (line) => lines.push(line));
      return lines.slice(0, -1);
    },
  };
}
