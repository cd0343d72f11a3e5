// THE PORT to outgoing emails: written in the transaction of the event that they report, so that none is lost or doubled.
import type { DigestPeriod } from '../../contract/digest-rules.ts';
import type { BuyerEmailKind } from '../../contract/email-kinds.ts';
import type { Queryable, Tx } from '../database/database.ts';

export type MailKind = BuyerEmailKind;

export type OwedMail =
  /** `refundNumber`: also that of a reported drop. */
  | { kind: MailKind; orderId: string; recipient: string; refundNumber?: number; linkReplacementId?: string }
  /** A visitor's message, sent to the support. */
  | { kind: 'contact'; contactMessageId: string; recipient: string }
  /** The acknowledgement of a message of the contact form, sent to its writer. */
  | { kind: 'contact_received'; acknowledgedMessageId: string; recipient: string }
  /** A reply to a message, sent to its writer. */
  | { kind: 'contact_reply'; contactReplyId: string; recipient: string }
  /** The code that opens the orders of an address. */
  | { kind: 'track_code'; trackingCodeId: string; recipient: string }
  /** The link of an invitation, sent to the invited admin. */
  | { kind: 'admin_invitation'; adminInvitationId: string; recipient: string }
  /** An urgent alert, sent to the operator. */
  | { kind: 'alert'; alertId: string; recipient: string }
  /** The figures of a day or week, sent to the owner. */
  | { kind: `${DigestPeriod}_digest`; digestId: string; recipient: string };

export type Outbox = {
  /**
   * One mail per kind and order, refund, replaced link or reported drop; one per message, acknowledgement, reply, digest or
   * code, and per alert and recipient. A repeat changes nothing. True when the email was written.
   */
  post(at: Queryable, mail: OwedMail): Promise<boolean>;
  /**
   * An email that the order may need several times: at most one in 12 hours, so that a day has two. The caller holds the
   * order.
   */
  postAgain(tx: Tx, mail: { kind: MailKind; orderId: string; recipient: string }): Promise<void>;
  /**
   * The email or a link of a paid order was changed: to its former address, and to those that got this email within the
   * life of its link. `now` gets none. The caller holds the order.
   */
  postOrderChanged(tx: Tx, change: { orderId: string; before: string; now: string }): Promise<void>;
  /** Sends the order's emails that were not offered to the mail server yet to its new address. The caller locks the order. */
  redirectQueuedMails(tx: Tx, change: { orderId: string; recipient: string }): Promise<void>;
  /** Confirmations of received orders, with the way to pay. Each waits 15 minutes, and is sent only if it is still due. */
  postPaymentReminders(tx: Tx, orders: { orderId: string; recipient: string }[]): Promise<void>;
  /** The order was paid: the confirmation that still waits is not sent. The caller holds the order. */
  withdrawPaymentReminder(tx: Tx, orderId: string): Promise<void>;
};
