// Every rate limit in one table. Counted in memory by IP address (IPv6 by its /64), so that no call waits; some also by
// the network of the address and for all callers. Processes exchange their counts each second.
import { createHmac } from 'node:crypto';
import type { LimitName } from '../../contract/endpoint.ts';
import { StoreError } from '../../contract/store-error.ts';
import { createLruCache, type LruCache } from '../platform/caches.ts';
import type { Clock } from '../platform/clock.ts';
import { addressKey, toNetwork } from '../request-context.ts';

type Limit = {
  /** Uses of one address in a window. */
  count: number;
  windowSeconds: number;
  requirement: string;
  /** Uses of one network, IPv4 /24 or IPv6 /48. */
  network?: number;
  /** Uses of all callers together: of what costs something beyond the store. */
  all?: number;
  /** Uses of all callers together that raise an alert. They refuse nothing, so that no stranger locks everybody out. */
  watched?: number;
};

export const limits: Record<LimitName, Limit> = {
  read_order: { count: 120, windowSeconds: 60, requirement: 'S-3' },
  confirm_payment: { count: 20, windowSeconds: 60, requirement: 'S-5' },
  links_lookup: { count: 60, windowSeconds: 60, requirement: 'S-6' },
  track_by_email: { count: 10, network: 20, watched: 1_200, windowSeconds: 600, requirement: 'S-7' },
  track_code: { count: 5, network: 10, all: 300, windowSeconds: 3600, requirement: 'D-35' },
  track_proof: { count: 20, network: 40, watched: 600, windowSeconds: 600, requirement: 'D-35' },
  init_session: { count: 20, windowSeconds: 3600, requirement: 'S-8' },
  order_status: { count: 60, windowSeconds: 60, requirement: 'S-11' },
  contact: { count: 5, windowSeconds: 3600, requirement: 'S-18' },
  track_user: { count: 30, windowSeconds: 3600, requirement: 'S-12' },
  // Many visitors may share one address, each with two requests a minute.
  track_user_again: { count: 600, windowSeconds: 60, requirement: 'S-12' },
  visitor_record: { count: 20, windowSeconds: 60, requirement: 'S-13' },
  passkey_login: { count: 30, windowSeconds: 600, requirement: 'S-9' },
  invitation: { count: 30, windowSeconds: 600, requirement: 'D-86' },
  push_renewal: { count: 20, windowSeconds: 3600, requirement: 'D-42' },
  pause_sending: { count: 20, windowSeconds: 3600, requirement: 'D-56' },
  client_error: { count: 10, windowSeconds: 600, requirement: 'ERR-10' },
};

/** Distinct emails that one address may look up in a day. */
export const distinctEmails: Limit = { count: 30, network: 60, windowSeconds: 86_400, requirement: 'S-7' };
/** Visitors that one address may be in a day: the browser's name, which callers choose, distinguishes them. */
export const distinctVisitors: Limit = { count: 100, network: 400, windowSeconds: 86_400, requirement: 'S-13' };
/** Order IDs whose links a stranger reads, however many a call has. */
export const linkIds: Limit = { count: 120, windowSeconds: 60, requirement: 'S-6' };
/** Only notifications with a wrong secret (gateway rule 12). */
export const forgedNotifications: Limit = { count: 20, windowSeconds: 60, requirement: 'S-5' };

/** Orders whose price the store refuses: a page that was open while prices changed sends one or two. */
export const refusedPrices: Limit = { count: 20, network: 60, windowSeconds: 600, requirement: 'S-1' };

/** Orders that are placed: an address alone uses the budget of its network, and has one for unpaid orders. */
export const placedOrders: Limit = { count: 40, network: 40, windowSeconds: 600, requirement: 'S-1' };

/** One API key, from wherever it is shown; instead of the limits of the calls themselves. */
export const callsOfKey: Limit = { count: 600, windowSeconds: 60, requirement: 'D-23' };

