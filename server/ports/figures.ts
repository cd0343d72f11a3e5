// THE PORT to the figures of orders, for modules that show them beside their own. docs/figures.md defines each one.
import type { ActionItemKind } from '../../contract/action-item-kinds.ts';
import type { DigestPeriod } from '../../contract/digest-rules.ts';
import type { SourceList } from '../../contract/source-lists.ts';

export type OrderFigures = {
  /** Orders placed. */
  orders: number;
  /** Orders paid, of which money is kept. */
  paidOrders: number;
  revenueCents: number;
  /** Orders placed that were paid and are completed. */
  delivered: number;
};

export type OrderPeriod = OrderFigures & { from: string; to: string };

export type ReadOrderFigures = {
  /** The last hours, to the millisecond. The work grows with them. */
  withinHours(hours: number): Promise<OrderFigures>;
  /** So many days of the store, the last of them so many days ago; `from` and `to` are days. */
  ofDays(days: number, daysAgo: number): Promise<OrderPeriod>;
  /** As the two above, of the orders with one name in a list of sources. */
  namedWithinHours(of: SourceOf, hours: number): Promise<NamedFigures>;
  namedOfDays(of: SourceOf, days: number, daysAgo: number): Promise<NamedFigures>;
};

export type SourceOf = { list: SourceList; name: string };

/** Delivered orders are not counted by source. */
export type NamedFigures = Omit<OrderFigures, 'delivered'>;

// The figures of a digest: collected by its module, stored with it, written out by the emails.

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
  /** After fees, the provider's cost and other costs. Missing in a digest of before, and for who sees no costs. */
  keptCents?: number;
  /** Some of these costs are not known yet: at most `keptCents` are kept. */
  isKeptOpen?: boolean;
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
