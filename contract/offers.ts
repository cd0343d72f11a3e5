// What is sold: an offer has its price, limits, packages, guarantee and pause. Pure, without zod: the form of the settings
// uses it too.
import { byName } from './by-name.ts';
import { type Category, categories, type OrderCategory } from './category.ts';
import { defaultPriceList } from './default-prices.ts';
import type { GuaranteeDays } from './guarantee.ts';
import { firstOfferTexts } from './language-texts.ts';
import { defaultLanguage, type Language, languages } from './languages.ts';
import type { QuantityRange } from './number-inputs.ts';
import type { OfferKind } from './offer-kinds.ts';
import { centsOf, type PricedOffer, type PriceEnding, type PriceList, snapToGrid } from './pricing.ts';
import { firstSelling, type Selling, type SellingSetting } from './selling.ts';
import { type FieldSettings, firstFields, type MarginMode } from './setting-fields.ts';

/** The offers that stand for the two categories: of a `create-order` without an offer, and of an order from before offers. */
export const specifiedOffers = {
  Likes: 'instagram-likes',
  Views: 'instagram-views',
} as const satisfies Record<Category, string>;

/** Endings of the prices of orders. Each raises a price that does not have it, so that no order costs less than its rule. */
export const priceEndings = {
  cent: [1, 0],
  up_to_5: [5, 0],
  up_to_10: [10, 0],
  ending_49_99: [50, 49],
  ending_95: [100, 95],
  ending_99: [100, 99],
} as const satisfies Record<string, PriceEnding>;
export type Rounding = keyof typeof priceEndings;
export const roundings = Object.keys(priceEndings) as [Rounding, ...Rounding[]];

/**
 * How roll-ups name an offer: a specified one by its category, as the version before does, another one by its ID. The SQL function
 * `offer_key` is the same.
 */
export function offerKey(offer: Sold): string {
  return specifiedCategory(offer) ?? offer.id;
}

type Sold = { id: string; category: OrderCategory };

/** The category that the offer stands for; null for one beside the two specified ones. */
export function specifiedCategory({ id }: Pick<Sold, 'id'>): Category | null {
  return categories.find((category) => specifiedOffers[category] === id) ?? null;
}

/** How sentences for the operator name an offer: a specified one by its category. */
export function offerTitle(offer: Pick<OfferSetting, 'id' | 'names'>): string {
  return specifiedCategory(offer) ?? (offer.names[defaultLanguage] || offer.id);
}

/** `offerKey()` of the offers that share the category. */
export function offerKeysOf(offers: readonly OfferSetting[], category: OrderCategory): string[] {
  return offers.filter((offer) => offer.category === category).map(offerKey);
}

/** Of the offer of an order. An order of an earlier version has none: it is the one that stands for its category. */
export function orderOfferKey({ category, offer }: OfOrder): string {
  return offer ? offerKey({ id: offer.id, category }) : category;
}

type OfOrder = { category: OrderCategory; offer: { id: string } | null };

export type TierSetting = { from_quantity: number; discount_percent: number };

/** What an admin changes, beside the facts of `OfferViews`. */
export type OfferTerms = {
  /** As buyers and orders have it. */
  names: Record<Language, string>;
  texts: Record<Language, string>;
  /** False: it is in no catalog, and no new order of it is taken. */
  on: boolean;
  /** Millionths of a dollar per unit. */
  unit_price_micros: number;
  min_quantity: number;
  max_quantity: number;
  /** Quantities on sale are the minimum and any number of steps above it. */
  step_quantity: number;
  default_quantity: number;
  /** Ascending. */
  packages: number[];
  rounding: Rounding;
};

/** What the settings have by category of a specified offer, and with the offer of another one. */
type ViewedTerms = SellingSetting & { tiers: TierSetting[]; guarantee_days: number };

/** Who confirmed that the offer may be sold, and when. Null: nobody; the specified ones are confirmed with the launch. */
type Attestation = { attested_at: string | null; attested_by: string | null };

/** How the price of an offer follows the cost of its services, in percent (D-104). */
export type MarginRule = { mode: MarginMode; target: number; floor: number; step: number };

/** `id`, platform, action, category and link rule never change. */
export type OfferSetting = { id: string } & OfferKind &
  OfferTerms &
  ViewedTerms &
  Attestation & {
    /** True: a change of the base price does not change its price, also where both are equal. Never of the first offer. */
    own_price: boolean;
    /** Null: the rule of a specified offer is in `margins`, by its category. */
    margin: MarginRule | null;
  };

/**
 * Changes of an offer; what is omitted is unchanged. With an ID that the store does not have, and a platform and an action, it is a new
 * offer. `attested`: the admin confirms that it may be sold.
 */
