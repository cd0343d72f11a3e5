// Validation rules of the store settings with what violates them. Pure: used by the form and the server.
import { brandColorProblem, readLogo } from './brand.ts';
import { type Category, categories } from './category.ts';
import { isPlainName } from './characters.ts';
import { type ClaimName, claimNames } from './claim-names.ts';
import { defaultPriceList } from './default-prices.ts';
import { cleanAddress, isPlainAddress } from './email-address.ts';
import { languages } from './languages.ts';
import { centsFromDollars } from './number-inputs.ts';
import { priceCents } from './pricing.ts';
import type { SellingInput } from './selling.ts';
import { type FieldPath, fieldAt, fieldPaths, fieldValue, type SettingField } from './setting-fields.ts';
import { type StoreMessage, storeMessage } from './store-messages.ts';
import { type LegalName, type LegalText, legalNames } from './store-profile.ts';
import { priceListOf, type StoreSettingsInput, type TierSetting } from './store-settings.ts';
import { textBoundsProblems } from './text-settings.ts';
import { isTimeZone } from './time-zones.ts';

/** `code` and `params`: what is wrong. */
export type SettingsProblem = StoreMessage & { field: string };

export const settingsLimits = {
  hoursLines: 7,
  hoursLine: 80,
  claim: 120,
  tiers: 10,
  /** One dollar per unit. */
  unitPriceMicros: 1_000_000,
  legal: 20_000,
  banner: 200,
} as const;

/** The form leads to the first problem, and the API names it. Fields that are not listed come last. */
const reported = [
  'name',
  'support_email',
  'support_hours',
  'time_zone',
  'brand',
  'digest_hour',
  'digest_language',
  'overdue_refund_days',
  'claims',
  'prices',
  'margins',
  'legal',
  'texts',
  'business',
  'retention',
  'support_refund',
  'spending_caps',
  'card_testing',
  'selling',
  'guarantee_days',
];

function orderOf({ field }: SettingsProblem): number {
  const at = reported.indexOf(field.split('.')[0] ?? '');
  return at === -1 ? reported.length : at;
}

/** All problems of tidied settings. Empty: the settings are valid. */
export function settingsProblems(settings: StoreSettingsInput): SettingsProblem[] {
  return [
    ...fieldPaths.flatMap((path) => problem(path, fieldProblem(path, fieldValue(settings, path)))),
    ...hoursProblems(settings),
    ...claimNames.flatMap((name) => claimProblems(name, settings.claims[name])),
    ...priceProblems(settings.prices),
    ...marginProblems(settings.margins),
    ...legalNames.flatMap((name) => legalProblems(name, settings.legal[name])),
    ...(settings.texts ? textBoundsProblems(settings.texts) : []),
    ...(settings.selling ? sellingProblems(settings.selling) : []),
  ].sort((a, b) => orderOf(a) - orderOf(b));
}

/** None for a message that is null. */
const problem = (field: string, message: StoreMessage | null): SettingsProblem[] =>
  message === null ? [] : [{ field, ...message }];

/** What is wrong with the value of a field. Null: nothing, and for an omitted one. */
export function fieldProblem(path: FieldPath, value: unknown): StoreMessage | null {
  const { kind, refusal = null, choices, mayBeEmpty } = fieldAt(path);
  if (value === undefined || kind === 'switch') return null;
  if (path === 'name') return nameProblem(String(value));
  if (kind === 'email') return emailProblem(String(value));
  if (kind === 'color') return brandColorProblem(String(value));
  if (kind === 'image') return value === '' || readLogo(String(value)) ? null : { code: 'logo_unknown' };
  if (kind === 'zone') return isTimeZone(String(value)) ? null : { code: 'time_zone_unlisted' };
  if (kind === 'choice') return refusal && !choices?.includes(String(value)) ? refusal : null;
  if (kind === 'line' || kind === 'block') return isFittingText(path, String(value)) ? null : refusal;
  return (value === null && mayBeEmpty) || isFittingNumber(fieldAt(path), value) ? null : refusal;
}

function nameProblem(name: string): StoreMessage | null {
  const { most = 0 } = fieldAt('name');
  if (name === '') return { code: 'store_name_missing' };
  if (tooLong(name, most)) return storeMessage('store_name_too_long', { most });
  return isPlainName(name) && !hasControls(name) ? null : { code: 'store_name_not_plain' };
}

function emailProblem(sent: string): StoreMessage | null {
  const { most = 0 } = fieldAt('support_email');
  const address = cleanAddress(sent);
  if (!isPlainAddress(address) || !/@.+\../.test(address)) return { code: 'support_email_invalid' };
  return tooLong(sent, most) ? storeMessage('support_email_too_long', { most }) : null;
}

function isFittingText(path: FieldPath, text: string): boolean {
  const { kind, most = 0 } = fieldAt(path);
  const line = kind === 'block' ? text.replaceAll('\n', ' ') : text;
  if (path === 'business.name' && !isPlainName(text)) return false;
  return !tooLong(text, most) && !hasControls(line);
}

function isFittingNumber({ kind, least = 0, most = 0 }: SettingField, value: unknown): boolean {
  // A number that is stored as text has no more digits than its bound.
  const isDigits = typeof value === 'string' && /^\d+$/.test(value) && value.length <= String(most).length;
  const number = isDigits ? Number(value) : value;
  if (typeof number !== 'number' || !(number >= least && number <= most)) return false;
  return kind === 'dollars' || kind === 'rate' ? centsFromDollars(number) !== null : Number.isInteger(number);
}

