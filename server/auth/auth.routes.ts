// What may be asked about the admin's session.
import { StoreError } from '../../contract/errors.ts';
import type { Handlers } from '../caller.ts';
import type { Auth } from './auth.ts';

export function authRoutes(auth: Auth): Handlers<'login' | 'verify' | 'logout'> {
  return {
    login: ({ body }, call) => auth.login({ ...body, ip: call.ip, userAgent: call.userAgent }),
    verify: async (_input, { admin }) => {
      if (!admin) throw new StoreError('unauthorized');
      return { user: { email: admin.email, role: 'admin', exp: Math.floor(admin.expiresAt.getTime() / 1000) } };
    },
    logout: async (_input, { admin }) => {
      if (!admin) throw new StoreError('unauthorized');
      await auth.logout(admin);
      return { success: true };
    },
  };
}
