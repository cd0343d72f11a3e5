// What is sold: an offer has its price, limits, packages, guarantee and pause. Pure, without zod: the form of the settings
// uses it too.
import { byName } from './by-name.ts';
import { type Category, categories } from './category.ts';
import { defaultPriceList } from './default-prices.ts';
import type { GuaranteeDays } from './guarantee.ts';
import { firstOfferTexts } from './language-texts.ts';
import { type Language, languages } from './languages.ts';
import type { LinkRuleName } from './link-rule-names.ts';
import type { QuantityRange } from './number-inputs.ts';
import { centsOf, type PriceEnding, type PriceList, snapToGrid } from './pricing.ts';
import { firstSelling, type Selling, type SellingInput, type SellingSetting } from './selling.ts';
import { firstFields } from './setting-fields.ts';

export const platforms = ['instagram', 'tiktok', 'youtube'] as const;
export const offerActions = ['likes', 'views'] as const;

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
export function offerKey({ id, category }: Pick<OfferKind, 'id' | 'category'>): string {
  return id === specifiedOffers[category] ? category : id;
}

/** `offerKey()` of the offers that share the category. */
export function offerKeysOf(offers: readonly OfferSetting[], category: Category): string[] {
  return offers.filter((offer) => offer.category === category).map(offerKey);
}

/** Of the offer of an order. An order of an earlier version has none: it is the one that stands for its category. */
export function orderOfferKey({ category, offer }: { category: Category; offer: { id: string } | null }): string {
  return offerKey({ id: offer?.id ?? specifiedOffers[category], category });
}

export type TierSetting = { from_quantity: number; discount_percent: number };

/** What never changes of an offer. */
type OfferKind = {
  id: string;
  platform: (typeof platforms)[number];
  action: (typeof offerActions)[number];
  category: Category;
  link_rule: LinkRuleName;
};

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

export type OfferSetting = OfferKind &
  OfferTerms &
  SellingSetting & {
    /** True: a change of the base price does not change its price, also where both are equal. Never of the first offer. */
    own_price: boolean;
    tiers: TierSetting[];
    guarantee_days: number;
  };

/** Changes of an offer. What is omitted is unchanged. */
export type OfferInput = { id: string } & {
  [N in keyof OfferTerms | 'own_price' | 'tiers' | 'guarantee_days' | 'paused' | 'banner']?:
    | OfferSetting[N]
    | undefined;
};

/** Facts of the specified offers as the settings name them by category. */
export type OfferViews = {
  /** `unit_price_micros`: of the first offer, and of each one that has no price of its own. */
  prices: { unit_price_micros: number; tiers: Record<Category, TierSetting[]> };
  selling: Selling;
  guarantee_days: GuaranteeDays;
};

/** A version of the settings has the facts of the views in them alone; an offer has a price if it is its own. */
export type StoredOffer = OfferKind & Omit<OfferTerms, 'unit_price_micros'> & { unit_price_micros?: number };

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

function firstStoredOffer(category: Category): StoredOffer {
  const { minQuantity, maxQuantity, stepQuantity, defaultQuantity, packages } = defaultPriceList.offers[category];
  return {
    id: specifiedOffers[category],
    platform: 'instagram',
    action: category === 'Likes' ? 'likes' : 'views',
    category,
    link_rule: 'instagram-post',
    names: byName(languages, (lang) => firstOfferTexts[lang][category].name),
    texts: byName(languages, (lang) => firstOfferTexts[lang][category].text),
    on: true,
    min_quantity: minQuantity,
    max_quantity: maxQuantity,
    step_quantity: stepQuantity,
    default_quantity: defaultQuantity,
    packages: [...packages],
    rounding: 'cent',
  };
}

