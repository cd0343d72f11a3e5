// How an order is shown to its buyer: heading, badge, sentences, the state of each link, the next step and the timeline. All
// pages use it, and emails through `order-mail.ts`. Pure, without zod: used by server and pages.
import type { OrderPage } from './order-page.ts';
import {
  type Delivery,
  type DeliveryState,
  deliveryTones,
  type PaymentState,
  paymentTones,
  type Tone,
} from './order-progress.ts';
import type { PostState } from './post-progress.ts';

type Facts = { status: string; payment_status?: string | undefined; payment: PaymentState; delivery: Delivery };
type Page = Pick<OrderPage, 'confirming_long' | 'refunded_amount' | 'refunds' | 'sending' | 'events'>;
type Post = Pick<
  OrderPage['posts'][number],
  'state' | 'ordered' | 'delivered' | 'hidden' | 'after_other_order' | 'can_replace'
> & {
  drop?: Pick<NonNullable<OrderPage['posts'][number]['drop']>, 'state'> | undefined;
  link_request?: Pick<NonNullable<OrderPage['posts'][number]['link_request']>, 'state' | 'holds'> | undefined;
};
/** The fields of the page of an order are missing where a caller has no proof of it. */
export type OrderFacts = Facts & Partial<Page> & { posts?: readonly Post[] };

const unpaidStates: readonly PaymentState[] = ['unpaid', 'awaiting_transfer', 'declined', 'expired'];
const paidStates: readonly PaymentState[] = ['paid', 'partly_refunded'];

/** True when the order has no payment and none is pending. */
export function isUnpaid({ payment }: Pick<Facts, 'payment'>): boolean {
  return unpaidStates.includes(payment);
}

export function isPaid({ payment }: Pick<Facts, 'payment'>): boolean {
  return paidStates.includes(payment);
}

/** True when the server opens a payment form for the order. The server applies the same rule. */
export function isPayable(order: Pick<Facts, 'payment' | 'status' | 'payment_status'>): boolean {
  return isUnpaid(order) && !hasFailed(order);
}

export function hasFailed({ status, payment_status }: Pick<Facts, 'status' | 'payment_status'>): boolean {
  return status.toLowerCase() === 'failed' || payment_status === 'failed';
}

/** True when payment and delivery are final. A refund or a refill may still follow: `isFinal`. */
export function hasEnded(order: Facts): boolean {
  const { state } = order.delivery;
  if (!isPaid(order)) return !isPayable(order) && order.payment !== 'confirming';
  if (state === 'completed') return true;
  const isOver = /^(completed|failed)$/i.test(order.status);
  return isOver && state !== 'sending' && state !== 'in_progress';
}

/** True when nothing that a page shows can change: polling stops. */
export function isFinal(order: OrderFacts): boolean {
  const { posts = [], refunds = [] } = order;
  const isMoving =
    order.delivery.refilling || posts.some(({ state, drop }) => state === 'refilling' || drop?.state === 'reported');
  return hasEnded(order) && !isMoving && refunds.every(isDone);
}

/**
 * closed, declinedClosed: ended without payment. toSend: paid, and the next to be sent. held: paid, and a link cannot be
 * sent now. starting: at a provider, and nothing is delivered yet. refilling: completed, and a lost part is delivered
 * again.
 */
export type OrderStage =
  | 'unpaid'
  | 'awaiting_transfer'
  | 'confirming'
  | 'declined'
  | 'expired'
  | 'closed'
  | 'declinedClosed'
  | 'refunded'
  | 'disputed'
  | 'toSend'
  | 'held'
  | 'starting'
  | 'delivering'
  | 'completed'
  | 'refilling'
  | 'partial'
  | 'notDelivered';

/** Why a link cannot start now. */
type HeldReason = 'paused' | 'refundOpen' | 'refused' | 'hidden' | 'afterOtherOrder' | 'requested';

