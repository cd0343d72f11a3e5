// Validation rules of the store settings with what violates them. Pure: used by the form and the server.
import { brandColorProblem, readLogo } from './brand.ts';
import { categories } from './category.ts';
import { isPlainName } from './characters.ts';
import { type ClaimName, claimNames } from './claim-names.ts';
import { cleanAddress, isPlainAddress } from './email-address.ts';
import { languages } from './languages.ts';
import { centsFromDollars } from './number-inputs.ts';
import { offersAfter } from './offer-changes.ts';
import { offerKindOf } from './offer-kinds.ts';
import {
  isOnSale,
  type MarginRule,
  marginField,
  mayBeOn,
  type OfferInput,
  type OfferSetting,
  offerCents,
  offerField,
  offerTitle,
  priceField,
  specifiedCategory,
  viewedField,
  viewsOf,
} from './offers.ts';
import { type FieldPath, fieldAt, fieldPaths, fieldValue, type SettingField } from './setting-fields.ts';
import { maxPosts } from './share.ts';
import { type CodeWithoutParams, type StoreMessage, storeMessage } from './store-messages.ts';
import { type LegalName, type LegalText, legalNames } from './store-profile.ts';
import type { StoreSettingsInput } from './store-settings.ts';
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
  packages: 12,
  /** So that each post of an order gets a unit. */
  leastQuantity: maxPosts,
  mostQuantity: 1_000_000,
  offers: 50,
  offerName: 60,
  offerText: 200,
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
  'offers',
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

/** All problems of tidied settings on top of the saved offers. Empty: the settings are valid. */
export function settingsProblems(settings: StoreSettingsInput, saved: readonly OfferSetting[]): SettingsProblem[] {
  const { offers, contradicted } = offersAfter(saved, settings);
  const { guarantee_days } = viewsOf(offers);
  return [
    ...fieldPaths.flatMap((path) =>
      problem(path, fieldProblem(path, fieldValue({ ...settings, guarantee_days }, path))),
    ),
    ...hoursProblems(settings),
    ...claimNames.flatMap((name) => claimProblems(name, settings.claims[name])),
    ...categories.flatMap((category) =>
      settings.margins ? marginProblems(`margins.${category}`, settings.margins[category]) : [],
    ),
    ...contradicted.flatMap((field) => problem(field, { code: 'offers_contradict' })),
    ...unknownOffers(settings.offers ?? [], saved),
    ...offers.flatMap((offer) => offerProblems(offer, priceFieldOf(offer, offers))),
    ...freeOrders(offers),
    ...legalNames.flatMap((name) => legalProblems(name, settings.legal[name])),
    ...(settings.texts ? textBoundsProblems(settings.texts) : []),
    ...offers.flatMap(bannerProblems),
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

function unknownOffers(sent: readonly OfferInput[], saved: readonly OfferSetting[]): SettingsProblem[] {
  const added = sent.filter(({ id }) => !saved.some((offer) => offer.id === id)).length;
  return sent.flatMap((offer, at) => {
    const here = (code: CodeWithoutParams) => problem(`offers.${at}.id`, { code });
    if (sent.findIndex(({ id }) => id === offer.id) !== at) return here('offers_unlisted');
    const known = saved.find(({ id }) => id === offer.id);
    const { platform, action, margin } = offer;
    const hasOwnRule = specifiedCategory(offer) === null;
    if (margin !== undefined && (margin !== null) !== hasOwnRule) {
      return problem(`offers.${at}.margin`, { code: 'offer_margin_elsewhere' });
    }
    if (known) {
      const isSame =
        [platform ?? known.platform, action ?? known.action].join() === [known.platform, known.action].join();
      return isSame ? [] : here('offer_kind_fixed');
    }
    if (!platform || !action) return here('offers_unlisted');
    if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)+$/.test(offer.id)) return here('offer_id_invalid');
    if (offerKindOf(platform, action) === null) return here('offer_kind_unknown');
    const most = settingsLimits.offers;
    return saved.length + added > most ? problem(`offers.${at}.id`, storeMessage('offers_too_many', { most })) : [];
  });
}

function marginProblems(field: string, { target, floor }: MarginRule): SettingsProblem[] {
  return target < floor ? problem(`${field}.target`, { code: 'margin_target_below_floor' }) : [];
}

/** `priceField`: null where another offer has the same price, which is reported once. */
function offerProblems(offer: OfferSetting, priceField: string | null): SettingsProblem[] {
  const limits = limitProblems(offer);
  return [
    ...wordProblems(offer),
    ...saleProblems(offer),
    ...(priceField === null ? [] : problem(priceField, unitPriceProblem(offer))),
    ...limits,
    ...(limits.length > 0 ? [] : [...quantityProblems(offer), ...tierProblems(offer)]),
  ];
}

/** Of an offer beside the specified ones, whose guarantee is a field and which are confirmed with the launch. */
function saleProblems(offer: OfferSetting): SettingsProblem[] {
  if (specifiedCategory(offer)) return [];
  const guarantee = fieldProblem('guarantee_days.Likes', offer.guarantee_days);
  const { margin } = offer;
  const numbers = ['target', 'floor', 'step'] as const;
  return [
    ...(margin
      ? [
          ...numbers.flatMap((name) =>
            problem(`${marginField(offer)}.${name}`, fieldProblem(`margins.Likes.${name}`, margin[name])),
          ),
          ...marginProblems(marginField(offer), margin),
        ]
      : []),
    ...problem(offerField(offer, 'guarantee_days'), guarantee),
    ...(offer.on && !mayBeOn(offer) ? problem(offerField(offer, 'on'), notAttested(offer)) : []),
  ];
}

export function notAttested(offer: OfferSetting): StoreMessage {
  return storeMessage('offer_not_attested', { category: offerTitle(offer) });
}

