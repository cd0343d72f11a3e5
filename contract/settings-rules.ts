// Validation rules of the store settings with their error messages. Pure: used by the form and the server.
import { isAdminLanguage } from './admin-languages.ts';
import { type CardTestingSettings, declineLimitProblem, declineScopes, declineWindowNames } from './card-testing.ts';
import { type Category, categories } from './category.ts';
import { isPlainName } from './characters.ts';
import { type ClaimName, claimNames } from './claim-names.ts';
import { defaultPriceList } from './default-prices.ts';
import { digestHours } from './digest-rules.ts';
import { isPlainAddress } from './email-address.ts';
import { cleanAddress } from './invisible-characters.ts';
import { type GuaranteeDays, guaranteeProblem } from './guarantee.ts';
import { languageNames } from './language-texts.ts';
import { languages } from './languages.ts';
import { priceCents } from './pricing.ts';
import { type Retention, retentionNames, retentionProblem } from './retention.ts';
import type { SellingInput } from './selling.ts';
import { capFields, capProblem } from './spending-caps.ts';
import { type LegalName, type LegalText, legalNames } from './store-profile.ts';
import { priceListOf, type StoreSettingsInput, type TierSetting } from './store-settings.ts';
import { type SupportRefund, supportRefundProblem } from './support-refund.ts';
import { textBoundsProblems } from './text-settings.ts';
import { isTimeZone } from './time-zones.ts';

export type SettingsProblem = { field: string; message: string };

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

