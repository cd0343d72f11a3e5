// What the page of a receipt says of an order. Nothing of a card, and of the buyer only an address that is masked.
import type { Category } from './category.ts';
import type { Wording } from './store-profile.ts';

/**
 * unpaid: still waiting for the money. closed: given up without it. part_refunded, refunded, disputed: some or all of the
 * money went back.
 */
export type ReceiptState = 'unpaid' | 'closed' | 'paid' | 'part_refunded' | 'refunded' | 'disputed';

export type Receipt = {
  orderId: string;
  /** As the order was placed in. */
  lang: keyof Wording;
  state: ReceiptState;
  category: Category;
  quantity: number;
  postLinks: readonly string[];
  /** As `maskedEmail` writes it. */
  email: string;
  /** ISO 8601, UTC. */
  orderedAt: string;
  paidAt: string | null;
  /** Of the whole quantity before any discount, at the prices of that moment; the order's amount where they are not known. */
  listCents: number;
  discountPercent: number;
  amountCents: number;
  /** In all. */
  refundedCents: number;
  /** Those that this store gave; the rest went back without it, at a time that it does not know. */
  refunds: readonly { number: number; amountCents: number; refundedAt: string }[];
};

/** "j***@example.com": enough for the owner to recognize, not enough to write to. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const [first = ''] = email;
  return at < 1 ? '***' : `${first}***${email.slice(at)}`;
}
