// The settings document as stored and sent, its rules, and the page profile derived from it. Pure, without zod: the
// form applies the same rules as the server.
import { byName } from './by-name.ts';
import { type Category, categories } from './category.ts';
import { type ClaimName, claimNames } from './claim-names.ts';
import { defaultPriceList } from './default-prices.ts';
import { defaultLanguage, type Language, languages } from './languages.ts';
import { normalAddress } from './normal-address.ts';
import type { PriceList } from './pricing.ts';
import type { Retention } from './retention.ts';
import { firstSelling, type Selling, type SellingInput, sellingAfter, tidySelling } from './selling.ts';
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
export type TierSetting = { from_quantity: number; discount_percent: number };

export type StoreSettings = FieldSettings & {
  support_hours: Record<Language, string[]>;
  claims: Record<ClaimName, ClaimSetting>;
  /** Millionths of a dollar per unit, and the discounts of each category by quantity. */
  prices: { unit_price_micros: number; tiers: Record<Category, TierSetting[]> };
  legal: Record<LegalName, LegalText>;
  texts: TextSettings;
  selling: Selling;
  /** True: no order can be placed or paid. Set by a call of its own. */
  checkout_paused: boolean;
};

/** The groups that a save may omit. */
type OptionalGroup = Exclude<GroupName, 'business' | 'retention'>;
const optionalGroups = groupNames.filter((name): name is OptionalGroup => name !== 'business' && name !== 'retention');

/** The body of a save. What is omitted is unchanged. `confirmed`: the admin confirms the sent text; the store records who and when. */
export type StoreSettingsInput = Omit<
  StoreSettings,
  OptionalGroup | 'claims' | 'texts' | 'retention' | 'selling' | 'checkout_paused'
> & { [G in OptionalGroup]?: FieldSettings[G] | undefined } & {
  claims: Record<ClaimName, { text: Wording; shown: boolean; confirmed: boolean }>;
  retention: Omit<Retention, 'orders'> & { orders?: number | undefined };
  texts?: TextSettings | undefined;
  selling?: SellingInput | undefined;
};

/** One changed value, shortened; empty when there is no value. `field` is its path in the document. */
export type SettingsChange = { field: string; before: string; after: string };

/** The initial settings: default values, and the time zone of the machine. */
export function firstStoreSettings(timeZone = 'UTC'): StoreSettings {
  const { support_hours, claims, prices } = defaultStoreProfile;
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
    prices: {
      unit_price_micros: prices.unitPriceMicros,
      tiers: byName(categories, (category) =>
        prices.offers[category].tiers.map(({ fromQuantity, percent }) => ({
          from_quantity: fromQuantity,
          discount_percent: 100 - percent,
        })),
      ),
    },
    legal: byName(legalNames, () => byName(languages, () => null)),
    texts: firstTextSettings(),
    selling: firstSelling(),
    checkout_paused: false,
  };
}

/**
 * The settings of a version that was stored before a setting or a language existed. A missing setting has its initial value.
 * A missing language has the operator's text of the default language, which the operator confirmed.
 */
export function completeSettings(stored: StoreSettings, timeZone: string): StoreSettings {
  const first = firstStoreSettings(timeZone);
  const { support_hours, claims, legal, selling } = { ...first, ...stored };
  const inEach = <T>(texts: Record<Language, T>) =>
    byName(languages, (lang) => (Object.hasOwn(texts, lang) ? texts[lang] : texts[defaultLanguage]));
  return {
    ...first,
    ...stored,
    ...fieldTree((path) => {
      const value = fieldValue(stored, path);
      return value === undefined ? fieldValue(first, path) : value;
    }),
    support_hours: inEach(support_hours),
    claims: byName(claimNames, (name) => ({ ...claims[name], text: inEach(claims[name].text) })),
    // Null: the store's own text in that language.
    legal: byName(legalNames, (name) => ({ ...first.legal[name], ...legal[name] })),
    texts: completeTexts(stored.texts),
    selling: byName(categories, (category) => {
      const known = { ...first.selling[category], ...selling[category] };
      return { ...known, banner: inEach(known.banner) };
    }),
  };
}

/** The software's own default texts need no confirmation, nor does the English one in a language that was added later. */
export function needsConfirmation(claim: ClaimName, text: Wording): boolean {
  const own = defaultStoreProfile.claims[claim].text;
  return claim !== 'noPassword' || languages.some((lang) => ![own[lang], own[defaultLanguage]].includes(text[lang]));
}

/** The profile for pages, emails and prices. `live`: hides unconfirmed claims, and one that the support hours deny. */
export function profileOf(settings: StoreSettings, live: boolean): StoreProfile {
  const { name, support_email, full_ip, time_zone, measured_speed, status_page } = settings;
  const { support_hours, claims, prices, legal, texts, business, retention } = settings;
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
    prices: priceListOf(prices),
    legal,
    texts,
    business,
    brand: settings.brand,
    accepted_cards: settings.accepted_cards,
    retention,
    selling: settings.selling,
    guarantee_days: settings.guarantee_days,
    checkout_paused: settings.checkout_paused,
  };
}

/** The operator's prices on the quantity grid of the store. */
export function priceListOf({ unit_price_micros, tiers }: StoreSettings['prices']): PriceList {
  return {
    unitPriceMicros: unit_price_micros,
    offers: byName(categories, (category) => ({
      ...defaultPriceList.offers[category],
      tiers: tiers[category].map(({ from_quantity, discount_percent }) => ({
        fromQuantity: from_quantity,
        percent: 100 - discount_percent,
      })),
    })),
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
  return {
    ...wanted,
    ...pickOptional(wanted, before),
    retention: { ...wanted.retention, orders: wanted.retention.orders ?? before.retention.orders },
    texts: wanted.texts ?? before.texts,
    selling: wanted.selling ? sellingAfter(before.selling, wanted.selling) : before.selling,
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
  return [...new Set([...now.keys(), ...old.keys()])].flatMap((field) => {
    const [was = '', is = ''] = [old.get(field), now.get(field)];
    return was === is ? [] : [{ field, before: shortened(was), after: shortened(is) }];
  });
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
  for (const [name, value] of Object.entries(settings)) add(name, value);
  return leaves;
}

function lineOf(item: unknown): string {
  if (typeof item === 'string') return item;
  const { from_quantity, discount_percent } = item as TierSetting;
  return `from ${from_quantity.toLocaleString('en-US')}: ${discount_percent} % off`;
}

function shortened(text: string): string {
  const letters = [...text];
  return letters.length > 160 ? `${letters.slice(0, 159).join('')}…` : text;
}
