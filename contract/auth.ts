// Calls about the admin's session. The token is a JWT (HS256), valid for 24 hours and backed by a session row.
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { roles } from './roles.ts';
import { success } from './shared-schemas.ts';
import { addressInput, codeInput } from './text-inputs.ts';

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
