// THE PORT to a card gateway. Every adapter passes `gateway.conformance.ts`. Amounts are integer cents.
import type { PaymentLibrary } from '../../../contract/payments.ts';
import type { PaymentTry } from './payment-try.ts';

export type SessionRequest = {
  /** Unique per attempt: the store's order ID plus the attempt's number (gateway rule 8). 1 to 40 characters. */
  gatewayOrderId: string;
  amountCents: number;
  currency: 'USD';
  description: string;
  customerEmail: string;
  /** Where a success sends the browser. Absolute. */
  returnUrl: string;
  /** Where notifications go. Absolute. */
  notificationUrl: string;
  /** The payer's time in the form. */
  timeoutSeconds: number;
};

export type OpenedSession = {
  /** Configures the browser's library, and identifies the session in later queries. */
  sessionId: string;
  /** Stays on the server; compared in constant time with the indicator of the return (gateway rule 4). */
  successIndicator: string;
};

/** A gateway order as an attempt keeps it: its own id, and the session that was opened for it. */
export type GatewayOrder = {
  gatewayOrderId: string;
  /** Null while it is being opened, and for ever when the answer was lost: then no payer ever had it. */
  sessionId: string | null;
};

/**
 * unpaid: opened, nothing captured. declined: the last try failed, the form may still be open. captured: the whole
 * amount. cancelled, expired: ended without money. unclear: query again later; never paid, never failed.
 */
export type GatewayStatus =
  | 'unpaid'
  | 'declined'
  | 'authorized'
  | 'captured'
  | 'partially_captured'
  | 'partially_refunded'
  | 'refunded'
  | 'disputed'
  | 'cancelled'
  | 'expired'
  | 'unclear';

/** The gateway's truth about one gateway order: the allow-listed fields, nothing of the payer. */
export type GatewayView = {
  /** As in the response: the caller compares it with its request (gateway rule 3). */
  gatewayOrderId: string;
  status: GatewayStatus;
  /** The status and result as the gateway words them, for the ledger. */
  rawStatus: string;
  rawResult: string;
  /** Null where the answer holds none, or one that is no amount. */
  amountCents: number | null;
  capturedCents: number | null;
  refundedCents: number | null;
  currency: string | null;
  /** Failed payment tries so far. */
  failedTries: number;
  /** The try that counts: one that took money, else one without a result yet, else the last that failed. */
  lastTry: PaymentTry | null;
  /** A status that the adapter does not support, in the gateway's words; else null. Such a view is `unclear`. */
  unknownStatus: string | null;
  /** Transactions of its history, which only grows; null where the answer holds none. */
  transactionCount: number | null;
  /** Whether the payer's form still accepts a payment; null where the gateway does not return it. */
  formOpen: boolean | null;
  /** The gateway's own time of its last change; null where it gives none. */
  lastUpdatedAt: Date | null;
};

export type RefundRequest = GatewayOrder & {
  /**
   * The ID of the store's row, the same at every repeat; unique within the gateway order, 1 to 40 characters (gateway
   * rule 8).
   */
  refundId: string;
  amountCents: number;
  currency: 'USD';
};

/** refunded: the money is on its way to the payer. failed: it is not, and never will be. pending, unclear: look again. */
export type RefundStatus = 'refunded' | 'pending' | 'failed' | 'unclear';

/** The gateway's truth about one refund: the allow-listed fields. */
export type RefundView = {
  refundId: string;
  status: RefundStatus;
  /** As the gateway words it, for the ledger. */
  rawResult: string;
  amountCents: number | null;
  currency: string | null;
};

export type Notification =
  | { outcome: 'authentic'; notificationId: string; gatewayOrderId: string }
  /** The secret is missing or wrong. */
  | { outcome: 'forged' }
  /** Well meant, but not about us (another merchant) or without an order id. Answered as a bad request. */
  | { outcome: 'unusable'; reason: string }
  /** Authentic, and about no order of this store: answered as received, so that the gateway does not repeat it. */
  | { outcome: 'irrelevant'; reason: string };

/** The part of a gateway that the checkout page uses. */
export type GatewayBrowser = {
  /** Loaded with the page, before there is a session. */
  libraryUrl: string;
  /** Sent with every session; null for Hosted Checkout, which needs the session ID only. */
  library: PaymentLibrary | null;
  /** CSP sources that only the checkout page allows. */
  sources: Readonly<Record<'script' | 'connect' | 'frame' | 'form' | 'image', readonly string[]>>;
};

export type Gateway = {
  /** Stored with every attempt, and used for later queries. */
  name: string;
  browser: GatewayBrowser;
  /** Opens a payer's session. Throws ExternalError: refused, unavailable or unknown. Never repeats the request. */
  openSession(request: SessionRequest): Promise<OpenedSession>;
  /**
   * Queries a gateway order. Null when the gateway has no such order. Throws ExternalError `unavailable` (repeat is
   * safe) or `refused`.
   */
  retrieve(order: GatewayOrder): Promise<GatewayView | null>;
  /**
   * Requests a refund. The same request is the same refund, however often it is sent; after a lost response, search for
   * it first. Throws ExternalError: refused, unavailable or unknown. Never repeats the request.
   */
  refund(request: RefundRequest): Promise<RefundView>;
  /** Queries a refund. Null when the gateway has none: then it was never performed. Throws as `retrieve`. */
  retrieveRefund(order: GatewayOrder, refundId: string): Promise<RefundView | null>;
  /**
   * Verifies a notification in constant time and reads only which order it is about (gateway rule 6). `rawBody` is the
   * body as sent, which may be signed. Throws ExternalError `unavailable` when a query at the gateway is needed and
   * fails: the response must then make the gateway repeat the notification.
   */
  readNotification(headers: Record<string, string | string[] | undefined>, rawBody: string): Promise<Notification>;
};
