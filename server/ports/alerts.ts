// THE PORT to security and money alerts. Raised inside the caller's transaction, so that a rollback also removes the alert.
import type { AlertType } from '../../contract/alert-titles.ts';
import type { StoreMessage } from '../../contract/store-messages.ts';
import type { Queryable } from '../database/database.ts';

export type Alert = {
  type: AlertType;
  severity: 'critical' | 'high' | 'medium' | 'low';
  message: StoreMessage;
  details?: { email?: string; ip?: string; location?: string; attempts?: number; userAgent?: string; orderId?: string };
  /** The same fact under the same key raises one alert. */
  onceKey?: string;
  /** With `onceKey`: a repeat shows its details, and `attempts` counts the repeats. */
  counted?: boolean;
  /** The notification channels get it as an open problem of its own kind. */
  isProblem?: boolean;
  /** Replaces the owner's address. */
  recipient?: string | null;
  /** Emailed to these addresses as well, outside of the budget: only an act that an owner proved has them. */
  alsoTo?: readonly string[];
  /** Its repeats are held back apart from others of the type: an action and its actor. Nobody outside may choose it. */
  mailKey?: string;
  /** Emailed at once, however many came before. */
  isMailedAtOnce?: boolean;
};

export type Alerts = {
  raise(at: Queryable, alert: Alert): Promise<void>;
};
