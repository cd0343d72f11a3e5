// Calls about what the operator decides while the store runs (D-1). Shapes only; the rules are in `settings-rules.ts`.
import { z } from 'zod';
import type { Category } from './category.ts';
import { endpoint } from './endpoint.ts';
import type { Language } from './languages.ts';
import { launchStatementIds, longestLaunchAnswer } from './launch.ts';

const text = z.string().max(25_000);
const wording = z.object({ en: text, pt: text } satisfies Record<Language, typeof text>);
const legalText = z.object({ en: text.nullable(), pt: text.nullable() } satisfies Record<Language, z.ZodType>);
const hours = z.array(text).max(50);
const tiers = z.array(z.object({ from_quantity: z.number(), discount_percent: z.number() })).max(50);

const claimSent = z.object({
  text: wording,
  shown: z.boolean(),
  /** These words are true: the store records who says so, and when (D-2). */
  confirmed: z.boolean(),
});
const claim = z.object({
  text: wording,
  shown: z.boolean(),
  confirmed_at: z.string().nullable(),
  confirmed_by: z.string().nullable(),
});

function claimsOf<T extends z.ZodType>(one: T) {
  return z.object({
    customers: one,
    rating: one,
    deliveryStart: one,
    deliveryDone: one,
    support: one,
    guarantee: one,
    noPassword: one,
  });
}

const retentionDays = z.object({
  visits: z.number(),
  alerts: z.number(),
  sessions: z.number(),
  mails: z.number(),
  messages: z.number(),
});

const settingsBesideClaims = {
  name: text,
  support_email: text,
  support_hours: z.object({ en: hours, pt: hours } satisfies Record<Language, typeof hours>),
  /** D-38: an IANA name. The figures follow it once they are rebuilt (`GET /api/admin/time-zone`). */
  time_zone: text,
  /** `unit_price_micros`: millionths of a dollar per unit; 6000 is $6.00 per 1,000. */
  prices: z.object({
    unit_price_micros: z.number(),
    tiers: z.object({ Likes: tiers, Views: tiers } satisfies Record<Category, typeof tiers>),
  }),
  /** Null: the store's own text. */
  legal: z.object({ terms: legalText, privacy: legalText, refunds: legalText }),
  business: z.object({ name: text, address: text, tax_id: text }),
  /** D-3: links are sent as soon as their order is paid. */
  automatic_dispatch: z.boolean(),
  /** Rule 9: once every link has ended, what was not delivered is given back by itself. */
  automatic_refund: z.boolean(),
  /** days. */
  retention: retentionDays,
  /** D-8: addresses of visitors are kept whole; what was kept so is cut soon after it is switched off. */
  full_ip: z.boolean(),
  /** Changed only after a step-up, and switched on only by an admin who has one and proved it (else 409). */
  require_second_factor: z.boolean(),
};

const savedSettings = z.object({
  version: z.number(),
  changed_at: z.string(),
  /** Null for the values that a store starts with. */
  changed_by: z.string().nullable(),
  mode: z.enum(['sandbox', 'live']),
  settings: z.object({ ...settingsBesideClaims, claims: claimsOf(claim) }),
});

export const getStoreSettings = endpoint({
  method: 'GET',
  path: '/api/admin/store-settings',
  access: 'admin',
  summary: 'What the operator decided about the store, with the version to base a change on.',
  input: {},
  output: savedSettings,
  errors: [],
});

/** `version`: the one that the change is based on; 409 where another save came first. The whole document is replaced. */
export const saveStoreSettings = endpoint({
  method: 'PUT',
  path: '/api/admin/store-settings',
  access: 'admin',
  summary: 'Saves what the operator decides about the store as a new version.',
  input: {
    body: z.object({
      version: z.number().int(),
      settings: z.object({ ...settingsBesideClaims, claims: claimsOf(claimSent) }),
    }),
  },
  output: savedSettings,
  errors: ['invalid_input', 'settings_changed', 'step_up', 'second_factor_missing'],
  bodyLimitBytes: 512 * 1024,
});

/** D-38. What lists, figures, files and mails are in now; `next` while the figures are rebuilt for another zone. */
export const getTimeZone = endpoint({
  method: 'GET',
  path: '/api/admin/time-zone',
  access: 'admin',
  summary: 'The time zone of days and times in the admin.',
  input: {},
  output: z.object({ time_zone: z.string(), next: z.string().nullable() }),
  errors: [],
});

/** Newest first, a bare array; how many in all in X-Total-Count, the next page in Link (as D-7). */
export const storeSettingsHistory = endpoint({
  method: 'GET',
  path: '/api/admin/store-settings/history',
  access: 'admin',
  summary: 'Who changed what about the store, and when; by pages.',
  input: {
    query: z.object({
      limit: z.coerce.number().int().min(1).max(200).default(50),
      /** A version: those before it. */
      cursor: z.coerce.number().int().min(1).max(2_147_483_647).optional(),
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

const providerSettings = z.object({
  /** `********` and the last four characters; empty where there is none. */
  api_key: z.string(),
  has_api_key: z.boolean(),
  api_url: z.string(),
  likes_service_id: z.string(),
  views_service_id: z.string(),
});

/** A-73, S-10: the key is never told. */
export const getProviderSettings = endpoint({
  method: 'GET',
  path: '/api/admin/settings',
  access: 'admin',
  summary: 'How the provider is reached, with its key masked.',
  input: {},
  output: providerSettings,
  errors: [],
});

const serviceId = z.union([z.string().max(100), z.number().int().min(0).transform(String)]);

/** Saves what is sent; a masked or empty key keeps the one there is. Another key or URL needs a step-up (D-30). */
export const saveProviderSettings = endpoint({
  method: 'POST',
  path: '/api/admin/settings',
  access: 'admin',
  summary: 'Saves how the provider is reached.',
  input: {
    body: z.object({
      api_key: z.string().max(500).optional(),
      api_url: z.string().max(500).optional(),
      likes_service_id: serviceId.optional(),
      views_service_id: serviceId.optional(),
    }),
  },
  output: providerSettings,
  errors: ['invalid_input', 'step_up'],
});

const launch = z.object({
  mode: z.enum(['sandbox', 'live']),
  /** Orders are taken. */
  open: z.boolean(),
  attestation: z
    .object({ attested_at: z.string(), attested_by: z.string(), delivery: z.string(), figures: z.string() })
    .nullable(),
  /** What the store can see for itself. */
  checks: z.array(z.object({ id: z.string(), title: z.string(), done: z.boolean(), required: z.boolean() })),
  /** What only the operator can say. */
  statements: z.array(z.object({ id: z.enum(launchStatementIds), title: z.string() })),
});

export const getLaunch = endpoint({
  method: 'GET',
  path: '/api/admin/launch',
  access: 'admin',
  summary: 'What is to be done before the store opens for real money, and whether it is open.',
  input: {},
  output: launch,
  errors: [],
});

const answer = z.string().max(longestLaunchAnswer);

/** D-25. Every statement must be made and both questions answered. A store that is open already stays as it is. */
export const attestLaunch = endpoint({
  method: 'POST',
  path: '/api/admin/launch/attestation',
  access: 'admin',
  summary: 'Records who states that the store may open, and opens it.',
  input: {
    body: z.object({ statements: z.array(z.enum(launchStatementIds)).max(20), delivery: answer, figures: answer }),
  },
  output: launch,
  errors: ['invalid_input', 'step_up', 'not_ready', 'conflict'],
  stepUp: true,
});
