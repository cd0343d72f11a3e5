// The draft of the settings form. Numbers stay text while they are edited, because they may be invalid.

import { byName } from '../../../contract/by-name.ts';
import { type Category, categories } from '../../../contract/category.ts';
import type { ClaimName } from '../../../contract/claim-names.ts';
import { languages } from '../../../contract/languages.ts';
import { offerInputOf, restoredOffers } from '../../../contract/offer-changes.ts';
import {
  type OfferInput,
  type OfferSetting,
  offerOf,
  readOffers,
  specifiedCategory,
  specifiedOffers,
  type TierSetting,
} from '../../../contract/offers.ts';
import type { SellingInput } from '../../../contract/selling.ts';
import {
  type FieldPath,
  fieldAt,
  fieldPaths,
  fieldTree,
  fieldValue,
  type SwitchPath,
} from '../../../contract/setting-fields.ts';
import { type LegalName, legalNames, type Wording } from '../../../contract/store-profile.ts';
import {
  changesBetween,
  type SettingsChange,
  type StoreSettings,
  type StoreSettingsInput,
  settingsAfter,
  tidySettings,
} from '../../../contract/store-settings.ts';
import type { TextSettings } from '../../../contract/text-settings.ts';
import { formatCount } from '../amounts.ts';
import { readCount, readDollars, readInteger, readMicros } from '../typed-amounts.ts';

export type TierDraft = { from: string; discount: string };

/** `perThousand`: dollars per 1,000 units. `packages`: one quantity per line. */
export type OfferLines = Record<'perThousand' | 'least' | 'most' | 'step' | 'first' | 'packages', string>;
/** Facts that are no typed text. */
const keptFacts = ['own_price', 'on', 'names', 'texts', 'rounding'] as const;
export type OfferTermsDraft = OfferLines & Pick<OfferSetting, (typeof keptFacts)[number]>;

/** The fields by path: switches as they are, all others as text. Empty text of a limit: no limit. */
export type FieldDraft = { [P in FieldPath]: P extends SwitchPath ? boolean : string };

/** A process of the version before answers without offers while both run. */
export type AnsweredSettings = Omit<StoreSettings, 'offers'> & { offers?: OfferSetting[] };

export type Draft = FieldDraft & {
  /** False: it was read from a process without offers. A save leaves them as they are. */
  has_offers: boolean;
  /** One entry per line. */
  support_hours: Wording;
  claims: Record<ClaimName, { text: Wording; shown: boolean; confirmed: boolean }>;
  offers: Record<Category, OfferTermsDraft>;
  /** The offers beside the specified ones, by ID: the catalog edits them, and a restore brings them back. */
  further: Record<string, OfferInput>;
  tiers: Record<Category, TierDraft[]>;
  /** Empty: the default text. */
  legal: Record<LegalName, Wording>;
  /** Empty or omitted: the default text. */
  texts: TextSettings;
  /** Empty: the default sentence. */
  selling: SellingInput;
};

export function offersOf(settings: AnsweredSettings): OfferSetting[] {
  return settings.offers ?? readOffers(undefined, settings);
}

export function draftOf(settings: AnsweredSettings): Draft {
  const { support_hours, claims, prices, legal } = settings;
  const offers = offersOf(settings);
  const fields = byName(fieldPaths, (path) => typedField(path, fieldValue(settings, path)));
  return {
    ...(fields as FieldDraft),
    support_hours: byName(languages, (lang) => support_hours[lang].join('\n')),
    claims: byName(Object.keys(claims) as ClaimName[], (claim) => {
      const { text, shown, confirmed_at } = claims[claim];
      return { text: { ...text }, shown, confirmed: confirmed_at !== null };
    }),
    has_offers: settings.offers !== undefined,
    offers: byName(categories, (category) => offerDraftOf(offerOf(offers, category))),
    further: byId(offers.filter((offer) => specifiedCategory(offer) === null).map(offerInputOf)),
    tiers: byName(categories, (category) => prices.tiers[category].map(tierDraftOf)),
    legal: byName(legalNames, (page) => byName(languages, (lang) => legal[page][lang] ?? '')),
    texts: structuredClone(settings.texts),
    selling: byName(categories, (category) => {
      const { paused, banner } = settings.selling[category];
      return { paused, banner: { ...banner } };
    }),
  };
}

/** An older version as the draft of a save on top of the settings of now. */
export function restoredDraft(older: AnsweredSettings, now: AnsweredSettings): Draft {
  return { ...draftOf(older), further: byId(restoredOffers(offersOf(older), offersOf(now))) };
}

function byId(offers: readonly OfferInput[]): Draft['further'] {
  return Object.fromEntries(offers.map((offer) => [offer.id, offer]));
}

export function tierDraftOf({ from_quantity, discount_percent }: TierSetting): TierDraft {
  return { from: formatCount(from_quantity), discount: String(discount_percent) };
}

export function readTier({ from, discount }: TierDraft): TierSetting {
  return { from_quantity: readCount(from), discount_percent: readInteger(discount) };
}