export type OfferInput = { id: string } & {
  [N in
    | keyof OfferTerms
    | 'platform'
    | 'action'
    | 'own_price'
    | 'margin'
    | 'tiers'
    | 'guarantee_days'
    | 'paused'
    | 'banner']?: OfferSetting[N] | undefined;
} & { attested?: true | undefined };

/** Facts of the specified offers as the settings name them by category. */
export type OfferViews = {
  /** `unit_price_micros`: of the first offer, and of each one that has no price of its own. */
  prices: { unit_price_micros: number; tiers: Record<Category, TierSetting[]> };
  selling: Selling;
  guarantee_days: GuaranteeDays;
};

/** Of a specified offer, a version has the facts of the views in them alone. An offer has a price if it is its own. */
export type StoredOffer = { id: string } & OfferKind &
  Omit<OfferTerms, 'unit_price_micros'> & { unit_price_micros?: number } & Partial<
    ViewedTerms & Attestation & Pick<OfferSetting, 'margin'>
  >;

/** What was sold with an order: `percent` of the undiscounted price. Without `rounding`, that of the cent. */
export type OrderOffer = Pick<OfferSetting, 'id' | 'names' | 'unit_price_micros' | 'link_rule'> & {
  percent: number;
  currency: 'USD';
  rounding?: Rounding;
};

export function firstOffers(): OfferSetting[] {
  const { guarantee_days } = firstFields();
  const prices = {
    unit_price_micros: defaultPriceList.unitPriceMicros,
    tiers: byName(categories, (category) =>
      defaultPriceList.offers[category].tiers.map(({ fromQuantity, percent }) => ({
        from_quantity: fromQuantity,
        discount_percent: 100 - percent,
      })),
    ),
  };
  return readOffers(undefined, { prices, selling: firstSelling(), guarantee_days });
}

function firstQuantities(category: Category) {
  const { minQuantity, maxQuantity, stepQuantity, defaultQuantity, packages } = defaultPriceList.offers[category];
  return {
    min_quantity: minQuantity,
    max_quantity: maxQuantity,
    step_quantity: stepQuantity,
    default_quantity: defaultQuantity,
    packages: [...packages],
    rounding: 'cent' as const,
  };
}

function firstStoredOffer(category: Category): StoredOffer {
  return {
    id: specifiedOffers[category],
    platform: 'instagram',
    action: category === 'Likes' ? 'likes' : 'views',
    category,
    link_rule: 'instagram-post',
    names: byName(languages, (lang) => firstOfferTexts[lang][category].name),
    texts: byName(languages, (lang) => firstOfferTexts[lang][category].text),
    on: true,
    ...firstQuantities(category),
  };
}

/** The offers of a stored version. One from before offers sells the specified two with their first limits. */
export function readOffers(stored: readonly StoredOffer[] | undefined, views: OfferViews): OfferSetting[] {
  const base = views.prices.unit_price_micros;
  return (stored ?? categories.map(firstStoredOffer)).map((one) => {
    const category = specifiedCategory(one);
    const first = category
      ? { ...firstStoredOffer(category), ...ofViews(views, category), margin: null }
      : newOffer(one);
    return {
      ...first,
      unit_price_micros: base,
      ...one,
      own_price: one.unit_price_micros !== undefined,
      names: inEach(one.names, first.names),
      texts: inEach(one.texts, first.texts),
      banner: inEach(one.banner ?? {}, first.banner),
      margin: category ? null : (one.margin ?? first.margin),
      attested_at: one.attested_at ?? null,
      attested_by: one.attested_by ?? null,
    };
  });
}

/** In a language that a version does not have yet, the text is the one of `first`, else that of the default language. */
function inEach(texts: Partial<Record<Language, string>>, first: Record<Language, string>): Record<Language, string> {
  return byName(languages, (lang) => texts[lang] ?? (first[lang] || (texts[defaultLanguage] ?? '')));
}

function ofViews({ prices, selling, guarantee_days }: OfferViews, category: Category): ViewedTerms {
  return { ...selling[category], tiers: prices.tiers[category], guarantee_days: guarantee_days[category] };
}

/** With first terms of its own, off. Without a price. */
export function newOffer(kind: { id: string } & OfferKind): Omit<OfferSetting, 'unit_price_micros'> {
  const { margins: firstMargins } = firstFields();
  const empty = byName(languages, () => '');
  const { id, platform, action, category, link_rule } = kind;
  return {
    id,
    platform,
    action,
    category,
    link_rule,
    names: empty,
    texts: empty,
    on: false,
    own_price: true,
    ...firstQuantities('Likes'),
    ...firstSelling().Likes,
    tiers: [],
    guarantee_days: 0,
    margin: { ...firstMargins.Likes },
    attested_at: null,
    attested_by: null,
  };
}

