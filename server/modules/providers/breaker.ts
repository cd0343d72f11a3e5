// A circuit breaker (provider rule 10): stops calls to a service that is down, and tests it with one probe at a time.
// The client decides which failures count.
import type { Words } from '../../../contract/store-messages.ts';
import type { Clock } from '../../platform/clock.ts';

export type BreakerReport = {
  state: 'closed' | 'open' | 'probing';
  failuresInRow: number;
  openedAt: Date | null;
};

export type Breaker = {
  /** Null while the circuit blocks calls. Otherwise the call may start and must report its end to the ticket once. */
  enter(): BreakerTicket | null;
  /** State for the admin area. */
  report(): BreakerReport;
  /** Closes it immediately; calls in progress no longer count. */
  reset(): void;
};

/** `answer`: what the service returned, where a failed call had a response. */
export type BreakerTicket = (end: 'fine' | 'failed', answer?: Words) => void;

/** `onOpen` is called when it opens, not after a failed probe, with the answer of the call that opened it. */
export function createBreaker(options: {
  clock: Clock;
  failuresToOpen?: number;
  probeAfterMs?: number;
  onOpen?: (answer?: Words) => void;
}): Breaker {
  const { clock, failuresToOpen = 10, probeAfterMs = 15_000, onOpen } = options;
  let failuresInRow = 0;
  let openedAtMs: number | null = null;
  let isProbing = false;
  // Counts openings, probes and resets: the result of an earlier call does not apply to the present state.
  let era = 0;

  function open(answer?: Words): void {
    if (openedAtMs === null) onOpen?.(answer);
    openedAtMs = clock.now().getTime();
    isProbing = false;
    era += 1;
  }

  function close(): void {
    failuresInRow = 0;
    openedAtMs = null;
    isProbing = false;
    era += 1;
  }

  function ticket(): BreakerTicket {
    const enteredEra = era;
    return (end, answer) => {
      if (enteredEra !== era) return;
      if (end === 'failed') {
        failuresInRow += 1;
        if (isProbing || failuresInRow >= failuresToOpen) open(answer);
      } else if (isProbing) {
        close();
      } else {
        failuresInRow = 0;
      }
    };
  }

  return {
    enter() {
      if (openedAtMs === null) return ticket();
      // The absolute difference, so that a clock that jumps back does not keep the circuit open.
      if (isProbing || Math.abs(clock.now().getTime() - openedAtMs) < probeAfterMs) return null;
      isProbing = true;
      era += 1;
      return ticket();
    },
    report: () => ({
      state: openedAtMs === null ? 'closed' : isProbing ? 'probing' : 'open',
      failuresInRow,
      openedAt: openedAtMs === null ? null : new Date(openedAtMs),
    }),
    reset: close,
  };
}

export type Circuits = ReturnType<typeof createCircuits>;

export function createCircuits(options: { clock: Clock; onOpen: (providerId: string, answer?: Words) => void }) {
  const known = new Map<string, { breaker: Breaker; apiUrl: string }>();
  const create = (providerId: string) =>
    createBreaker({ clock: options.clock, onOpen: (answer) => options.onOpen(providerId, answer) });
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
