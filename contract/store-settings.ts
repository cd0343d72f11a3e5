// The settings document as stored and sent, its rules, and the page profile derived from it. Pure, without zod: the
// form applies the same rules as the server.
import { byName } from './by-name.ts';
import { categories } from './category.ts';
import { type ClaimName, claimNames } from './claim-names.ts';
import { defaultLanguage, type Language, languages } from './languages.ts';
import { normalAddress } from './normal-address.ts';
import { offersAfter, tidyOffers } from './offer-changes.ts';
import {
  firstOffers,
  isPaused,
  type OfferInput,
  type OfferSetting,
  type OfferViews,
  offerField,
  offerOf,
  priceListOf,
  readOffers,
  type StoredOffer,
  specifiedCategory,
  type TierSetting,
  termFacts,
  toStoredOffers,
  viewedFacts,
  viewsOf,
} from './offers.ts';
import type { Retention } from './retention.ts';
import { type SellingInput, tidySelling } from './selling.ts';
import {
  type FieldPath,
  type FieldSettings,
  fieldAt,
  fieldTree,
  fieldValue,
  firstFields,
  type GroupName,
  groupNames,
  plainNames,
} from './setting-fields.ts';
import {
  defaultStoreProfile,
  type LegalName,
  type LegalText,
  legalNames,
  type StoreProfile,
  type Wording,
} from './store-profile.ts';
import { isSupportClaimCovered } from './support-claim.ts';
import { completeTexts, firstTextSettings, type TextSettings, tidyTexts } from './text-settings.ts';

/** `confirmed_*`: who confirmed exactly these texts, and when; null before that and after a change. */
export type ClaimSetting = { text: Wording; shown: boolean; confirmed_at: string | null; confirmed_by: string | null };

export type StoreSettings = FieldSettings & {
  support_hours: Record<Language, string[]>;
  claims: Record<ClaimName, ClaimSetting>;
  /** By category, what `offers` has: `viewsOf`. */
  prices: OfferViews['prices'];
  legal: Record<LegalName, LegalText>;
  texts: TextSettings;
  selling: OfferViews['selling'];
  /** In the order of the catalog. */
  offers: OfferSetting[];
  /** True: no order can be placed or paid. Set by a call of its own. */
  checkout_paused: boolean;
};

/** A version as the database has it; earlier ones have no offers. */
export type StoredSettings = Omit<StoreSettings, 'offers'> & { offers?: StoredOffer[] };

/** The groups that a save may omit. */
type OptionalGroup = Exclude<GroupName, 'business' | 'retention'>;
const optionalGroups = groupNames.filter((name): name is OptionalGroup => name !== 'business' && name !== 'retention');

/** The body of a save. What is omitted is unchanged. `confirmed`: the admin confirms the sent text; the store records who and when. */
export type StoreSettingsInput = Omit<
  StoreSettings,
  OptionalGroup | 'claims' | 'texts' | 'retention' | 'selling' | 'offers' | 'checkout_paused'
> & { [G in OptionalGroup]?: FieldSettings[G] | undefined } & {
  claims: Record<ClaimName, { text: Wording; shown: boolean; confirmed: boolean }>;
  retention: Omit<Retention, 'orders'> & { orders?: number | undefined };
  texts?: TextSettings | undefined;
  selling?: SellingInput | undefined;
  offers?: OfferInput[] | undefined;
};

/** One changed value, shortened; empty when there is no value. `field` is its path in the document. */
export type SettingsChange = { field: string; before: string; after: string };

/** The initial settings: default values, and the time zone of the machine. */
export function firstStoreSettings(timeZone = 'UTC'): StoreSettings {
  const { support_hours, claims } = defaultStoreProfile;
  const offers = firstOffers();
  return {
    ...firstFields(),
    time_zone: timeZone,
    support_hours: byName(languages, (lang) => [...support_hours[lang]]),
    claims: byName(claimNames, (claim) => ({
      text: { ...claims[claim].text },
      shown: claims[claim].shown,
      confirmed_at: null,
      confirmed_by: null,
    })),
    legal: byName(legalNames, () => byName(languages, () => null)),
    texts: firstTextSettings(),
    offers,
    ...viewsOf(offers),
    checkout_paused: false,
  };
}

/**
 * The settings of a version that was stored before a setting or a language existed. A missing setting has its initial value.
 * A missing language has the operator's text of the default language, which the operator confirmed.
 */
