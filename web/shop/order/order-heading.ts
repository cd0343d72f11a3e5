// The heading of the page of an order, with its numbers. Pure.

import type { Language } from '../../../contract/languages.ts';
import { countText } from '../../../contract/numbers.ts';
import type { OrderPage } from '../../../contract/order-page.ts';
import { countDelivered, hasBegun, type OrderStage, type Sentence } from '../../../contract/order-state.ts';
import { dollarsToText } from '../order-amount.ts';
import { unitOf } from '../order-sentences.ts';
import { fill } from '../texts/text.ts';
import type { OrderTexts } from './order-props.ts';

/** The heading already contains the counts of these sentences. */
export const inHeading: readonly Sentence['key'][] = ['deliveringCounted', 'partial', 'notDelivered'];

export function formatHeading(
  order: OrderPage,
  stage: OrderStage,
  { headings, states }: OrderTexts,
  lang: Language,
): string {
  const { ordered } = order.delivery;
  const delivered = countDelivered(order.delivery);
  const isRefunded = stage === 'refunded' && order.refunded_amount > 0;
  const values = {
    amount: dollarsToText(isRefunded ? order.refunded_amount : order.amount, lang),
    delivered: countText(delivered ?? 0, lang),
    ordered: countText(ordered || order.quantity, lang),
    unit: unitOf(order, states.units),
  };
  if (delivered === undefined && stage === 'delivering') return fill(headings.uncounted, values);
  if (delivered === undefined && stage === 'partial') return headings.partialUncounted;
  if (stage === 'held' && hasBegun(order) && delivered !== 0)
    return delivered === undefined ? headings.heldUncounted : fill(headings.heldCounted, values);
  return fill(headings[stage === 'awaiting_transfer' ? 'unpaid' : stage], values);
}
