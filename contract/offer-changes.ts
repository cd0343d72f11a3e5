// What a save changes of offers, by the offer or by a view of it. Pure, without zod: the form of the settings uses it too.
import { byName } from './by-name.ts';
import type { GuaranteeDays } from './guarantee.ts';
import { type Language, languages } from './languages.ts';
import { offerKindOf } from './offer-kinds.ts';
import {
  basePriceOf,
  newOffer,
  type OfferInput,
  type OfferSetting,
  type OfferViews,
  offerField,
  specifiedCategory,
} from './offers.ts';
import type { SellingInput } from './selling.ts';

type Sent = {
  offers?: readonly OfferInput[] | undefined;
  prices: OfferViews['prices'];
  selling?: SellingInput | undefined;
  guarantee_days?: GuaranteeDays | undefined;
};

type Confirmation = { at: string; by: string };

/**
 * The offers after a save, which changes a fact by its offer or by its view. `contradicted`: the fields that it changes by both to
 * different values. New offers come last; one without a platform and an action that can be sold is left out.
 */
export function offersAfter(
  before: readonly OfferSetting[],
  sent: Sent,
  confirmation: Confirmation = { at: '', by: '' },
): { offers: OfferSetting[]; contradicted: string[] } {
  const contradicted: string[] = [];
  const pick = <T>(field: string, saved: T, byOffer: T, byView: T | undefined): T => {
    if (byView === undefined) return byOffer;
    const [isOffer, isView] = [!isSame(byOffer, saved), !isSame(byView, saved)];
    if (isOffer && isView && !isSame(byOffer, byView)) contradicted.push(field);
    return isOffer ? byOffer : byView;
  };
  const priceAt = pricesAfter(before, sent, contradicted);
  const known = [...before, ...addedBy(before, sent)];
  const offers = known.map((offer): OfferSetting => {
    const input = sent.offers?.find(({ id }) => id === offer.id);
    const { id: _, platform: _platform, action: _action, attested, ...changes } = input ?? { id: offer.id };
    const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
    const wanted: OfferSetting = { ...offer, ...given };
    const { paused, banner, tiers, guarantee_days } = offer;
    const category = specifiedCategory(offer);
    const view = category && (sent.selling?.[category] ?? offer);
    const sale = pick(
      `selling.${category}`,
      { paused, banner },
      { paused: wanted.paused, banner: wanted.banner },
      view ? { paused: view.paused, banner: view.banner } : undefined,
    );
    const isAttested = attested === true && offer.attested_at === null && category === null;
    return {
      ...wanted,
      ...sale,
      ...(isAttested ? { attested_at: confirmation.at, attested_by: confirmation.by } : {}),
      // A pause because of the providers stays one until the offer is on sale again.
      undeliverable_since: sale.paused ? offer.undeliverable_since : null,
      ...priceAt(offer, input),
      margin: category ? null : wanted.margin,
      tiers: pick(`prices.tiers.${category}`, tiers, wanted.tiers, category ? sent.prices.tiers[category] : undefined),
      guarantee_days: pick(
        `guarantee_days.${category}`,
        guarantee_days,
        wanted.guarantee_days,
        category ? (sent.guarantee_days?.[category] ?? guarantee_days) : undefined,
      ),
    };
  });
  return { offers, contradicted };
}

/** Without a price, until the save gives it. */
function addedBy(before: readonly OfferSetting[], { offers = [] }: Sent): OfferSetting[] {
  return offers.flatMap(({ id, platform, action }, at) => {
    const kind = platform && action ? offerKindOf(platform, action) : null;
    const isNew = !before.some((one) => one.id === id) && offers.findIndex((one) => one.id === id) === at;
    return isNew && kind ? [{ ...newOffer({ id, ...kind }), unit_price_micros: 0 }] : [];
  });
}

type Price = Pick<OfferSetting, 'unit_price_micros' | 'own_price'>;

/** An offer with a price of its own keeps it until the save gives it another one, or takes it with `own_price: false`. */
function pricesAfter(before: readonly OfferSetting[], { offers, prices }: Sent, contradicted: string[]) {
  const [first] = before;
  const wasBase = basePriceOf(before);
  const firstPrice = offers?.find(({ id }) => id === first?.id);
  const isByView = !Object.is(prices.unit_price_micros, wasBase);
  const isByOffer = firstPrice !== undefined && isGiven(firstPrice, wasBase);
  const given = firstPrice?.unit_price_micros ?? wasBase;
  if (isByView && isByOffer && !Object.is(given, prices.unit_price_micros)) {
    contradicted.push('prices.unit_price_micros');
  }
  const base = Object.is(given, wasBase) ? prices.unit_price_micros : given;

  return (offer: OfferSetting, input: OfferInput | undefined): Price => {
    if (offer === first) return { unit_price_micros: base, own_price: false };
    const { unit_price_micros: saved, own_price: wasOwn } = offer;
    const { unit_price_micros = saved, own_price = wasOwn } = input ?? {};
    if (own_price || specifiedCategory(offer) === null) return { unit_price_micros, own_price: true };
    const isOther = !Object.is(unit_price_micros, base);
    const isPriced = input !== undefined && isGiven(input, saved);
    if (isPriced && isOther && (wasOwn || (isByView && Object.is(given, wasBase)))) {
      contradicted.push(offerField(offer, 'unit_price_micros'));
    }
    // The first offer alone got another price: the others keep theirs.
    const isKept = !wasOwn && !Object.is(given, wasBase);
    return isOther && (isPriced || isKept)
      ? { unit_price_micros, own_price: true }
      : { unit_price_micros: base, own_price: false };
  };
}

/** False for a price as it was read, beside `own_price` as it was read. */
function isGiven({ unit_price_micros, own_price }: OfferInput, saved: number): boolean {
  return unit_price_micros !== undefined && (own_price === undefined || !Object.is(unit_price_micros, saved));
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/**
 * What makes the further offers as they were in an older version. One that the older version did not have is turned off: the undo of its
 * publication. The settings have the specified offers beside it.
 */
export function restoredOffers(older: readonly OfferSetting[], now: readonly OfferSetting[]): OfferInput[] {
  const isFurther = (offer: OfferSetting) => specifiedCategory(offer) === null;
  return [
    ...older.filter(isFurther).map(offerInputOf),
    ...now
      .filter((offer) => isFurther(offer) && !older.some(({ id }) => id === offer.id))
      .map(({ id }) => ({ id, on: false })),
  ];
}

/** All that a save can change of an offer. */
export function offerInputOf(offer: OfferSetting): OfferInput {
  const { category: _, link_rule, undeliverable_since, attested_at, attested_by, ...facts } = offer;
  return facts;
}

/** Without spaces around texts. */
export function tidyOffers(offers: readonly OfferInput[]): OfferInput[] {
  const trimmed = (texts: Record<Language, string> | undefined) =>
    texts && byName(languages, (lang) => texts[lang].trim());
  return offers.map((offer) => ({
    ...offer,
    names: trimmed(offer.names),
    texts: trimmed(offer.texts),
    banner: trimmed(offer.banner),
  }));
}