export function completeSettings({ offers, ...stored }: StoredSettings, timeZone: string): StoreSettings {
  const first = firstStoreSettings(timeZone);
  const { support_hours, claims, legal, selling, prices } = { ...first, ...stored };
  const inEach = <T>(texts: Record<Language, T>) =>
    byName(languages, (lang) => (Object.hasOwn(texts, lang) ? texts[lang] : texts[defaultLanguage]));
  const fields = fieldTree((path) => {
    const value = fieldValue(stored, path);
    return value === undefined ? fieldValue(first, path) : value;
  });
  const views = {
    prices,
    guarantee_days: fields.guarantee_days,
    selling: byName(categories, (category) => {
      const known = { ...first.selling[category], ...selling[category] };
      return { ...known, banner: inEach(known.banner) };
    }),
  };
  return {
    ...first,
    ...stored,
    ...fields,
    ...views,
    offers: readOffers(offers, views),
    support_hours: inEach(support_hours),
    claims: byName(claimNames, (name) => ({ ...claims[name], text: inEach(claims[name].text) })),
    // Null: the store's own text in that language.
    legal: byName(legalNames, (name) => ({ ...first.legal[name], ...legal[name] })),
    texts: completeTexts(stored.texts),
  };
}

export function toStoredSettings(settings: StoreSettings): StoredSettings {
  return { ...settings, offers: toStoredOffers(settings.offers) };
}

/** The software's own default texts need no confirmation, nor does the English one in a language that was added later. */
export function needsConfirmation(claim: ClaimName, text: Wording): boolean {
  const own = defaultStoreProfile.claims[claim].text;
  return claim !== 'noPassword' || languages.some((lang) => ![own[lang], own[defaultLanguage]].includes(text[lang]));
}

/** The profile for pages, emails and prices. `live`: hides unconfirmed claims, and one that the support hours deny. */
export function profileOf(settings: StoreSettings, live: boolean): StoreProfile {
  const { name, support_email, full_ip, time_zone, measured_speed, status_page } = settings;
  const { support_hours, claims, offers, legal, texts, business, retention } = settings;
  return {
    name,
    support_email,
    full_ip,
    time_zone,
    measured_speed,
    status_page,
    support_hours,
    claims: byName(claimNames, (claim) => {
      const { text, shown, confirmed_at } = claims[claim];
      const isSilent = live && confirmed_at === null && needsConfirmation(claim, text);
      const isWrong = live && claim === 'support' && !isSupportClaimCovered(settings);
      return isSilent || isWrong ? { text: byName(languages, () => ''), shown: false } : { text, shown };
    }),
    offers,
    prices: priceListOf(offers),
    legal,
    texts,
    business,
    brand: settings.brand,
    accepted_cards: settings.accepted_cards,
    retention,
    selling: byName(categories, (category) => ({
      ...settings.selling[category],
      paused: isPaused(offerOf(offers, category)),
    })),
    guarantee_days: settings.guarantee_days,
    checkout_paused: settings.checkout_paused,
  };
}

/** Normalizes texts: trims spaces, removes carriage returns and empty list lines. */
export function tidySettings(input: StoreSettingsInput): StoreSettingsInput {
  const lines = (texts: string[]) => texts.map(tidyLine).filter(Boolean);
  const own = (text: string | null) => (text === null || tidyBlock(text) === '' ? null : tidyBlock(text));
  const fields = fieldTree((path) => tidyField(path, fieldValue(input, path)));
  return {
    ...pick(fields, plainNames),
    support_hours: byName(languages, (lang) => lines(input.support_hours[lang])),
    claims: byName(claimNames, (name) => {
      const { text, shown, confirmed } = input.claims[name];
      return { text: byName(languages, (lang) => tidyLine(text[lang])), shown, confirmed };
    }),
    prices: input.prices,
    legal: byName(legalNames, (name) => byName(languages, (lang) => own(input.legal[name][lang]))),
    business: fields.business,
    texts: input.texts && tidyTexts(input.texts),
    retention: input.retention,
    ...pick(input, optionalGroups),
    brand: input.brand && fields.brand,
    selling: input.selling && tidySelling(input.selling),
    offers: input.offers && tidyOffers(input.offers),
  };
}

function tidyField(path: FieldPath, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const { kind } = fieldAt(path);
  if (kind === 'email') return normalAddress(value);
  if (kind === 'color') return tidyLine(value).toLowerCase();
  return kind === 'block' ? tidyBlock(value) : tidyLine(value);
}