/** A sentence by its key in the texts, with the numbers that it has. Units are counts, amounts are dollars. */
export type Sentence =
  | { key: Exclude<OrderStage, 'declinedClosed' | 'toSend' | 'held' | 'partial' | 'delivering'> }
  | { key: 'confirmingLong' | 'toSend' | 'toSendNow' | 'dropReported' | 'partlyRefunded' | HeldReason }
  | { key: 'refusedSome' | 'hiddenSome'; held: number; posts: number }
  | { key: 'delivering' }
  | { key: 'deliveringSome'; sent: number; links: number }
  | { key: 'deliveringCounted' | 'partial'; delivered: number; ordered: number }
  | {
      key: 'missing';
      missing: number | null;
      outcome: 'refilling' | 'refundPending' | 'refunded' | 'open' | 'closed';
      amount: number;
    }
  | { key: 'refund'; how: 'done' | 'undated' | 'pending' | 'byHand'; amount: number; at: string | null }
  | { key: 'bank' };

/** The payment until the order is paid, then the delivery. */
export type BadgeWord =
  | Exclude<PaymentState, 'paid' | 'partly_refunded'>
  | Exclude<DeliveryState, 'none'>
  | 'held'
  | 'refilling';

/** not_delivered: ended without a unit. */
export type LinkBadge = PostState | 'not_delivered';
/**
 * The sentence of a link. lost: delivered in full, and a part was lost later. requested: the buyer requested another link.
 * deliveredHidden: a drop can be refilled only after the post is public again.
 */
export type LinkSentence =
  | PostState
  | 'missingUncounted'
  | 'lost'
  | 'requested'
  | 'hidden'
  | 'hiddenRetry'
  | 'deliveredHidden'
  | 'afterOtherOrder';
export type LinkStory = {
  badge: LinkBadge;
  tone: Tone;
  sentence: LinkSentence;
  /** Undelivered units; null if the count is unknown. */
  missing: number | null;
  hasBar: boolean;
  /** The buyer can ask for another link. */
  canReplace: boolean;
  /** True while the link is not delivered: the page shows the state of the last request for another link. */
  hasRequest: boolean;
};

export type NowStep =
  | 'unpaid'
  | 'confirming'
  | 'to_send'
  | 'held'
  | 'on_hold'
  | 'delivering'
  | 'missing'
  | 'refilling'
  | 'refund';
export type NextStep = 'unpaid' | 'delivering';

export type OrderStory = {
  stage: OrderStage;
  badge: { word: BadgeWord; tone: Tone };
  /** The most important first. */
  sentences: Sentence[];
  /** The main button; null: nothing to do. */
  next: 'pay' | 'otherCard' | 'otherWay' | 'support' | 'again' | null;
  /** The same order once more, beside the order. `later`: the store sends it after this one. Null: not offered. */
  again: 'now' | 'later' | null;
  /** After the events. */
  timeline: { now: NowStep | null; next: NextStep | null };
};

export function describeOrder(order: OrderFacts): OrderStory {
  const stage = findStage(order);
  return {
    stage,
    badge: badges[stage],
    sentences: [...mainSentences(order, stage), ...refundSentences(order, stage)],
    next: findNextStep(order, stage),
    again: findRepeat(order, stage),
    timeline: isFinal(order) ? { now: null, next: null } : openSteps(order, stage),
  };
}

export function findStage(order: OrderFacts): OrderStage {
  if (isPaid(order)) return deliveryStageOf(order);
  const { payment } = order;
  if (payment === 'confirming' || payment === 'refunded' || payment === 'disputed') return payment;
  if (!isPayable(order)) return payment === 'declined' ? 'declinedClosed' : 'closed';
  // One of `unpaidStates`.
  return payment as 'unpaid' | 'awaiting_transfer' | 'declined' | 'expired';
}

const begunStates: readonly PostState[] = ['in_progress', 'delivered', 'refilling', 'missing'];
const runningStates: readonly PostState[] = ['sending', 'in_progress', 'refilling'];

function deliveryStageOf(order: OrderFacts): OrderStage {
  const { posts = [] } = order;
  const { state, sent, ended } = order.delivery;
  const isRefilling = order.delivery.refilling || posts.some((post) => post.state === 'refilling');
  if (state === 'completed') return isRefilling ? 'refilling' : 'completed';
  if (state === 'partial') return state;
  if (state === 'not_delivered') return 'notDelivered';
  const isRunning = posts.length > 0 ? posts.some((post) => runningStates.includes(post.state)) : sent > ended;
  const isBegun = hasBegun(order);
  const reason = heldReason(order);
  // A link that waits for another order, or for another link, does not hold the others.
  const isPart = reason === 'afterOtherOrder' || reason === 'requested';
  if (reason !== null && !(isRunning && (isBegun || isPart))) return 'held';
  if (isBegun) return 'delivering';
  return isRunning ? 'starting' : 'toSend';
}

