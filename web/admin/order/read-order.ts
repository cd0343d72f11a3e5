// Reads an order as any version of the store may send it (DATA-1..5, A-36): old rows hold amounts as text and links as JSON.
import { readPostLinks } from '../../../contract/post-links.ts';

export type AdminOrder = {
  id: string;
  customerEmail: string;
  customerUsername: string;
  /** Null when the store sent no number. */
  amountCents: number | null;
  /** 0 where the store says nothing of it. */
  refundedCents: number;
  /** As sent; compared without case. */
  status: string;
  paymentStatus: string;
  quantity: number | null;
  category: string;
  postLinks: string[];
  createdAt: string | null;
  /** Told of one order, never in a list. */
  receiptPath: string | null;
};

/** Never throws: what cannot be read is empty. */
export function readOrder(sent: unknown): AdminOrder {
  const fields: Record<string, unknown> = typeof sent === 'object' && sent !== null ? { ...sent } : {};
  return {
    id: text(fields.id),
    customerEmail: text(fields.customer_email),
    customerUsername: text(fields.customer_username),
    amountCents: readAmountCents(fields.amount),
    refundedCents: readAmountCents(fields.refunded_amount) ?? 0,
    status: text(fields.status),
    paymentStatus: text(fields.payment_status),
    quantity: number(fields.quantity),
    category: text(fields.category) || 'Likes',
    postLinks: readPostLinks(fields.post_links),
    createdAt: text(fields.created_at) || null,
    receiptPath: text(fields.receipt_path) || null,
  };
}

/** Dollars as a number or as text ("30.00") to cents; null for anything else. */
export function readAmountCents(sent: unknown): number | null {
  const dollars = number(sent);
  return dollars === null ? null : Math.round(dollars * 100);
}

function text(sent: unknown): string {
  return typeof sent === 'string' ? sent : typeof sent === 'number' ? String(sent) : '';
}

function number(sent: unknown): number | null {
  if (sent === '' || (typeof sent !== 'number' && typeof sent !== 'string')) return null;
  const value = Number(sent);
  return Number.isFinite(value) ? value : null;
}
