// Validation rules of the store settings with what violates them. Pure: used by the form and the server.

import { isAdminLanguage } from './admin-languages.ts';
import { type CardTestingSettings, declineScopes, declineWindowNames, mostDeclines } from './card-testing.ts';
import { type Category, categories } from './category.ts';
import { isPlainName } from './characters.ts';
import { type ClaimName, claimNames } from './claim-names.ts';
import { defaultPriceList } from './default-prices.ts';
import { digestHours } from './digest-rules.ts';
import { cleanAddress, isPlainAddress } from './email-address.ts';
import { type GuaranteeDays, mostGuaranteeDays } from './guarantee.ts';
import { languages } from './languages.ts';
import { centsFromDollars } from './number-inputs.ts';
import { priceCents } from './pricing.ts';
import { type Retention, type RetentionName, retentionLimits, retentionNames } from './retention.ts';
import type { SellingInput } from './selling.ts';
import { capFields, mostOfCap } from './spending-caps.ts';
import { type StoreMessage, storeMessage } from './store-messages.ts';
import { type LegalName, type LegalText, legalNames } from './store-profile.ts';
import { priceListOf, type StoreSettingsInput, type TierSetting } from './store-settings.ts';
import { mostSupportRefund, type SupportRefund } from './support-refund.ts';
import { textBoundsProblems } from './text-settings.ts';
import { isTimeZone } from './time-zones.ts';

/** `code` and `params`: what is wrong. */
export type SettingsProblem = StoreMessage & { field: string };

export const settingsLimits = {
  name: 60,
  email: 254,
  hoursLines: 7,
  hoursLine: 80,
  claim: 120,
  tiers: 10,
  /** One dollar per unit. */
  unitPriceMicros: 1_000_000,
  legal: 20_000,
  business: 120,
  address: 400,
  banner: 200,
} as const;

/** All problems of tidied settings, in form order. Empty: the settings are valid. */
export function settingsProblems(settings: StoreSettingsInput): SettingsProblem[] {
  return [
    ...nameProblems(settings),
    ...hoursProblems(settings),
    ...(isTimeZone(settings.time_zone) ? [] : problem('time_zone', { code: 'time_zone_unlisted' })),
    ...digestProblems(settings),
    ...overdueProblems(settings),
    ...claimNames.flatMap((name) => claimProblems(name, settings.claims[name])),
    ...priceProblems(settings.prices),
    ...legalNames.flatMap((name) => legalProblems(name, settings.legal[name])),
    ...(settings.texts ? textBoundsProblems(settings.texts) : []),
    ...businessProblems(settings.business),
    ...retentionProblems(settings.retention),
    ...refundProblems(settings),
    ...capProblems(settings),
    ...(settings.card_testing ? cardTestingProblems(settings.card_testing) : []),
    ...(settings.selling ? sellingProblems(settings.selling) : []),
    ...(settings.guarantee_days ? guaranteeProblems(settings.guarantee_days) : []),
  ];
}

/** None for a message that is null. */
const problem = (field: string, message: StoreMessage | null): SettingsProblem[] =>
  message === null ? [] : [{ field, ...message }];

function nameProblems({ name, support_email }: StoreSettingsInput): SettingsProblem[] {
  return [...problem('name', nameProblem(name)), ...problem('support_email', supportEmailProblem(support_email))];
}

function nameProblem(name: string): StoreMessage | null {
  if (name === '') return { code: 'store_name_missing' };
  if (tooLong(name, settingsLimits.name)) return storeMessage('store_name_too_long', { most: settingsLimits.name });
  return isPlainName(name) && !hasControls(name) ? null : { code: 'store_name_not_plain' };
}

function supportEmailProblem(email: string): StoreMessage | null {
  const address = cleanAddress(email);
  if (!isPlainAddress(address) || !/@.+\../.test(address)) return { code: 'support_email_invalid' };
  const { email: most } = settingsLimits;
  return tooLong(email, most) ? storeMessage('support_email_too_long', { most }) : null;
}

