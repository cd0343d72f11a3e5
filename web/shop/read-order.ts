// Reads an order as any version of the store may send it: numbers as text, links in three forms, fields left out.
import { readPostLinks } from '../../contract/post-links.ts';
import type { Category } from '../../contract/pricing.ts';

export type ShownOrder = {
  id: string;
  /** As sent; compared without case. */
  status: string;
  /** Undefined: the store says nothing of the payment. */
  payment_status: string | undefined;
  /** Null: not told. */
  quantity: number | null;
  category: Category;
  /** Dollars; null: not told. */
  amount: number | null;
};

export type ShownDelivery = {
  post_link: string;
  api_order_id: string | null;
  quantity: number | null;
  live_status: string | null;
  remains: number | null;
};

export type TrackedOrder = ShownOrder & {
  created_at: string;
  /** Dollars; 0: nothing, or not told. */
  refunded_amount: number;
  post_links: string[];
  /** Null: not told, or not paid. */
  receipt_path: string | null;
  api_orders: ShownDelivery[];
};

type Fields = Record<string, unknown>;

/** Never throws: what cannot be read is empty. `id` is what the order is called where it does not say. */
export function readOrder(sent: unknown, id = ''): ShownOrder {
  const fields = fieldsOf(sent);
  return {
    id: text(fields.id) || id,
    status: text(fields.status),
    payment_status: text(fields.payment_status) || undefined,
    quantity: number(fields.quantity),
    category: text(fields.category).toLowerCase() === 'views' ? 'Views' : 'Likes',
    amount: number(fields.amount),
  };
}

/** With its links and what became of each. */
export function readTrackedOrder(sent: unknown): TrackedOrder {
  const { created_at, refunded_amount, post_links, receipt_path, api_orders } = fieldsOf(sent);
  return {
    ...readOrder(sent),
    created_at: text(created_at),
    refunded_amount: number(refunded_amount) ?? 0,
    post_links: readPostLinks(post_links),
    receipt_path: text(receipt_path) || null,
    api_orders: Array.isArray(api_orders) ? api_orders.map(readDelivery) : [],
  };
}

function readDelivery(sent: unknown): ShownDelivery {
  const fields = fieldsOf(sent);
  return {
    post_link: text(fields.post_link),
    api_order_id: text(fields.api_order_id) || null,
    quantity: number(fields.quantity),
    live_status: text(fields.live_status) || null,
    remains: number(fields.remains),
  };
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
