// The two scales of every chaos test: short with `npm test`, full with `npm run chaos`.
export const isFullScale = process.env.CHAOS === 'full';

export function byScale<T>(short: T, full: T): T {
  return isFullScale ? full : short;
}

/** Arrivals of buyers. The short scale leaves room for other tests on the same machine. */
export const ordersPerSecond = Number(process.env.CHAOS_RATE ?? byScale(5, 25));

/** Same numbers in every run, so that a failure can be repeated. */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
