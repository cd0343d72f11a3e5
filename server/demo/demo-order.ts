// One order from the cart to the last delivery, as the rows that the store itself would write.

import { deliver } from './delivery.ts';
import { fillCart } from './demo-cart.ts';
import type { DemoContext, Fate, OrderRow, Rows } from './demo-context.ts';
import { pay } from './payment.ts';

const idCharacters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** So many posts that the fate can be seen. */
const minPosts: Partial<Record<Fate, number>> = { halfway: 4, partial: 2, canceled: 2, refused: 3, unknown: 2 };

export const noRows = (): Rows => ({ orders: [], attempts: [], events: [], dispatches: [], audit: [], alerts: [] });

/** Adds the order's rows to those of the telling. */
export function addDemoOrder(context: DemoContext, customerEmail: string, createdAt: Date, fate: Fate): void {
  const { random, rows } = context;
  const order: OrderRow = {
    id: random.text(idCharacters, 12),
    customerEmail,
    customerUsername: 'customer',
    ...fillCart(random, minPosts[fate]),
    currency: 'USD',
    refundedCents: 0,
    status: 'pending',
    statusReason: null,
    paymentStatus: 'none',
    paidAt: null,
    createdAt,
    updatedAt: createdAt,
  };
  rows.orders.push(order);
  rows.audit.push({ happenedAt: createdAt, actor: 'visitor', action: 'order.placed', subject: order.id, details: {} });
  const paidAtMs = pay(context, order, fate);
  if (paidAtMs !== null) deliver(context, order, paidAtMs, fate);
}
