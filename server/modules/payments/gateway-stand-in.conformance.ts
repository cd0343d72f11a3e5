// The fake gateway that the suite of adapters needs, with the orders, refunds and failures that it uses.
import type { Gateway, GatewayOrder, GatewayStatus, RefundStatus, SessionRequest } from './gateway.ts';

export type GatewayTrouble =
  /** The call is performed and the connection closed without a word. */
  | 'lost_answer'
  /** Nothing comes within the adapter's time. */
  | 'slow_answer'
  | 'reset_mid_body'
  | 'oversized'
  | 'html_page'
  | 'wrong_shape'
  /** To another address of the same stand-in, which counts it as a call. */
  | 'redirect'
  | 'bad_credentials'
  | 'busy'
  | 'server_error'
  /** The request itself is invalid. */
  | 'refusal';

export type HeldOrder = {
  gatewayOrderId: string;
  status: GatewayStatus;
  amountCents: number;
  capturedCents: number;
  refundedCents: number;
  /** Failed payments, beside successful authentications. */
  failedTries: number;
  lastUpdatedAt: Date;
};

/** The cards of every held order: the one of its failed tries, and the one that brought its money. */
export const heldCards = {
  failed: { brand: 'visa', number: '450875xxxxxx1019', declineCode: 'expired_card' },
  paid: { brand: 'mastercard', number: '512345xxxxxx0008' },
} as const;

export type GatewayStandIn = {
  subject: Gateway;
  /** Every call from now on meets this; with `acts` those that change something. Null: none any more. */
  meet(trouble: GatewayTrouble | null, only?: 'acts'): void;
  /** How refunds that are made from now on end. */
  refundsEnd(status: RefundStatus): void;
  /** Creates an order, and returns the reference for queries. */
  hold(order: HeldOrder): GatewayOrder;
  /** The requested amounts, one a session, as written on the wire. */
  amountsAsked(): string[];
  /** Calls that arrived. */
  callCount(): number;
  /** Listens no more: connections are refused. */
  hangUp(): Promise<void>;
  /** A notification as the gateway sends it. */
  notice(order: {
    gatewayOrderId: unknown;
    secret?: string;
    merchant?: string;
    /** Sent, and signed where notices are, in place of a notice. */
    instead?: string;
  }): { headers: Record<string, string | string[] | undefined>; rawBody: string };
  /** Everything that was logged. */
  logged(): string;
  secrets: readonly string[];
  stop(): Promise<void>;
};

export type GatewayAdapter = {
  name: string;
  /** A fresh stand-in for each test. */
  start(): Promise<GatewayStandIn>;
  /**
   * The result of an action after a server error: `unknown` where the gateway's documents leave open whether it was
   * performed.
   */
  serverError?: 'unknown';
};

export const request: SessionRequest = {
  gatewayOrderId: 'K7M2NPQ4RSTV-1',
  amountCents: 3010,
  currency: 'USD',
  description: '500 likes',
  customerEmail: 'buyer@example.com',
  returnUrl: 'http://127.0.0.1:3000/success?orderId=K7M2NPQ4RSTV',
  notificationUrl: 'http://127.0.0.1:3000/api/bigpay/webhook',
  timeoutSeconds: 900,
};

export const held: HeldOrder = {
  gatewayOrderId: 'K7M2NPQ4RSTV-1',
  status: 'captured',
  amountCents: 3010,
  capturedCents: 3010,
  refundedCents: 0,
  failedTries: 2,
  lastUpdatedAt: new Date('2026-11-02T10:00:00Z'),
};

export const refund = { refundId: 'K7M2NPQ4RSTV-R1', amountCents: 110, currency: 'USD' as const };

export const troubles: readonly [GatewayTrouble, openFault: string, readFault: string][] = [
  ['lost_answer', 'unknown', 'unavailable'],
  ['slow_answer', 'unknown', 'unavailable'],
  ['reset_mid_body', 'unknown', 'unavailable'],
  ['oversized', 'unknown', 'unavailable'],
  ['html_page', 'unknown', 'unavailable'],
  ['wrong_shape', 'unknown', 'unavailable'],
  ['redirect', 'unknown', 'unavailable'],
  ['busy', 'unavailable', 'unavailable'],
  ['server_error', 'unavailable', 'unavailable'],
  ['bad_credentials', 'refused', 'refused'],
  ['refusal', 'refused', 'refused'],
];
