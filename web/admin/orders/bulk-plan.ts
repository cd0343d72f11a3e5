// The preview of a bulk action: the effect on each order. Pure; the server checks it again.
import type { SettableStatus } from '../../../contract/order-status.ts';
import { shownStatus } from '../../ui/status-tone.ts';
import type { Post } from '../dispatch/post-actions.ts';
import { matchDeliveries } from '../order-detail/match-deliveries.ts';
import type { PostDelivery } from '../order-detail/order-queries.ts';
import { type AdminOrder, whyUnpaid } from '../order-detail/read-order.ts';

export type Step = { orderId: string; what: string } & (
  | { kind: 'status'; status: SettableStatus; expected: string }
  | { kind: 'send'; post: Post }
);
export type Left = { orderId: string; why: string };
export type Plan = { steps: Step[]; left: Left[] };

export function planStatus(orders: readonly AdminOrder[], status: SettableStatus): Plan {
  const plan: Plan = { steps: [], left: [] };
  for (const { id, status: before } of orders) {
    if (before.toLowerCase() === status) plan.left.push({ orderId: id, why: `is ${shownStatus(status)} already` });
    else {
      const what = `${shownStatus(before)} to ${shownStatus(status)}`;
      plan.steps.push({ kind: 'status', orderId: id, what, status, expected: before });
    }
  }
  return plan;
}

/** One step for each link that can be sent. An order without such a link gets a reason. */
export function planSend(
  orders: readonly AdminOrder[],
  deliveriesOf: (orderId: string) => readonly PostDelivery[] | undefined,
): Plan {
  const plan: Plan = { steps: [], left: [] };
  for (const order of orders) {
    const deliveries = deliveriesOf(order.id);
    const refusal = whyUnpaid(order) ?? (deliveries ? null : 'its provider order IDs are still unknown');
    if (refusal || !deliveries) {
      plan.left.push({ orderId: order.id, why: refusal ?? '' });
      continue;
    }
    const matched = matchDeliveries(order.postLinks, deliveries);
    let sendable = 0;
    order.postLinks.forEach((link, at) => {
      const status = matched[at]?.status;
      if (status !== undefined && status !== 'failed' && status !== 'waiting') return;
      sendable += 1;
      const post = { orderId: order.id, link, category: order.category, quantity: order.linkQuantities[at] ?? 0 };
      plan.steps.push({ kind: 'send', orderId: order.id, what: link, post });
    });
    if (sendable === 0) plan.left.push({ orderId: order.id, why: unsendable(matched.map((one) => one?.status)) });
  }
  return plan;
}

function unsendable(statuses: readonly (string | undefined)[]): string {
  if (statuses.includes('unknown')) return 'has a link whose outcome must be settled first';
  return statuses.length === 0 ? 'has no links' : 'is sent already';
}