export function offerDraftOf(offer: OfferSetting): OfferTermsDraft {
  return {
    ...(structuredClone(byName(keptFacts, (name) => offer[name])) as Pick<OfferSetting, (typeof keptFacts)[number]>),
    perThousand: dollarsPerThousand(offer.unit_price_micros),
    least: formatCount(offer.min_quantity),
    most: formatCount(offer.max_quantity),
    step: formatCount(offer.step_quantity),
    first: formatCount(offer.default_quantity),
    packages: offer.packages.map((one) => formatCount(one)).join('\n'),
  };
}

/** A value of the document as the form has it. */
function typedField(path: FieldPath, value: unknown): string | boolean {
  const { kind, mayBeEmpty } = fieldAt(path);
  if (typeof value === 'boolean') return value;
  if (kind === 'dollars' && !mayBeEmpty) return Number(value).toFixed(2);
  return String(value ?? '');
}

/** The value of the document for what was typed. An invalid number becomes NaN, which the validation rejects. */
function readField(path: FieldPath, typed: string | boolean): unknown {
  const { kind, first, choices, mayBeEmpty } = fieldAt(path);
  if (typeof typed === 'boolean') return typed;
  if (mayBeEmpty && typed.trim() === '') return null;
  if (kind === 'choice') return choices?.find((one) => String(one) === typed) ?? typed;
  if (kind === 'dollars' || kind === 'rate') return readDollars(typed);
  if (kind === 'quantity') return readCount(typed.trim());
  if (kind !== 'days' && kind !== 'count' && kind !== 'percent') return typed;
  return typeof first === 'string' ? String(readInteger(typed)) : readInteger(typed);
}

/** The request body of a save. */
export function inputOf(draft: Draft): StoreSettingsInput {
  const { support_hours, claims, offers, further, tiers, legal } = draft;
  return tidySettings({
    ...fieldTree((path) => readField(path, draft[path])),
    claims,
    legal,
    texts: draft.texts,
    selling: draft.selling,
    support_hours: byName(languages, (lang) => support_hours[lang].split('\n')),
    prices: {
      unit_price_micros: readMicros(offers.Likes.perThousand),
      tiers: byName(categories, (category) => tiers[category].map(readTier)),
    },
    offers: draft.has_offers ? [...offerInputs(offers), ...Object.values(further)] : undefined,
  });
}

function offerInputs(offers: Draft['offers']): OfferInput[] {
  return categories.map((category) => {
    const { own_price, ...typed } = offers[category];
    const terms = readTerms(typed);
    const base = readMicros(offers.Likes.perThousand);
    return {
      id: specifiedOffers[category],
      ...terms,
      own_price: own_price || !Object.is(terms.unit_price_micros, base),
    };
  });
}

/** Lines as numbers of the settings; the rest as it is. */
export function readTerms<T extends OfferLines>({ perThousand, least, most, step, first, packages, ...kept }: T) {
  return {
    ...kept,
    unit_price_micros: readMicros(perThousand),
    min_quantity: readCount(least),
    max_quantity: readCount(most),
    step_quantity: readCount(step),
    default_quantity: readCount(first),
    packages: packages
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map(readCount),
  };
}

/** The changes that a save would record in the history. */
export function changesOf(saved: AnsweredSettings, draft: Draft): SettingsChange[] {
  const before = { ...saved, offers: offersOf(saved) };
  return changesBetween(before, settingsAfter(before, inputOf(draft), { at: '', by: 'you' }));
}

/** Merges the draft with a newer saved version: edited values win, all others come from the newer version. */
export function draftOnTop(draft: Draft, base: Draft, theirs: Draft): Draft {
  const next = merged(draft, base, theirs) as Draft;
  for (const [name, claim] of Object.entries(next.claims) as [ClaimName, Draft['claims'][ClaimName]][]) {
    // A confirmation applies to one exact text. A changed text is unconfirmed.
    const isOf = ({ claims }: Draft) => JSON.stringify(claims[name].text) === JSON.stringify(claim.text);
    if (!isOf(draft)) claim.confirmed = isOf(theirs) && theirs.claims[name].confirmed;
  }
  next.texts = byName(languages, (lang) => ({
    preset: next.texts[lang].preset,
    changed: changedOnTop(draft.texts[lang].changed, base.texts[lang].changed, theirs.texts[lang].changed),
  }));
  return next;
}

/** A text that is not among `theirs` is no property of theirs, so the names of all three count. */
function changedOnTop(mine: Texts, base: Texts, theirs: Texts): Texts {
  const keys = Object.keys({ ...base, ...theirs, ...mine });
  return Object.fromEntries(
    keys.map((key) => [key, (mine[key] ?? '') === (base[key] ?? '') ? (theirs[key] ?? '') : (mine[key] ?? '')]),
  );
}

type Texts = Readonly<Record<string, string>>;

function merged(mine: unknown, base: unknown, theirs: unknown): unknown {
  if (!isRecord(mine) || !isRecord(base) || !isRecord(theirs)) {
    return JSON.stringify(mine) === JSON.stringify(base) ? theirs : mine;
  }
  return Object.fromEntries(Object.keys(theirs).map((key) => [key, merged(mine[key], base[key], theirs[key])]));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function dollarsPerThousand(micros: number): string {
  return (micros / 1_000).toFixed(micros % 10 === 0 ? 2 : 3);
}
