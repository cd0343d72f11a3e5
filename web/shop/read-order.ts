// Normalizes an order of any server version: numbers as text, links in three formats, missing fields.
import { type Category, categories } from '../../contract/category.ts';
import type { OrderedLink } from '../../contract/links/link-rule.ts';
import {
  type Delivery,
  deliveryOf,
  deliveryStates,
  type PaymentState,
  paymentStateOf,
  paymentStates,
} from '../../contract/order-progress.ts';
import type { OrderFacts } from '../../contract/order-state.ts';
import { isFinalProviderStatus } from '../../contract/provider-status.ts';
import { readPostLinks } from '../../contract/read-post-links.ts';

export type ShownOrder = {
  id: string;
  /** As sent. Compare it case-insensitively. */
  status: string;
  /** Undefined: missing in the response. */
  payment_status: string | undefined;
  payment: PaymentState;
  delivery: Delivery;
  /** False: `payment` and `delivery` are derived from older fields. */
  hasProgress: boolean;
  /** Null: missing in the response. */
  quantity: number | null;
  /** Likes too for an order of another category, which has an `offer_name`. */
  category: Category;
  /** Of one that does not stand for its category: its ID and name. */
  offer: string | undefined;
  offer_name: string | undefined;
  /** Dollars; null: missing in the response. */
  amount: number | null;
};

export type ShownDelivery = {
  /** Empty: not shown to this browser. */
  post_link: string;
  /** The place of its link in the order; null: missing in the response. */
  position: number | null;
  api_order_id: string | null;
  /** sending, sent, failed, unknown or waiting. */
  status: string;
  quantity: number | null;
  live_status: string | null;
  remains: number | null;
};

/** Undefined without proof, or missing in the response. */
type TrackedFacts = Pick<OrderFacts, 'confirming_long' | 'refunds' | 'sending' | 'posts'>;

export type TrackedOrder = ShownOrder &
  TrackedFacts & {
    created_at: string;
    /** Dollars; 0: no refund, or missing in the response. */
    refunded_amount: number;
    post_links: string[];
    /** By position: what a link opens if it is not a post. */
    opens: readonly (OrderedLink | null | undefined)[];
    /** Null: unpaid, or missing in the response. */
    receipt_path: string | null;
    /** Null without proof, or missing in the response. */
    order_path: string | null;
    api_orders: ShownDelivery[];
  };

type Fields = Record<string, unknown>;

/** Never throws: an unreadable field gets an empty value. `id` is the fallback ID. */
export function readOrder(sent: unknown, id = ''): ShownOrder {
  const fields = fieldsOf(sent);
  const payment = paymentStates.find((state) => state === fields.payment);
  return {
    id: text(fields.id) || id,
    status: text(fields.status),
    payment_status: text(fields.payment_status) || undefined,
    payment: payment ?? derivedPayment(fields),
    delivery: readDelivery(fields.delivery) ?? derivedDelivery(fields),
    hasProgress: payment !== undefined,
    quantity: number(fields.quantity),
    category: categories.find((known) => known.toLowerCase() === text(fields.category).toLowerCase()) ?? 'Likes',
    offer: text(fields.offer) || undefined,
    offer_name: text(fields.offer_name) || undefined,
    amount: number(fields.amount),
  };
}

/** The order with its links and their delivery states. */
export function readTrackedOrder(sent: unknown): TrackedOrder {
  const fields = fieldsOf(sent);
  return {
    ...readOrder(sent),
    created_at: text(fields.created_at),
    refunded_amount: number(fields.refunded_amount) ?? 0,
    post_links: readPostLinks(fields.post_links),
    opens: Array.isArray(fields.opens) ? fields.opens : [],
    receipt_path: text(fields.receipt_path) || null,
    order_path: text(fields.order_path) || null,
    api_orders: readLinks(fields.api_orders),
    ...readFacts(fields),
  };
}

function readFacts({ confirming_long, refunds, sending, posts }: Fields): TrackedFacts {
  if (!Array.isArray(posts) || !Array.isArray(refunds)) return {};
  return { confirming_long: confirming_long === true, refunds, sending: sending as TrackedFacts['sending'], posts };
}

function readLinks(sent: unknown): ShownDelivery[] {
  return Array.isArray(sent) ? sent.map(readLink) : [];
}

function readLink(sent: unknown): ShownDelivery {
  const fields = fieldsOf(sent);
  const providerId = text(fields.api_order_id) || null;
  return {
    post_link: text(fields.post_link),
    position: number(fields.position),
    api_order_id: providerId,
    status: text(fields.status) || (providerId ? 'sent' : 'failed'),
    quantity: number(fields.quantity),
    live_status: text(fields.live_status) || null,
    remains: number(fields.remains),
  };
}

function readDelivery(sent: unknown): Delivery | null {
  const fields = fieldsOf(sent);
  const state = deliveryStates.find((one) => one === fields.state);
  if (!state) return null;
  const count = (field: unknown) => number(field) ?? 0;
  const delivered = number(fields.delivered);
  return {
    state,
    links: count(fields.links),
    sent: count(fields.sent),
    ended: count(fields.ended),
    ordered: count(fields.ordered),
    ...(delivered === null ? {} : { delivered }),
    ...(fields.refilling === true ? { refilling: true } : {}),
  };
}

// For a server that does not send `payment` and `delivery` yet: derives them from older fields.
function derivedPayment(fields: Fields): PaymentState {
  const status = text(fields.status).toLowerCase();
  return paymentStateOf({
    status,
    paymentStatus: paymentStatusOf(fields),
    amountCents: Math.round((number(fields.amount) ?? 0) * 100) || 1,
    refundedCents: Math.round((number(fields.refunded_amount) ?? 0) * 100),
  });
}

function derivedDelivery(fields: Fields): Delivery {
  const status = text(fields.status).toLowerCase();
  const links = readLinks(fields.api_orders);
  const found = deliveryOf({
    status,
    paymentStatus: paymentStatusOf(fields),
    quantity: number(fields.quantity) ?? 0,
    links: Math.max(readPostLinks(fields.post_links).length, links.length, 1),
    deliveredBefore: 0,
    sent: links.map((link) => ({
      state: link.status,
      liveStatus: link.live_status,
      remains: link.remains,
      quantity: link.quantity ?? 0,
      following: !isFinalProviderStatus(link.live_status ?? ''),
      shortfall: null,
    })),
  });
  // Such a server expresses full dispatch or delivery only by the status.
  if (status === 'completed') return { ...found, state: 'completed' };
  return status === 'processing' && found.state === 'to_send' ? { ...found, state: 'in_progress' } : found;
}

function paymentStatusOf(fields: Fields): string {
  const status = text(fields.payment_status).toLowerCase();
  if (status) return status;
  return /^(paid|processing|completed)$/i.test(text(fields.status)) ? 'paid' : 'none';
}

function fieldsOf(sent: unknown): Fields {
  return typeof sent === 'object' && sent !== null ? { ...sent } : {};
}

function text(sent: unknown): string {
  return typeof sent === 'string' ? sent : typeof sent === 'number' ? String(sent) : '';
}

function number(sent: unknown): number | null {
  const value = typeof sent === 'string' && sent.trim() !== '' ? Number(sent) : sent;
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}
