// The port to a card gateway. Every adapter passes `tests/conformance/gateway.conformance.ts`. Amounts are integer cents.
import { cardBrandNames } from '../../../contract/card-brands.ts';
import { countryNames } from '../../../contract/country-codes.ts';
import type { Language } from '../../../contract/languages.ts';
import type { PaymentLibrary } from '../../../contract/payments.ts';
import type { PayoutContents, PayoutState, PayoutTransactionKind } from '../../../contract/payout-rules.ts';
import type { CodeWithoutParams } from '../../../contract/store-messages.ts';
import { type Wallet, wallets } from '../../../contract/wallets.ts';

export type SessionRequest = {
  /** Unique per attempt: the store's order ID plus the attempt's number (gateway rule 8). 1 to 40 characters. */
  gatewayOrderId: string;
  amountCents: number;
  currency: 'USD';
  description: string;
  /** Null: left out, because the gateway refused it. */
  customerEmail: string | null;
  /** The language of the payment form. Null: the gateway's own. */
  language: Language | null;
  /** Absolute URL for the browser after a successful payment. */
  returnUrl: string;
  /** Absolute URL for notifications. */
  notificationUrl: string;
  /** Time limit of the payment form. */
  timeoutSeconds: number;
};

export type OpenedSession = {
  /** Configures the browser's library, and identifies the session in later queries. */
  sessionId: string;
  /** Stays on the server; compared in constant time with the indicator of the return (gateway rule 4). */
  successIndicator: string;
};

