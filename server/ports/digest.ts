// The figures of a digest: collected by its module, stored with it, written out by the emails.
import type { ActionItemKind } from '../../contract/action-item-kinds.ts';
import type { DigestPeriod } from '../../contract/digest-rules.ts';

/** Amounts in cents. docs/figures.md defines each figure. */
export type DigestTotals = {
  /** YYYY-MM-DD, both days included. */
  from: string;
  to: string;
  orders: number;
  paidOrders: number;
  revenueCents: number;
  refunds: number;
  refundedCents: number;
  visitors: number;
};

/** Seconds from the send within which half and nine of ten links of a service were complete. */
export type DigestSpeed = { provider: string; service: string; links: number; p50: number; p90: number | null };

/** Of a provider whose balance is below the operator's threshold, in its currency. */
export type DigestBalance = { provider: string; balance: string; threshold: string; currency: string };

export type DigestFigures = {
  period: DigestPeriod;
  timeZone: string;
  current: DigestTotals;
  before: DigestTotals;
  /** The seven days up to the last one, oldest first. */
  days: { day: string; revenueCents: number }[];
  speeds: DigestSpeed[];
  toSend: { links: number; orders: number };
  unanswered: number;
  /** Open action items by kind, without the links to send. `isMore`: there are more than `count`. */
  items: { kind: ActionItemKind; count: number; isMore: boolean }[];
  lowBalances: DigestBalance[];
};