function tidyLine(text: string): string {
  return text.trim();
}

function tidyBlock(text: string): string {
  return text.replace(/\r\n?/g, '\n').trim();
}

function pick<T, N extends keyof T & string>(from: T, names: readonly N[]): Pick<T, N> {
  return byName(names, (name) => from[name]) as Pick<T, N>;
}

/** The settings after a save. A changed text loses its confirmation. */
export function settingsAfter(
  before: StoreSettings,
  wanted: StoreSettingsInput,
  confirmation: { at: string; by: string },
): StoreSettings {
  const { offers } = offersAfter(before.offers, wanted, confirmation);
  return {
    ...wanted,
    ...pickOptional(wanted, before),
    offers,
    ...viewsOf(offers),
    retention: { ...wanted.retention, orders: wanted.retention.orders ?? before.retention.orders },
    texts: wanted.texts ?? before.texts,
    checkout_paused: before.checkout_paused,
    claims: byName(claimNames, (name) => {
      const { text, shown, confirmed } = wanted.claims[name];
      const old = before.claims[name];
      const isSame = languages.every((lang) => old.text[lang] === text[lang]);
      if (!confirmed) return { text, shown, confirmed_at: null, confirmed_by: null };
      if (isSame && old.confirmed_at !== null) return { ...old, shown };
      return { text, shown, confirmed_at: confirmation.at, confirmed_by: confirmation.by };
    }),
  };
}

function pickOptional(wanted: StoreSettingsInput, before: StoreSettings): Pick<FieldSettings, OptionalGroup> {
  return byName(optionalGroups, (name) => wanted[name] ?? before[name]) as Pick<FieldSettings, OptionalGroup>;
}

/** All changed values in document order; long ones are shortened. A changed confirmation counts as one change. */
export function changesBetween(before: StoreSettings, after: StoreSettings): SettingsChange[] {
  const [old, now] = [leavesOf(before), leavesOf(after)];
  const changes = [...new Set([...now.keys(), ...old.keys()])].flatMap((field) => {
    const [was = '', is = ''] = [old.get(field), now.get(field)];
    return was === is ? [] : [{ field, before: shortened(was), after: shortened(is) }];
  });
  const changed = new Set(changes.map(({ field }) => field));
  // A new price sets own_price too, and a new base price those of the others: the price alone is listed.
  const follows = (offer: OfferSetting) =>
    [offer, ...after.offers.slice(0, 1)].some((one) => changed.has(offerField(one, 'unit_price_micros')));
  const following = new Set(after.offers.filter(follows).map((offer) => offerField(offer, 'own_price')));
  return changes.filter(({ field }) => !following.has(field));
}

/** Times that the store sets beside a listed change. */
const unlisted: ReadonlySet<string> = new Set(['confirmed_at', 'undeliverable_since']);

function leavesOf(settings: StoreSettings): Map<string, string> {
  const leaves = new Map<string, string>();
  const add = (field: string, value: unknown): void => {
    if (Array.isArray(value)) leaves.set(field, value.map(lineOf).join('; '));
    else if (typeof value === 'object' && value !== null) {
      for (const [name, inner] of Object.entries(value)) if (!unlisted.has(name)) add(`${field}.${name}`, inner);
    } else leaves.set(field, value === null ? '' : String(value));
  };
  const { offers, ...rest } = { ...settings, prices: { tiers: settings.prices.tiers } };
  for (const [name, value] of Object.entries(rest)) add(name, value);
  // The views above have the other facts of the specified offers.
  for (const offer of offers) {
    for (const name of listedFacts) add(offerField(offer, name), offer[name]);
    if (specifiedCategory(offer) === null) {
      for (const name of [...viewedFacts, 'margin', 'attested_by'] as const) add(offerField(offer, name), offer[name]);
    }
  }
  return leaves;
}

/** The price, which a view has only as the base price, and the facts that no view has. */
const listedFacts = ['unit_price_micros', 'own_price', ...termFacts] as const;

function lineOf(item: unknown): string {
  if (typeof item === 'string') return item;
  if (typeof item === 'number') return item.toLocaleString('en-US');
  const { from_quantity, discount_percent } = item as TierSetting;
  return `from ${from_quantity.toLocaleString('en-US')}: ${discount_percent} % off`;
}

function shortened(text: string): string {
  const letters = [...text];
  return letters.length > 160 ? `${letters.slice(0, 159).join('')}…` : text;
}
