// What the version before left when it stopped: every kind of job in the queue, a send without its answer, a refund on its
// way. Names of jobs, payloads and stored states are data: what stands here is never changed, only added to.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deliverySteps } from '../../tests/support/delivery-steps.ts';
import { paidOrder } from '../../tests/support/orders.ts';
import { startStore, type TestStore } from '../../tests/support/store.ts';
import type { JobName, JobPayloads } from '../ports/jobs.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());

const sql = async (text: string, ...values: unknown[]) => (await store.db.database.pool.query(text, values)).rows;
const { calls, leaveClaimed } = deliverySteps(() => store);

const nobody = '00000000-0000-4000-8000-000000000000';

/** One job of each kind, about orders, mails and messages that are there, or are gone since. */
const queued = (orderId: string, refundId: string): { [N in JobName]: JobPayloads[N] } => ({
  settle_payment: { gatewayOrderId: `${orderId}-1` },
  settle_refund: { refundId },
  refund_undelivered: { orderId },
  sweep_refunds: {},
  send_mail: { mailId: nobody },
  read_mailbox: {},
  start_daily_backup: {},
  mail_track_code: { request: 'sealed by another key' },
  send_webhook: { deliveryId: nobody },
  plan_notifications: {},
  send_notifications: { channelId: nobody },
  watch_problems: {},
  check_store: {},
  verify_ledger: {},
  sweep_payments: {},
  reconcile_money: { fromDay: '2020-01-01', toDay: '2199-12-31' },
  reconcile_lately: {},
  register_domain: {},
  end_session: { gatewayOrderId: `${orderId}-1` },
  read_payouts: { gateway: 'stripe' },
  read_payouts_daily: {},
  check_audit: {},
  expire_order: { orderId },
  sweep_orders: {},
  finish_orders: {},
  fold_counts: {},
  verify_finances: {},
  verify_sources: {},
  change_time_zone: {},
  apply_margin_rules: {},
  apply_scheduled_prices: {},
  dispatch_order: { orderId },
  send_rest: { orderId, position: 0 },
  move_stalled: {},
  refund_overdue: {},
  refill_reported: { orderId, position: 0 },
  sweep_waiting: {},
  retry_held_links: {},
  follow_requests: {},
  follow_deliveries: {},
  expire_claims: {},
  end_pauses: {},
  look_at_providers: {},
  watch_orders: {},
  shorten_addresses: {},
  forget_limits: {},
  forget_track_codes: {},
  chain_audit: {},
  make_backup: {},
  send_digests: {},
  mail_held_alerts: {},
  send_heartbeat: {},
  sample_system: {},
  purge_expired: {},
});

test('every job that the version before queued ends, a send is not repeated, and a refund arrives once', async () => {
  const [sending, refunded] = [await paidOrder(store), await paidOrder(store)];
  await leaveClaimed(sending);
  await sql("update dispatches set claimed_at = now() - interval '1 hour' where order_id = $1", sending.id);
  const refundId = `refund-${refunded.id}-1`;
  await sql(
    `insert into refunds (order_id, number, attempt_number, refund_id, amount_cents, currency, reason, state, request_key,
       request_hash, requested_by, created_at, updated_at, look_at)
     values ($1, 1, 1, $2, 100, 'USD', 'Asked by the buyer.', 'asking', 'a key', 'a hash', 'owner@shop.example', now(),
       now(), now())`,
    refunded.id,
    refundId,
  );
  await store.control('/calls/clear', {});
  for (const [name, payload] of Object.entries(queued(sending.id, refundId))) {
    await sql(
      'select graphile_worker.add_job($1, $2::json, job_key := $3)',
      name,
      JSON.stringify(payload),
      `before ${name}`,
    );
  }
  await store.drain();
  await store.drain();

  const left =
    "select task_identifier as name, last_error as error from graphile_worker.jobs where key like 'before %'";
  expect(await sql(left)).toEqual([]);
  expect(await calls('add')).toEqual([]);
  expect(await sql('select state from dispatches where order_id = $1', sending.id)).toEqual([{ state: 'unknown' }]);
  expect(await sql('select state from refunds where refund_id = $1', refundId)).toEqual([{ state: 'refunded' }]);
  const { totalRefundedAmount } = await store.control(`/gateway/orders/${refunded.id}-1`);
  expect(totalRefundedAmount).toBe(1);
});
