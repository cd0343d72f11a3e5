import { isAllowed, type Role } from '../../../contract/account-rules.ts';
import { endpoints } from '../../../contract/index.ts';
import type { StoreContext } from '../../context.ts';
import { type Call, getAdmin } from '../../request-context.ts';
import { removedSessionCookies, sessionCookie } from '../../session-cookie.ts';
import { routes } from '../../store-module.ts';
import {
  login,
  logout,
  passkeyLogin,
  type SignedIn,
  type SteppedUp,
  sessionSeconds,
  stepUp,
  stepUpByPasskey,
  stepUpSeconds,
} from './auth.service.ts';
import { acceptInvitation, openInvitation } from './invitations.ts';

export const authRoutes = routes({
  login: async (ctx, { body }, call) =>
    withCookie(ctx, await login(ctx, { ...body, ip: call.ip, userAgent: call.userAgent }), call),
  passkeyLogin: async (ctx, { body: { response, bind } }, call) =>
    withCookie(ctx, await passkeyLogin(ctx, response, { ip: call.ip, userAgent: call.userAgent, bind }), call),
  openInvitation: async (ctx, { body }) => {
    const { email, role, expiresAt } = await openInvitation(ctx, body.token);
    return { email, role, expires_at: expiresAt.toISOString() };
  },
  acceptInvitation: async (ctx, { body: { bind, ...accepted } }, call) =>
    withCookie(ctx, await acceptInvitation(ctx, accepted, { ip: call.ip, userAgent: call.userAgent, bind }), call),
  verify: async (_ctx, _input, call) => {
    const admin = getAdmin(call);
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
  stepUp: async (ctx, { body }, call) => proved(ctx, await stepUp(ctx, getAdmin(call), body, call), call),
  stepUpByPasskey: async (ctx, { body }, call) =>
    proved(ctx, await stepUpByPasskey(ctx, getAdmin(call), body.response, call), call),
  logout: async (ctx, _input, call) => {
    const admin = getAdmin(call);
    await logout(ctx, admin);
    if (!admin.isBound) return { success: true };
    for (const cookie of removedSessionCookies(isSecure(ctx))) call.answerHeader('set-cookie', cookie);
    return { success: true };
  },
});

function withCookie(ctx: StoreContext, { token, expiresIn, secret }: SignedIn, call: Call) {
  if (secret !== null) call.answerHeader('set-cookie', sessionCookie(secret, sessionSeconds, isSecure(ctx)));
  return { token, expiresIn };
}

function proved(ctx: StoreContext, { cookie }: SteppedUp, call: Call) {
  if (cookie) call.answerHeader('set-cookie', sessionCookie(cookie.secret, cookie.secondsLeft, isSecure(ctx)));
  return { success: true, expiresIn: stepUpSeconds } as const;
}

// Browsers send the cookie over https only.
function isSecure({ config }: StoreContext): boolean {
  return config.publicUrl.startsWith('https:');
}

/** The names of the calls that this role may not make. */
function deniedTo(role: Role): string[] {
  return Object.entries(endpoints).flatMap(([name, { role: needed }]) =>
    needed === undefined || isAllowed(role, needed) ? [] : [name],
  );
}
