// THE PORT to work that happens later: enqueued in the caller's transaction, done at least once, on any process.
import type { Queryable } from '../database/database.ts';

/** Every kind of job with its payload. Payloads are IDs and small facts; the job reads the rest. */
export type JobPayloads = {
  settle_payment: { gatewayOrderId: string };
  settle_refund: { refundId: string };
  refund_undelivered: { orderId: string };
  sweep_refunds: Record<string, never>;
  send_mail: { mailId: string };
  read_mailbox: Record<string, never>;
  /** The sealed request of a code for My Orders. */
  mail_track_code: { request: string };
  send_webhook: { deliveryId: string };
  /** Events become messages of the notification channels. */
  plan_notifications: Record<string, never>;
  send_notifications: { channelId: string };
  /** Compares the open problems with the reported ones. */
  watch_problems: Record<string, never>;
  /** Disk, certificate, backups, balances. */
  check_store: Record<string, never>;
  verify_ledger: Record<string, never>;
  sweep_payments: Record<string, never>;
  /** Days in UTC, both included. */
  reconcile_money: { fromDay: string; toDay: string };
  reconcile_lately: Record<string, never>;
  check_audit: Record<string, never>;
  expire_order: { orderId: string };
  sweep_orders: Record<string, never>;
  finish_orders: Record<string, never>;
  fold_counts: Record<string, never>;
  /** Recomputes the days of figures in the zone of the settings. */
  change_time_zone: Record<string, never>;
  dispatch_order: { orderId: string };
  /** Of a link that was moved to another provider. */
  send_rest: { orderId: string; position: number };
  move_stalled: Record<string, never>;
  refund_overdue: Record<string, never>;
  refill_reported: { orderId: string; position: number };
  sweep_waiting: Record<string, never>;
  follow_requests: Record<string, never>;
  follow_deliveries: Record<string, never>;
  expire_claims: Record<string, never>;
  /** Orders whose buyers paused the sending go on. */
  end_pauses: Record<string, never>;
  look_at_providers: Record<string, never>;
  watch_orders: Record<string, never>;
  /** Addresses of visitors that were kept whole are cut to their networks. */
  shorten_addresses: Record<string, never>;
  forget_limits: Record<string, never>;
  forget_track_codes: Record<string, never>;
  chain_audit: Record<string, never>;
  make_backup: Record<string, never>;
  send_digests: Record<string, never>;
  /** One email about the alerts that were held back. */
  mail_held_alerts: Record<string, never>;
  /** `atStart`: of a process; missing in the schedule. */
  send_heartbeat: { atStart?: boolean };
  /** Measures what the System page shows over time. */
  sample_system: Record<string, never>;
  purge_expired: Record<string, never>;
};

export type JobName = keyof JobPayloads;

export type EnqueueOptions = {
  /** A waiting job under the same key is replaced instead of doubled. A running one goes on, and is not tried again. */
  key: string;
  /** From now, by the database's clock. */
  delaySeconds?: number;
  /** Below the usual 25 only for jobs that come again by themselves: their final failure is not reported. */
  maxAttempts?: number;
};

export type Jobs = {
  enqueue<N extends JobName>(at: Queryable, name: N, payload: JobPayloads[N], options: EnqueueOptions): Promise<void>;
};