/** True once a provider has worked on the order. */
export function hasBegun({ posts = [], events = [], delivery: { state, delivered = 0 } }: OrderFacts): boolean {
  return (
    delivered > 0 ||
    events.some(({ kind }) => kind === 'started') ||
    posts.some((post) => begunStates.includes(post.state)) ||
    // Without its links nothing else is known.
    (posts.length === 0 && state === 'in_progress')
  );
}

/**
 * Why links of a paid order cannot be sent now. Another order and a request for another link count only where all that is left
 * waits for them.
 */
function heldReason({ posts = [], sending }: OrderFacts): HeldReason | null {
  if (sending === 'paused') return 'paused';
  if (sending === 'refund_open') return 'refundOpen';
  const unsent = posts.filter(isUnsent);
  if (unsent.some(isRefused)) return 'refused';
  if (unsent.some(({ hidden }) => hidden)) return 'hidden';
  if (unsent.length === 0 || !unsent.every((post) => post.after_other_order || isRequestHeld(post))) return null;
  return unsent.some(isRequestHeld) ? 'requested' : 'afterOtherOrder';
}

/** The buyer requested another link, so the store does not send this one automatically. */
function isRequestHeld({ link_request }: Post): boolean {
  return link_request?.state === 'requested' && link_request.holds === true;
}

/** Not at a provider yet, and still to be sent. */
export function isUnsent({ state }: Pick<Post, 'state'>): boolean {
  return state === 'to_send' || state === 'checking';
}

/** The provider refused it, for another reason than that the post is hidden or has another order. */
function isRefused({ state, hidden, after_other_order }: Post): boolean {
  return state === 'checking' && !hidden && !after_other_order;
}

const badges: Record<OrderStage, OrderStory['badge']> = {
  unpaid: { word: 'unpaid', tone: paymentTones.unpaid },
  awaiting_transfer: { word: 'awaiting_transfer', tone: paymentTones.awaiting_transfer },
  confirming: { word: 'confirming', tone: paymentTones.confirming },
  declined: { word: 'declined', tone: paymentTones.declined },
  expired: { word: 'expired', tone: paymentTones.expired },
  closed: { word: 'expired', tone: paymentTones.expired },
  declinedClosed: { word: 'declined', tone: paymentTones.declined },
  refunded: { word: 'refunded', tone: paymentTones.refunded },
  disputed: { word: 'disputed', tone: paymentTones.disputed },
  // The badge reads "Paid".
  toSend: { word: 'to_send', tone: paymentTones.paid },
  held: { word: 'held', tone: 'orange' },
  starting: { word: 'sending', tone: deliveryTones.sending },
  delivering: { word: 'in_progress', tone: deliveryTones.in_progress },
  completed: { word: 'completed', tone: deliveryTones.completed },
  refilling: { word: 'refilling', tone: deliveryTones.in_progress },
  partial: { word: 'partial', tone: deliveryTones.partial },
  notDelivered: { word: 'not_delivered', tone: deliveryTones.not_delivered },
};

function mainSentences(order: OrderFacts, stage: OrderStage): Sentence[] {
  switch (stage) {
    case 'declinedClosed':
      return [{ key: 'closed' }];
    case 'confirming':
      return [{ key: order.confirming_long ? 'confirmingLong' : 'confirming' }];
    case 'refunded':
      return order.refunds === undefined ? [{ key: 'refunded' }] : [];
    case 'toSend':
      return [{ key: order.sending === 'now' ? 'toSendNow' : 'toSend' }];
    case 'held':
      return [heldSentence(order)];
    case 'starting':
      return [{ key: 'starting' }];
    case 'delivering':
      return [deliveringSentence(order), ...stuckSentences(order)];
    case 'completed':
      return [{ key: order.posts?.some(({ drop }) => drop?.state === 'reported') ? 'dropReported' : 'completed' }];
    case 'partial':
    case 'notDelivered':
      return [...deliveredSentences(order), missingSentence(order)];
    default:
      return [{ key: stage }];
  }
}

