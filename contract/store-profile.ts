// Store data for pages: name, contact, claims, prices and legal texts. The values come from the settings
// (`store-settings.ts`).
import { byName } from './by-name.ts';
import { type ClaimName, claimNames } from './claim-names.ts';
import { defaultPriceList } from './default-prices.ts';
import type { GuaranteeDays } from './guarantee.ts';
import { firstTexts } from './language-texts.ts';
import { type Language, languages } from './languages.ts';
import { firstOffers, type OfferSetting } from './offers.ts';
import type { PriceList } from './pricing.ts';
import type { Retention } from './retention.ts';
import { firstSelling, type Selling } from './selling.ts';
import { type FieldSettings, firstFields, type PlainSettings } from './setting-fields.ts';
import { firstTextSettings, type TextSettings } from './text-settings.ts';

/** One text in each language of the public pages. */
export type Wording = Record<Language, string>;

/** A marketing claim: shown with the operator's text, or hidden. */
export type Claim = { text: Wording; shown: boolean };

export const legalNames = ['terms', 'privacy', 'refunds'] as const;
export type LegalName = (typeof legalNames)[number];

/** Null: the default text in that language. */
export type LegalText = Record<Language, string | null>;

/** The seller on receipts. Empty fields are omitted. */
export type Business = { name: string; address: string; tax_id: string };

export type StoreProfile = Pick<
  PlainSettings,
  'name' | 'support_email' | 'full_ip' | 'time_zone' | 'measured_speed' | 'status_page'
> & {
  support_hours: Record<Language, readonly string[]>;
  claims: Record<ClaimName, Claim>;
  offers: OfferSetting[];
  /** The specified offers, as pages have them. */
  prices: PriceList;
  legal: Record<LegalName, LegalText>;
  texts: TextSettings;
  business: Business;
  brand: FieldSettings['brand'];
  accepted_cards: FieldSettings['accepted_cards'];
  retention: Retention;
  selling: Selling;
  guarantee_days: GuaranteeDays;
  checkout_paused: boolean;
};

/** The initial profile in sandbox mode. In live mode, a claim is hidden until the operator confirms it. */
export const defaultStoreProfile: StoreProfile = {
  ...firstFields(),
  support_hours: byName(languages, (lang) => firstTexts[lang].supportHours),
  claims: byName(claimNames, (claim) => ({
    text: byName(languages, (lang) => firstTexts[lang].claims[claim]),
    shown: true,
  })),
  offers: firstOffers(),
  prices: defaultPriceList,
  legal: byName(legalNames, () => byName(languages, () => null)),
  texts: firstTextSettings(),
  selling: firstSelling(),
  checkout_paused: false,
};
