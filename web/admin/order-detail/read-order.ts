// Normalizes an order of any server version. Old rows hold amounts as text and links as JSON.
import {
  type Delivery,
  deliveryStates,
  type PaymentState,
  paymentStates,
  type SendBarrier,
  sendBarriers,
} from '../../../contract/order-progress.ts';
import { readPostLinks } from '../../../contract/read-post-links.ts';
import { shares } from '../../../contract/share.ts';
import { shownTexts } from '../texts/shown-texts.ts';

/** `cost`: null when the provider returned no charge. */
type EarlierSend = { delivered: number; cost: { amount: number; currency: string } | null };

export type AdminOrder = {
  id: string;
  customerEmail: string;
  customerUsername: string;
  /** Null when the response has no number. */
  amountCents: number | null;
  /** 0 when the response has no value. */
  refundedCents: number;
  /** As sent. Compare it case-insensitively. */
  status: string;
  paymentStatus: string;
  /** Null when the response has no value. */
  payment: PaymentState | null;
  delivery: Delivery | null;
  /** The status before the last manual change, while it can be undone. */
  undoStatus: { status: string; until: string } | null;
  quantity: number | null;
  category: string;
  postLinks: string[];
  /** Units for each link: its share, less the units already delivered to the links that it replaces. */
  linkQuantities: number[];
  /** Units already delivered to each link, by the sends before the current one. */
  deliveredBefore: number[];
  /** Of links that were moved or replaced since. Present for a single order, null in lists. */
  earlierSends: EarlierSend[] | null;
  /** Why no link of a paid order can be sent now. */
  sendBarrier: SendBarrier | null;
  /** The customer paused the sending until then. */
  pausedUntil: string | null;
  createdAt: string | null;
  /** Present for a single order, missing in lists. */
  receiptPath: string | null;
};

/** Never throws: an unreadable field gets an empty value. */
export function readOrder(sent: unknown): AdminOrder {
  const fields = fieldsOf(sent);
  const postLinks = readPostLinks(fields.post_links);
  const before: unknown[] = Array.isArray(fields.delivered_before) ? fields.delivered_before : [];
  const deliveredBefore = postLinks.map((_, position) => number(before[position]) ?? 0);
  return {
    id: text(fields.id),
    customerEmail: text(fields.customer_email),
    customerUsername: text(fields.customer_username),
    amountCents: readAmountCents(fields.amount),
    refundedCents: readAmountCents(fields.refunded_amount) ?? 0,
    status: text(fields.status),
    paymentStatus: text(fields.payment_status),
    payment: oneOf(paymentStates, fields.payment),
    delivery: readDelivery(fields.delivery),
    undoStatus: readUndo(fields.undo_status),
    quantity: number(fields.quantity),
    category: text(fields.category) || 'Likes',
    postLinks,
    linkQuantities: shares(number(fields.quantity) ?? 0, postLinks.length).map(
      (share, position) => share - (deliveredBefore[position] ?? 0),
    ),
    deliveredBefore,
    earlierSends: Array.isArray(fields.earlier_sends) ? fields.earlier_sends.map(readEarlierSend) : null,
    sendBarrier: oneOf(sendBarriers, fields.send_barrier),
    pausedUntil: text(fields.sending_paused_until) || null,
    createdAt: text(fields.created_at) || null,
    receiptPath: text(fields.receipt_path) || null,
  };
}

/** Converts dollars, as a number or as text ("30.00"), to cents; null for any other value. */
export function readAmountCents(sent: unknown): number | null {
  const dollars = number(sent);
  return dollars === null ? null : Math.round(dollars * 100);
}

function readDelivery(sent: unknown): Delivery | null {
  const fields = fieldsOf(sent);
  const state = oneOf(deliveryStates, fields.state);
  if (state === null) return null;
  const delivered = number(fields.delivered);
  return {
    state,
    links: number(fields.links) ?? 0,
    sent: number(fields.sent) ?? 0,
    ended: number(fields.ended) ?? 0,
    ordered: number(fields.ordered) ?? 0,
    ...(delivered === null ? {} : { delivered }),
  };
}

function readEarlierSend(sent: unknown): EarlierSend {
  const { delivered, cost } = fieldsOf(sent);
  const { amount, currency } = fieldsOf(cost);
  const charged = number(amount);
  return {
    delivered: number(delivered) ?? 0,
    cost: charged === null ? null : { amount: charged, currency: text(currency) },
  };
}

function readUndo(sent: unknown): AdminOrder['undoStatus'] {
  const { status, until } = fieldsOf(sent);
  return typeof until === 'string' ? { status: text(status), until } : null;
}

function oneOf<T extends string>(known: readonly T[], sent: unknown): T | null {
  return known.find((one) => one === sent) ?? null;
}

function fieldsOf(sent: unknown): Record<string, unknown> {
  return typeof sent === 'object' && sent !== null ? { ...sent } : {};
}

function text(sent: unknown): string {
  return typeof sent === 'string' ? sent : typeof sent === 'number' ? String(sent) : '';
}

function number(sent: unknown): number | null {
  if (sent === '' || (typeof sent !== 'number' && typeof sent !== 'string')) return null;
  const value = Number(sent);
  return Number.isFinite(value) ? value : null;
}

const barrierTexts = { refunded: 'linksRefunded', refund_open: 'refundOpen', paused: 'paused' } as const;

/** Why the store sends no link of this order, as the end of a sentence, or null. The server checks it again. */
export function whyNotSent({ paymentStatus, sendBarrier }: AdminOrder): string | null {
  const { notSent } = shownTexts().orderPage;
  if (paymentStatus === 'refunded' || paymentStatus === 'disputed') return notSent[paymentStatus];
  if (sendBarrier !== null) return notSent[barrierTexts[sendBarrier]];
  return paymentStatus === 'paid' || paymentStatus === '' ? null : notSent.unpaid;
}
