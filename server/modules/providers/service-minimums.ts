// The smallest order of an offer, compared with what the services in use accept.
import { type OfferSetting, offerField, offerKey, offerTitle } from '../../../contract/offers.ts';
import type { SettingsProblem } from '../../../contract/settings-rules.ts';
import { maxPosts, shownShare } from '../../../contract/share.ts';
import { storeMessage } from '../../../contract/store-messages.ts';
import type { StoreContext } from '../../context.ts';
import * as catalogueRepository from './catalogue.repository.ts';
import { listUsedServices } from './providers.service.ts';

/** Offers whose smallest order over the most posts no enabled provider accepts. A service of unknown limits accepts it. */
export async function listMinimumProblems(
  ctx: StoreContext,
  offers: readonly OfferSetting[],
): Promise<SettingsProblem[]> {
  if (offers.length === 0) return [];
  const used = await listUsedServices(ctx);
  const known = await catalogueRepository.readServices(ctx.database.db, used);
  return offers.flatMap((offer) => {
    const { min_quantity } = offer;
    const key = offerKey(offer);
    const minimums = used.flatMap((each) => {
      if (each.offer !== key) return [];
      const service = catalogueRepository.findService(each, known);
      return service && service.goneAt !== null ? [] : [service?.min ?? 0];
    });
    const min = minimums.length === 0 ? 0 : Math.min(...minimums);
    const smallest = shownShare(min_quantity, maxPosts);
    if (min <= smallest) return [];
    const facts = { category: offerTitle(offer), least: min * maxPosts, posts: maxPosts, smallest, min };
    return [{ field: offerField(offer, 'min_quantity'), ...storeMessage('offer_minimum_below_service', facts) }];
  });
}
