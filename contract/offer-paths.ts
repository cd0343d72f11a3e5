// The pages of the offers beside the two specified ones, which are sold on the home page. Pure, without zod.
import { type Language, languagePrefixes, splitLanguage } from './languages.ts';
import { type OfferKind, offerKinds } from './offer-kinds.ts';
import { type OfferSetting, specifiedCategory } from './offers.ts';
import { pathOf } from './pages.ts';

type Shown = Pick<OfferKind, 'platform' | 'action'>;

/** Offers of one platform and action share a page. */
export function offerPathOf(lang: Language, { platform, action }: Shown): string {
  return `${languagePrefixes[lang]}/${platform}/${action}`;
}

/** The checkout of an offer: the address names it, so that the server renders its terms. */
export function offerCheckoutOf(lang: Language, { id }: Pick<OfferSetting, 'id'>): string {
  return `${pathOf('checkout', lang)}?offer=${id}`;
}

/** Null for a path of no offer. A trailing slash is ignored. */
export function offerKindAt(path: string): ({ lang: Language } & Shown) | null {
  const { lang, rest } = splitLanguage(path.replace(/\/+$/, ''));
  const kind = offerKinds.find(({ platform, action }) => rest === `/${platform}/${action}`);
  return kind ? { lang, platform: kind.platform, action: kind.action } : null;
}

/** The offers on sale beside the specified ones, in the order of the settings. A paused one is among them. */
export function otherOffers(offers: readonly OfferSetting[]): OfferSetting[] {
  return offers.filter((offer) => offer.on && specifiedCategory(offer) === null);
}

/** Those that share the page of a platform and an action. */
export function offersOfPage(offers: readonly OfferSetting[], { platform, action }: Shown): OfferSetting[] {
  return otherOffers(offers).filter((offer) => offer.platform === platform && offer.action === action);
}
