// Every limit in one table. Counted per process in memory, by the caller's address (IPv6 by its /64).
import type { LimitName } from '../../contract/endpoint.ts';
import { StoreError } from '../../contract/errors.ts';
import { addressKey } from '../caller.ts';
import type { Clock } from '../clock.ts';

type Limit = { count: number; windowSeconds: number; requirement: string };

export const limits: Record<LimitName, Limit> = {
  read_order: { count: 120, windowSeconds: 60, requirement: 'S-3' },
  confirm_payment: { count: 20, windowSeconds: 60, requirement: 'S-5' },
  links_lookup: { count: 60, windowSeconds: 60, requirement: 'S-6' },
  track_by_email: { count: 10, windowSeconds: 600, requirement: 'S-7' },
  init_session: { count: 20, windowSeconds: 3600, requirement: 'S-8' },
  order_status: { count: 60, windowSeconds: 60, requirement: 'S-11' },
  contact: { count: 5, windowSeconds: 3600, requirement: 'S-18' },
  track_user: { count: 30, windowSeconds: 3600, requirement: 'S-12' },
  // Many may sit behind one address, each heard of twice a minute.
  track_user_again: { count: 600, windowSeconds: 60, requirement: 'S-12' },
  visitor_record: { count: 20, windowSeconds: 60, requirement: 'S-13' },
  passkey_login: { count: 30, windowSeconds: 600, requirement: 'S-9' },
  client_error: { count: 10, windowSeconds: 600, requirement: 'ERR-10' },
};

/** S-7: so many different e-mails may be looked up from one address in a day. */
export const distinctEmails: Limit = { count: 30, windowSeconds: 86_400, requirement: 'S-7' };
/** S-5, rule 12: notifications with a wrong secret only. */
export const forgedNotifications: Limit = { count: 20, windowSeconds: 60, requirement: 'S-5' };

/** Of one limit; above it, windows that are over go first, then the oldest. */
const mostKeys = 20_000;

export type Limits = {
  /** Counts one use of `name` by `address`. Throws `rate_limited` with the seconds to wait. */
  spendNamed(name: LimitName, address: string): void;
  /** Counts one use under a table entry of its own. */
  spend(limit: Limit, name: string, address: string): void;
  /** Counts `value` once per window; throws when too many different ones were seen. */
  spendDistinct(limit: Limit, name: string, address: string, value: string): void;
};

/** `factor` multiplies every count (RATE_LIMIT_FACTOR). */
export function createLimits(clock: Clock, factor: number): Limits {
  type Window = { startedMs: number; count: number; seen?: Set<string> };
  const windowsByLimit = new Map<string, Map<string, Window>>();

  function windowOf(name: string, address: string, windowSeconds: number): Window {
    const nowMs = clock.now().getTime();
    const isOver = ({ startedMs }: Window) => nowMs - startedMs >= windowSeconds * 1000;
    const windows = windowsByLimit.get(name) ?? new Map<string, Window>();
    windowsByLimit.set(name, windows);
    const key = addressKey(address);
    const current = windows.get(key);
    if (current && !isOver(current)) return current;
    windows.delete(key);
    if (windows.size >= mostKeys) for (const [old, window] of windows) if (isOver(window)) windows.delete(old);
    // A map keeps the order in which keys came: the first is the oldest.
    if (windows.size >= mostKeys) windows.delete(windows.keys().next().value ?? '');
    const fresh: Window = { startedMs: nowMs, count: 0 };
    windows.set(key, fresh);
    return fresh;
  }

  function refuse(startedMs: number, windowSeconds: number): never {
    const retryAfterSeconds = Math.ceil((startedMs + windowSeconds * 1000 - clock.now().getTime()) / 1000);
    throw new StoreError('rate_limited', { retryAfterSeconds: Math.max(1, retryAfterSeconds) });
  }

  function spend(limit: Limit, name: string, address: string): void {
    const counted = windowOf(name, address, limit.windowSeconds);
    if (counted.count >= limit.count * factor) refuse(counted.startedMs, limit.windowSeconds);
    counted.count += 1;
  }

  return {
    spend,
    spendNamed: (name, address) => spend(limits[name], name, address),
    spendDistinct: (limit, name, address, value) => {
      const counted = windowOf(name, address, limit.windowSeconds);
      counted.seen ??= new Set();
      if (!counted.seen.has(value) && counted.seen.size >= limit.count * factor) {
        refuse(counted.startedMs, limit.windowSeconds);
      }
      counted.seen.add(value);
    },
  };
}
