// One circuit breaker for each provider, in memory.
import type { Clock } from '../../platform/clock.ts';
import { type Breaker, type BreakerReport, createBreaker } from './breaker.ts';

export type Circuits = ReturnType<typeof createCircuits>;

export function createCircuits(options: { clock: Clock; onOpen: (providerId: string) => void }) {
  const known = new Map<string, { breaker: Breaker; apiUrl: string }>();
  const create = (providerId: string) =>
    createBreaker({ clock: options.clock, onOpen: () => options.onOpen(providerId) });
  return {
    /** A new address resets the breaker: failures at one address do not count for another. */
    of(providerId: string, apiUrl: string): Breaker {
      const found = known.get(providerId) ?? { breaker: create(providerId), apiUrl };
      if (found.apiUrl !== apiUrl) found.breaker.reset();
      known.set(providerId, { ...found, apiUrl });
      return found.breaker;
    },
    state(providerId: string): BreakerReport['state'] {
      return known.get(providerId)?.breaker.report().state ?? 'closed';
    },
    reset(providerId: string): void {
      known.get(providerId)?.breaker.reset();
    },
  };
}
