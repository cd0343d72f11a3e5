// Action items about offers: on sale while no provider can deliver it, and paused for that while one can. Pure.
import { isPaused, mayBeOn, type OfferSetting, offerKey, offerOfKey } from '../../../contract/offers.ts';
import { type StoreMessage, storeMessage } from '../../../contract/store-messages.ts';
import type { ActionItemRow } from './action-items.repository.ts';

/** `offer`: its `offerKey()`. */
export type PausedService = { offer: string; subject: string; since: Date; message: StoreMessage };
export type Undeliverable = { offer: string; since: Date; message: StoreMessage };

const none = { order_id: null, position: null };

export function sellingItems(
  offers: readonly OfferSetting[],
  undeliverable: readonly Undeliverable[],
): Record<'category_undeliverable' | 'category_deliverable', ActionItemRow[]> {
  const paused = offers.flatMap((one) => {
    const offer = offerKey(one);
    const since = mayBeOn(one) ? one.undeliverable_since : null;
    return since === null || undeliverable.some((other) => other.offer === offer) ? [] : [{ offer, since }];
  });
  const isSold = (key: string) => {
    const offer = offerOfKey(offers, key);
    return offer !== undefined && !isPaused(offer);
  };
  return {
    category_undeliverable: undeliverable
      .filter(({ offer }) => isSold(offer))
      .map(({ offer, since, message }) => ({ ...none, subject: offer, offer, at: since, words: message })),
    // Each pause has a subject of its own, so that a dismissal counts for one.
    category_deliverable: paused.map(({ offer, since }) => ({
      ...none,
      subject: `${offer} ${since}`,
      offer,
      at: new Date(since),
      words: storeMessage('category_deliverable'),
    })),
  };
}

/** A dismissal accepts the cost: the service is used again. */
export function pausedItems(paused: readonly PausedService[]): ActionItemRow[] {
  return paused.map(({ offer, subject, since, message }) => ({
    ...none,
    subject,
    offer,
    at: since,
    words: message,
  }));
}
