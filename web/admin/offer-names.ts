// The names of offers in the language of the admin, by the keys that lists and figures have.
import { type OfferSetting, specifiedCategory } from '../../contract/offers.ts';
import { useApi } from './kit/use-api.ts';
import { useTextSet } from './texts/shown-texts.ts';
import { setLanguages } from './texts/text-sets.ts';

/** The offers beside the two specified ones, which lists name by their category. */
export function useFurtherOffers(): { id: string; category: string; name: string }[] {
  const language = setLanguages[useTextSet()];
  const { data } = useApi('GET /api/admin/store-settings', {});
  const offers: readonly OfferSetting[] = data?.settings.offers ?? [];
  return offers
    .filter((offer) => specifiedCategory(offer) === null)
    .map(({ id, category, names }) => ({ id, category, name: names[language] }));
}
