// Which payment methods answer, by the calls of this process to their gateways.
import { methodHealth } from '../../../contract/payment-method-rules.ts';
import type { Clock } from '../../platform/clock.ts';

export type MethodHealth = {
  /** False after several calls without an answer within the last minute. A declined card is an answer. */
  isHealthy(method: string): boolean;
  noteUnavailable(method: string): void;
};

/** `onDown` is called when a method becomes unhealthy. */
export function createMethodHealth(clock: Clock, onDown: (method: string) => void): MethodHealth {
  const failures = new Map<string, readonly number[]>();

  /** The times of the last failures; only so many decide. */
  function recent(method: string): readonly number[] {
    const since = clock.now().getTime() - methodHealth.seconds * 1000;
    return (failures.get(method) ?? []).filter((atMs) => atMs > since);
  }

  const isHealthy = (method: string) => recent(method).length < methodHealth.calls;
  return {
    isHealthy,
    noteUnavailable: (method) => {
      const wasHealthy = isHealthy(method);
      failures.set(method, [...recent(method), clock.now().getTime()].slice(-methodHealth.calls));
      if (wasHealthy && !isHealthy(method)) onDown(method);
    },
  };
}
