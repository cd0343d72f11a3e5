// The public status of the store: read at most every few seconds, whatever the number of requests.
import { byName } from '../../../contract/by-name.ts';
import { type Category, categories } from '../../../contract/category.ts';
import type { ProviderState, PublicStatus } from '../../../contract/public-status.ts';
import { oncePerContext, type StoreContext } from '../../context.ts';
import { withinTime } from '../../platform/clock.ts';

const maxAgeMs = 5_000;
const usualWaitMs = 2_000;
const minuteMs = 60_000;

/** `isPaused`: the category takes no new orders. */
export type PublicFacts = {
  isPaused: Record<Category, boolean>;
  provider: ProviderState;
  /** Computed by `computeCallLevel`, as on the System page. */
  isGatewayDown: boolean;
  lastDeliveryAt: Date | null;
};

type Reading = { facts: PublicFacts | null; isRead: boolean; at: Date };
type Source = { readFacts: () => Promise<PublicFacts>; waitMs: number };

const readings = oncePerContext(() => ({ last: null as Reading | null, current: null as Promise<Reading> | null }));

/**
 * Never throws. While the database is away, the last facts stay and the status is `down`. `waitMs`: so long a request waits
 * for the database.
 */
export async function readStatus(
  ctx: StoreContext,
  readFacts: () => Promise<PublicFacts>,
  waitMs: number = usualWaitMs,
): Promise<PublicStatus> {
  const { facts, isRead, at } = await findReading(ctx, { readFacts, waitMs });
  const provider = facts?.provider ?? 'unknown';
  const isDegraded = ctx.readQueue().state === 'stalled' || provider === 'unreachable' || facts?.isGatewayDown === true;
  return {
    status: isRead ? (isDegraded ? 'degraded' : 'ok') : 'down',
    selling: facts && byName(categories, (category) => (facts.isPaused[category] ? 'paused' : 'selling')),
    provider,
    lastDeliveryAt: facts?.lastDeliveryAt ? toMinute(facts.lastDeliveryAt) : null,
    checkedAt: at.toISOString(),
  };
}

async function findReading(ctx: StoreContext, { readFacts, waitMs }: Source): Promise<Reading> {
  const kept = readings(ctx);
  if (ctx.databaseHealth.outage() !== null) {
    if (kept.last?.isRead !== false || !isFresh(ctx, kept.last)) kept.last = failed(ctx);
    return kept.last;
  }
  if (kept.last && isFresh(ctx, kept.last)) return kept.last;
  return withinTime(waitMs, startReading(ctx, readFacts), () => failed(ctx));
}

/** Concurrent requests share one. */
function startReading(ctx: StoreContext, readFacts: () => Promise<PublicFacts>): Promise<Reading> {
  const kept = readings(ctx);
  kept.current ??= readFacts()
    .then(
      (facts) => ({ facts, isRead: true, at: ctx.clock.now() }),
      () => failed(ctx),
    )
    .then((result) => {
      kept.last = result;
      return result;
    })
    .finally(() => {
      kept.current = null;
    });
  return kept.current;
}

function isFresh({ clock }: StoreContext, { at }: Reading): boolean {
  return Math.abs(clock.now().getTime() - at.getTime()) < maxAgeMs;
}

function failed(ctx: StoreContext): Reading {
  return { facts: readings(ctx).last?.facts ?? null, isRead: false, at: ctx.clock.now() };
}

/** The exact second could be matched with an order. */
function toMinute(at: Date): string {
  return new Date(Math.floor(at.getTime() / minuteMs) * minuteMs).toISOString();
}
