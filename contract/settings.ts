// Calls about the store settings, texts and the launch. Schemas only; `settings-rules.ts` has the validation rules.
import { z } from 'zod';
import { logoLimits } from './brand.ts';
import { byName } from './by-name.ts';
import { categories, orderCategories } from './category.ts';
import { claimNames } from './claim-names.ts';
import { endpoint } from './endpoint.ts';
import { textPresets } from './language-texts.ts';
import { languages } from './languages.ts';
import { launchStatementIds, longestLaunchAnswer, setupSteps } from './launch.ts';
import { linkRules } from './link-rule-names.ts';
import { offerActions, platforms } from './offer-kinds.ts';
import { roundings } from './offers.ts';
import { previewSubjects } from './page-labels.ts';
import { pauseKinds } from './pauses.ts';
import { retentionNames } from './retention.ts';
import {
  type FieldPath,
  type FieldSettings,
  fieldAt,
  fieldTree,
  type GroupName,
  groupNames,
  marginModes,
  type PlainSettings,
  plainNames,
} from './setting-fields.ts';
import { messageFields, numberCursor, pageLimit, providerIdInput } from './shared-schemas.ts';

const key = z.string().max(120);
const changedTexts = z.object({ preset: z.enum(textPresets), changed: z.record(key, z.string().max(25_000)) });

/** `changed`: only texts that differ from the preset, by their key. */
export const textSettings = z.object(byName(languages, () => changedTexts));

/** `plain`: null where the preset has no text of its own. A store that takes transfers has other defaults for some texts. */
export const listTexts = endpoint('GET /api/admin/texts', {
  role: 'viewer',
  summary: 'Lists every text of the pages and emails with its defaults in each language.',
  output: z.array(
    z.object({
      key: z.string(),
      texts: z.object(byName(languages, () => z.object({ specified: z.string(), plain: z.string().nullable() }))),
    }),
  ),
});

export const previewedPage = z.object({
  title: z.string(),
  description: z.string(),
  /** The whole document. For a frame without scripts. */
  html: z.string(),
});

/**
 * `texts`: the texts of that language that a save would store. Orders and receipts are samples. With the `key` of a text
 * of the error card, the checkout shows that card.
 */
export const previewTexts = endpoint('POST /api/admin/texts/preview', {
  role: 'viewer',
  stepUp: { neverBecause: 'it changes nothing' },
  summary: 'Returns a public page or an email with texts that are not saved.',
  input: {
    body: z.object({
      page: z.enum(previewSubjects),
      language: z.enum(languages),
      texts: changedTexts,
      key: key.optional(),
    }),
  },
  output: previewedPage,
  errors: ['invalid_input', 'unavailable'],
  bodyLimitBytes: 512 * 1024,
});

/** Newest first, of the last 1,000 versions of the settings. `text`: null where the default was shown again. */
export const listTextVersions = endpoint('GET /api/admin/texts/versions', {
  role: 'viewer',
  summary: 'Lists the last wordings of one text.',
  input: { query: z.object({ key, language: z.enum(languages) }) },
  output: z.array(
    z.object({
      version: z.number(),
      changed_at: z.string(),
      changed_by: z.string().nullable(),
      text: z.string().nullable(),
    }),
  ),
  errors: ['invalid_input'],
});

const text = z.string().max(25_000);
const inEachLanguage = <T extends z.ZodType>(one: T) => z.object(byName(languages, () => one));
const wording = inEachLanguage(text);
const legalText = inEachLanguage(text.nullable());
const byCategory = <T extends z.ZodType>(one: T) => z.object(byName(categories, () => one));
const hours = z.array(text).max(50);
const tiers = z.array(z.object({ from_quantity: z.number(), discount_percent: z.number() })).max(50);