/** All problems of tidied settings, in form order, one message each. Empty: the settings are valid. */
export function settingsProblems(settings: StoreSettingsInput): SettingsProblem[] {
  return [
    ...nameProblems(settings),
    ...hoursProblems(settings),
    ...(isTimeZone(settings.time_zone) ? [] : problem('time_zone', timeZoneWords)),
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

export const timeZoneWords = 'Choose a time zone of the list, for example Europe/Berlin.';
export const claimTitles: Record<ClaimName, string> = {
  customers: 'Customers',
  rating: 'Rating',
  deliveryStart: 'Delivery start',
  deliveryDone: 'Delivery done',
  support: 'Support',
  guarantee: 'Guarantee',
  noPassword: 'No password',
};
export const legalTitles: Record<LegalName, string> = { terms: 'Terms', privacy: 'Privacy', refunds: 'Refunds' };

const problem = (field: string, message: string): SettingsProblem[] => [{ field, message }];

function nameProblems({ name, support_email }: StoreSettingsInput): SettingsProblem[] {
  const problems: SettingsProblem[] = [];
  if (name === '') problems.push(...problem('name', 'Enter the name of the store.'));
  else if (tooLong(name, settingsLimits.name)) {
    problems.push(...problem('name', `The name may have ${settingsLimits.name} characters at most.`));
  } else if (!isPlainName(name) || hasControls(name))
    problems.push(...problem('name', 'The name must be plain text on one line.'));
  const address = cleanAddress(support_email);
  if (!isPlainAddress(address) || !/@.+\../.test(address)) {
    problems.push(...problem('support_email', 'The support email must be one email address.'));
  } else if (tooLong(support_email, settingsLimits.email)) {
    problems.push(
      ...problem('support_email', `The support email may have ${settingsLimits.email} characters at most.`),
    );
  }
  return problems;
}

function digestProblems({ digest_hour, digest_language }: StoreSettingsInput): SettingsProblem[] {
  return [
    ...(digestHours.includes(digest_hour) ? [] : problem('digest_hour', 'The hour of the digest is 0 to 23.')),
    ...(isAdminLanguage(digest_language) ? [] : problem('digest_language', 'Choose a language of the admin.')),
  ];
}

/** As long as most guarantees of providers at most. */
const overdueDays = { least: 1, most: 90 };

function overdueProblems({ overdue_refund_days: days }: StoreSettingsInput): SettingsProblem[] {
  const { least, most } = overdueDays;
  if (/^\d{1,2}$/.test(days) && Number(days) >= least && Number(days) <= most) return [];
  return problem('overdue_refund_days', `An overdue delivery is refunded after ${least} to ${most} days.`);
}

function capProblems({ spending_caps }: StoreSettingsInput): SettingsProblem[] {
  if (!spending_caps) return [];
  return capFields(spending_caps).flatMap(([field, value]) => {
    const message = capProblem(field, value);
    return message === null ? [] : problem(`spending_caps.${field}`, message);
  });
}

function refundProblems({ support_refund }: StoreSettingsInput): SettingsProblem[] {
  if (!support_refund) return [];
  return (Object.keys(support_refund) as (keyof SupportRefund)[]).flatMap((name) => {
    const message = supportRefundProblem(support_refund[name]);
    return message === null ? [] : problem(`support_refund.${name}`, message);
  });
}

function guaranteeProblems(days: GuaranteeDays): SettingsProblem[] {
  return categories.flatMap((category) => {
    const message = guaranteeProblem(days[category]);
    return message === null ? [] : problem(`guarantee_days.${category}`, message);
  });
}

function hoursProblems({ support_hours }: StoreSettingsInput): SettingsProblem[] {
  const { hoursLines, hoursLine } = settingsLimits;
  return languages.flatMap((lang) => {
    const field = `support_hours.${lang}`;
    const lines = support_hours[lang];
    if (lines.length === 0 && languages.some((other) => support_hours[other].length > 0)) {
      return problem(field, `Enter the support hours in ${languageNames[lang].en}, too.`);
    }
    if (lines.length > hoursLines) return problem(field, `The support hours may have ${hoursLines} lines at most.`);
    if (lines.some((line) => tooLong(line, hoursLine) || hasControls(line))) {
      return problem(field, `A line of the support hours may have ${hoursLine} plain characters at most.`);
    }
    return new Set(lines).size < lines.length ? problem(field, 'The support hours contain the same line twice.') : [];
  });
}

function claimProblems(name: ClaimName, { text, shown }: StoreSettingsInput['claims'][ClaimName]): SettingsProblem[] {
  return languages.flatMap((lang) => {
    const field = `claims.${name}.text.${lang}`;
    const subject = `The claim “${claimTitles[name]}”`;
    if (shown && text[lang] === '') {
      return problem(field, `${subject} needs its text in ${languageNames[lang].en}, or must be switched off.`);
    }
    if (!tooLong(text[lang], settingsLimits.claim) && !hasControls(text[lang])) return [];
    return problem(field, `${subject} may have ${settingsLimits.claim} plain characters at most.`);
  });
}

function priceProblems(prices: StoreSettingsInput['prices']): SettingsProblem[] {
  const { unit_price_micros } = prices;
  const field = 'prices.unit_price_micros';
  if (!Number.isInteger(unit_price_micros) || unit_price_micros < 1) {
    return problem(field, 'The base price must be at least $0.001 per 1,000, in steps of $0.001.');
  }
  if (unit_price_micros > settingsLimits.unitPriceMicros) {
    return problem(field, 'The base price may be $1,000.00 per 1,000 at most.');
  }
  const tiers = categories.flatMap((category) => tierProblems(category, prices.tiers[category]));
  if (tiers.length > 0) return tiers;
  const list = priceListOf(prices);
  const free = categories.find((category) => priceCents(category, list.offers[category].minQuantity, list) < 1);
  return free ? problem(field, `The smallest order of ${free} would cost less than one cent.`) : [];
}

function tierProblems(category: Category, tiers: TierSetting[]): SettingsProblem[] {
  const { minQuantity, maxQuantity, stepQuantity } = defaultPriceList.offers[category];
  const field = `prices.tiers.${category}`;
  if (tiers.length > settingsLimits.tiers) {
    return problem(field, `${category} may have ${settingsLimits.tiers} discounts at most.`);
  }
  return tiers.flatMap(({ from_quantity, discount_percent }, at) => {
    const before = tiers[at - 1];
    const here = (name: string, message: string) => problem(`${field}.${at}.${name}`, message);
    const fits = Number.isInteger(from_quantity) && (from_quantity - minQuantity) % stepQuantity === 0;
    if (!fits || from_quantity < minQuantity || from_quantity > maxQuantity) {
      const range = `${count(minQuantity)} to ${count(maxQuantity)} in steps of ${stepQuantity}`;
      return here('from_quantity', `A discount on ${category} starts at a quantity that can be bought: ${range}.`);
    }
    if (!Number.isInteger(discount_percent) || discount_percent < 1 || discount_percent > 99) {
      return here('discount_percent', `A discount on ${category} is a whole number from 1 to 99 percent.`);
    }
    if (before && from_quantity <= before.from_quantity) {
      return here('from_quantity', `The discounts on ${category} must be in the order of their quantities.`);
    }
    if (before && discount_percent <= before.discount_percent) {
      return here('discount_percent', `A discount on ${category} must be higher than the one before it.`);
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
      return problem(field, `${legalTitles[name]} may have ${count(settingsLimits.legal)} characters at most.`);
    }
    return hasControls(own.replaceAll('\n', ' ').replaceAll('\t', ' '))
      ? problem(field, `${legalTitles[name]} must be plain text.`)
      : [];
  });
}

function businessProblems({ name, address, tax_id }: StoreSettingsInput['business']): SettingsProblem[] {
  const { business: most, address: mostAddress } = settingsLimits;
  const problems: SettingsProblem[] = [];
  if (tooLong(name, most) || !isPlainName(name) || hasControls(name)) {
    problems.push(...problem('business.name', `The business name may have ${most} plain characters at most.`));
  }
  if (tooLong(address, mostAddress) || hasControls(address.replaceAll('\n', ' '))) {
    problems.push(...problem('business.address', `The address may have ${mostAddress} plain characters at most.`));
  }
  if (tooLong(tax_id, most) || hasControls(tax_id)) {
    problems.push(...problem('business.tax_id', `The tax number may have ${most} plain characters at most.`));
  }
  return problems;
}

function retentionProblems(retention: Partial<Retention>): SettingsProblem[] {
  return retentionNames.flatMap((name) => {
    const days = retention[name];
    const message = days === undefined ? null : retentionProblem(name, days);
    return message === null ? [] : problem(`retention.${name}`, message);
  });
}

function cardTestingProblems(limits: CardTestingSettings): SettingsProblem[] {
  return declineScopes.flatMap((scope) =>
    declineWindowNames.flatMap((window) => {
      const message = declineLimitProblem(limits[scope][window]);
      return message === null ? [] : problem(`card_testing.${scope}.${window}`, message);
    }),
  );
}

function sellingProblems(selling: SellingInput): SettingsProblem[] {
  return categories.flatMap((category) =>
    languages.flatMap((lang) => {
      const text = selling[category].banner[lang];
      if (!tooLong(text, settingsLimits.banner) && !hasControls(text)) return [];
      const message = `A banner may have ${settingsLimits.banner} plain characters at most.`;
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

function count(value: number): string {
  return value.toLocaleString('en-US');
}
