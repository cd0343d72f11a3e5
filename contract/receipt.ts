// The data of a receipt page. Of the card only brand, last four digits and wallet, and only a masked email.
import type { OrderCategory } from './category.ts';
import type { OtherLinkRule } from './link-rule-names.ts';
import type { OrderFacts } from './order-state.ts';
import type { Wording } from './store-profile.ts';
import type { PaidWith } from './wallets.ts';

export type Receipt = {
  orderId: string;
  /** The language of the order. */
  lang: keyof Wording;
  /** As on the page of the order: payment, stage and sentences are computed from them. */
  facts: OrderFacts & { link_rule?: OtherLinkRule | undefined };
  category: OrderCategory;
  /** The name of what was sold, if it does not stand for its category. */
  offerName?: string | undefined;
  quantity: number;
  postLinks: readonly string[];
  /** As formatted by `maskedEmail`. */
  email: string;
  /** ISO 8601, UTC. */
  orderedAt: string;
  paidAt: string | null;
  paidWith: PaidWith | null;
  /** The price without discount at the time of the order; the order's amount when it is unknown. */
  listCents: number;
  discountPercent: number;
  amountCents: number;
  /** The total of all refunds. */
  refundedCents: number;
  /** Refunds by this store. Money returned outside the store has no entry, because its time is unknown. */
  refunds: readonly { number: number; amountCents: number; refundedAt: string }[];
};

/** "j***@example.com": the owner recognizes it, but it cannot be used to send email. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const [first = ''] = email;
  return at < 1 ? '***' : `${first}***${email.slice(at)}`;
}