const claimSent = z.object({
  text: wording,
  shown: z.boolean(),
  /** True: the admin confirms these texts. The store records who and when. */
  confirmed: z.boolean(),
});
const claim = z.object({
  text: wording,
  shown: z.boolean(),
  confirmed_at: z.string().nullable(),
  confirmed_by: z.string().nullable(),
});

const claimsOf = <T extends z.ZodType>(one: T) => z.object(byName(claimNames, () => one));

type ShapeOf<T> = { [N in keyof T]: z.ZodType<T[N], T[N]> };

/** Choices with a refusal of their own are text: the rules check them. Numbers are checked by the rules, too. */
function schemaOfField(path: FieldPath): z.ZodType {
  const { kind, first, choices, refusal, mayBeEmpty } = fieldAt(path);
  if (kind === 'choice' && !refusal) return z.literal([...(choices ?? [])]);
  if (kind === 'switch') return z.boolean();
  if (typeof first === 'string') return text;
  return mayBeEmpty ? z.number().nullable() : z.number();
}

type SchemaTree = { [name: string]: z.ZodType | SchemaTree };
const schemas = fieldTree(schemaOfField) as unknown as SchemaTree;

function schemaOfTree(tree: z.ZodType | SchemaTree): z.ZodType {
  if (tree instanceof z.ZodType) return tree;
  return z.object(Object.fromEntries(Object.entries(tree).map(([name, inner]) => [name, schemaOfTree(inner)])));
}

function groups<G extends GroupName>(names: readonly G[]): ShapeOf<Pick<FieldSettings, G>> {
  return byName(names, (name) => schemaOfTree(schemas[name] ?? {})) as ShapeOf<Pick<FieldSettings, G>>;
}

const settingsBesideClaims = {
  ...(byName(plainNames, schemaOfField) as ShapeOf<PlainSettings>),
  support_hours: inEachLanguage(hours),
  /** `unit_price_micros`: millionths of a dollar per unit; 6000 is $6.00 per 1,000. */
  prices: z.object({ unit_price_micros: z.number(), tiers: byCategory(tiers) }),
  /** Null: the default text. */
  legal: z.object({ terms: legalText, privacy: legalText, refunds: legalText }),
  ...groups(['business']),
};

/** Days. */
const retention = z.object(byName(retentionNames, () => z.number()));

const sellingSent = z.object({ paused: z.boolean(), banner: wording });
/** `undeliverable_since`: when it was paused because no provider could deliver; null: on sale, or paused by hand. */
const sellingSaved = sellingSent.extend({ undeliverable_since: z.string().nullable() });

/**
 * `names` and `texts` are those of the catalog. `unit_price_micros`: millionths of a dollar per unit. `own_price`: it stays when the
 * base price, that of the first offer, changes. `packages`: ascending. `rounding`: what the price of an order is raised to.
 */
const offerTerms = z.object({
  names: wording,
  texts: wording,
  on: z.boolean(),
  unit_price_micros: z.number(),
  own_price: z.boolean(),
  min_quantity: z.number(),
  max_quantity: z.number(),
  step_quantity: z.number(),
  default_quantity: z.number(),
  packages: z.array(z.number()).max(50),
  rounding: z.enum(roundings),
  tiers,
  guarantee_days: z.number(),
  /** How the price follows the cost of the services. Null for the specified offers, whose rules are in `margins`. */
  margin: z.object({ mode: z.enum(marginModes), target: z.number(), floor: z.number(), step: z.number() }).nullable(),
  ...sellingSent.shape,
});
export const offerSaved = z.object({
  id: z.string(),
  platform: z.enum(platforms),
  action: z.enum(offerActions),
  category: z.enum(orderCategories),
  link_rule: z.enum(linkRules),
  ...offerTerms.shape,
  undeliverable_since: sellingSaved.shape.undeliverable_since,
  /** Who confirmed that it may be sold, and when. Null: nobody did, and it cannot be turned on, except the two specified ones. */
  attested_at: z.string().nullable(),
  attested_by: z.string().nullable(),
});
/** A new ID, with a platform and an action, adds an offer. `attested`: the admin confirms that it may be sold. */
export const offerSent = offerTerms.partial().extend({
  id: z.string().max(60),
  platform: z.enum(platforms).optional(),
  action: z.enum(offerActions).optional(),
  attested: z.literal(true).optional(),
});

