// The preview of a bulk action: the effect on each order. Pure; the server checks it again.
import { categories } from '../../../contract/category.ts';
import type { SettableStatus } from '../../../contract/order-status.ts';
import { shares } from '../../../contract/share.ts';
import type { Api } from '../../api.ts';
import { formatCount } from '../amounts.ts';
import type { Post } from '../dispatch/post-actions.ts';
import type { Found } from '../lost-answer.ts';
import { matchDeliveries } from '../order-detail/match-deliveries.ts';
import { orderWord } from '../order-detail/order-state.tsx';
import type { AdminOrder, PostDelivery } from '../order-detail/read-order.ts';
import { whyNotSent } from '../order-detail/send-barrier.ts';
import type { UnitsOfCategory } from '../provider/send-cost.ts';
import { shownPageTexts } from '../texts/shown-texts.ts';

/**
 * `orderId`: null for a job about no order. `share`: the ordered units of the link. A rest that another provider left is sent
 * with fewer.
 */
export type Step = { orderId: string | null; what: string } & (
  | { kind: 'status'; orderId: string; status: SettableStatus; expected: string }
  | { kind: 'send'; post: Post; share: number }
  /** `check`: reads after a lost response whether the store performed the step. */
  | { kind: 'call'; call: (api: Api) => Promise<unknown>; check: (api: Api) => Promise<Found> }
);
/** `request`: the action item of the buyer's request for another link. */
export type Left = { orderId: string; why: string; request?: string };
export type Plan = { steps: Step[]; left: Left[] };
export type BulkConfirmation = {
  title: string;
  /** "Change 3 orders". */
  confirmLabel: string;
  plan: Plan;
  warning?: string;
};

export function planStatus(orders: readonly AdminOrder[], status: SettableStatus): Plan {
  const texts = shownPageTexts();
  const { bulk } = texts;
  const plan: Plan = { steps: [], left: [] };
  for (const { id, status: before } of orders) {
    const after = orderWord(texts, status);
    if (before.toLowerCase() === status) plan.left.push({ orderId: id, why: bulk.isAlready(after) });
    else {
      const what = bulk.fromTo(orderWord(texts, before), after);
      plan.steps.push({ kind: 'status', orderId: id, what, status, expected: before });
    }
  }
  return plan;
}

export type DeliveriesOf = (orderId: string) => readonly PostDelivery[] | undefined;

/** One step for each link that can be sent. An order without such a link gets a reason. */
export function planSend(orders: readonly AdminOrder[], deliveriesOf: DeliveriesOf, isToSend = false): Plan {
  const { bulk } = shownPageTexts();
  const plan: Plan = { steps: [], left: [] };
  for (const order of orders) {
    const deliveries = deliveriesOf(order.id);
    const refusal = whyNotSent(order) ?? (deliveries ? null : bulk.deliveriesUnknown);
    if (refusal || !deliveries) {
      plan.left.push({ orderId: order.id, why: refusal ?? '' });
      continue;
    }
    const matched = matchDeliveries(order.postLinks, deliveries);
    const ofLink = shares(order.quantity ?? 0, order.postLinks.length);
    const requested = new Set(order.linkRequests.map(({ position }) => position));
    let sendable = 0;
    order.postLinks.forEach((link, at) => {
      const status = matched[at]?.status;
      if (status !== undefined && status !== 'waiting' && (isToSend || status !== 'failed')) return;
      if (requested.has(at)) return;
      sendable += 1;
      const { id: orderId, linkRule, category, offer, offerName } = order;
      const post = { orderId, link, linkRule, category, offer, offerName, quantity: order.linkQuantities[at] ?? 0 };
      plan.steps.push({ kind: 'send', orderId: order.id, what: link, post, share: ofLink[at] ?? 0 });
    });
    for (const { subject } of order.linkRequests) {
      plan.left.push({ orderId: order.id, why: bulk.linkRequested, request: subject });
    }
    if (order.linkRequests.length > 0) continue;
    if (sendable === 0) plan.left.push({ orderId: order.id, why: unsendable(matched.map((one) => one?.status)) });
  }
  return plan;
}

function unsendable(statuses: readonly (string | undefined)[]): string {
  const { bulk } = shownPageTexts();
  if (statuses.includes('unknown')) return bulk.isUnsettled;
  return statuses.length === 0 ? bulk.hasNoLinks : bulk.isSent;
}

/**
 * The confirmation of a send of all links of these orders that can be sent. `isToSend`: only links without an earlier failed
 * send.
 */
export function sendConfirmation(
  orders: readonly AdminOrder[],
  deliveriesOf: DeliveriesOf,
  isToSend = false,
): BulkConfirmation {
  const { bulk } = shownPageTexts();
  const plan = planSend(orders, deliveriesOf, isToSend);
  const { length } = plan.steps;
  return {
    title: bulk.sendTitle,
    confirmLabel: bulk.send(length, formatCount(length)),
    plan,
    warning: bulk.sendWarning,
  };
}

/** The number of links of an open order that can be sent now; 0 while its provider orders are loading. */
export function sendableLinks(order: AdminOrder, deliveries: readonly PostDelivery[] | undefined): number {
  const state = order.delivery?.state;
  if (state !== 'to_send' && state !== 'sending') return 0;
  return planSend([order], () => deliveries).steps.length;
}

/** The units that a plan orders at the provider, by what was sold. */
export function unitsOf({ steps }: Plan): UnitsOfCategory[] {
  const posts = steps.flatMap((step) => (step.kind === 'send' ? [step.post] : []));
  const units = new Map<string, UnitsOfCategory>(
    categories.map((category) => [category, { category, offer: null, quantity: 0 }]),
  );
  for (const { category, offer, offerName, quantity } of posts) {
    const key = offer ?? category;
    const known = units.get(key)?.quantity ?? 0;
    units.set(key, { category, offer, offerName, quantity: known + quantity });
  }
  return [...units.values()].filter(({ quantity }) => quantity > 0);
}
