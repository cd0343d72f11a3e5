// Maps order rows to the public API and the admin API.
import type { z } from 'zod';
import { namedRule } from '../../../contract/links/order-links.ts';
import { dollarsFromCents } from '../../../contract/money.ts';
import { soldOffer } from '../../../contract/offers.ts';
import type { Delivery, PaymentState, SendBarrier } from '../../../contract/order-progress.ts';
import type { order, publicOrder } from '../../../contract/orders.ts';
import { shares } from '../../../contract/share.ts';
import { StoreError } from '../../../contract/store-error.ts';
import type { orders } from './orders.schema.ts';

export type OrderRow = Omit<typeof orders.$inferSelect, 'searchText'>;
export type PublicOrder = z.output<typeof publicOrder>;
export type Order = z.output<typeof order>;
/** `deliveredBefore`: delivered units of replaced links, by position. */
export type OrderProgress = {
  payment: PaymentState;
  delivery: Delivery;
  deliveredBefore: number[];
  sendBarrier: SendBarrier | null;
  pausedUntil: Date | null;
};

/** The public fields of an order, visible with its ID. */
export function toPublicOrder(row: OrderRow, progress: OrderProgress): PublicOrder {
  return {
    id: row.id,
    status: row.status,
    payment_status: row.paymentStatus,
    quantity: row.quantity,
    category: row.category,
    ...soldOffer(row, row.language),
    amount: dollarsFromCents(row.amountCents),
    created_at: row.createdAt.toISOString(),
    payment: progress.payment,
    delivery: progress.delivery,
  };
}

/** Seconds in which an admin can undo a status change. */
export const undoSeconds = 600;

/** The fields for admins. Always a number and an array. */
export function toOrder(row: OrderRow, progress: OrderProgress, now: Date, requests?: Order['link_requests']): Order {
  return {
    ...toPublicOrder(row, progress),
    customer_email: row.customerEmail,
    customer_username: row.customerUsername,
    refunded_amount: dollarsFromCents(row.refundedCents),
    post_links: row.postLinks,
    ...namedRule(row),
    updated_at: row.updatedAt.toISOString(),
    paid_at: row.paidAt?.toISOString() ?? null,
    delivered_before: progress.deliveredBefore,
    send_barrier: progress.sendBarrier,
    sending_paused_until: progress.pausedUntil?.toISOString() ?? null,
    ...(requests ? { link_requests: requests } : {}),
    source: row.source ?? { source: 'unknown' },
    undo_status: findUndo(row, now),
  };
}

function findUndo({ statusBefore, changedByHandAt }: OrderRow, now: Date): Order['undo_status'] {
  if (statusBefore === null || changedByHandAt === null) return null;
  const until = new Date(changedByHandAt.getTime() + undoSeconds * 1_000);
  return until > now ? { status: statusBefore, until: until.toISOString() } : null;
}

/** The position of a link of the order. Throws invalid_input. */
export function positionOfLink({ postLinks }: OrderRow, postLink: string): number {
  const position = postLinks.indexOf(postLink.trim());
  if (position < 0) throw new StoreError('invalid_input', { field: 'postLink', reason: 'link_unknown' });
  return position;
}

/** The units that were bought for the link at a position. */
export function unitsOfLink({ quantity, postLinks }: OrderRow, position: number): number {
  return shares(quantity, postLinks.length)[position] ?? 0;
}
