// Calls of the API tab: the provider balance, and manual provider tests.
import { z } from 'zod';
import { codedMessage } from './coded-message.ts';
import { endpoint } from './endpoint.ts';
import { numberCursor, pageLimit, providerIdInput } from './shared-schemas.ts';

/** 502 when the provider is unreachable, returns an error, or is not configured. */
export const getProviderBalance = endpoint('GET /api/admin/balance', {
  role: 'viewer',
  summary: "The operator's funds at the provider.",
  output: z.object({ balance: z.number(), currency: z.string() }),
  errors: ['provider_refused', 'provider_unavailable'],
});

const count = z.number().int().min(1).max(1_000_000_000);

/**
 * Sends one call to the saved URL, without a retry. `add` places a real, paid order; the audit log records it before
 * the call. `runs` and `interval` (minutes) come together; the total is quantity x runs. Rejected and lost calls return
 * 200 with `ok` false.
 */
export const tryProvider = endpoint('POST /api/proxy', {
  role: 'manager',
  stepUp: { when: 'the action is `add`, which places a paid order' },
  summary: 'Makes one test call to the provider and returns its response.',
  input: {
    body: z.object({
      action: z.enum(['balance', 'services', 'status', 'add']),
      service: providerIdInput.optional(),
      link: z.string().max(2_000).optional(),
      quantity: count.optional(),
      runs: count.optional(),
      interval: count.optional(),
      order: providerIdInput.optional(),
      /** Replaces the saved key for this call only; masked or empty means the saved key. */
      api_key: z.string().max(500).optional(),
    }),
  },
  output: z.object({
    /** True for a valid response to this action. */
    ok: z.boolean(),
    /** The HTTP status; 0 without a response. */
    status: z.number(),
    data: z.unknown(),
    error: z.string().optional(),
    error_coded: codedMessage.optional(),
    /** refused: rejected by the provider. not_sent: no request was sent. lost: the call may have succeeded. */
    outcome: z.enum(['answered', 'refused', 'not_sent', 'lost']),
  }),
  errors: ['invalid_input', 'conflict'],
});

const providerTest = z.object({
  id: z.number(),
  tested_at: z.string(),
  tested_by: z.string(),
  action: z.string(),
  /** As sent, without the key. */
  parameters: z.record(z.string(), z.string()),
  ok: z.boolean(),
  outcome: z.enum(['answered', 'refused', 'not_sent', 'lost']),
  status: z.number(),
  /** The message of the provider or of the store. */
  words: z.string(),
  words_coded: codedMessage.optional(),
});

/** Newest first; the next page in Link. */
export const listProviderTests = endpoint('GET /api/admin/provider-tests', {
  role: 'viewer',
  summary: 'Lists the test calls to the provider with their responses, by pages.',
  input: { query: z.object({ limit: pageLimit(20), cursor: numberCursor() }) },
  output: z.array(providerTest),
  errors: ['invalid_input'],
});

/**
 * Parses a post link without a network request. `shortcode` and `kind` are null for a link without a post. `embedHtml`
 * would need an oEmbed token, which this store does not have.
 */
export const readMediaLink = endpoint('POST /api/instagram-media', {
  role: 'manager',
  stepUp: { neverBecause: 'it only reads a text' },
  summary: 'Resolves a link to its post.',
  input: { body: z.object({ url: z.string().max(2_000) }) },
  output: z.object({
    shortcode: z.string().nullable(),
    kind: z.enum(['p', 'reel', 'tv']).nullable(),
    canonicalUrl: z.string(),
    embedHtml: z.string().optional(),
  }),
});
