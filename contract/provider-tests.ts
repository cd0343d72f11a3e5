// Calls of the API tab: the operator's funds at the provider, and what an admin tries there by hand (A-71..A-74).
import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** ADM-API-2. 502 where the provider cannot be asked or says no, and where none is configured. */
export const getProviderBalance = endpoint({
  method: 'GET',
  path: '/api/admin/balance',
  access: 'admin',
  summary: "The operator's funds at the provider.",
  input: {},
  output: z.object({ balance: z.number(), currency: z.string() }),
  errors: ['provider_refused', 'provider_unavailable'],
});

const id = z.union([z.string().max(100), z.number().int().min(0).transform(String)]);
const count = z.number().int().min(1).max(1_000_000_000);

/**
 * One call to the saved address, once. `add` places a real, paid order there: it is in the audit log before
 * it is sent. `runs` and `interval` (minutes) come together, and the order is of quantity x runs. Refused and lost answers
 * are answers, too: `ok` is false, never guessed.
 */
export const tryProvider = endpoint({
  method: 'POST',
  path: '/api/proxy',
  access: 'admin',
  summary: 'Tries one call at the provider and tells what came back.',
  input: {
    body: z.object({
      action: z.enum(['balance', 'services', 'status', 'add']),
      service: id.optional(),
      link: z.string().max(2_000).optional(),
      quantity: count.optional(),
      runs: count.optional(),
      interval: count.optional(),
      order: id.optional(),
      /** In place of the saved one, for this call only; masked or empty means the saved one. */
      api_key: z.string().max(500).optional(),
    }),
  },
  output: z.object({
    /** The provider answered, and the answer is one to this action. */
    ok: z.boolean(),
    /** Of HTTP; 0 where no answer came. */
    status: z.number(),
    data: z.unknown(),
    error: z.string().optional(),
    /** refused: the provider's own no. not_sent: nothing left the store. lost: it may have been done. */
    outcome: z.enum(['answered', 'refused', 'not_sent', 'lost']),
  }),
  errors: ['invalid_input', 'conflict'],
});

const providerTest = z.object({
  id: z.number(),
  tested_at: z.string(),
  tested_by: z.string(),
  action: z.string(),
  /** As they were sent, without the key. */
  parameters: z.record(z.string(), z.string()),
  ok: z.boolean(),
  outcome: z.enum(['answered', 'refused', 'not_sent', 'lost']),
  status: z.number(),
  /** The provider's words or ours. */
  words: z.string(),
});

/** Newest first; the next page in Link. */
export const listProviderTests = endpoint({
  method: 'GET',
  path: '/api/admin/provider-tests',
  access: 'admin',
  summary: 'What was tried at the provider by hand, and what came back; by pages.',
  input: {
    query: z.object({
      limit: z.coerce.number().int().min(1).max(200).default(20),
      /** An id: those before it. */
      cursor: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
    }),
  },
  output: z.array(providerTest),
  errors: ['invalid_input'],
});

/**
 * What a post link names, by its own letters: nothing is fetched, nothing scraped (D-4, A-74). `shortcode` and `kind` are
 * null for a link that names no post. `embedHtml` would need an official oEmbed token, which this store has none of.
 */
export const readMediaLink = endpoint({
  method: 'POST',
  path: '/api/instagram-media',
  access: 'admin',
  summary: 'Says which post a link names.',
  input: { body: z.object({ url: z.string().max(2_000) }) },
  output: z.object({
    shortcode: z.string().nullable(),
    kind: z.enum(['p', 'reel', 'tv']).nullable(),
    canonicalUrl: z.string(),
    embedHtml: z.string().optional(),
  }),
  errors: [],
});
