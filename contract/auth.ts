// Calls about the admin's session, and passkeys (WebAuthn), which replace the password at sign-in. The token is a JWT
// (HS256), valid for 24 hours and backed by a session row. Browser and authenticator data pass through unchanged.
import { z } from 'zod';
import { roles } from './account-rules.ts';
import { endpoint } from './endpoint.ts';
import { success } from './shared-schemas.ts';
import { addressInput, codeInput, nameInput } from './text-inputs.ts';

/**
 * Same response and timing for an unknown email and a wrong password. `code`: of the authenticator app, or a backup
 * code. Only after the correct password, `code_required` requests one, and `passkey_required` a passkey or one of the
 * other `factors` that it names: a backup code. A `deviceKey`
 * of an earlier sign-in has its own attempt counter. `bind`: the answer sets a cookie, and the token works only with it.
 */
export const login = endpoint('POST /api/admin/login', {
  access: 'public',
  summary: 'Signs an admin in.',
  input: {
    body: z.object({
      email: addressInput.max(254),
      password: z.string().max(1024),
      code: codeInput.optional(),
      deviceKey: z.string().max(200).optional(),
      bind: z.boolean().optional(),
    }),
  },
  output: z.object({ token: z.string(), expiresIn: z.literal(86_400) }),
  errors: ['bad_credentials', 'code_required', 'wrong_code', 'passkey_required', 'login_locked'],
  noStore: true,
});

/**
 * How an admin proves a session again, the strongest first. `code`: of the authenticator app. `backup_code`: while some
 * are left, sent as a `code`, too. `password`: only where there is nothing else.
 */
export const factors = ['passkey', 'code', 'backup_code', 'password'] as const;
export type Factor = (typeof factors)[number];

/**
 * Allows protected calls of this session for ten minutes, as a recent sign-in with the same factor does. `code`: of the
 * authenticator app, or a backup code, also of an admin with passkeys only. The password only for an admin without a
 * second factor, else `stronger_factor` with `factors`. Attempts are
 * counted by session, so that failed logins of others cannot block it.
 */
export const stepUp = endpoint('POST /api/admin/step-up', {
  role: 'viewer',
  beforeSecondFactor: true,
  stepUp: { neverBecause: 'it is the proof' },
  summary: 'Verifies a code or the password again, before an irreversible action.',
  input: {
    body: z.union([z.object({ password: z.string().max(1024) }), z.object({ code: codeInput })]),
  },
  output: z.object({ success: z.literal(true), expiresIn: z.literal(600) }),
  errors: ['wrong_password', 'wrong_code', 'stronger_factor', 'login_locked'],
});

/**
 * `exp` in seconds since 1970. `role` is the same for all admins; `access` is the role of this admin, and `denied` names
 * the calls that it may not make. `second_factor_required`: other admin calls return 403 with this code until the admin
 * sets up two-factor authentication. `backup_codes`: how many are left, for an admin with a second factor. At 0 the
 * page offers new ones.
 */
export const verify = endpoint('GET /api/admin/verify', {
  role: 'viewer',
  beforeSecondFactor: true,
  summary: 'Verifies the token and returns its account.',
  output: z.object({
    user: z.object({
      email: z.string(),
      role: z.literal('admin'),
      exp: z.number(),
      access: z.enum(roles).optional(),
      denied: z.array(z.string()).optional(),
    }),
    second_factor_required: z.literal(true).optional(),
    backup_codes: z.number().optional(),
  }),
});

/** Revokes the session row; the token is invalid immediately. */
export const logout = endpoint('POST /api/admin/logout', {
  role: 'viewer',
  beforeSecondFactor: true,
  stepUp: { neverBecause: 'it only takes rights away' },
  summary: 'Ends the session of the token.',
  output: success,
});

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
