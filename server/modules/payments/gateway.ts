// THE PORT to a card gateway. Every adapter passes `gateway.conformance.ts`. Amounts are integer cents.
import type { PaymentLibrary } from '../../../contract/payments.ts';
import type { PaymentTry } from './payment-try.ts';

export type SessionRequest = {
  /** Unique per attempt: our order id plus the attempt's number (rule 8). 1 to 40 characters. */
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
  /** What the browser's library is configured with, and what the gateway is asked by later. */
  sessionId: string;
  /** Stays on the server; compared in constant time with what the return carries (rule 4). */
  successIndicator: string;
};

/** A gateway order as an attempt keeps it: its own id, and the session that was opened for it. */
export type GatewayOrder = {
  gatewayOrderId: string;
  /** Null while it is being opened, and for ever when the answer was lost: then no payer ever had it. */
  sessionId: string | null;
};

/**
 * unpaid: opened, nothing taken. declined: the last try failed, the form may still be open. captured: all of the money
 * is taken. cancelled, expired: over without money. unclear: look again later; never paid, never failed.
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
  /** As the answer names it: the caller compares it with what it asked for (rule 3). */
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
  /** A status that the adapter does not know, as the gateway words it; null for a known one. Such a view is `unclear`. */
  unknownStatus: string | null;
  /** Transactions of its history, which only grows; null where the answer holds none. */
  transactionCount: number | null;
  /** Whether the payer's form still takes a payment; null where the gateway does not say. */
  formOpen: boolean | null;
  /** The gateway's own time of its last change; null where it gives none. */
  lastUpdatedAt: Date | null;
};

export type RefundRequest = GatewayOrder & {
  /** Of our row, the same at every repeat; unique within the gateway order, 1 to 40 characters (rule 8). */
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
  /** Authentic, and nothing of ours: answered as received, so that the gateway does not repeat it. */
  | { outcome: 'irrelevant'; reason: string };

/** What the checkout page needs of a gateway. */
export type GatewayBrowser = {
  /** Loaded with the page, before there is a session. */
  libraryUrl: string;
  /** Told with every session; null for Hosted Checkout, which needs the session id alone. */
  library: PaymentLibrary | null;
  /** CSP sources that the checkout page, and no other, allows (D-26). */
  sources: Readonly<Record<'script' | 'connect' | 'frame' | 'form' | 'image', readonly string[]>>;
};

export type Gateway = {
  /** Kept with every attempt: who is asked about it later. */
  name: string;
  browser: GatewayBrowser;
  /** Opens a payer's session. Throws OutsideError: refused, unavailable or unknown. Not repeated by itself. */
  openSession(request: SessionRequest): Promise<OpenedSession>;
  /** Asks what became of a gateway order. Null when the gateway does not know it. Throws OutsideError `unavailable` (repeat is safe) or `refused`. */
  retrieve(order: GatewayOrder): Promise<GatewayView | null>;
  /**
   * Gives money back. The same request again is the same refund, however often it is sent; after a lost answer it is
   * looked for first all the same. Throws OutsideError: refused, unavailable or unknown. Not repeated by itself.
   */
  refund(request: RefundRequest): Promise<RefundView>;
  /** What became of a refund. Null when the gateway does not know it: then it was never performed. Throws as `retrieve`. */
  retrieveRefund(order: GatewayOrder, refundId: string): Promise<RefundView | null>;
  /**
   * Checks a notification in constant time and reads whom it is about; believes nothing else in it (rule 6). `rawBody`
   * is the body as it was sent: it may be signed. Throws OutsideError `unavailable` where the gateway has to be asked
   * whom it is about and cannot be: to be answered so that it comes again.
   */
  readNotification(headers: Record<string, string | string[] | undefined>, rawBody: string): Promise<Notification>;
};