function heldSentence(order: OrderFacts): Sentence {
  const reason = heldReason(order) ?? 'refused';
  return reason === 'refused' || reason === 'hidden' ? stuckSentence(order, reason) : { key: reason };
}

function stuckSentence({ posts = [] }: OrderFacts, reason: 'refused' | 'hidden'): Sentence {
  const held = posts.filter((post) => isUnsent(post) && (reason === 'refused' ? isRefused(post) : post.hidden)).length;
  return held < posts.length ? { key: `${reason}Some`, held, posts: posts.length } : { key: reason };
}

/** Beside a delivery that runs: what of the order cannot start. */
function stuckSentences(order: OrderFacts): Sentence[] {
  const reason = heldReason(order);
  if (reason === null || reason === 'afterOtherOrder' || reason === 'requested') return [];
  return [reason === 'refused' || reason === 'hidden' ? stuckSentence(order, reason) : { key: reason }];
}

/** Undefined also for 0 of an order with the state `partial`: its delivered part was not counted. */
export function countDelivered({ state, delivered }: Delivery): number | undefined {
  return state === 'partial' && delivered === 0 ? undefined : delivered;
}

/** Of an order that ended short. */
function deliveredSentences({ delivery }: OrderFacts): Sentence[] {
  const { ordered } = delivery;
  const delivered = countDelivered(delivery);
  if (delivered === undefined) return [];
  return [delivered > 0 ? { key: 'partial', delivered, ordered } : { key: 'notDelivered' }];
}

function deliveringSentence({ delivery: { delivered = 0, ordered, sent, links } }: OrderFacts): Sentence {
  if (delivered > 0) return { key: 'deliveringCounted', delivered, ordered };
  return sent > 0 && sent < links ? { key: 'deliveringSome', sent, links } : { key: 'delivering' };
}

function missingSentence(order: OrderFacts): Sentence {
  const { posts = [], refunds = [], refunded_amount = 0 } = order;
  const delivered = countDelivered(order.delivery);
  const missing = delivered === undefined ? null : order.delivery.ordered - delivered;
  const base = { key: 'missing', missing, amount: 0 } as const;
  if (order.delivery.refilling || posts.some(({ state }) => state === 'refilling'))
    return { ...base, outcome: 'refilling' };
  const pending = refunds.filter((refund) => !isDone(refund)).reduce((sum, { amount }) => sum + amount, 0);
  if (pending > 0) return { ...base, outcome: 'refundPending', amount: pending };
  if (refunded_amount > 0) return { ...base, outcome: 'refunded', amount: refunded_amount };
  return { ...base, outcome: hasEnded(order) ? 'closed' : 'open' };
}

type Refund = OrderPage['refunds'][number];

function isDone({ state }: Pick<Refund, 'state'>): boolean {
  return state === 'refunded';
}

/** When each refund was sent, and how long a bank takes to show it. */
function refundSentences(order: OrderFacts, stage: OrderStage): Sentence[] {
  const { refunds, payment } = order;
  if (refunds === undefined) return payment === 'partly_refunded' ? [{ key: 'partlyRefunded' }] : [];
  if (stage === 'disputed') return [];
  if (refunds.length === 0) return payment === 'refunded' ? [{ key: 'refunded' }] : [];
  // Of a missing part, the sentence before names the refund that is on its way.
  const isNamed = stage === 'partial' || stage === 'notDelivered';
  const sentences = (isNamed ? refunds.filter(isDone) : refunds).map(
    ({ amount, at, state, by_hand }): Sentence => ({
      key: 'refund',
      amount,
      at,
      how: at === null ? 'undated' : by_hand ? 'byHand' : state === 'pending' ? 'pending' : 'done',
    }),
  );
  return refunds.every(({ by_hand }) => by_hand) ? sentences : [...sentences, { key: 'bank' }];
}

