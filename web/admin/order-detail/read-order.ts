// One order and its provider orders: their form in the admin. Old rows hold amounts as text and links as JSON.
import type { AnswerFor } from '../../../contract/index.ts';
import {
  type Delivery,
  deliveryStates,
  type PaymentState,
  paymentStates,
  type SendBarrier,
} from '../../../contract/order-progress.ts';
import { readPostLinks } from '../../../contract/read-post-links.ts';
import { shares } from '../../../contract/share.ts';

/** Null, as other fields, where a list or a server of another version does not send it. */
type SentOrder = Partial<Extract<AnswerFor<'GET /api/orders/{id}'>, { customer_email: string }>>;

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
  /** Null when the response has no value, or one of a newer version. */
  payment: PaymentState | null;
  delivery: Delivery | null;
  /** The status before the last manual change, while it can be undone. */
  undoStatus: { status: string; until: string } | null;
  quantity: number | null;
  category: string;
  /** The ID and the name of what was sold, if that does not stand for its category. */
  offer: string | null;
  offerName: string | null;
  postLinks: string[];
  /** Undefined: posts of Instagram. */
  linkRule: SentOrder['link_rule'];
  /** Units for each link: its share, less the units already delivered to the links that it replaces. */
  linkQuantities: number[];
  /** Units already delivered to each link, by the sends before the current one. */
  deliveredBefore: number[];
  /** Of links that were moved or replaced since. Present for a single order, null in lists. `cost`: null without a charge. */
  earlierSends: { delivered: number; cost: { amount: number; currency: string } | null }[] | null;
  /** Why no link of a paid order can be sent now. */
  sendBarrier: SendBarrier | null;
  /** Open requests of the buyer for another link. */
  linkRequests: NonNullable<SentOrder['link_requests']>;
  /** The customer paused the sending until then. */
  pausedUntil: string | null;
  /** Where the visit came from. */
  source: NonNullable<SentOrder['source']> | null;
  createdAt: string | null;
  /** Present for a single order, missing in lists. */
  receiptPath: string | null;
};

type AdminDelivery = AnswerFor<'POST /api/admin/orders/{id}/send-post'>['apiOrder'];
/** One link at the provider. Optional fields are missing when they have no value. */
export type PostDelivery = AnswerFor<'GET /api/orders/{id}/api-orders'>[number] & Partial<AdminDelivery>;
/** A refill or a cancellation. */
export type PostRequest = NonNullable<PostDelivery['requests']>[number];

/** Never throws: a missing field gets an empty value. */
export function readOrder(sent: unknown): AdminOrder {
  const fields: SentOrder = typeof sent === 'object' && sent !== null ? sent : {};
  const { quantity = null, delivery, delivered_before = [] } = fields;
  const postLinks = readPostLinks(fields.post_links);
  const deliveredBefore = postLinks.map((_, position) => delivered_before[position] ?? 0);
  return {
    id: fields.id ?? '',
    customerEmail: fields.customer_email ?? '',
    customerUsername: fields.customer_username ?? '',
    amountCents: readAmountCents(fields.amount),
    refundedCents: readAmountCents(fields.refunded_amount) ?? 0,
    status: fields.status ?? '',
    paymentStatus: fields.payment_status ?? '',
    payment: paymentStates.find((known) => known === fields.payment) ?? null,
    delivery: delivery && deliveryStates.includes(delivery.state) ? delivery : null,
    undoStatus: fields.undo_status ?? null,
    quantity,
    category: fields.category || 'Likes',
    offer: fields.offer ?? null,
    offerName: fields.offer_name ?? null,
    postLinks,
    linkRule: fields.link_rule,
    linkQuantities: shares(quantity ?? 0, postLinks.length).map(
      (share, position) => share - (deliveredBefore[position] ?? 0),
    ),
    deliveredBefore,
    earlierSends: fields.earlier_sends?.map(({ delivered, cost }) => ({ delivered, cost })) ?? null,
    sendBarrier: fields.send_barrier ?? null,
    linkRequests: fields.link_requests ?? [],
    pausedUntil: fields.sending_paused_until ?? null,
    source: fields.source ?? null,
    createdAt: fields.created_at ?? null,
    receiptPath: fields.receipt_path ?? null,
  };
}

/** Converts dollars, as a number or as text ("30.00"), to cents; null for any other value. */
export function readAmountCents(sent: unknown): number | null {
  if (sent === '' || (typeof sent !== 'number' && typeof sent !== 'string')) return null;
  const dollars = Number(sent);
  return Number.isFinite(dollars) ? Math.round(dollars * 100) : null;
}
