// Calls about passkeys (WebAuthn), which replace the password at sign-in. Browser and authenticator data pass through
// unchanged.
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { success } from './shared-schemas.ts';
import { nameInput } from './text-inputs.ts';

const passkey = z.object({
  id: z.string(),
  /** A name that the owner chooses. */
  name: z.string(),
  created_at: z.string(),
  last_used_at: z.string().nullable(),
});

/** The JSON input of `navigator.credentials`. */
const requestOptions = z.looseObject({ challenge: z.string() });
const makeOptions = z.looseObject({
  challenge: z.string(),
  rp: z.object({ id: z.string().optional(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number() })),
});

const answered = {
  id: z.string().max(1500),
  rawId: z.string().max(1500),
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional(),
};

const shown = z.object({
  ...answered,
  response: z.object({
    clientDataJSON: z.string(),
    authenticatorData: z.string(),
    signature: z.string(),
    userHandle: z.string().optional(),
  }),
});

/** The passkeys of the signed-in admin, oldest first. */
export const listPasskeys = endpoint('GET /api/admin/passkeys', {
  role: 'viewer',
  beforeSecondFactor: true,
  summary: 'Lists the passkeys of the signed-in admin.',
  output: z.array(passkey),
});

/**
 * Throws `conflict` when the store's host is an IP address: passkeys need a domain name. Valid for five minutes, once.
 */
export const startPasskey = endpoint('POST /api/admin/passkeys/options', {
  role: 'viewer',
  beforeSecondFactor: true,
  stepUp: true,
  summary: 'Creates the options for a new passkey.',
  output: makeOptions,
  errors: ['conflict'],
});

/** `backupCodes`: ten where this is the first factor or none were left, else none. Only this response contains them. */
export const addPasskey = endpoint('POST /api/admin/passkeys', {
  role: 'viewer',
  beforeSecondFactor: true,
  stepUp: true,
  summary: 'Registers a new passkey.',
  input: {
    body: z.object({
      name: nameInput(60),
      response: z.object({
        ...answered,
        response: z.object({
          clientDataJSON: z.string(),
          attestationObject: z.string(),
          transports: z.array(z.string().max(40)).max(10).optional(),
        }),
      }),
    }),
  },
  output: passkey.extend({ backupCodes: z.array(z.string()) }),
  errors: ['conflict'],
});

export const removePasskey = endpoint('DELETE /api/admin/passkeys/{id}', {
  role: 'viewer',
  stepUp: true,
  summary: 'Removes a passkey.',
  input: { params: z.object({ id: z.string().max(1500) }) },
  output: success,
  errors: ['not_found'],
});

/** Contains no admin, so the browser offers all its passkeys. Valid for five minutes, once. */
export const startPasskeyLogin = endpoint('POST /api/admin/login/passkey/options', {
  access: 'public',
  limit: 'passkey_login',
  summary: 'Creates the options for a sign-in by passkey.',
  output: requestOptions,
  errors: ['conflict'],
  noStore: true,
});

/** Signs in like `login`. A passkey counts as password and second factor together. */
export const passkeyLogin = endpoint('POST /api/admin/login/passkey', {
  access: 'public',
  limit: 'passkey_login',
  summary: 'Signs an admin in by passkey.',
  input: {
    body: z.object({
      response: shown,
      bind: z.boolean().optional(),
    }),
  },
  output: z.object({ token: z.string(), expiresIn: z.literal(86_400) }),
  errors: ['wrong_passkey'],
  noStore: true,
});

/** For a passkey of the signed-in admin. Valid for five minutes, once. */
export const startPasskeyStepUp = endpoint('POST /api/admin/step-up/passkey/options', {
  role: 'viewer',
  stepUp: { neverBecause: 'it begins the proof' },
  summary: 'Creates the options for a step-up by passkey.',
  output: requestOptions,
  errors: ['conflict'],
});

/** Allows protected calls like `stepUp`. */
export const stepUpByPasskey = endpoint('POST /api/admin/step-up/passkey', {
  role: 'viewer',
  stepUp: { neverBecause: 'it is the proof' },
  summary: 'Verifies a passkey, before an irreversible action.',
  input: { body: z.object({ response: shown }) },
  output: z.object({ success: z.literal(true), expiresIn: z.literal(600) }),
  errors: ['passkey_refused', 'login_locked'],
});
