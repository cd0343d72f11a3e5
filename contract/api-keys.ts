// Calls about API keys, which other programs use instead of a session. Only admins create and revoke them.
import { z } from 'zod';
import { accessLifeDays, apiScopes, longestKeyName } from './api-access.ts';
import { endpoint } from './endpoint.ts';
import { byUuid } from './shared-schemas.ts';
import { nameInput } from './text-inputs.ts';

/** From now on. Null: no expiry. */
export const expiresInDays = z.number().int().min(accessLifeDays.least).max(accessLifeDays.most).nullable();

/** Times in ISO 8601 UTC. */
export const apiKey = z.object({
  id: z.string(),
  name: z.string(),
  /** The first characters, to identify the key. The store keeps only a hash of the key. */
  prefix: z.string(),
  scopes: z.array(z.enum(apiScopes)),
  created_by: z.string(),
  /** True for keys of the signed-in admin. */
  is_yours: z.boolean(),
  /** False: the admin who created it was removed. Only an earlier version left such keys alive. */
  has_owner: z.boolean(),
  created_at: z.string(),
  /** Up to one minute late; null for an unused key. */
  last_used_at: z.string().nullable(),
  expires_at: z.string().nullable(),
  revoked_at: z.string().nullable(),
  /** Neither revoked nor expired. */
  live: z.boolean(),
});

/** Active keys first, then newest first. */
export const listApiKeys = endpoint('GET /api/admin/api-keys', {
  role: 'owner',
  summary: 'Lists the API keys.',
  output: z.array(apiKey),
});

/** Only this response contains `key`. Throws `conflict` at the maximum number of keys. */
export const addApiKey = endpoint('POST /api/admin/api-keys', {
  role: 'owner',
  stepUp: true,
  summary: 'Creates an API key.',
  input: {
    body: z.object({
      name: nameInput(longestKeyName),
      scopes: z.array(z.enum(apiScopes)).min(1),
      expiresInDays: expiresInDays.default(accessLifeDays.first),
    }),
  },
  output: apiKey.extend({ key: z.string() }),
  errors: ['conflict'],
});

/** Revokes the key on every process. A repeat has no effect. */
export const revokeApiKey = endpoint('DELETE /api/admin/api-keys/{id}', {
  role: 'owner',
  stepUp: true,
  summary: 'Revokes an API key.',
  input: { params: byUuid },
  output: apiKey,
  errors: ['not_found'],
});

/** Revokes the live keys of the signed-in admin. Returns them. */
export const revokeOwnApiKeys = endpoint('DELETE /api/admin/api-keys', {
  role: 'viewer',
  stepUp: true,
  summary: 'Revokes all API keys of the signed-in admin.',
  output: z.array(apiKey),
});
