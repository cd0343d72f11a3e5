// The state of an order in words and numbers: heading and sentences. Pure.

import type { Language } from '../../../contract/languages.ts';
import { countText } from '../../../contract/numbers.ts';
import type { OrderPage } from '../../../contract/order-page.ts';
import { dollarsToText } from '../order-amount.ts';
import { hasEnded, isPaid, isPayable } from '../order-state.ts';
import { fill } from '../texts/text.ts';
import type { OrderTexts } from './order-props.ts';

/** The names of the states that the page shows. */
export type OrderStage =
  | 'unpaid'
  | 'confirming'
  | 'declined'
  | 'expired'
  | 'closed'
  | 'refunded'
  | 'disputed'
  | 'toSend'
  | 'delivering'
  | 'completed'
  | 'partial'
  | 'notDelivered';

export function stageOf(order: OrderPage): OrderStage {
  if (isPaid(order)) return deliveryStageOf(order);
  const { payment } = order;
  if (payment === 'confirming' || payment === 'refunded' || payment === 'disputed') return payment;
  if (!isPayable(order)) return 'closed';
  return payment === 'declined' || payment === 'expired' ? payment : 'unpaid';
}

function deliveryStageOf({ delivery: { state, delivered } }: OrderPage): OrderStage {
  switch (state) {
    case 'completed':
    case 'partial':
      return state;
    case 'not_delivered':
      return 'notDelivered';
    case 'sending':
      // A link on its way to the provider is not a delivery yet.
      return delivered ? 'delivering' : 'toSend';
    case 'in_progress':
      return 'delivering';
    default:
      return 'toSend';
  }
}

/** True when nothing on the page can change. */
export function isFinal(order: OrderPage): boolean {
  const isMoving = !order.refunds.every(isDone);
  const isRefilling = order.posts.some(({ state, drop }) => state === 'refilling' || drop?.state === 'reported');
  return hasEnded(order) && !isMoving && !isRefilling;
}

export function headingOf(order: OrderPage, texts: OrderTexts, lang: Language): string {
  const { headings } = texts;
  const { ordered, delivered } = order.delivery;
  const amount = dollarsToText(order.amount, lang);
  const counts = {
    delivered: countText(delivered ?? 0, lang),
    ordered: countText(ordered || order.quantity, lang),
    unit: texts.units[order.category],
  };
  const stage = stageOf(order);
  switch (stage) {
    case 'unpaid':
    case 'confirming':
    case 'expired':
    case 'disputed':
      return fill(headings[stage], { amount });
    case 'declined':
    case 'closed':
      return headings[stage];
    case 'refunded':
      return fill(headings.refunded, { amount: dollarsToText(order.refunded_amount || order.amount, lang) });
    case 'toSend':
      return fill(headings.toSend, counts);
    case 'delivering':
      return delivered === undefined ? fill(headings.uncounted, counts) : fill(headings.delivering, counts);
    case 'partial':
      return delivered === undefined ? headings.partialUncounted : fill(headings.partial, counts);
    case 'completed':
      return fill(headings.completed, counts);
    case 'notDelivered':
      return fill(headings.notDelivered, counts);
  }
}

/** `dateOf`: in the time zone of the page. */
export function sentencesOf(
  order: OrderPage,
  texts: OrderTexts,
  lang: Language,
  dateOf: (sent: string) => string,
): string[] {
  const stage = stageOf(order);
  const refunds = refundSentences(order, texts, lang, dateOf);
  const unit = texts.units[order.category];
  switch (stage) {
    case 'partial':
    case 'notDelivered':
      return [missingSentence(order, texts, lang), ...refunds];
    case 'refunded':
      return refunds;
    case 'confirming':
      return [order.confirming_long ? texts.sentences.confirmingLong : texts.sentences.confirming];
    case 'toSend':
      return [heldUpSentence(order, texts) ?? fill(texts.sentences.toSend, { unit }), ...refunds];
    case 'completed':
      return [fill(texts.sentences[stage], { unit }), ...refunds];
    default:
      return [texts.sentences[stage], ...refunds];
  }
}

/** Why none of the posts can start now, or null. */
function heldUpSentence({ posts }: OrderPage, { sentences }: OrderTexts): string | null {
  if (posts.length === 0 || !posts.every((post) => post.hidden || post.after_other_order)) return null;
  return posts.some(({ hidden }) => hidden) ? sentences.hidden : sentences.afterOtherOrder;
}

function missingSentence(order: OrderPage, { missing: texts }: OrderTexts, lang: Language): string {
  const { ordered, delivered } = order.delivery;
  const missing =
    delivered === undefined ? texts.some : fill(texts.count, { count: countText(ordered - delivered, lang) });
  if (order.posts.some(({ state }) => state === 'refilling')) return fill(texts.refilling, { missing });
  const pending = order.refunds.filter((refund) => !isDone(refund));
  const sum = pending.reduce((all, { amount }) => all + amount, 0);
  if (sum > 0) return fill(texts.refundPending, { missing, amount: dollarsToText(sum, lang) });
  if (order.refunded_amount > 0) {
    return fill(texts.refunded, { missing, amount: dollarsToText(order.refunded_amount, lang) });
  }
  return fill(hasEnded(order) ? texts.closed : texts.open, { missing });
}

function isDone({ state }: OrderPage['refunds'][number]): boolean {
  return state === 'refunded';
}

/** When each refund was sent, and how long a bank takes to show it. */
function refundSentences(
  order: OrderPage,
  { refunds: texts }: OrderTexts,
  lang: Language,
  dateOf: (sent: string) => string,
): string[] {
  const { refunds, payment } = order;
  if (refunds.length === 0) return payment === 'refunded' ? [texts.bank] : [];
  // Of a missing part, the sentence before names the refund that is on its way.
  const named = isPaid(order) && stageOf(order) !== 'completed' ? refunds.filter(isDone) : refunds;
  const sentences = named.map(({ amount: dollars, state, by_hand, at }) => {
    const amount = dollarsToText(dollars, lang);
    if (at === null) return fill(texts.undated, { amount });
    const date = dateOf(at);
    if (by_hand) return fill(texts.byHand, { amount, date });
    return fill(state === 'pending' ? texts.pending : texts.done, { amount, date });
  });
  return refunds.every(({ by_hand }) => by_hand) ? sentences : [...sentences, texts.bank];
}
