import { endpoints } from '../../../contract/index.ts';
import { isAllowed, type Role } from '../../../contract/roles.ts';
import { adminOf, type Handlers } from '../../request-context.ts';
import { type Auth, stepUpSeconds } from './auth.service.ts';

export function authRoutes(auth: Auth): Handlers<'login' | 'passkeyLogin' | 'verify' | 'logout' | 'stepUp'> {
  return {
    login: ({ body }, call) => auth.login({ ...body, ip: call.ip, userAgent: call.userAgent }),
    passkeyLogin: ({ body }, call) => auth.passkeyLogin(body.response, { ip: call.ip, userAgent: call.userAgent }),
    verify: async (_input, call) => {
      const admin = adminOf(call);
      return {
        user: {
          email: admin.email,
          role: 'admin',
          exp: Math.floor(admin.expiresAt.getTime() / 1000),
          access: admin.role,
          denied: deniedTo(admin.role),
        },
        ...(admin.lacksSecondFactor ? { second_factor_required: true } : {}),
      };
    },
    stepUp: async ({ body }, call) => {
      await auth.stepUp(adminOf(call), body, { ip: call.ip, userAgent: call.userAgent });
      return { success: true, expiresIn: stepUpSeconds };
    },
    logout: async (_input, call) => {
      await auth.logout(adminOf(call));
      return { success: true };
    },
  };
}

/** The names of the calls that this role may not make. */
function deniedTo(role: Role): string[] {
  return Object.entries(endpoints).flatMap(([name, { role: needed }]) =>
    needed === undefined || isAllowed(role, needed) ? [] : [name],
  );
}
