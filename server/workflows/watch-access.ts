// Raises alerts about access: invalid tokens, exceeded limits, refused accounts, sessions that change their address. One
// alert per fact, network and hour, and few a minute, so that an attack cannot flood the list or the database.
import { apiKeyMark } from '../../contract/api-access.ts';
import type { ErrorCode } from '../../contract/errors.ts';
import { storeMessage } from '../../contract/store-messages.ts';
import { oncePerContext, type StoreContext } from '../context.ts';
import { readToken } from '../modules/auth/tokens.ts';
import { createLruCache } from '../platform/caches.ts';
import type { Alert } from '../ports/alerts.ts';
import type { Entrant, Passer, RefusedCaller } from '../ports/watch.ts';
import { addressKey, toNetwork } from '../request-context.ts';

/** For one process; further alerts are dropped, with a line in the log. */
const mostPerMinute = 60;
const mostRemembered = 5_000;
/** The reports of open pages. */
const visitRoutes = [
  'POST /api/admin/visitor-analytics',
  'POST /api/admin/track-user',
  'PATCH /api/admin/track-user/{userId}',
];

/** Refused for a role, a scope or a proof. */
const countedCodes: readonly ErrorCode[] = ['no_role', 'no_scope', 'step_up', 'stronger_factor'];
const mostRefusals = 20;
const hourMs = 3_600_000;

const memory = oncePerContext(() => ({
  reported: createLruCache<true>(mostRemembered),
  /** Actors with an alert in this window, with the end of it: their further refusals are not counted. */
  alerted: createLruCache<number>(mostRemembered),
  minute: 0,
  raisedThisMinute: 0,
}));

/** Does not wait, and never throws. */
export function noteRefusal(ctx: StoreContext, code: ErrorCode, passer: Passer, { token, actor }: RefusedCaller): void {
  if (actor && countedCodes.includes(code)) void countFor(ctx, actor, passer);
  if (code === 'rate_limited' && !isOwnVisit(ctx, passer, token)) {
    raise(ctx, limitReached(passer), hourly(ctx, `limit ${passer.route}`, passer));
  }
  if (code !== 'unauthorized' || token === null) return;
  const read = readToken(ctx, token);
  // A program with an expired key looks the same as an attempt to guess one.
  if (token.startsWith(apiKeyMark))
    raise(ctx, badToken('api_key_rejected', 'medium', passer), hourly(ctx, 'api key', passer));
  else if (read === null) raise(ctx, badToken('token_forged', 'high', passer), hourly(ctx, 'token', passer));
  // An expired token is normal: a page stayed open overnight.
  else if (isUnexpired(ctx, read))
    raise(ctx, badToken('token_ended', 'low', passer), hourly(ctx, 'dead token', passer));
}

async function countFor(
  ctx: StoreContext,
  { actor, name }: NonNullable<RefusedCaller['actor']>,
  passer: Passer,
): Promise<void> {
  const { alerted } = memory(ctx);
  if ((alerted.get(actor) ?? 0) > ctx.clock.now().getTime()) return;
  try {
    const { count, leftMs } = await ctx.limits.consumeExactly('access_refused', actor, hourMs);
    if (count < mostRefusals) return;
    alerted.set(actor, ctx.clock.now().getTime() + leftMs);
    // Of all processes, one gets this number.
    if (count === mostRefusals) await ctx.alerts.raise(ctx.database.db, refusedOften(actor, name, passer));
  } catch (error) {
    ctx.log.warn({ problem: error instanceof Error ? error.name : '' }, 'a refusal could not be counted');
  }
}

// An admin who opens many pages of the store.
function isOwnVisit(ctx: StoreContext, { route }: Passer, token: string | null): boolean {
  return token !== null && visitRoutes.includes(route) && isUnexpired(ctx, readToken(ctx, token));
}

function isUnexpired(ctx: StoreContext, read: { exp: number } | null): boolean {
  return read !== null && read.exp * 1000 > ctx.clock.now().getTime();
}

/** The address is recorded, not enforced: phones change theirs. Does not wait, and never throws. */
export function noteAdmission(ctx: StoreContext, { email, sessionId, signedInFrom }: Entrant, passer: Passer): void {
  const now = addressKey(passer.ip);
  if (now === addressKey(signedInFrom)) return;
  raise(
    ctx,
    {
      type: 'ip_change',
      severity: 'medium',
      message: storeMessage('session_moved', { email, from: signedInFrom }),
      details: { email, ip: passer.ip, userAgent: passer.userAgent },
    },
    `ip ${sessionId} ${now}`,
  );
}

function hourly(ctx: StoreContext, fact: string, { ip }: Passer): string {
  return `${fact} ${toNetwork(ip)} ${ctx.clock.now().toISOString().slice(0, 13)}`;
}

function raise(ctx: StoreContext, alert: Alert, onceKey: string): void {
  const { reported } = memory(ctx);
  if (reported.get(onceKey) || !hasRoom(ctx)) return;
  reported.set(onceKey, true);
  ctx.alerts.raise(ctx.database.db, { ...alert, onceKey }).catch((error: unknown) => {
    reported.delete(onceKey);
    ctx.log.warn({ problem: error instanceof Error ? error.name : '' }, 'an alert could not be kept');
  });
}

function hasRoom(ctx: StoreContext): boolean {
  const kept = memory(ctx);
  const minute = Math.floor(ctx.clock.now().getTime() / 60_000);
  if (minute !== kept.minute) Object.assign(kept, { minute, raisedThisMinute: 0 });
  kept.raisedThisMinute += 1;
  if (kept.raisedThisMinute === mostPerMinute + 1) ctx.log.warn({}, 'more alerts a minute than are kept');
  return kept.raisedThisMinute <= mostPerMinute;
}

function limitReached({ ip, userAgent, route }: Passer): Alert {
  const message = storeMessage('limit_exceeded', { route });
  return { type: 'rate_limited', severity: 'medium', message, details: { ip, userAgent } };
}

function refusedOften(actor: string, name: string, { ip, userAgent, route }: Passer): Alert {
  const isAdmin = actor.startsWith('admin:');
  return {
    type: 'access_refused',
    severity: 'high',
    message: storeMessage(isAdmin ? 'admin_refused_often' : 'program_refused_often', {
      name,
      calls: mostRefusals,
      route,
    }),
    details: { ...(isAdmin ? { email: name } : {}), ip, userAgent },
  };
}

function badToken(
  code: 'token_forged' | 'api_key_rejected' | 'token_ended',
  severity: Alert['severity'],
  { ip, userAgent, route }: Passer,
): Alert {
  return { type: 'token_invalid', severity, message: storeMessage(code, { route }), details: { ip, userAgent } };
}
