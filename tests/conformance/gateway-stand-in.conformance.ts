// The fake gateway that the suite of adapters needs, with the orders, refunds and failures that it uses.
import type {
  Gateway,
  GatewayOrder,
  GatewayStatus,
  RefundStatus,
  SessionRequest,
} from '../../server/modules/payments/gateway.ts';

export type GatewayTrouble =
  /** The call is performed, then the connection closes without a response. */
  | 'lost_answer'
  /** No response arrives within the adapter's timeout. */
  | 'slow_answer'
  | 'reset_mid_body'
  | 'oversized'
  | 'html_page'
  | 'wrong_shape'
  /** A redirect to another path of the same server, which counts it as a call. */
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
  /** Failed payments; the order also has successful authentications. */
  failedTries: number;
  lastUpdatedAt: Date;
};

/** Test cards of every order: one for its failed tries, one for its successful payment. */
export const heldCards = {
  failed: { brand: 'visa', number: '450875xxxxxx1019', declineCode: 'expired_card' },
  paid: { brand: 'mastercard', number: '512345xxxxxx0008' },
} as const;

export type GatewayStandIn = {
  subject: Gateway;
  /** Applies this failure to every later call; with `acts`, only to calls that change something. Null ends it. */
  meet(trouble: GatewayTrouble | null, only?: 'acts'): void;
  /** The result of every later refund. */
  refundsEnd(status: RefundStatus): void;
  /** Creates an order, and returns the reference for queries. */
  hold(order: HeldOrder): GatewayOrder;
  /** Refuses every session with this field, named as this gateway names it; `always`: also those without it. */
  refuseField(field: 'language' | 'customerEmail', always?: 'always'): void;
  /** The sessions that were requested, by the optional fields that each had. */
  optionalFieldsSent(): string[][];
  /** The requested amounts, one a session, as written on the wire. */
  amountsAsked(): string[];
  /** Number of received calls. */
  callCount(): number;
  /** Closes the server, so that connections are refused. */
  hangUp(): Promise<void>;
  notice(order: {
    gatewayOrderId: unknown;
    secret?: string;
    merchant?: string;
    /** Sent, and signed where the gateway signs, instead of the normal body. */
    instead?: string;
  }): { headers: Record<string, string | string[] | undefined>; rawBody: string };
  /** All log output so far. */
  logged(): string;
  secrets: readonly string[];
  stop(): Promise<void>;
};

export type GatewayAdapter = {
  name: string;
  /** The optional fields that it sends. */
  optionalFields: readonly ('language' | 'customerEmail')[];
  /** Starts a new fake gateway for one test. */
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
  language: 'en',
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
