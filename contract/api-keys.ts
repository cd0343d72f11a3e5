// Calls about API keys: what other programs show instead of an admin's sign-in. Made and revoked by admins only.
import { z } from 'zod';
import { apiScopes, keyLifeDays, longestKeyName } from './api-scopes.ts';
import { endpoint } from './endpoint.ts';

/** Times in ISO 8601 UTC. */
const apiKey = z.object({
  id: z.string(),
  name: z.string(),
  /** Its first characters, to tell it from others. The rest is known to its holder only. */
  prefix: z.string(),
  scopes: z.array(z.enum(apiScopes)),
  created_by: z.string(),
  created_at: z.string(),
  /** At most a minute old; null while it was never shown. */
  last_used_at: z.string().nullable(),
  expires_at: z.string().nullable(),
  revoked_at: z.string().nullable(),
  /** Neither revoked nor expired. */
  live: z.boolean(),
});

/** Those that are good first, then the newest first. */
export const listApiKeys = endpoint({
  method: 'GET',
  path: '/api/admin/api-keys',
  access: 'admin',
  summary: 'Lists the API keys.',
  input: {},
  output: z.array(apiKey),
  errors: [],
});

/** `key` is told here only. Throws conflict where there are too many already. */
export const addApiKey = endpoint({
  method: 'POST',
  path: '/api/admin/api-keys',
  access: 'admin',
  stepUp: true,
  summary: 'Makes an API key.',
  input: {
    body: z.object({
      name: z.string().trim().min(1).max(longestKeyName),
      scopes: z.array(z.enum(apiScopes)).min(1),
      /** Null: until it is revoked. */
      expiresInDays: z.number().int().min(keyLifeDays.least).max(keyLifeDays.most).nullable(),
    }),
  },
  output: apiKey.extend({ key: z.string() }),
  errors: ['conflict'],
});

/** Opens nothing from now on, on every process. A repeat changes nothing. */
export const revokeApiKey = endpoint({
  method: 'DELETE',
  path: '/api/admin/api-keys/{id}',
  access: 'admin',
  stepUp: true,
  summary: 'Revokes an API key.',
  input: { params: z.object({ id: z.uuid() }) },
  output: apiKey,
  errors: ['not_found'],
});