/** The facts of an offer that no view has, beside its price. */
export const termFacts = [
  'names',
  'texts',
  'on',
  'min_quantity',
  'max_quantity',
  'step_quantity',
  'default_quantity',
  'packages',
  'rounding',
] as const satisfies readonly (keyof OfferTerms)[];
const storedFacts = ['id', 'platform', 'action', 'category', 'link_rule', ...termFacts] as const;
/** The facts that views have of the specified offers. */
export const viewedFacts = ['tiers', 'guarantee_days', 'paused', 'banner'] as const;
const ownFacts = [
  ...storedFacts,
  ...viewedFacts,
  'margin',
  'undeliverable_since',
  'attested_at',
  'attested_by',
] as const;

/** The offers as a version of the settings stores them beside their views. */
export function toStoredOffers(offers: readonly OfferSetting[]): StoredOffer[] {
  return offers.map((offer) => {
    const facts = specifiedCategory(offer) ? storedFacts : ownFacts;
    const stored = byName(facts, (name) => offer[name]) as StoredOffer;
    return offer.own_price ? { ...stored, unit_price_micros: offer.unit_price_micros } : stored;
  });
}

export function viewsOf(offers: readonly OfferSetting[]): OfferViews {
  const of = <T>(read: (offer: OfferSetting) => T) => byName(categories, (category) => read(offerOf(offers, category)));
  return {
    prices: { unit_price_micros: basePriceOf(offers), tiers: of(({ tiers }) => tiers) },
    selling: of(({ paused, banner, undeliverable_since }) => ({ paused, banner, undeliverable_since })),
    guarantee_days: of(({ guarantee_days }) => guarantee_days),
  };
}

export function basePriceOf([first]: readonly OfferSetting[]): number {
  return first?.unit_price_micros ?? defaultPriceList.unitPriceMicros;
}

/** The offer that stands for a category. */
export function offerOf(offers: readonly OfferSetting[], category: Category): OfferSetting {
  const found = offers.find(({ id }) => id === specifiedOffers[category]);
  if (!found) throw new Error(`The store has no offer ${specifiedOffers[category]}.`);
  return found;
}

/** The present settings of what an order sold; of an offer that the store no longer has, those of its category. */
export function offerOfOrder(offers: readonly OfferSetting[], { category, offer: sold }: OfOrder): OfferSetting {
  const known = offers.find(({ id }) => id === sold?.id) ?? offers.find((offer) => offer.category === category);
  return known ?? offerOf(offers, 'Likes');
}

/** The percent of the undiscounted price that the whole order costs. */
function percentAt({ tiers }: Pick<OfferSetting, 'tiers'>, quantity: number): number {
  return 100 - (tiers.findLast(({ from_quantity }) => quantity >= from_quantity)?.discount_percent ?? 0);
}

/** The price in cents. The quantity may be off the grid. */
export function offerCents(
  offer: Pick<OfferSetting, 'unit_price_micros' | 'tiers' | 'rounding'>,
  quantity: number,
): number {
  return soldCents({ ...offer, percent: percentAt(offer, quantity) }, quantity);
}

/** The price in cents by the price rule of an order. */
export function soldCents(
  { unit_price_micros, percent, rounding = 'cent' }: Pick<OrderOffer, 'unit_price_micros' | 'percent' | 'rounding'>,
  quantity: number,
): number {
  return centsOf(quantity, unit_price_micros, percent, priceEndings[rounding]);
}

export function quantityRange({ min_quantity, max_quantity, step_quantity }: OfferSetting): QuantityRange {
  return { minQuantity: min_quantity, maxQuantity: max_quantity, stepQuantity: step_quantity };
}

/** True for a whole number within the range of the offer and on its grid. */
export function isOnSale(offer: OfferSetting, quantity: number): boolean {
  return snapToGrid(quantity, quantityRange(offer)) === quantity;
}

/** The specified offers by their category, as pages have them. */
export function priceListOf(offers: readonly OfferSetting[]): PriceList {
  const base = basePriceOf(offers);
  return {
    unitPriceMicros: base,
    offers: byName(categories, (category) => pricedOffer(offerOf(offers, category), base)),
  };
}