function wordProblems(offer: OfferSetting): SettingsProblem[] {
  const { names, texts } = offer;
  const category = offerTitle(offer);
  const { offerName, offerText } = settingsLimits;
  return languages.flatMap((lang) => [
    ...(names[lang] !== '' && !tooLong(names[lang], offerName) && isPlainName(names[lang]) && !hasControls(names[lang])
      ? []
      : problem(
          `${offerField(offer, 'names')}.${lang}`,
          storeMessage('offer_name_invalid', { category, most: offerName }),
        )),
    ...(!tooLong(texts[lang], offerText) && !hasControls(texts[lang])
      ? []
      : problem(
          `${offerField(offer, 'texts')}.${lang}`,
          storeMessage('offer_text_invalid', { category, most: offerText }),
        )),
  ]);
}

function priceFieldOf(offer: OfferSetting, offers: readonly OfferSetting[]): string | null {
  return offer.own_price || offer === offers[0] ? priceField(offer) : null;
}

function unitPriceProblem({ unit_price_micros }: OfferSetting): StoreMessage | null {
  if (!Number.isInteger(unit_price_micros) || unit_price_micros < 1) return { code: 'base_price_too_low' };
  return unit_price_micros > settingsLimits.unitPriceMicros ? { code: 'base_price_too_high' } : null;
}

function limitProblems(offer: OfferSetting): SettingsProblem[] {
  const { min_quantity, max_quantity, step_quantity } = offer;
  const category = offerTitle(offer);
  const { leastQuantity: least, mostQuantity: most } = settingsLimits;
  const range = (name: 'min_quantity' | 'max_quantity' | 'step_quantity', least: number) =>
    Number.isInteger(offer[name]) && offer[name] >= least && offer[name] <= most
      ? []
      : problem(offerField(offer, name), storeMessage('whole_number_range', { least, most }));
  const wrong = [...range('min_quantity', least), ...range('max_quantity', least), ...range('step_quantity', 1)];
  if (wrong.length > 0) return wrong;
  if (min_quantity >= max_quantity) {
    return problem(offerField(offer, 'min_quantity'), storeMessage('offer_minimum_not_below_maximum', { category }));
  }
  if ((max_quantity - min_quantity) % step_quantity === 0) return [];
  const grid = { category, least: min_quantity, step: step_quantity };
  return problem(offerField(offer, 'max_quantity'), storeMessage('offer_maximum_off_step', grid));
}

function gridOf(offer: OfferSetting) {
  const { min_quantity, max_quantity, step_quantity } = offer;
  return { category: offerTitle(offer), least: min_quantity, most: max_quantity, step: step_quantity };
}

function quantityProblems(offer: OfferSetting): SettingsProblem[] {
  const { packages, default_quantity } = offer;
  const category = offerTitle(offer);
  const field = offerField(offer, 'packages');
  return [
    ...(isOnSale(offer, default_quantity)
      ? []
      : problem(offerField(offer, 'default_quantity'), storeMessage('offer_default_invalid', gridOf(offer)))),
    ...packageProblems(),
  ];

  function packageProblems(): SettingsProblem[] {
    const most = settingsLimits.packages;
    if (packages.length < 1 || packages.length > most) {
      return problem(field, storeMessage('offer_packages_count', { category, most }));
    }
    if (!packages.every((one) => isOnSale(offer, one))) {
      return problem(field, storeMessage('offer_package_invalid', gridOf(offer)));
    }
    return packages.every((one, at) => at === 0 || one > (packages[at - 1] ?? 0))
      ? []
      : problem(field, storeMessage('offer_packages_unordered', { category }));
  }
}

/** The first offer of which an order costs less than a cent. */
function freeOrders(offers: readonly OfferSetting[]): SettingsProblem[] {
  const isReadable = (offer: OfferSetting) =>
    unitPriceProblem(offer) === null && [...limitProblems(offer), ...tierProblems(offer)].length === 0;
  if (!offers.every(isReadable)) return [];
  const free = offers.find((offer) => {
    const starts = [offer.min_quantity, ...offer.tiers.map(({ from_quantity }) => from_quantity)];
    return starts.some((quantity) => offerCents(offer, quantity) < 1);
  });
  if (!free) return [];
  return problem(priceField(free), storeMessage('smallest_order_free', { category: offerTitle(free) }));
}

function tierProblems(offer: OfferSetting): SettingsProblem[] {
  const { tiers } = offer;
  const category = offerTitle(offer);
  const field = viewedField(offer, 'tiers');
  if (tiers.length > settingsLimits.tiers) {
    return problem(field, storeMessage('too_many_discounts', { category, most: settingsLimits.tiers }));
  }
  return tiers.flatMap(({ from_quantity, discount_percent }, at) => {
    const before = tiers[at - 1];
    const here = (name: string, message: StoreMessage) => problem(`${field}.${at}.${name}`, message);
    if (!isOnSale(offer, from_quantity)) {
      return here('from_quantity', storeMessage('discount_start_invalid', gridOf(offer)));
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

function bannerProblems(offer: OfferSetting): SettingsProblem[] {
  const { banner } = offer;
  return languages.flatMap((lang) => {
    if (!tooLong(banner[lang], settingsLimits.banner) && !hasControls(banner[lang])) return [];
    const message = storeMessage('banner_too_long', { most: settingsLimits.banner });
    return problem(`${viewedField(offer, 'banner')}.${lang}`, message);
  });
}

function tooLong(text: string, most: number): boolean {
  return [...text].length > most;
}

// Includes unpaired surrogates, which PostgreSQL rejects.
function hasControls(text: string): boolean {
  return /[\p{Cc}\p{Cs}\u2028\u2029]/u.test(text);
}
