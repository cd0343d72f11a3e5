// The names of offers in the language of the admin, by the keys that lists and figures have.
import { type OfferSetting, specifiedCategory } from '../../contract/offers.ts';
import { useApi } from './kit/use-api.ts';
import { useTextSet } from './texts/shown-texts.ts';
import { setLanguages } from './texts/text-sets.ts';

/** The offers beside the two specified ones, which lists name by their category. Loaded where `isNeeded`. */
export function useFurtherOffers(isNeeded = true): { id: string; category: string; name: string }[] {
  const language = setLanguages[useTextSet()];
  const { data } = useApi('GET /api/admin/store-settings', {}, { enabled: isNeeded });
  const offers: readonly OfferSetting[] = data?.settings.offers ?? [];
  return offers
    .filter((offer) => specifiedCategory(offer) === null)
    .map(({ id, category, names }) => ({ id, category, name: names[language] }));
}

type Named = { offer?: string | undefined; offer_name?: string | undefined };

/** Names what an answer states; one that is not loaded, or not there any more, as the answer does. `all`: what is shown. */
export function useOfferNames(all: readonly Named[]): (of: Named) => string | undefined {
  const offers = useFurtherOffers(all.some(({ offer }) => offer !== undefined));
  return ({ offer, offer_name }) => offers.find(({ id }) => id === offer)?.name ?? offer_name;
}