/** As pages have it, beside the price of its list. */
export function pricedOffer(offer: OfferSetting, listMicros: number): PricedOffer {
  const { unit_price_micros, rounding } = offer;
  return {
    ...quantityRange(offer),
    defaultQuantity: offer.default_quantity,
    packages: offer.packages,
    tiers: offer.tiers.map(({ from_quantity, discount_percent }) => ({
      fromQuantity: from_quantity,
      percent: 100 - discount_percent,
    })),
    ...(Object.is(unit_price_micros, listMicros) ? {} : { unitPriceMicros: unit_price_micros }),
    ...(rounding === 'cent' ? {} : { ending: priceEndings[rounding] }),
  };
}

/** The specified offers are confirmed with the launch. */
export function mayBeOn(offer: Pick<OfferSetting, 'id' | 'attested_at'>): boolean {
  return specifiedCategory(offer) !== null || offer.attested_at !== null;
}

/** An order of an offer that is off or paused is refused. */
export function isPaused({ on, paused }: Pick<OfferSetting, 'on' | 'paused'>): boolean {
  return paused || !on;
}

/** The rule of the price of an offer. */
export function marginRuleOf({ margins }: Pick<FieldSettings, 'margins'>, offer: OfferSetting): MarginRule {
  return offer.margin ?? margins[specifiedCategory(offer) ?? 'Likes'];
}

/** Where the settings have the rule of an offer. */
export function marginField(offer: Pick<OfferSetting, 'id'>): string {
  const category = specifiedCategory(offer);
  return category ? `margins.${category}` : offerField(offer, 'margin');
}

/** The offer of a key of roll-ups and services. */
export function offerOfKey(offers: readonly OfferSetting[], key: string): OfferSetting | undefined {
  return offers.find((offer) => offerKey(offer) === key);
}

/** How sentences for the operator name the offer of a key. */
export function titleOfKey(offers: readonly OfferSetting[], key: string): string {
  const offer = offerOfKey(offers, key);
  return offer ? offerTitle(offer) : key;
}

/** The offers of keys, without those that the store does not have. */
export function offersOfKeys(offers: readonly OfferSetting[], keys: readonly string[]): OfferSetting[] {
  return keys.flatMap((key) => offerOfKey(offers, key) ?? []);
}

/** How answers name an offer: a specified one by its category alone. */
export function offerSubject(offer: OfferSetting): { category: OrderCategory; offer?: string; offer_name?: string } {
  const { id, category } = offer;
  return specifiedCategory(offer) ? { category } : { category, offer: id, offer_name: offerTitle(offer) };
}

/** The same of a key of roll-ups. Empty for an offer that the store does not have. */
export function subjectOfKey(offers: readonly OfferSetting[], key: string): Partial<ReturnType<typeof offerSubject>> {
  const offer = offerOfKey(offers, key);
  return offer ? offerSubject(offer) : {};
}

/** How views of an order name what it sold, unless that stands for its category. */
export function soldOffer(
  { offer }: { offer: Pick<OrderOffer, 'id' | 'names'> | null },
  language: Language = defaultLanguage,
): { offer?: string; offer_name?: string } {
  return offer && !specifiedCategory(offer) ? { offer: offer.id, offer_name: offer.names[language] } : {};
}

/** The ID of what an order sold. */
export function soldOfferId({ category, offer }: OfOrder): string {
  return offer?.id ?? (category === 'Views' ? specifiedOffers.Views : specifiedOffers.Likes);
}

/** How sentences for the operator name what an order sold. */
export function orderTitle({ category, offer }: Pick<OfOrder, 'category'> & { offer: OrderOffer | null }): string {
  return offer ? offerTitle(offer) : category;
}

/** The path of a fact in the settings, the history and refusals. */
export function offerField({ id }: Pick<OfferSetting, 'id'>, name: keyof OfferSetting): string {
  return `offers.${id}.${name}`;
}

/** The same of a fact that a view has of the specified offers. */
export function viewedField(offer: Pick<OfferSetting, 'id'>, name: (typeof viewedFacts)[number]): string {
  const category = specifiedCategory(offer);
  if (category === null) return offerField(offer, name);
  if (name === 'tiers') return `prices.tiers.${category}`;
  return name === 'guarantee_days' ? `guarantee_days.${category}` : `selling.${category}.${name}`;
}

/** The price of an offer: its own, or the base price. */
export function priceField(offer: Pick<OfferSetting, 'id' | 'own_price'>): string {
  return offer.own_price ? offerField(offer, 'unit_price_micros') : 'prices.unit_price_micros';
}

/** What an order records of its offer. */
export function orderOfferOf(offer: OfferSetting, quantity: number): OrderOffer {
  const { id, names, unit_price_micros, link_rule, rounding } = offer;
  const percent = percentAt(offer, quantity);
  return {
    id,
    names,
    unit_price_micros,
    percent,
    ...(rounding === 'cent' ? {} : { rounding }),
    currency: 'USD',
    link_rule,
  };
}