/** Of one limit; beyond them, those that were used longest ago are forgotten. */
const mostKeys = 20_000;
/** Callers in one exchange; few, so that concurrent calls do not wait for long. */
const mostAtOnce = 200;

export type Limits = {
  /** Counts one use of `name` by `address`. Throws `rate_limited` with the seconds to wait. */
  consumeNamed(name: LimitName, address: string): void;
  /** Counts one call of an API key. */
  consumeKey(keyId: string): void;
  /** Counts uses under a table entry of its own. All of them or none: throws when `uses` do not fit. */
  consume(limit: Limit, name: string, address: string, uses?: number): void;
  /** Counts `value` once per window; throws when too many different ones were seen. */
  consumeDistinct(limit: Limit, name: string, address: string, value: string): void;
  /** Counts uses immediately and exactly over all processes; `uses` 0 only reads. Returns the uses in the window, and the rest of it. */
  consumeExactly(
    name: string,
    key: string,
    windowMs: number,
    uses?: number,
  ): Promise<{ count: number; leftMs: number }>;
  /** Sends the new counts of this process and reads those of all processes for the same callers. */
  share(): Promise<void>;
};

/** One window of one caller. `key` and `values` are keyed hashes. */
export type Counted = { name: string; key: string; count: number; values: readonly string[]; leftMs: number };
/** Includes the length of the window, which limits the rest of it under any clock. */
export type SharedCount = Counted & { windowMs: number };
/** Adds to the counts of all processes; returns the sums of these windows, in any order. */
export type ExchangeCounts = (counted: SharedCount[]) => Promise<Counted[]>;

type Window = {
  name: string;
  caller: string;
  windowMs: number;
  endsMs: number;
  count: number;
  /** Null: no values are counted here. */
  seen: Set<string> | null;
  /** Counts that were not sent yet. */
  unsentCount: number;
  unsentValues: readonly string[];
};

/** `most`: the uses of a window. */
type Budget = { window: Window; most: number };

const none: readonly string[] = [];

