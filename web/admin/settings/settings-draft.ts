// The draft of the settings form. Numbers stay text while they are edited, because they may be invalid.

import { byName } from '../../../contract/by-name.ts';
import {
  type DeclineScope,
  type DeclineWindow,
  declineScopes,
  declineWindowNames,
} from '../../../contract/card-testing.ts';
import { type Category, categories } from '../../../contract/category.ts';
import type { ClaimName } from '../../../contract/claim-names.ts';
import { languages } from '../../../contract/languages.ts';
import { type PlainSettings, plainOf } from '../../../contract/plain-settings.ts';
import { type RetentionName, retentionNames } from '../../../contract/retention.ts';
import type { SellingInput } from '../../../contract/selling.ts';
import type { SessionSettings } from '../../../contract/session-settings.ts';
import { capFields, capWindows, type SpendingCaps, spendingKinds } from '../../../contract/spending-caps.ts';
import { type LegalName, legalNames, type Wording } from '../../../contract/store-profile.ts';
import {
  changesBetween,
  type SettingsChange,
  type StoreSettings,
  type StoreSettingsInput,
  settingsAfter,
  tidySettings,
} from '../../../contract/store-settings.ts';
import type { SupportRefund } from '../../../contract/support-refund.ts';
import type { TextSettings } from '../../../contract/text-settings.ts';
import type { TrackingSettings } from '../../../contract/tracking-settings.ts';
import { formatCount } from '../amounts.ts';
import { readCount, readDollars, readInteger, readMicros } from '../typed-amounts.ts';

export type TierDraft = { from: string; discount: string };

export type Draft = PlainSettings & {
  /** One entry per line. */
  support_hours: Wording;
  claims: Record<ClaimName, { text: Wording; shown: boolean; confirmed: boolean }>;
  /** Dollars per 1,000 units. */
  perThousand: string;
  tiers: Record<Category, TierDraft[]>;
  /** Empty: the default text. */
  legal: Record<LegalName, Wording>;
  /** Empty or omitted: the default text. */
  texts: TextSettings;
  business: { name: string; address: string; tax_id: string };
  /** Days. */
  retention: Record<RetentionName, string>;
  tracking: TrackingSettings;
  sessions: SessionSettings;
  /** Dollars. */
  support_refund: Record<keyof SupportRefund, string>;
  /** By the path in the group; empty: no cap. */
  spending_caps: Record<string, string>;
  /** Empty: no limit. */
  card_testing: Record<DeclineScope, Record<DeclineWindow, string>>;
  /** Empty: the default sentence. */
  selling: SellingInput;
  /** Days. */
  guarantee_days: Record<Category, string>;
};

export function draftOf(settings: StoreSettings): Draft {
  const { support_hours, claims, prices, legal, business } = settings;
  return {
    ...plainOf(settings),
    support_hours: byName(languages, (lang) => support_hours[lang].join('\n')),
    claims: byName(Object.keys(claims) as ClaimName[], (claim) => {
      const { text, shown, confirmed_at } = claims[claim];
      return { text: { ...text }, shown, confirmed: confirmed_at !== null };
    }),
    perThousand: dollarsPerThousand(prices.unit_price_micros),
    tiers: byName(categories, (category) =>
      prices.tiers[category].map(({ from_quantity, discount_percent }) => ({
        from: formatCount(from_quantity),
        discount: String(discount_percent),
      })),
    ),
    legal: byName(legalNames, (page) => byName(languages, (lang) => legal[page][lang] ?? '')),
    texts: structuredClone(settings.texts),
    business: { ...business },
    retention: byName(retentionNames, (kept) => String(settings.retention[kept])),
    tracking: { ...settings.tracking },
    sessions: { ...settings.sessions },
    support_refund: {
      largest: settings.support_refund.largest.toFixed(2),
      per_day: settings.support_refund.per_day.toFixed(2),
    },
    spending_caps: Object.fromEntries(
      capFields(settings.spending_caps).map(([field, value]) => [field, value === null ? '' : String(value)]),
    ),
    card_testing: byName(declineScopes, (scope) =>
      byName(declineWindowNames, (window) => String(settings.card_testing[scope][window] ?? '')),
    ),
    selling: byName(categories, (category) => {
      const { paused, banner } = settings.selling[category];
      return { paused, banner: { ...banner } };
    }),
    guarantee_days: byName(categories, (category) => String(settings.guarantee_days[category])),
  };
}

/** The request body of a save. An invalid number becomes NaN, which the validation rejects. */
export function inputOf(draft: Draft): StoreSettingsInput {
  const { support_hours, claims, perThousand, tiers, legal, business } = draft;
  return tidySettings({
    ...plainOf(draft),
    overdue_refund_days: String(readInteger(draft.overdue_refund_days)),
    claims,
    legal,
    business,
    texts: draft.texts,
    tracking: draft.tracking,
    selling: draft.selling,
    guarantee_days: byName(categories, (category) => readInteger(draft.guarantee_days[category])),
    sessions: draft.sessions,
    support_refund: {
      largest: readDollars(draft.support_refund.largest),
      per_day: readDollars(draft.support_refund.per_day),
    },
    spending_caps: capsOf(draft.spending_caps),
    card_testing: byName(declineScopes, (scope) =>
      byName(declineWindowNames, (window) => limitOf(draft.card_testing[scope][window])),
    ),
    retention: byName(retentionNames, (kept) => readInteger(draft.retention[kept])),
    support_hours: byName(languages, (lang) => support_hours[lang].split('\n')),
    prices: {
      unit_price_micros: readMicros(perThousand),
      tiers: byName(categories, (category) =>
        tiers[category].map(({ from, discount }) => ({
          from_quantity: readCount(from),
          discount_percent: readInteger(discount),
        })),
      ),
    },
  });
}

/** The changes that a save would record in the history. */
export function changesOf(saved: StoreSettings, draft: Draft): SettingsChange[] {
  return changesBetween(saved, settingsAfter(saved, inputOf(draft), { at: '', by: 'you' }));
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

function capsOf(fields: Record<string, string>): SpendingCaps {
  const capOf = (field: string): number | null => {
    const text = fields[field]?.trim() ?? '';
    if (text === '') return null;
    if (field === 'test_units') return readCount(text);
    return /^(provider|refunds)/.test(field) ? readDollars(text) : readInteger(text);
  };
  return {
    ...byName(spendingKinds, (kind) => byName(capWindows, (window) => capOf(`${kind}.${window}`))),
    price_cut: capOf('price_cut'),
    test_units: capOf('test_units'),
  };
}

function limitOf(text: string): number | null {
  return text.trim() === '' ? null : readInteger(text);
}