const laterGroups = groups(groupNames.filter((name) => name !== 'business' && name !== 'retention'));

const savedSettings = z.object({
  version: z.number(),
  changed_at: z.string(),
  /** Null for the initial values. */
  changed_by: z.string().nullable(),
  mode: z.enum(['sandbox', 'live']),
  settings: z.object({
    ...settingsBesideClaims,
    claims: claimsOf(claim),
    texts: textSettings,
    retention,
    ...laterGroups,
    selling: byCategory(sellingSaved),
    /** `prices`, `selling` and `guarantee_days` are facts of these, by category. */
    offers: z.array(offerSaved),
    checkout_paused: z.boolean(),
  }),
});

export const getStoreSettings = endpoint('GET /api/admin/store-settings', {
  role: 'viewer',
  summary: 'Returns the store settings with their version.',
  output: savedSettings,
});

/**
 * `version`: the version that the change is based on; 409 when a newer one exists. Replaces the whole document. Only an
 * owner changes `support_refund`, `spending_caps`, `sessions` and `require_second_factor`: 403 `no_role`.
 * 409 `price_cut_too_large`; 409 `price_change_large` with `packages` (`category`, `quantity`, `before` and `after` in
 * dollars) when a price at least doubles or halves, until the body has `confirm: true`. Neither applies to prices that were
 * active for an hour of the last 24, or that the last change of a price replaced and `restores` names, unless a service
 * costs more; nor to the price of an added offer that stays off, was never on, and was not confirmed more than a day ago.
 */
export const saveStoreSettings = endpoint('PUT /api/admin/store-settings', {
  role: 'manager',
  stepUp: { when: 'it changes more than the name, the time zone, the support hours and the business' },
  summary: 'Saves the store settings as a new version.',
  input: {
    body: z.object({
      version: z.number().int(),
      /** True: the admin saw the packages of `price_change_large`. */
      confirm: z.boolean().optional(),
      /** The version whose prices this save restores: an undo, in contrast to the same prices typed again. */
      restores: z.int32().optional(),
      /** A group that is omitted keeps its saved values, and so does `retention.orders`. */
      settings: z.object({
        ...settingsBesideClaims,
        claims: claimsOf(claimSent),
        retention: retention.partial({ orders: true }),
        texts: textSettings.optional(),
        ...z.object(laterGroups).partial().shape,
        selling: byCategory(sellingSent).optional(),
        /**
         * An offer, and a fact of it, that is omitted keeps its saved values. `prices`, `selling` and `guarantee_days` change the same
         * facts by category: what both change to different values is refused. A `unit_price_micros` other than the base price makes
         * `own_price` true; `own_price: false` makes the price the base price again.
         */
        offers: z.array(offerSent).max(50).optional(),
      }),
    }),
  },
  output: savedSettings,
  errors: [
    'invalid_input',
    'settings_changed',
    'price_cut_too_large',
    'price_change_large',
    'step_up',
    'no_role',
    'second_factor_missing',
  ],
  bodyLimitBytes: 512 * 1024,
});

/**
 * A PNG, JPEG or WebP file in base64, of at most 64 kB and 1,000 pixels a side. Returns the value of `brand.logo`, with which a
 * save of the settings shows it; the same file has the same name. 400 `invalid_input`, field `image`, for any other file.
 */
export const uploadLogo = endpoint('POST /api/admin/store-logo', {
  role: 'manager',
  stepUp: { neverBecause: 'a page shows it only once the settings are saved with it' },
  summary: 'Stores an image that can be chosen as the logo of the store.',
  input: { body: z.object({ image: z.string().max(2 * logoLimits.bytes) }) },
  output: z.object({ logo: z.string() }),
  errors: ['invalid_input'],
  bodyLimitBytes: 256 * 1024,
});

