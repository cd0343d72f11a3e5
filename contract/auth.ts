// Calls about the admin's session. The token is a JWT (HS256) of 24 hours with a session row behind it (D-14).
import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/**
 * LOGIN-12, A-52, S-9. The same answer and time for an unknown e-mail and a wrong password. `code` of the authenticator
 * app or a backup code, where the admin has switched it on: `code_required` says so, after the right password only.
 * `passkey_required`, likewise: the store requires a second factor, and theirs is a passkey.
 * `deviceKey` of a browser that signed in before has a count of its own (D-22).
 */
export const login = endpoint({
  method: 'POST',
  path: '/api/admin/login',
  access: 'public',
  summary: 'Signs an admin in.',
  input: {
    body: z.object({
      email: z.string().max(254),
      password: z.string().max(1024),
      code: z.string().max(40).optional(),
      deviceKey: z.string().max(200).optional(),
    }),
  },
  output: z.object({ token: z.string(), expiresIn: z.literal(86_400) }),
  errors: ['bad_credentials', 'code_required', 'wrong_code', 'passkey_required', 'login_locked'],
  noStore: true,
});

/**
 * D-30: opens the guarded calls of this session for ten minutes, as a fresh sign-in does, for the password or a code of
 * the authenticator app. Guesses are counted by session, so that strangers at the login keep nobody from their work.
 */
export const stepUp = endpoint({
  method: 'POST',
  path: '/api/admin/step-up',
  access: 'admin',
  beforeSecondFactor: true,
  summary: 'Takes the password again, before something that cannot be undone.',
  input: {
    body: z.union([z.object({ password: z.string().max(1024) }), z.object({ code: z.string().max(40) })]),
  },
  output: z.object({ success: z.literal(true), expiresIn: z.literal(600) }),
  errors: ['wrong_password', 'wrong_code', 'login_locked'],
});

/**
 * AUTH-3. `exp` in seconds since 1970. `second_factor_required`: until this admin has set one up, the other calls of an
 * admin answer 403 with that code.
 */
export const verify = endpoint({
  method: 'GET',
  path: '/api/admin/verify',
  access: 'admin',
  beforeSecondFactor: true,
  summary: 'Says whether the token is still good, and whose it is.',
  input: {},
  output: z.object({
    user: z.object({ email: z.string(), role: z.literal('admin'), exp: z.number() }),
    second_factor_required: z.literal(true).optional(),
  }),
  errors: [],
});

/** D-13: the session row is revoked, the token is dead at once. */
export const logout = endpoint({
  method: 'POST',
  path: '/api/admin/logout',
  access: 'admin',
  beforeSecondFactor: true,
  summary: 'Ends the session of the token.',
  input: {},
  output: z.object({ success: z.literal(true) }),
  errors: [],
});