/** The offers of a stored version. One from before offers sells the specified two with their first limits. */
export function readOffers(stored: readonly StoredOffer[] | undefined, views: OfferViews): OfferSetting[] {
  return (stored ?? categories.map(firstStoredOffer)).map((one) => {
    const { category, names, texts } = one;
    const first = firstStoredOffer(category);
    const { unit_price_micros, tiers } = views.prices;
    return {
      ...first,
      unit_price_micros,
      ...one,
      own_price: one.unit_price_micros !== undefined,
      names: { ...first.names, ...names },
      texts: { ...first.texts, ...texts },
      ...views.selling[category],
      tiers: tiers[category],
      guarantee_days: views.guarantee_days[category],
    };
  });
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

/** The offers as a version of the settings stores them beside their views. */
export function toStoredOffers(offers: readonly OfferSetting[]): StoredOffer[] {
  return offers.map((offer) => {
    const stored = byName(storedFacts, (name) => offer[name]) as StoredOffer;
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

function basePriceOf([first]: readonly OfferSetting[]): number {
  return first?.unit_price_micros ?? defaultPriceList.unitPriceMicros;
}

/** The offer that stands for a category. */
export function offerOf(offers: readonly OfferSetting[], category: Category): OfferSetting {
  const found = offers.find(({ id }) => id === specifiedOffers[category]);
  if (!found) throw new Error(`The store has no offer ${specifiedOffers[category]}.`);
  return found;
}

/** The present settings of what an order sold; of an offer that the store no longer has, those of its category. */
export function offerOfOrder(
  offers: readonly OfferSetting[],
  { category, offer: sold }: { category: Category; offer: { id: string } | null },
): OfferSetting {
  return offers.find(({ id }) => id === sold?.id) ?? offerOf(offers, category);
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
  return {
    unitPriceMicros: basePriceOf(offers),
    offers: byName(categories, (category) => {
      const offer = offerOf(offers, category);
      const { unit_price_micros, rounding } = offer;
      return {
        ...quantityRange(offer),
        defaultQuantity: offer.default_quantity,
        packages: offer.packages,
        tiers: offer.tiers.map(({ from_quantity, discount_percent }) => ({
          fromQuantity: from_quantity,
          percent: 100 - discount_percent,
        })),
        ...(Object.is(unit_price_micros, basePriceOf(offers)) ? {} : { unitPriceMicros: unit_price_micros }),
        ...(rounding === 'cent' ? {} : { ending: priceEndings[rounding] }),
      };
    }),
  };
}

/** An order of an offer that is off or paused is refused. */
export function isPaused({ on, paused }: Pick<OfferSetting, 'on' | 'paused'>): boolean {
  return paused || !on;
}

type Sent = {
  offers?: readonly OfferInput[] | undefined;
  prices: OfferViews['prices'];
  selling?: SellingInput | undefined;
  guarantee_days?: GuaranteeDays | undefined;
};

/**
 * The offers after a save, which changes a fact by its offer or by its view. `contradicted`: the fields that it changes by both to
 * different values. An offer that the store does not have is left out.
 */
export function offersAfter(
  before: readonly OfferSetting[],
  sent: Sent,
): { offers: OfferSetting[]; contradicted: string[] } {
  const contradicted: string[] = [];
  const pick = <T>(field: string, saved: T, byOffer: T, byView: T): T => {
    const [isOffer, isView] = [!isSame(byOffer, saved), !isSame(byView, saved)];
    if (isOffer && isView && !isSame(byOffer, byView)) contradicted.push(field);
    return isOffer ? byOffer : byView;
  };
  const inputs = before.map(({ id }) => sent.offers?.find((one) => one.id === id));
  const priceAt = pricesAfter(before, sent, contradicted);
  const offers = before.map((offer, at): OfferSetting => {
    const { id: _, ...changes } = inputs[at] ?? { id: offer.id };
    const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
    const wanted: OfferSetting = { ...offer, ...given };
    const { category, paused, banner, tiers, guarantee_days } = offer;
    const view = sent.selling?.[category] ?? offer;
    const sale = pick(
      `selling.${category}`,
      { paused, banner },
      { paused: wanted.paused, banner: wanted.banner },
      { paused: view.paused, banner: view.banner },
    );
    return {
      ...wanted,
      ...sale,
      // A pause because of the providers stays one until the offer is on sale again.
      undeliverable_since: sale.paused ? offer.undeliverable_since : null,
      ...priceAt(offer, inputs[at]),
      tiers: pick(`prices.tiers.${category}`, tiers, wanted.tiers, sent.prices.tiers[category]),
      guarantee_days: pick(
        `guarantee_days.${category}`,
        guarantee_days,
        wanted.guarantee_days,
        sent.guarantee_days?.[category] ?? guarantee_days,
      ),
    };
  });
  return { offers, contradicted };
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
    if (own_price) return { unit_price_micros, own_price };
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

/** The path of a fact in the settings, the history and refusals. */
export function offerField({ id }: Pick<OfferSetting, 'id'>, name: keyof OfferTerms | 'own_price'): string {
  return `offers.${id}.${name}`;
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
