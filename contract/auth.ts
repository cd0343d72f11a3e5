// Calls about the admin's session. The token is a JWT (HS256) of 24 hours with a session row behind it (D-14).
import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** LOGIN-12, A-52, S-9. The same answer and time for an unknown e-mail and a wrong password. */
export const login = endpoint({
  method: 'POST',
  path: '/api/admin/login',
  access: 'public',
  summary: 'Signs an admin in.',
  input: { body: z.object({ email: z.string().max(254), password: z.string().max(1024) }) },
  output: z.object({ token: z.string(), expiresIn: z.literal(86_400) }),
  errors: ['bad_credentials', 'login_locked'],
  noStore: true,
});

/** D-30: opens the guarded calls of this session for ten minutes, as a fresh sign-in does. Guesses count as at the login. */
export const stepUp = endpoint({
  method: 'POST',
  path: '/api/admin/step-up',
  access: 'admin',
  summary: 'Takes the password again, before something that cannot be undone.',
  input: { body: z.object({ password: z.string().max(1024) }) },
  output: z.object({ success: z.literal(true), expiresIn: z.literal(600) }),
  errors: ['wrong_password', 'login_locked'],
});

/** AUTH-3. `exp` in seconds since 1970. */
export const verify = endpoint({
  method: 'GET',
  path: '/api/admin/verify',
  access: 'admin',
  summary: 'Says whether the token is still good, and whose it is.',
  input: {},
  output: z.object({ user: z.object({ email: z.string(), role: z.literal('admin'), exp: z.number() }) }),
  errors: [],
});

/** D-13: the session row is revoked, the token is dead at once. */
export const logout = endpoint({
  method: 'POST',
  path: '/api/admin/logout',
  access: 'admin',
  summary: 'Ends the session of the token.',
  input: {},
  output: z.object({ success: z.literal(true) }),
  errors: [],
});
