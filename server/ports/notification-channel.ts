// THE PORT to a service that shows a message to the operator: an email, a chat, a phone.
import type { AdminLanguage } from '../../contract/admin-languages.ts';
import type { NotificationKind, Severity } from '../../contract/notification-kinds.ts';
import type { StoreMessage } from '../../contract/store-messages.ts';

export type NotificationMessage = {
  /** Stable over retries of the same message: the other side can skip a repeat. */
  id: string;
  kind: NotificationKind;
  severity: Severity;
  /** One line of plain text, at most 120 characters. */
  title: string;
  /** Plain text, at most 1,500 characters; may have several lines, or none. */
  body: string;
  /** The item in the admin; `url` is absolute. */
  link: { text: string; url: string } | null;
  /** A later message with the same tag replaces the earlier one, where the channel can. */
  tag: string;
  /** How many events it stands for. */
  count: number;
  /** Open action items, for the icon of the app; null: unknown. */
  badge: number | null;
  language: AdminLanguage;
  sentAt: Date;
};

/** `answer`: the other side's status and words: one sentence of at most 300 characters, without secrets. */
export type NotificationResult =
  | { outcome: 'ok'; answer: StoreMessage }
  /** Not retried. `isGone`: the subscription, chat or webhook was deleted, or its token revoked. */
  | { outcome: 'refused'; answer: StoreMessage; isGone: boolean }
  /** Nothing was delivered; retried after `retryAfterMs`, or with backoff. */
  | { outcome: 'unavailable'; answer: StoreMessage; retryAfterMs: number | null }
  /** The request left and no response came. Only critical messages are retried. */
  | { outcome: 'unknown'; answer: StoreMessage };

export type NotificationChannel = {
  /** Never throws. Ends within 10 seconds. */
  send(message: NotificationMessage): Promise<NotificationResult>;
};