/** `factor` multiplies every count (RATE_LIMIT_FACTOR). `secret` is the key of the hashes. */
export function createLimits(deps: {
  clock: Clock;
  factor: number;
  secret: string;
  exchange: ExchangeCounts;
  onExcess?: (name: string) => void;
}): Limits {
  const { clock, factor, secret, exchange, onExcess } = deps;
  const windowsByLimit = new Map<string, LruCache<Window>>();
  const unsent = new Set<Window>();
  const nowMs = () => clock.now().getTime();
  const hidden = (text: string) => createHmac('sha256', secret).update(text).digest('base64url').slice(0, 22);

  function openWindow(name: string, caller: string, windowSeconds: number): Window {
    const now = nowMs();
    const windows = windowsByLimit.get(name) ?? createLruCache<Window>(mostKeys);
    windowsByLimit.set(name, windows);
    const current = windows.get(caller);
    const windowMs = windowSeconds * 1000;
    const endsMs = now + windowMs;
    if (current && current.endsMs > now) {
      // Unless the clock was set back, it ends before one that begins now.
      current.endsMs = Math.min(current.endsMs, endsMs);
      return current;
    }
    const fresh = { name, caller, windowMs, endsMs, count: 0, seen: null, unsentCount: 0, unsentValues: none };
    windows.set(caller, fresh);
    return fresh;
  }

  function refuse({ endsMs }: Window): never {
    throw new StoreError('rate_limited', { retryAfterSeconds: Math.max(1, Math.ceil((endsMs - nowMs()) / 1000)) });
  }

  /** The windows that a use of `address` counts in, each with its budget: the narrowest first. */
  function listBudgets(limit: Limit, name: string, address: string): Budget[] {
    const { count, network, all, windowSeconds } = limit;
    const budget = (most: number, part: string, caller: string) => {
      return { window: openWindow(`${name}${part}`, caller, windowSeconds), most: most * factor };
    };
    return [
      budget(count, '', addressKey(address)),
      ...(network === undefined ? [] : [budget(network, ':network', toNetwork(address))]),
      ...(all === undefined ? [] : [budget(all, ':all', '')]),
    ];
  }

  // Nothing is counted when one budget is used up, so that a refused caller does not use up that of others.
  function count(windows: Budget[], uses: number): void {
    for (const { window, most } of windows) if (window.count + uses > most) refuse(window);
    for (const { window } of windows) {
      window.count += uses;
      window.unsentCount += uses;
      unsent.add(window);
    }
  }

  function consumeDistinct(limit: Limit, name: string, address: string, value: string): void {
    const kept = hidden(value);
    const windows = listBudgets(limit, name, address).filter(({ window }) => !window.seen?.has(kept));
    for (const { window, most } of windows) if ((window.seen?.size ?? 0) >= most) refuse(window);
    for (const { window } of windows) {
      window.seen ??= new Set();
      window.seen.add(kept);
      window.unsentValues = [...window.unsentValues, kept];
      unsent.add(window);
    }
  }

  async function share(): Promise<void> {
    const windows = [...unsent];
    for (let at = 0; at < windows.length; at += mostAtOnce) await shareSome(windows.slice(at, at + mostAtOnce));
  }

  async function shareSome(windows: Window[]): Promise<void> {
    const byKey = new Map(windows.map((window) => [`${window.name} ${hidden(window.caller)}`, window]));
    const counts = [...byKey].map(([key, { name, endsMs, windowMs, unsentCount: count, unsentValues: values }]) => {
      const leftMs = Math.min(windowMs, Math.max(0, endsMs - nowMs()));
      return { name, key: key.slice(name.length + 1), count, values, leftMs, windowMs };
    });
    for (const window of windows) {
      unsent.delete(window);
      window.unsentCount = 0;
      window.unsentValues = none;
    }
    // A window ends when it did for the database, however long the response takes.
    const sentMs = nowMs();
    const known = await exchange(counts).catch((error: unknown) => {
      // The exchange failed: the next one reports these counts again.
      for (const { name, key, count, values } of counts) reportAgain(byKey.get(`${name} ${key}`), count, values);
      throw error;
    });
    for (const { name, key, count, values, leftMs } of known) {
      const window = byKey.get(`${name} ${key}`);
      if (!window) continue;
      // Counts of calls during the exchange are not sent yet.
      window.count = count + window.unsentCount;
      window.endsMs = sentMs + Math.min(window.windowMs, leftMs);
      if (values.length > 0) window.seen = new Set([...(window.seen ?? none), ...values]);
    }
  }

  function reportAgain(window: Window | undefined, count: number, values: readonly string[]): void {
    if (!window) return;
    window.unsentCount += count;
    window.unsentValues = [...window.unsentValues, ...values];
    unsent.add(window);
  }

  /** Reports the use that goes above what is usual for all callers. */
  function watch({ watched, windowSeconds }: Limit, name: string, uses: number): void {
    if (watched === undefined) return;
    const window = openWindow(`${name}:watched`, '', windowSeconds);
    const before = window.count;
    count([{ window, most: Number.POSITIVE_INFINITY }], uses);
    if (before <= watched * factor && window.count > watched * factor) onExcess?.(name);
  }

  const consume: Limits['consume'] = (limit, name, address, uses = 1) => {
    count(listBudgets(limit, name, address), uses);
    watch(limit, name, uses);
  };
  return {
    consume,
    consumeDistinct,
    share,
    consumeExactly: async (name, key, windowMs, uses = 1) => {
      const [counted] = await exchange([{ name, key, count: uses, values: [], leftMs: windowMs, windowMs }]);
      return counted ?? { count: uses, leftMs: windowMs };
    },
    consumeNamed: (name, address) => consume(limits[name], name, address),
    consumeKey: (keyId) => {
      const { count: most, windowSeconds } = callsOfKey;
      count([{ window: openWindow('api_key', keyId, windowSeconds), most: most * factor }], 1);
    },
  };
}
