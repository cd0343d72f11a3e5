// Action items about categories: on sale while no provider can deliver it, and paused for that while one can. Pure.
import { type Category, categories } from '../../../contract/category.ts';
import { isPaused, type OfferSetting, offerOf } from '../../../contract/offers.ts';
import { type StoreMessage, storeMessage } from '../../../contract/store-messages.ts';
import type { ActionItemRow } from './action-items.repository.ts';

export type PausedService = { category: Category; subject: string; since: Date; message: StoreMessage };
export type Undeliverable = { category: Category; since: Date; message: StoreMessage };

const none = { order_id: null, position: null };

export function sellingItems(
  offers: readonly OfferSetting[],
  undeliverable: readonly Undeliverable[],
): Record<'category_undeliverable' | 'category_deliverable', ActionItemRow[]> {
  const paused = categories.flatMap((category) => {
    const since = offerOf(offers, category).undeliverable_since;
    return since === null || undeliverable.some((one) => one.category === category) ? [] : [{ category, since }];
  });
  return {
    category_undeliverable: undeliverable
      .filter(({ category }) => !isPaused(offerOf(offers, category)))
      .map(({ category, since, message }) => ({ ...none, subject: category, category, at: since, words: message })),
    // Each pause has a subject of its own, so that a dismissal counts for one.
    category_deliverable: paused.map(({ category, since }) => ({
      ...none,
      subject: `${category} ${since}`,
      category,
      at: new Date(since),
      words: storeMessage('category_deliverable'),
    })),
  };
}

/** A dismissal accepts the cost: the service is used again. */
export function pausedItems(paused: readonly PausedService[]): ActionItemRow[] {
  return paused.map(({ category, subject, since, message }) => ({
    ...none,
    subject,
    category,
    at: since,
    words: message,
  }));
}