function hoursProblems({ support_hours }: StoreSettingsInput): SettingsProblem[] {
  const { hoursLines, hoursLine } = settingsLimits;
  return languages.flatMap((lang) => {
    const field = `support_hours.${lang}`;
    const lines = support_hours[lang];
    if (lines.length === 0 && languages.some((other) => support_hours[other].length > 0)) {
      return problem(field, storeMessage('hours_missing', { lang }));
    }
    if (lines.length > hoursLines) {
      return problem(field, storeMessage('too_many_hours_lines', { most: hoursLines }));
    }
    if (lines.some((line) => tooLong(line, hoursLine) || hasControls(line))) {
      return problem(field, storeMessage('hours_line_too_long', { most: hoursLine }));
    }
    return new Set(lines).size < lines.length ? problem(field, { code: 'hours_line_repeated' }) : [];
  });
}

function claimProblems(name: ClaimName, { text, shown }: StoreSettingsInput['claims'][ClaimName]): SettingsProblem[] {
  return languages.flatMap((lang) => {
    const field = `claims.${name}.text.${lang}`;
    if (shown && text[lang] === '') {
      return problem(field, storeMessage('claim_text_missing', { claim: name, lang }));
    }
    if (!tooLong(text[lang], settingsLimits.claim) && !hasControls(text[lang])) return [];
    return problem(field, storeMessage('claim_too_long', { claim: name, most: settingsLimits.claim }));
  });
}

function priceProblems(prices: StoreSettingsInput['prices']): SettingsProblem[] {
  const { unit_price_micros } = prices;
  const field = 'prices.unit_price_micros';
  if (!Number.isInteger(unit_price_micros) || unit_price_micros < 1) {
    return problem(field, { code: 'base_price_too_low' });
  }
  if (unit_price_micros > settingsLimits.unitPriceMicros) {
    return problem(field, { code: 'base_price_too_high' });
  }
  const tiers = categories.flatMap((category) => tierProblems(category, prices.tiers[category]));
  if (tiers.length > 0) return tiers;
  const list = priceListOf(prices);
  const free = categories.find((category) => priceCents(category, list.offers[category].minQuantity, list) < 1);
  return free ? problem(field, storeMessage('smallest_order_free', { category: free })) : [];
}

function marginProblems(margins: StoreSettingsInput['margins']): SettingsProblem[] {
  if (!margins) return [];
  return categories.flatMap((category) => {
    const { target, floor } = margins[category];
    return target < floor ? problem(`margins.${category}.target`, { code: 'margin_target_below_floor' }) : [];
  });
}

function tierProblems(category: Category, tiers: TierSetting[]): SettingsProblem[] {
  const { minQuantity, maxQuantity, stepQuantity } = defaultPriceList.offers[category];
  const field = `prices.tiers.${category}`;
  if (tiers.length > settingsLimits.tiers) {
    return problem(field, storeMessage('too_many_discounts', { category, most: settingsLimits.tiers }));
  }
  return tiers.flatMap(({ from_quantity, discount_percent }, at) => {
    const before = tiers[at - 1];
    const here = (name: string, message: StoreMessage) => problem(`${field}.${at}.${name}`, message);
    const fits = Number.isInteger(from_quantity) && (from_quantity - minQuantity) % stepQuantity === 0;
    if (!fits || from_quantity < minQuantity || from_quantity > maxQuantity) {
      const range = { least: minQuantity, most: maxQuantity, step: stepQuantity };
      return here('from_quantity', storeMessage('discount_start_invalid', { category, ...range }));
    }
    if (!Number.isInteger(discount_percent) || discount_percent < 1 || discount_percent > 99) {
      return here('discount_percent', storeMessage('discount_percent_range', { category }));
    }
    if (before && from_quantity <= before.from_quantity) {
      return here('from_quantity', storeMessage('discounts_unordered', { category }));
    }
    if (before && discount_percent <= before.discount_percent) {
      return here('discount_percent', storeMessage('discount_not_higher', { category }));
    }
    return [];
  });
}

function legalProblems(name: LegalName, text: LegalText): SettingsProblem[] {
  return languages.flatMap((lang) => {
    const own = text[lang];
    const field = `legal.${name}.${lang}`;
    if (own === null) return [];
    if (tooLong(own, settingsLimits.legal)) {
      return problem(field, storeMessage('legal_too_long', { legal: name, most: settingsLimits.legal }));
    }
    return hasControls(own.replaceAll('\n', ' ').replaceAll('\t', ' '))
      ? problem(field, storeMessage('legal_not_plain', { legal: name }))
      : [];
  });
}

function sellingProblems(selling: SellingInput): SettingsProblem[] {
  return categories.flatMap((category) =>
    languages.flatMap((lang) => {
      const text = selling[category].banner[lang];
      if (!tooLong(text, settingsLimits.banner) && !hasControls(text)) return [];
      const message = storeMessage('banner_too_long', { most: settingsLimits.banner });
      return problem(`selling.${category}.banner.${lang}`, message);
    }),
  );
}

function tooLong(text: string, most: number): boolean {
  return [...text].length > most;
}

// Includes unpaired surrogates, which PostgreSQL rejects.
function hasControls(text: string): boolean {
  return /[\p{Cc}\p{Cs}\u2028\u2029]/u.test(text);
}