/** A gateway order as an attempt stores it: its ID and its session. */
export type GatewayOrder = {
  gatewayOrderId: string;
  /** Null while the session opens. It stays null when the response was lost; then no payer received a form. */
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

/** The gateway's state of one gateway order: allow-listed fields, no personal data of the payer. */
export type GatewayView = {
  /** As in the response: the caller compares it with its request (gateway rule 3). */
  gatewayOrderId: string;
  status: GatewayStatus;
  /** The gateway's own status and result, for the ledger. */
  rawStatus: string;
  rawResult: string;
  /** Null when missing or invalid. */
  amountCents: number | null;
  capturedCents: number | null;
  refundedCents: number | null;
  currency: string | null;
  /** What the gateway took for all charges, refunds and disputes so far. Null or missing: it has not returned it. */
  fee?: { cents: number; currency: string } | null;
  /** Refunds that moved money so far. Null or missing: it has not returned it. */
  refundCount?: number | null;
  /** Failed payment tries so far. */
  failedTries: number;
  /** The successful try, else one without a result yet, else the last failed one. */
  lastTry: PaymentTry | null;
  /** A status that the adapter does not support, in the gateway's words; else null. Such a view is `unclear`. */
  unknownStatus: string | null;
  /** Number of transactions, which only grows; null when missing. */
  transactionCount: number | null;
  /** Whether the payer's form still accepts a payment; null where the gateway does not return it. */
  formOpen: boolean | null;
  /** Until when the gateway takes evidence of the newest dispute; null where it returns none. */
  disputeDueAt: Date | null;
  /** The gateway's time of the last change; null when missing. */
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

/** refunded: the money is on its way to the payer. failed: final, no money moves. pending, unclear: check again. */
export type RefundStatus = 'refunded' | 'pending' | 'failed' | 'unclear';

/** The gateway's state of one refund: allow-listed fields. */
export type RefundView = {
  refundId: string;
  status: RefundStatus;
  /** The gateway's own ID of the refund, where it has one beside `refundId`. */
  gatewayRefundId?: string | null;
  /** The gateway's own result, for the ledger. */
  rawResult: string;
  amountCents: number | null;
  currency: string | null;
};

export type Notification =
  | { outcome: 'authentic'; notificationId: string; gatewayOrderId: string }
  /** The secret is missing or wrong. */
  | { outcome: 'forged' }
  /** Concerns another merchant or has no order ID. The response is 400. */
  | { outcome: 'unusable'; reason: CodeWithoutParams }
  /** Authentic, and about no order of this store: answered as received, so that the gateway does not repeat it. */
  | { outcome: 'irrelevant'; reason: string };

/** The part of a gateway that the checkout page uses. */
export type GatewayBrowser = {
  /** Loaded with the page, before a session exists. */
  libraryUrl: string;
  /** Sent with every session; null for Hosted Checkout, which needs the session ID only. */
  library: PaymentLibrary | null;
  /** CSP sources that only the checkout page allows. */
  sources: Readonly<Record<'script' | 'connect' | 'frame' | 'form' | 'image', readonly string[]>>;
};

/** A payout of the gateway to the operator's bank. */
export type PayoutView = {
  payoutId: string;
  state: PayoutState;
  /** Negative: the gateway takes it from the bank. */
  amountCents: number;
  currency: string;
  /** When it arrives at the bank, as YYYY-MM-DD. */
  arrivalDay: string;
  /** The gateway's code for a failed payout; else null. */
  failure: string | null;
  contents: Exclude<PayoutContents, 'typed'>;
};

/** One transaction of a payout, without the payout itself. The sum of amounts less fees is the amount of the payout. */
export type PayoutTransaction = {
  transactionId: string;
  kind: PayoutTransactionKind;
  /** In the currency of the payout. Negative: taken from the operator. */
  amountCents: number;
  feeCents: number;
  /** The same amount in the currency of the payment; null when the gateway does not return it. */
  paid: { cents: number; currency: string } | null;
  /** Of the charge, the refund or the dispute. */
  sourceId: string | null;
  /** Which payment it is about, in as many of its IDs as the gateway returns. */
  gatewayOrderId: string | null;
  paymentId: string | null;
  chargeId: string | null;
};

export type Gateway = {
  /** Stored with every attempt, and used for later queries. */
  name: string;
  browser: GatewayBrowser;
  /**
   * Registers the domain of the store at the gateway, where its wallets need that. Repeatable; leaves a known domain as it is.
   * Throws ExternalError.
   */
  registerDomain?(domain: string): Promise<void>;
  /**
   * Opens a payer's session. Throws ExternalError: refused, unavailable or unknown. Repeats the request only as
   * `openWithoutRefused` does, and throws its FieldRefusal.
   */
  openSession(request: SessionRequest): Promise<OpenedSession>;
  /**
   * Reads something that costs and changes nothing. Throws ExternalError: `refused` for wrong keys, else `unavailable`.
   */
  verifyKeys(): Promise<void>;
  /**
   * Closes the payer's form, where the gateway can. One that is paid or over stays as it is: the caller queries it
   * afterwards. Repeatable. Throws ExternalError `unavailable` or `unknown`.
   */
  endSession?(order: GatewayOrder): Promise<void>;
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
  /**
   * The payouts that were made since then. A gateway without these two methods lists none: its payouts are typed. Throws
   * ExternalError `unavailable` (repeat is safe) or `refused`, also where the key may not read payouts.
   */
  listPayouts?(since: Date): Promise<PayoutView[]>;
  /** All transactions of a payout whose contents are complete, the newest first. Throws as `listPayouts`. */
  listPayoutTransactions?(payoutId: string): Promise<PayoutTransaction[]>;
};

/** The operations that are measured. */
export const gatewayOperations = ['openSession', 'retrieve', 'refund', 'retrieveRefund'] as const;

// The stored fields of one payment try: an allow-list, filled by every adapter. Never a full card number, a name or an
// address. Pure.

/** Each field is null when the gateway does not return it. */
export type PaymentTry = {
  /** Display name: Visa, Mastercard. */
  cardBrand: string | null;
  /** The last four digits of the card number. */
  cardLast4: string | null;
  /** The wallet that gave the card; null also for a typed card. */
  cardWallet: Wallet | null;
  /** Where the card was issued: two letters of ISO 3166. Missing: the gateway never returns it. */
  cardCountry?: string | null;
  /** The gateway's code of a failed try; else null. */
  declineCode: string | null;
  /** The gateway's transaction ID. */
  transactionId: string | null;
  /** The gateway's ID of the payment, where it has one beside the transaction. */
  paymentId?: string | null;
};

type WireTry = {
  brand?: string | undefined;
  /** Masked or not: only the last four digits are read. */
  cardNumber?: string | undefined;
  wallet?: string | undefined;
  country?: string | undefined;
  declineCode?: string | undefined;
  transactionId?: string | undefined;
  paymentId?: string | undefined;
};

/** The allowed facts of a try; null when all are missing. */
export function parsePaymentTry(wire: WireTry): PaymentTry | null {
  const facts = {
    cardBrand: parseBrand(wire.brand),
    cardLast4: wire.cardNumber?.trim().match(/([0-9]{4})$/)?.[1] ?? null,
    cardWallet: wallets.find((name) => name === wire.wallet?.trim().toLowerCase()) ?? null,
    ...(wire.country === undefined ? {} : { cardCountry: parseCountry(wire.country) }),
    declineCode: wire.declineCode?.trim().match(/^[A-Za-z][\w.-]{0,59}$/)?.[0] ?? null,
    transactionId: readGatewayId(wire.transactionId),
    ...(wire.paymentId === undefined ? {} : { paymentId: readGatewayId(wire.paymentId) }),
  };
  return Object.values(facts).some((fact) => fact !== null) ? facts : null;
}

/** Null for what cannot be an ID. */
export function readGatewayId(id: string | undefined): string | null {
  return id?.trim().match(/^[\x21-\x7e]{1,100}$/)?.[0] ?? null;
}

function parseCountry(code: string): string | null {
  const letters = code.trim().toUpperCase();
  return countryNames().has(letters) ? letters : null;
}

const brandNames: ReadonlyMap<string, string> = new Map([
  ...Object.entries(cardBrandNames),
  ['americanexpress', cardBrandNames.amex],
  ['dinersclub', cardBrandNames.diners],
]);

// Letters only, so that a number never passes as a brand.
function parseBrand(word = ''): string | null {
  const plain = word.trim();
  if (!/^[A-Za-z][A-Za-z _-]{1,29}$/.test(plain) || /^unknown$/i.test(plain)) return null;
  return brandNames.get(plain.toLowerCase().replace(/[ _-]/g, '')) ?? plain;
}
