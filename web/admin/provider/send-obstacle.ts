// What makes sends fail, known before they start.
import type { Provider } from './provider-check.tsx';
import { byPriority, costOf, delivers, type UnitsOfCategory } from './send-cost.ts';

/** Reasons that make a run of sends fail, known before it starts. */
export type SendObstacle = 'key_refused' | 'unreachable' | 'off' | 'balance';

/** The obstacle of the first category that no provider can accept now. Null when a send may succeed, or nothing is known. */
export function findObstacle(units: readonly UnitsOfCategory[], providers: readonly Provider[]): SendObstacle | null {
  const { cost, balance } = costOf(units, providers);
  for (const sold of units) {
    const serving = providers.filter(({ used }) => used.some((service) => delivers(service, sold))).sort(byPriority);
    const enabled = serving.filter((one) => one.enabled);
    const known = enabled.map(findProviderObstacle);
    const [first] = known;
    if (first && !known.includes(null)) return first;
    if (serving.length > 0 && enabled.length === 0) return 'off';
    if (enabled.length === 1 && cost !== null && balance !== null && cost > balance) return 'balance';
  }
  return null;
}

function findProviderObstacle({ check, circuit }: Provider): SendObstacle | null {
  if (check?.state === 'key_refused') return 'key_refused';
  return check?.state === 'unreachable' || circuit === 'open' ? 'unreachable' : null;
}