const checkoutPause = z.object({ paused: z.boolean() });
/** One of both: a category stands for its offer. */
const categoryPause = z.object({
  category: z.enum(categories).optional(),
  offer: z.string().max(60).optional(),
  paused: z.boolean(),
});

export const getCheckoutPause = endpoint('GET /api/admin/checkout-pause', {
  role: 'viewer',
  summary: 'Returns whether the checkout is paused.',
  output: checkoutPause,
});

/** A paused checkout refuses new orders and new payments with `checkout_paused`. Saved as a version of the settings. */
export const pauseCheckout = endpoint('PUT /api/admin/checkout-pause', {
  role: 'manager',
  stepUp: true,
  summary: 'Pauses the checkout, or opens it again.',
  input: { body: checkoutPause },
  output: checkoutPause,
  errors: ['invalid_input'],
});

/**
 * New orders of a paused category are refused with `category_paused`; placed orders can be paid. A pause by this call
 * lets an action item offer to sell again once a provider can deliver. Saved as a version of the settings.
 */
export const pauseSelling = endpoint('PUT /api/admin/selling-pause', {
  role: 'manager',
  stepUp: true,
  summary: 'Pauses an offer that no provider can deliver, or sells it again.',
  input: { body: categoryPause },
  output: categoryPause,
  errors: ['invalid_input', 'offer_unknown'],
});

/**
 * All active pauses, oldest first; an admin ends them. `sending`: a spending cap of providers was reached.
 * `subject`: a category, the ID of another offer, or the ID of a provider that gets no new links; `name`: its name. `by`: null if the store paused it.
 */
export const listPauses = endpoint('GET /api/admin/pauses', {
  role: 'viewer',
  summary: 'Lists what is paused: checkout, categories, sending, providers.',
  output: z.array(
    z.object({
      kind: z.enum(pauseKinds),
      subject: z.string().nullable(),
      name: z.string().nullable(),
      since: z.string().nullable(),
      by: z.string().nullable(),
    }),
  ),
});

/** `time_zone`: the zone of lists, figures, files and emails. `next`: the new zone while the figures are rebuilt. */
export const getTimeZone = endpoint('GET /api/admin/time-zone', {
  role: 'viewer',
  summary: 'Returns the time zone of days and times in the admin.',
  output: z.object({ time_zone: z.string(), next: z.string().nullable() }),
});

/** Newest first, a bare array; the total in X-Total-Count, the next page in Link. */
export const storeSettingsHistory = endpoint('GET /api/admin/store-settings/history', {
  role: 'viewer',
  total: 'exact',
  summary: 'Lists the changes of the store settings, by pages.',
  input: {
    query: z.object({
      limit: pageLimit(),
      /** A version: returns versions before it. */
      cursor: numberCursor(2_147_483_647),
    }),
  },
  output: z.array(
    z.object({
      version: z.number(),
      changed_at: z.string(),
      changed_by: z.string().nullable(),
      changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
    }),
  ),
  errors: ['invalid_input'],
});

/** The settings as a version saved them, completed by the values a store starts with. 404 `not_found`. */
export const getStoreSettingsVersion = endpoint('GET /api/admin/store-settings/versions/{version}', {
  role: 'viewer',
  summary: 'Returns the store settings of one version.',
  input: { params: z.object({ version: z.coerce.number().int().min(1).max(2_147_483_647) }) },
  output: savedSettings,
  errors: ['invalid_input', 'not_found'],
});

const providerSettings = z.object({
  /** `********` and the last four characters; empty without a key. */
  api_key: z.string(),
  has_api_key: z.boolean(),
  api_url: z.string(),
  likes_service_id: z.string(),
  views_service_id: z.string(),
});

