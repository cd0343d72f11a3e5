// Calls about passkeys (WebAuthn): a sign-in by fingerprint, face, PIN or key, without a password. What browser and
// authenticator say to each other goes through as they write it.
import { z } from 'zod';
import { endpoint } from './endpoint.ts';

const passkey = z.object({
  id: z.string(),
  /** As its owner calls it. */
  name: z.string(),
  created_at: z.string(),
  last_used_at: z.string().nullable(),
});

/** As `navigator.credentials` takes them, in JSON. */
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

/** Of the one who is signed in, oldest first. */
export const listPasskeys = endpoint({
  method: 'GET',
  path: '/api/admin/passkeys',
  access: 'admin',
  beforeSecondFactor: true,
  summary: 'Says which passkeys the one who is signed in has.',
  input: {},
  output: z.array(passkey),
  errors: [],
});

/** Throws conflict where the store's address is a number: passkeys belong to a name. Good for five minutes, once. */
export const startPasskey = endpoint({
  method: 'POST',
  path: '/api/admin/passkeys/options',
  access: 'admin',
  beforeSecondFactor: true,
  stepUp: true,
  summary: 'Asks the browser to make a passkey.',
  input: {},
  output: makeOptions,
  errors: ['conflict'],
});

export const addPasskey = endpoint({
  method: 'POST',
  path: '/api/admin/passkeys',
  access: 'admin',
  beforeSecondFactor: true,
  stepUp: true,
  summary: 'Takes the passkey that the browser made.',
  input: {
    body: z.object({
      name: z.string().trim().min(1).max(60),
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
  output: passkey,
  errors: ['conflict'],
});

export const removePasskey = endpoint({
  method: 'DELETE',
  path: '/api/admin/passkeys/{id}',
  access: 'admin',
  stepUp: true,
  summary: 'Takes a passkey no more.',
  input: { params: z.object({ id: z.string().max(1500) }) },
  output: z.object({ success: z.literal(true) }),
  errors: ['not_found'],
});

/** Names no admin: the browser offers the passkeys it has. Good for five minutes, once. */
export const startPasskeyLogin = endpoint({
  method: 'POST',
  path: '/api/admin/login/passkey/options',
  access: 'public',
  limit: 'passkey_login',
  summary: 'Asks the browser for a passkey.',
  input: {},
  output: requestOptions,
  errors: ['conflict'],
  noStore: true,
});

/** As LOGIN-12, with a passkey instead of password and code: it is both, what one has and what one knows or is. */
export const passkeyLogin = endpoint({
  method: 'POST',
  path: '/api/admin/login/passkey',
  access: 'public',
  limit: 'passkey_login',
  summary: 'Signs an admin in by passkey.',
  input: {
    body: z.object({
      response: z.object({
        ...answered,
        response: z.object({
          clientDataJSON: z.string(),
          authenticatorData: z.string(),
          signature: z.string(),
          userHandle: z.string().optional(),
        }),
      }),
    }),
  },
  output: z.object({ token: z.string(), expiresIn: z.literal(86_400) }),
  errors: ['wrong_passkey'],
  noStore: true,
});
