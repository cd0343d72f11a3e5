// THE PORT to security and money alerts. Raised inside the caller's transaction, so that a rollback also removes the alert.
import type { Queryable } from '../database/database.ts';

export type AlertType =
  | 'failed_login'
  | 'brute_force'
  | 'new_sign_in'
  | 'admin_change'
  | 'owner_address'
  | 'audit_difference'
  | 'cap_reached'
  | 'token_invalid'
  | 'ip_change'
  | 'rate_limited'
  | 'payment_mismatch'
  | 'price_tamper'
  | 'webhook_forged'
  | 'provider_down'
  | 'jobs_stalled'
  | 'jobs_resumed'
  | 'suspicious_order'
  | 'card_testing'
  | 'late_payment'
  | 'second_capture'
  | 'chargeback'
  | 'dispute_won'
  | 'money_difference'
  | 'refund_failed'
  | 'refund_unsettled'
  | 'dispatch_unknown'
  | 'dispatch_failed'
  | 'late_placement'
  | 'delivery_stopped'
  | 'provider_warning'
  | 'checkout_error'
  | 'database_unwritable';

export type Alert = {
  type: AlertType;
  severity: 'critical' | 'high' | 'medium' | 'low';
  /** One sentence for the operator. */
  message: string;
  details?: { email?: string; ip?: string; location?: string; attempts?: number; userAgent?: string; orderId?: string };
  /** The same fact under the same key raises one alert. */
  onceKey?: string;
  /** With `onceKey`: a repeat shows its details, and `attempts` counts the repeats. */
  counted?: boolean;
  /** The notification channels get it as an open problem of its own kind. */
  isProblem?: boolean;
  /** Replaces the owner's address. */
  recipient?: string | null;
};

export type Alerts = {
  raise(at: Queryable, alert: Alert): Promise<void>;
};
