// An offer while it is edited: numbers stay text, and a save sends what differs from the offer as it was opened. Pure.
import type { Language } from '../../../contract/languages.ts';
import { type OfferAction, type OfferKind, offerKinds, type Platform } from '../../../contract/offer-kinds.ts';
import { type MarginRule, newOffer, type OfferInput, type OfferSetting } from '../../../contract/offers.ts';
import { type SettingsProblem, settingsProblems } from '../../../contract/settings-rules.ts';
import {
  type AnsweredSettings,
  draftOf,
  inputOf,
  type OfferTermsDraft,
  offerDraftOf,
  offersOf,
  readTerms,
  readTier,
  type TierDraft,
  tierDraftOf,
} from '../settings/settings-draft.ts';
import { readInteger } from '../typed-amounts.ts';
import { proposeOfferId } from './offer-id.ts';

export type MarginDraft = Pick<MarginRule, 'mode'> & Record<'target' | 'floor' | 'step', string>;

export type OfferDraft = OfferTermsDraft & {
  id: string;
  platform: Platform;
  action: OfferAction;
  tiers: TierDraft[];
  guarantee: string;
  paused: boolean;
  banner: Record<Language, string>;
  /** Null for a specified offer, whose rule is in the settings. */
  margin: MarginDraft | null;
  /** The admin confirms that it may be sold. */
  attested: boolean;
};

export function offerDraft(offer: OfferSetting): OfferDraft {
  const { id, platform, action, tiers, guarantee_days, paused, banner, margin } = offer;
  return {
    ...offerDraftOf(offer),
    id,
    platform,
    action,
    paused,
    banner: { ...banner },
    tiers: tiers.map(tierDraftOf),
    guarantee: String(guarantee_days),
    margin: margin && { ...margin, target: `${margin.target}`, floor: `${margin.floor}`, step: `${margin.step}` },
    attested: false,
  };
}

/** A new offer, without a price. */
export function newDraft(kind: OfferKind, offers: readonly OfferSetting[]): OfferDraft {
  return {
    ...offerDraft({ ...newOffer({ id: proposeOfferId(kind, idsOf(offers)), ...kind }), unit_price_micros: 0 }),
    perThousand: '',
  };
}

export const idsOf = (offers: readonly OfferSetting[]) => new Set(offers.map(({ id }) => id));

export function actionsOf(platform: Platform): OfferAction[] {
  return offerKinds.filter((kind) => kind.platform === platform).map(({ action }) => action);
}

function wholeInput({ tiers, guarantee, margin, attested, ...terms }: OfferDraft): OfferInput {
  return {
    ...readTerms(terms),
    tiers: tiers.map(readTier),
    guarantee_days: readInteger(guarantee),
    margin: margin && {
      mode: margin.mode,
      target: readInteger(margin.target),
      floor: readInteger(margin.floor),
      step: readInteger(margin.step),
    },
    ...(attested ? { attested: true } : {}),
  };
}

/**
 * The facts that differ from `opened`, the offer when its editing began: others may have been saved since. Null: nothing. A new
 * offer (`opened` is null) has all its facts.
 */
export function offerChanges(draft: OfferDraft, opened: OfferSetting | null): OfferInput | null {
  const { own_price, ...input } = wholeInput(draft);
  if (opened === null) return input;
  const before = wholeInput(offerDraft(opened)) as Record<string, unknown>;
  const changed = Object.entries(input).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]),
  );
  return changed.length > 0 ? ({ id: opened.id, ...Object.fromEntries(changed) } as OfferInput) : null;
}

/** The settings with the changes of offers alone, as a save sends them. */
export function settingsWith(settings: AnsweredSettings, ...offers: OfferInput[]) {
  return { ...inputOf(draftOf(settings)), offers };
}

/** What is wrong with the offer alone. */
export function offerProblems(settings: AnsweredSettings, offer: OfferInput): SettingsProblem[] {
  const saved = offersOf(settings);
  const earlier = new Set(settingsProblems(inputOf(draftOf(settings)), saved).map(({ field }) => field));
  return settingsProblems(settingsWith(settings, offer), saved).filter(({ field }) => !earlier.has(field));
}

/** As its page is shown before a save. Null: something typed is wrong. */
export function previewedOffer(settings: AnsweredSettings, { on, attested, ...facts }: OfferInput): OfferInput | null {
  return offerProblems(settings, facts).length > 0 ? null : facts;
}
