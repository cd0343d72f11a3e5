// What the operator decides about the store (D-1), as it is stored and sent: one document, its rules, and what pages get
// from it. Pure, without zod: the form applies the same rules as the server.
import { type Category, categories } from './category.ts';
import { defaultPriceList } from './default-prices.ts';
import { type Language, languages } from './languages.ts';
import type { PriceList } from './pricing.ts';
import { firstRetention, type Retention, retentionNames } from './retention.ts';
import {
  type ClaimName,
  claimNames,
  defaultStoreProfile,
  type LegalName,
  type LegalText,
  legalNames,
  type StoreProfile,
  type Wording,
} from './store-profile.ts';

/** `confirmed_*`: who said when that these very words are true (D-2); null until then, and again after a change of them. */
export type ClaimSetting = { text: Wording; shown: boolean; confirmed_at: string | null; confirmed_by: string | null };
export type TierSetting = { from_quantity: number; discount_percent: number };

export type StoreSettings = {
  name: string;
  support_email: string;
  support_hours: Record<Language, string[]>;
  /** D-38: an IANA name. Days and times of the admin, of files and of mails are in it. */
  time_zone: string;
  claims: Record<ClaimName, ClaimSetting>;
  /** Millionths of a dollar per unit, and per category from which quantity on the whole order costs so much less. */
  prices: { unit_price_micros: number; tiers: Record<Category, TierSetting[]> };
  legal: Record<LegalName, LegalText>;
  business: { name: string; address: string; tax_id: string };
  /** D-3: every link goes to the provider right after its order is paid. Off: an admin sends each. */
  automatic_dispatch: boolean;
  automatic_refund: boolean;
  /** days. */
  retention: Retention;
  /** D-8: addresses of visitors are kept whole. Off: cut to their network before they are stored. */
  full_ip: boolean;
  /** Every admin needs a second factor; one without it reaches only the calls that set one up. */
  require_second_factor: boolean;
};

/** What a save sends: `confirmed` says that the words as sent are true; the store records who said so, and when. */
export type StoreSettingsInput = Omit<StoreSettings, 'claims'> & {
  claims: Record<ClaimName, { text: Wording; shown: boolean; confirmed: boolean }>;
};

/** One value that a save changed, shortened; empty where there was or is none. `field` is its path in the document. */
export type SettingsChange = { field: string; before: string; after: string };

/** What a store starts with: the values that pages had before anybody changed one, and the zone of its machine. */
export function firstStoreSettings(timeZone = 'UTC'): StoreSettings {
  const { name, supportEmail, supportHours, claims, prices, business } = defaultStoreProfile;
  return {
    name,
    support_email: supportEmail,
    support_hours: byName(languages, (lang) => [...supportHours[lang]]),
    time_zone: timeZone,
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
    business: { name: business.name, address: business.address, tax_id: business.taxId },
    automatic_dispatch: false,
    automatic_refund: false,
    retention: { ...firstRetention },
    full_ip: false,
    require_second_factor: false,
  };
}

/** A fact of the software in its own words is true without anybody's confirmation (D-37). */
export function needsConfirmation(claim: ClaimName, text: Wording): boolean {
  const own = defaultStoreProfile.claims[claim].text;
  return claim !== 'noPassword' || languages.some((lang) => text[lang] !== own[lang]);
}

/** What pages, mails and prices are made from. `live`: a claim that nobody confirmed says nothing (D-2). */
export function profileOf(settings: StoreSettings, live: boolean): StoreProfile {
  const { name, support_email, support_hours, claims, prices, legal, business, retention, full_ip, time_zone } =
    settings;
  return {
    name,
    supportEmail: support_email,
    supportHours: support_hours,
    claims: byName(claimNames, (claim) => {
      const { text, shown, confirmed_at } = claims[claim];
      const isSilent = live && confirmed_at === null && needsConfirmation(claim, text);
      return isSilent ? { text: byName(languages, () => ''), shown: false } : { text, shown };
    }),
    prices: priceListOf(prices),
    legal,
    business: { name: business.name, address: business.address, taxId: business.tax_id },
    retention,
    fullIp: full_ip,
    timeZone: time_zone,
  };
}

/** The operator's prices on the store's grid of quantities. */
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

/** The same words without what nobody sees: spaces around, carriage returns, empty lines of a list. */
export function tidySettings(input: StoreSettingsInput): StoreSettingsInput {
  const line = (text: string) => text.trim();
  const lines = (texts: string[]) => texts.map(line).filter(Boolean);
  const block = (text: string) => text.replace(/\r\n?/g, '\n').trim();
  const own = (text: string | null) => (text === null || block(text) === '' ? null : block(text));
  return {
    name: line(input.name),
    support_email: line(input.support_email),
    support_hours: byName(languages, (lang) => lines(input.support_hours[lang])),
    time_zone: line(input.time_zone),
    claims: byName(claimNames, (name) => {
      const { text, shown, confirmed } = input.claims[name];
      return { text: byName(languages, (lang) => line(text[lang])), shown, confirmed };
    }),
    prices: input.prices,
    legal: byName(legalNames, (name) => byName(languages, (lang) => own(input.legal[name][lang]))),
    business: {
      name: line(input.business.name),
      address: block(input.business.address),
      tax_id: line(input.business.tax_id),
    },
    automatic_dispatch: input.automatic_dispatch,
    automatic_refund: input.automatic_refund,
    retention: byName(retentionNames, (name) => input.retention[name]),
    full_ip: input.full_ip,
    require_second_factor: input.require_second_factor,
  };
}

/** A value for each of these names. */
export function byName<N extends string, T>(names: readonly N[], value: (name: N) => T): Record<N, T> {
  return Object.fromEntries(names.map((name) => [name, value(name)])) as Record<N, T>;
}

/** What a save makes of it. A confirmation belongs to the words that were confirmed: other words need another one. */
export function settingsAfter(
  before: StoreSettings,
  wanted: StoreSettingsInput,
  confirmation: { at: string; by: string },
): StoreSettings {
  return {
    ...wanted,
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

/** Every value that differs, in the order of the document; long ones are cut. Who confirmed a claim counts as one change. */
export function changesBetween(before: StoreSettings, after: StoreSettings): SettingsChange[] {
  const [old, now] = [leavesOf(before), leavesOf(after)];
  return [...new Set([...now.keys(), ...old.keys()])].flatMap((field) => {
    const [was = '', is = ''] = [old.get(field), now.get(field)];
    return was === is ? [] : [{ field, before: shortened(was), after: shortened(is) }];
  });
}

function leavesOf(settings: StoreSettings): Map<string, string> {
  const leaves = new Map<string, string>();
  const add = (field: string, value: unknown): void => {
    if (Array.isArray(value)) leaves.set(field, value.map(lineOf).join('; '));
    else if (typeof value === 'object' && value !== null) {
      for (const [name, inner] of Object.entries(value)) if (name !== 'confirmed_at') add(`${field}.${name}`, inner);
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
