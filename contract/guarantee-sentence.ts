// The guarantee against losses as every page, mail and legal text states it (D-54): its days and its categories.
import { categories, type OrderCategory } from './category.ts';
import { guaranteeTexts } from './language-texts.ts';
import type { Language } from './languages.ts';
import { type OfferSetting, specifiedCategory } from './offers.ts';
import type { StoreProfile } from './store-profile.ts';

/**
 * @param days Days from the completion of a post, by category. 0: no guarantee.
 * @param among The categories in question: the one of an order, or all.
 * @returns One sentence, or null where none of them has a guarantee.
 */
export function guaranteeSentence(
  days: Partial<Record<OrderCategory, number>>,
  lang: Language,
  among: readonly OrderCategory[] = categories,
): string | null {
  const { units, and, lost, delivered } = guaranteeTexts[lang];
  const covered = among.filter((category) => (days[category] ?? 0) > 0);
  const periods = [...new Set(covered.map((category) => days[category] ?? 0))];
  if (periods.length === 0) return null;
  const parts = periods.map((period) => {
    const same = covered.filter((category) => days[category] === period);
    return lost(same.map((category) => units[category]).join(and), period);
  });
  return capitalized(delivered(parts.join(and)));
}

/** What legal texts and answers say of losses: the guarantee and how to use it, and which categories have none. */
export function lossSentences(
  days: Partial<Record<OrderCategory, number>>,
  lang: Language,
  among: readonly OrderCategory[] = categories,
): string {
  const { units, and, report, notKept } = guaranteeTexts[lang];
  const guarantee = guaranteeSentence(days, lang, among);
  const others = among.filter((category) => !days[category]).map((category) => units[category]);
  return [
    ...(guarantee ? [guarantee, report] : []),
    ...(others.length > 0 ? [capitalized(notKept(others.join(and)))] : []),
  ].join(' ');
}

type Store = Pick<StoreProfile, 'guarantee_days' | 'offers'>;

/** The guarantee of the whole store. With further offers it names each offer, because two offers can share a unit. */
export function storeGuarantee({ guarantee_days, offers }: Store, lang: Language): string | null {
  const sold = findNamedOffers(offers);
  if (sold === null) return guaranteeSentence(guarantee_days, lang);
  return keptSentences(sold, lang).join(' ') || null;
}

export function storeLosses({ guarantee_days, offers }: Store, lang: Language): string {
  const sold = findNamedOffers(offers);
  if (sold === null) return lossSentences(guarantee_days, lang);
  const { report, offersNotKept } = guaranteeTexts[lang];
  const kept = keptSentences(sold, lang);
  const others = sold.filter((offer) => offer.guarantee_days === 0).map(({ names }) => names[lang]);
  return [
    ...kept,
    ...(kept.length > 0 ? [report] : []),
    ...(others.length > 0 ? [offersNotKept(others.join(', '))] : []),
  ].join(' ');
}

function keptSentences(sold: readonly OfferSetting[], lang: Language): string[] {
  const periods = [...new Set(sold.map((offer) => offer.guarantee_days))].filter((days) => days > 0);
  return periods.map((days) => {
    const names = sold.filter((offer) => offer.guarantee_days === days).map((offer) => offer.names[lang]);
    return guaranteeTexts[lang].offersKept(names.join(', '), days);
  });
}

/** The offers on sale; null where there is none beside the specified ones. */
function findNamedOffers(offers: readonly OfferSetting[]): OfferSetting[] | null {
  const sold = offers.filter(({ on }) => on);
  return sold.every(specifiedCategory) ? null : sold;
}

function capitalized(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
