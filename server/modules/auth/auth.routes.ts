import { endpoints } from '../../../contract/index.ts';
import { isAllowed, type Role } from '../../../contract/roles.ts';
import { adminOf, type Call, type Handlers } from '../../request-context.ts';
import { removedSessionCookies, sessionCookie } from '../../session-cookie.ts';
import { type Auth, sessionSeconds, stepUpSeconds } from './auth.service.ts';

/** `isSecure`: browsers send the cookie over https only. */
export function authRoutes(
  auth: Auth,
  { isSecure }: { isSecure: boolean },
): Handlers<'login' | 'passkeyLogin' | 'verify' | 'logout' | 'stepUp' | 'stepUpByPasskey'> {
  const withCookie = ({ token, expiresIn, secret }: Awaited<ReturnType<Auth['login']>>, call: Call) => {
    if (secret !== null) call.answerHeader('set-cookie', sessionCookie(secret, sessionSeconds, isSecure));
    return { token, expiresIn };
  };
  const proved = ({ cookie }: Awaited<ReturnType<Auth['stepUp']>>, call: Call) => {
    if (cookie) call.answerHeader('set-cookie', sessionCookie(cookie.secret, cookie.secondsLeft, isSecure));
    return { success: true, expiresIn: stepUpSeconds } as const;
  };
  return {
    login: async ({ body }, call) =>
      withCookie(await auth.login({ ...body, ip: call.ip, userAgent: call.userAgent }), call),
    passkeyLogin: async ({ body: { response, bind } }, call) =>
      withCookie(await auth.passkeyLogin(response, { ip: call.ip, userAgent: call.userAgent, bind }), call),
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
        ...(admin.backupCodes === null ? {} : { backup_codes: admin.backupCodes }),
        ...(admin.lacksSecondFactor ? { second_factor_required: true } : {}),
      };
    },
    stepUp: async ({ body }, call) =>
      proved(await auth.stepUp(adminOf(call), body, { ip: call.ip, userAgent: call.userAgent }), call),
    stepUpByPasskey: async ({ body }, call) => {
      const caller = { ip: call.ip, userAgent: call.userAgent };
      return proved(await auth.stepUpByPasskey(adminOf(call), body.response, caller), call);
    },
    logout: async (_input, call) => {
      const admin = adminOf(call);
      await auth.logout(admin);
      if (!admin.isBound) return { success: true };
      for (const cookie of removedSessionCookies(isSecure)) call.answerHeader('set-cookie', cookie);
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
