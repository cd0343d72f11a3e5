// The public status of the store: read at most every few seconds, whatever the number of requests.
import { byName } from '../../../contract/by-name.ts';
import { type Category, categories } from '../../../contract/category.ts';
import type { ProviderState, PublicStatus } from '../../../contract/public-status.ts';
import type { Clock } from '../../platform/clock.ts';

const maxAgeMs = 5_000;
const usualWaitMs = 2_000;
const minuteMs = 60_000;

/** `isPaused`: the category takes no new orders. */
export type PublicFacts = { isPaused: Record<Category, boolean>; provider: ProviderState; lastDeliveryAt: Date | null };

export type PublicStatusDeps = {
  clock: Clock;
  /** Of this process, from memory. */
  hasOutage: () => boolean;
  areJobsStalled: () => boolean;
  readFacts: () => Promise<PublicFacts>;
  /** A request waits for the database so long. Milliseconds. */
  waitMs?: number;
};

export type ReadPublicStatus = () => Promise<PublicStatus>;

type Reading = { facts: PublicFacts | null; isRead: boolean; at: Date };

/** Never throws. While the database is away, the last facts stay and the status is `down`. */
export function createPublicStatus(deps: PublicStatusDeps): ReadPublicStatus {
  const { clock, hasOutage, areJobsStalled, readFacts, waitMs = usualWaitMs } = deps;
  let last: Reading | null = null;
  let reading: Promise<Reading> | null = null;

  function startReading(): Promise<Reading> {
    reading ??= readFacts()
      .then(
        (facts) => ({ facts, isRead: true, at: clock.now() }),
        () => failed(),
      )
      .then((result) => {
        last = result;
        return result;
      })
      .finally(() => {
        reading = null;
      });
    return reading;
  }

  async function findReading(): Promise<Reading> {
    if (hasOutage()) {
      if (last?.isRead !== false || !isFresh(last)) last = failed();
      return last;
    }
    if (last && isFresh(last)) return last;
    return within(waitMs, startReading(), failed);
  }

  function isFresh({ at }: Reading): boolean {
    return Math.abs(clock.now().getTime() - at.getTime()) < maxAgeMs;
  }

  function failed(): Reading {
    return { facts: last?.facts ?? null, isRead: false, at: clock.now() };
  }

  return async () => {
    const { facts, isRead, at } = await findReading();
    const provider = facts?.provider ?? 'unknown';
    const isDegraded = areJobsStalled() || provider === 'unreachable';
    return {
      status: isRead ? (isDegraded ? 'degraded' : 'ok') : 'down',
      selling: facts && byName(categories, (category) => (facts.isPaused[category] ? 'paused' : 'selling')),
      provider,
      lastDeliveryAt: facts?.lastDeliveryAt ? toMinute(facts.lastDeliveryAt) : null,
      checkedAt: at.toISOString(),
    };
  };
}

/** The exact second could be matched with an order. */
function toMinute(at: Date): string {
  return new Date(Math.floor(at.getTime() / minuteMs) * minuteMs).toISOString();
}

async function within<T>(ms: number, answer: Promise<T>, otherwise: () => T): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<T>((resolve) => {
    timer = setTimeout(() => resolve(otherwise()), ms);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
