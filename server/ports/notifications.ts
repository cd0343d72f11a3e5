// THE PORT to what the operator is notified of: written in the caller's transaction, so that a rollback also removes it.
import type { AdminLanguage } from '../../contract/admin-languages.ts';
import type { NotificationKind, Severity } from '../../contract/notification-kinds.ts';
import type { PauseKind } from '../../contract/pauses.ts';
import type { Queryable } from '../database/database.ts';

/** What a message names. No email, name, link or address of a buyer. */
export type NotificationFacts = {
  orderId?: string;
  amountCents?: number;
  /** The type of a security alert. */
  alertType?: string;
  /** A name that the operator gave: of a provider, a webhook's host. */
  name?: string;
  /** The kind of pause. */
  pause?: PauseKind;
  daysLeft?: number;
  percentUsed?: number;
  /** Of an action item: its subject. It may hold no buyer's data. */
  subject?: string;
  /** Of a ready-made message: it replaces the text of the catalogue, in the language of the channel. */
  texts?: Record<AdminLanguage, { title: string; body: string }>;
  /** The page of the admin, instead of the kind's: `/admin/...`. */
  path?: string;
};

export type NotificationEvent = {
  kind: NotificationKind;
  /** Replaces the severity of the kind. */
  severity?: Severity;
  facts?: NotificationFacts;
  /** Identifies a problem that stays open within its kind: reported once, reminded of, and resolved. */
  problem?: string;
};

export type Notifications = {
  /** Costs one insert, and nothing while no channel is switched on. */
  notify(at: Queryable, event: NotificationEvent): Promise<void>;
  /** The problem is over: once all of its kind are, channels that reported it send "Resolved". A repeat changes nothing. */
  resolve(at: Queryable, kind: NotificationKind, problem: string): Promise<void>;
};