function digestProblems({ digest_hour, digest_language }: StoreSettingsInput): SettingsProblem[] {
  return [
    ...(digestHours.includes(digest_hour) ? [] : problem('digest_hour', { code: 'digest_hour_range' })),
    ...(isAdminLanguage(digest_language) ? [] : problem('digest_language', { code: 'admin_language_missing' })),
  ];
}

/** As long as most guarantees of providers at most. */
const overdueDays = { least: 1, most: 90 };

function overdueProblems({ overdue_refund_days: days }: StoreSettingsInput): SettingsProblem[] {
  const { least, most } = overdueDays;
  if (/^\d{1,2}$/.test(days) && Number(days) >= least && Number(days) <= most) return [];
  return problem('overdue_refund_days', storeMessage('overdue_days_range', overdueDays));
}

function capProblems({ spending_caps }: StoreSettingsInput): SettingsProblem[] {
  if (!spending_caps) return [];
  return capFields(spending_caps).flatMap(([field, value]) =>
    problem(`spending_caps.${field}`, value === null ? null : capProblem(field, value)),
  );
}

/** Of one cap. */
function capProblem(field: string, value: number): StoreMessage | null {
  const isMoney = field.startsWith('provider') || field.startsWith('refunds');
  if (isMoney) return dollarsProblem(value, mostOfCap);
  const range = field === 'price_cut' ? { least: 1, most: 100 } : { least: 0, most: mostOfCap };
  return isWholeNumber(value, range) ? null : storeMessage('whole_number_range', range);
}

function dollarsProblem(dollars: number, most: number): StoreMessage | null {
  if (centsFromDollars(dollars) !== null && dollars >= 0 && dollars <= most) return null;
  return storeMessage('dollars_range', { mostCents: most * 100 });
}

function isWholeNumber(value: number, { least, most }: { least: number; most: number }): boolean {
  return Number.isInteger(value) && value >= least && value <= most;
}

function refundProblems({ support_refund }: StoreSettingsInput): SettingsProblem[] {
  if (!support_refund) return [];
  return (Object.keys(support_refund) as (keyof SupportRefund)[]).flatMap((name) =>
    problem(`support_refund.${name}`, dollarsProblem(support_refund[name], mostSupportRefund)),
  );
}

function guaranteeProblems(days: GuaranteeDays): SettingsProblem[] {
  return categories.flatMap((category) => {
    const range = { least: 0, most: mostGuaranteeDays };
    if (isWholeNumber(days[category], range)) return [];
    return problem(`guarantee_days.${category}`, storeMessage('guarantee_days_range', { most: range.most }));
  });
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

function businessProblems({ name, address, tax_id }: StoreSettingsInput['business']): SettingsProblem[] {
  const { business: most, address: mostAddress } = settingsLimits;
  const problems: SettingsProblem[] = [];
  if (tooLong(name, most) || !isPlainName(name) || hasControls(name)) {
    problems.push(...problem('business.name', storeMessage('business_name_too_long', { most })));
  }
  if (tooLong(address, mostAddress) || hasControls(address.replaceAll('\n', ' '))) {
    problems.push(...problem('business.address', storeMessage('business_address_too_long', { most: mostAddress })));
  }
  if (tooLong(tax_id, most) || hasControls(tax_id)) {
    problems.push(...problem('business.tax_id', storeMessage('tax_number_too_long', { most })));
  }
  return problems;
}

function retentionProblems(retention: Partial<Retention>): SettingsProblem[] {
  return retentionNames.flatMap((name) => {
    const days = retention[name];
    return problem(`retention.${name}`, days === undefined ? null : retentionProblem(name, days));
  });
}

/** Null: none. */
export function retentionProblem(name: RetentionName, days: number): StoreMessage | null {
  const limits = retentionLimits[name];
  return isWholeNumber(days, limits) ? null : storeMessage('retention_days_range', { name, ...limits });
}

function cardTestingProblems(limits: CardTestingSettings): SettingsProblem[] {
  return declineScopes.flatMap((scope) =>
    declineWindowNames.flatMap((window) => {
      const limit = limits[scope][window];
      if (limit === null || isWholeNumber(limit, { least: 1, most: mostDeclines })) return [];
      const message = storeMessage('decline_limit_range', { most: mostDeclines });
      return problem(`card_testing.${scope}.${window}`, message);
    }),
  );
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