const linkTones: Record<LinkBadge, Tone> = {
  unpaid: 'yellow',
  to_send: 'purple',
  checking: 'orange',
  sending: 'blue',
  in_progress: 'blue',
  delivered: 'green',
  refilling: 'blue',
  missing: 'orange',
  not_delivered: 'red',
  refunded: 'grey',
  stopped: 'grey',
};

const openLinkStates: readonly PostState[] = ['to_send', 'checking', 'sending', 'in_progress'];

/** `sending`: of the order. */
export function describeLink(post: Post, sending: OrderFacts['sending']): LinkStory {
  const { state, ordered, delivered } = post;
  const badge = computeBadge(post);
  const isOver = state === 'stopped' || state === 'refunded';
  return {
    badge,
    tone: linkTones[badge],
    sentence: linkSentence(post, sending),
    missing: delivered === undefined ? null : ordered - delivered,
    hasBar: state !== 'unpaid' && (!isOver || (delivered ?? 0) > 0),
    canReplace: post.can_replace === true,
    hasRequest: post.link_request !== undefined && openLinkStates.includes(state),
  };
}

function computeBadge({ state, delivered, after_other_order }: Post): LinkBadge {
  // The provider refused the link only because of another order for the same post.
  if (state === 'checking' && after_other_order) return 'to_send';
  return state === 'missing' && delivered === 0 ? 'not_delivered' : state;
}

function linkSentence(post: Post, sending: OrderFacts['sending']): LinkSentence {
  const { state, ordered, delivered, hidden, after_other_order } = post;
  if (isRequestHeld(post) && isUnsent(post)) return 'requested';
  if (hidden && state === 'delivered') return 'deliveredHidden';
  const isRetried = state === 'to_send' && sending !== 'paused' && sending !== 'refund_open';
  if (hidden) return isRetried ? 'hiddenRetry' : 'hidden';
  if (after_other_order) return 'afterOtherOrder';
  if (state === 'missing' && delivered === undefined) return 'missingUncounted';
  return state === 'refilling' && delivered === ordered ? 'lost' : state;
}

function findNextStep(order: OrderFacts, stage: OrderStage): OrderStory['next'] {
  if (stage === 'closed' || stage === 'declinedClosed') return 'again';
  if (stage === 'disputed' || (stage === 'confirming' && order.confirming_long)) return 'support';
  if (!isPayable(order)) return null;
  return stage === 'declined' ? 'otherCard' : stage === 'awaiting_transfer' ? 'otherWay' : 'pay';
}

/** Not where money or delivery is undecided, and not after a refund. */
function findRepeat(order: OrderFacts, stage: OrderStage): OrderStory['again'] {
  if (stage === 'completed' || stage === 'partial') return 'now';
  if (stage === 'notDelivered') return hasEnded(order) ? 'now' : null;
  // The store sends a post again only after its earlier order has ended (D-20).
  return ['toSend', 'starting', 'delivering', 'refilling'].includes(stage) ? 'later' : null;
}

function openSteps(order: OrderFacts, stage: OrderStage): OrderStory['timeline'] {
  switch (stage) {
    case 'unpaid':
    case 'awaiting_transfer':
    case 'declined':
    case 'expired':
      return { now: 'unpaid', next: 'unpaid' };
    case 'confirming':
      return { now: 'confirming', next: 'unpaid' };
    case 'toSend':
    case 'starting':
      return { now: 'to_send', next: 'delivering' };
    case 'held':
      if (hasBegun(order) && order.delivery.delivered !== 0) return { now: 'on_hold', next: 'delivering' };
      return { now: heldReason(order) === 'refused' ? 'held' : 'to_send', next: 'delivering' };
    case 'delivering':
      return { now: 'delivering', next: 'delivering' };
    case 'refilling':
      return { now: 'refilling', next: null };
    case 'partial':
    case 'notDelivered':
      return { now: missingStep(order), next: null };
    default:
      return { now: (order.refunds ?? []).every(isDone) ? null : 'refund', next: null };
  }
}

function missingStep(order: OrderFacts): NowStep | null {
  const { posts = [], refunds = [] } = order;
  if (posts.some(({ state }) => state === 'refilling')) return 'refilling';
  if (!refunds.every(isDone)) return 'refund';
  return hasEnded(order) ? null : 'missing';
}
