// Handlers for every job, of which one settles and all others do nothing: for tests of the queue itself.
import type { JobHandlers } from '../../server/jobs/handlers.ts';

export function jobHandlers(settle: (payload: { gatewayOrderId: string }) => Promise<void>): JobHandlers {
  const nothing = async () => {};
  return {
    settle_payment: settle,
    reconcile_money: nothing,
    reconcile_lately: nothing,
    check_audit: nothing,
    sweep_payments: nothing,
    settle_refund: nothing,
    refund_undelivered: nothing,
    sweep_refunds: nothing,
    expire_order: nothing,
    sweep_orders: nothing,
    finish_orders: nothing,
    fold_counts: nothing,
    change_time_zone: nothing,
    send_mail: nothing,
    read_mailbox: nothing,
    send_webhook: nothing,
    mail_track_code: nothing,
    dispatch_order: nothing,
    refill_reported: nothing,
    sweep_waiting: nothing,
    follow_requests: nothing,
    follow_deliveries: nothing,
    expire_claims: nothing,
    look_at_providers: nothing,
    watch_orders: nothing,
    chain_audit: nothing,
    make_backup: nothing,
    send_heartbeat: nothing,
    sample_system: nothing,
    shorten_addresses: nothing,
    forget_limits: nothing,
    forget_track_codes: nothing,
    send_digests: nothing,
    purge_expired: nothing,
  };
}