/** Never returns the key. */
export const getProviderSettings = endpoint('GET /api/admin/settings', {
  role: 'viewer',
  summary: 'Returns the connection settings of the provider, with a masked key.',
  output: providerSettings,
});

/**
 * Updates the given fields; a masked or empty key keeps the saved one. A URL of another origin (scheme, host, port) needs
 * the key: 400 `invalid_input`, field `api_key`.
 */
export const saveProviderSettings = endpoint('POST /api/admin/settings', {
  role: 'manager',
  stepUp: true,
  summary: 'Saves the connection settings of the provider.',
  input: {
    body: z.object({
      api_key: z.string().max(500).optional(),
      api_url: z.string().max(500).optional(),
      likes_service_id: providerIdInput.optional(),
      views_service_id: providerIdInput.optional(),
    }),
  },
  output: providerSettings,
  errors: ['invalid_input', 'step_up'],
});

const launch = z.object({
  mode: z.enum(['sandbox', 'live']),
  /** True when the store accepts orders. */
  open: z.boolean(),
  attestation: z
    .object({ attested_at: z.string(), attested_by: z.string(), delivery: z.string(), figures: z.string() })
    .nullable(),
  /** Conditions that the store checks itself. */
  checks: z.array(
    z.object({ id: z.string(), title: z.string(), ...messageFields, done: z.boolean(), required: z.boolean() }),
  ),
  /** Statements that only the operator can make. */
  statements: z.array(z.object({ id: z.enum(launchStatementIds), title: z.string() })),
});

export const getLaunch = endpoint('GET /api/admin/launch', {
  role: 'viewer',
  summary: 'Returns the launch checks, and whether the store is open.',
  output: launch,
});

const answer = z.string().max(longestLaunchAnswer);

/** Requires every statement and both answers. Has no effect on an open store. */
export const attestLaunch = endpoint('POST /api/admin/launch/attestation', {
  role: 'owner',
  summary: 'Records the launch attestation and opens the store.',
  input: {
    body: z.object({ statements: z.array(z.enum(launchStatementIds)).max(20), delivery: answer, figures: answer }),
  },
  output: launch,
  errors: ['invalid_input', 'step_up', 'not_ready', 'conflict'],
  stepUp: true,
});

const setup = z.object({
  /** False: put away, also while steps are left. */
  shown: z.boolean(),
  mode: z.enum(['sandbox', 'live']),
  steps: z.array(
    z.object({
      id: z.enum(setupSteps),
      done: z.boolean(),
      /** The store cannot sell without it. */
      required: z.boolean(),
      /** The step that comes first; null: it can be done now. */
      after: z.enum(setupSteps).nullable(),
      /** The launch check that is left to do. */
      check: z.object({ title: z.string(), ...messageFields }).nullable(),
    }),
  ),
});

/** From the launch checks and the parts of the System page. `second_factor` is about the signed-in admin. */
export const getSetup = endpoint('GET /api/admin/setup', {
  role: 'viewer',
  summary: 'Returns the steps of the setup, and what is done.',
  output: setup,
});

/** `subject`: of the action item `price_proposed`. 409 when the rules want another price meanwhile. */
export const applyPrice = endpoint('POST /api/admin/store-settings/apply-price', {
  role: 'manager',
  stepUp: true,
  summary: 'Applies the price that a margin rule proposes, as a new version of the settings.',
  input: { body: z.object({ subject: z.string().max(100) }) },
  output: savedSettings,
  errors: ['conflict', 'step_up'],
});

/** For all admins. Saved as a version of the settings (`home.setup`); the same state again changes nothing. */
export const showSetup = endpoint('PUT /api/admin/setup', {
  role: 'manager',
  stepUp: { neverBecause: 'it changes only what Home shows' },
  summary: 'Puts the steps of the setup away, or shows them again.',
  input: { body: z.object({ shown: z.boolean() }) },
  output: setup,
  errors: ['invalid_input'],
});
