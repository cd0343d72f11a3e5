// Raises alerts about access: invalid tokens, exceeded limits, refused accounts, sessions that change their address. One
// alert per fact, network and hour, and few a minute, so that an attack cannot flood the list or the database.
import { apiKeyMark } from '../../../contract/api-scopes.ts';
import type { ErrorCode } from '../../../contract/errors.ts';
import { storeMessage } from '../../../contract/store-messages.ts';
import type { Database } from '../../database/database.ts';
import type { Log } from '../../observability/log.ts';
import type { Clock } from '../../platform/clock.ts';
import { createLruCache } from '../../platform/lru-cache.ts';
import type { Alert, Alerts } from '../../ports/alerts.ts';
import type { Entrant, Passer, RefusedCaller, Watch } from '../../ports/watch.ts';
import { addressKey, networkOf } from '../../request-context.ts';

/** For one process; further alerts are dropped, with a line in the log. */
export const mostPerMinute = 60;
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

export type WatchDeps = {
  database: Database;
  alerts: Alerts;
  /** The token's expiry in seconds since 1970; null for a token that this store did not sign. */
  readToken: (token: string) => { exp: number } | null;
  /** Counts a refusal, exact over all processes. Returns those of the window, and what is left of it. */
  countRefusal: (actor: string, windowMs: number) => Promise<{ count: number; leftMs: number }>;
  clock: Clock;
  log: Log;
};

export function createWatch({ database, alerts, readToken, countRefusal, clock, log }: WatchDeps): Watch {
  const reported = createLruCache<true>(mostRemembered);
  /** Actors with an alert in this window, with the end of it: their further refusals are not counted. */
  const alerted = createLruCache<number>(mostRemembered);
  let minute = 0;
  let raisedThisMinute = 0;

  function refused(code: ErrorCode, passer: Passer, { token, actor }: RefusedCaller): void {
    if (actor && countedCodes.includes(code)) void countFor(actor, passer);
    if (code === 'rate_limited' && !isOwnVisit(passer, token)) {
      raise(limitReached(passer), hourly(`limit ${passer.route}`, passer));
    }
    if (code !== 'unauthorized' || token === null) return;
    const read = readToken(token);
    if (token.startsWith(apiKeyMark)) raise(badKey(passer), hourly('api key', passer));
    else if (read === null) raise(forgedToken(passer), hourly('token', passer));
    // An expired token is normal: a page stayed open overnight.
    else if (isUnexpired(read)) raise(deadToken(passer), hourly('dead token', passer));
  }

  async function countFor({ actor, name }: NonNullable<RefusedCaller['actor']>, passer: Passer): Promise<void> {
    if ((alerted.get(actor) ?? 0) > clock.now().getTime()) return;
    try {
      const { count, leftMs } = await countRefusal(actor, hourMs);
      if (count < mostRefusals) return;
      alerted.set(actor, clock.now().getTime() + leftMs);
      // Of all processes, one gets this number.
      if (count === mostRefusals) await alerts.raise(database.db, refusedOften(actor, name, passer));
    } catch (error) {
      log.warn({ problem: error instanceof Error ? error.name : '' }, 'a refusal could not be counted');
    }
  }

  // An admin who looks at many pages of the store.
  function isOwnVisit({ route }: Passer, token: string | null): boolean {
    return token !== null && visitRoutes.includes(route) && isUnexpired(readToken(token));
  }

  function isUnexpired(read: { exp: number } | null): boolean {
    return read !== null && read.exp * 1000 > clock.now().getTime();
  }

  // The address is recorded, not enforced: phones change theirs.
  function admitted({ email, sessionId, signedInFrom }: Entrant, passer: Passer): void {
    const now = addressKey(passer.ip);
    if (now === addressKey(signedInFrom)) return;
    raise(
      {
        type: 'ip_change',
        severity: 'medium',
        message: storeMessage('session_moved', { email, from: signedInFrom }),
        details: { email, ip: passer.ip, userAgent: passer.userAgent },
      },
      `ip ${sessionId} ${now}`,
    );
  }

  function hourly(fact: string, { ip }: Passer): string {
    return `${fact} ${networkOf(ip)} ${clock.now().toISOString().slice(0, 13)}`;
  }

  function raise(alert: Alert, onceKey: string): void {
    if (reported.get(onceKey) || !hasRoom()) return;
    reported.set(onceKey, true);
    alerts.raise(database.db, { ...alert, onceKey }).catch((error: unknown) => {
      reported.delete(onceKey);
      log.warn({ problem: error instanceof Error ? error.name : '' }, 'an alert could not be kept');
    });
  }

  function hasRoom(): boolean {
    const now = Math.floor(clock.now().getTime() / 60_000);
    if (now !== minute) [minute, raisedThisMinute] = [now, 0];
    raisedThisMinute += 1;
    if (raisedThisMinute === mostPerMinute + 1) log.warn({}, 'more alerts a minute than are kept');
    return raisedThisMinute <= mostPerMinute;
  }

  return { refused, admitted };
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

function forgedToken({ ip, userAgent, route }: Passer): Alert {
  const message = storeMessage('token_forged', { route });
  return { type: 'token_invalid', severity: 'high', message, details: { ip, userAgent } };
}

// A program with an expired key looks the same as an attempt to guess one.
function badKey({ ip, userAgent, route }: Passer): Alert {
  const message = storeMessage('api_key_rejected', { route });
  return { type: 'token_invalid', severity: 'medium', message, details: { ip, userAgent } };
}

function deadToken({ ip, userAgent, route }: Passer): Alert {
  const message = storeMessage('token_ended', { route });
  return { type: 'token_invalid', severity: 'low', message, details: { ip, userAgent } };
}
