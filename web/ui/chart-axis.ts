// Round numbers for an axis. Pure.

/** How many spaces lie between the lines of an axis: two axes with as many share the lines. */
export const axisSteps = 4;

/**
 * The values at the lines of an axis from 0 up to at least `most`, `axisSteps` + 1 of them, a round number apart.
 * `least`: the smallest distance that makes sense (1 for things that are counted).
 */
export function axisValues(most: number, least: number): number[] {
  const step = Math.max(least, roundUp(Math.max(0, most) / axisSteps));
  return Array.from({ length: axisSteps + 1 }, (_, at) => roundOff(at * step));
}

// 1, 2, 2.5 or 5 times a power of ten; whole ones from ten on stay whole.
function roundUp(distance: number): number {
  if (distance <= 0) return 0;
  const power = 10 ** Math.floor(Math.log10(distance));
  const times = [1, 2, 2.5, 5, 10].find((times) => times * power >= distance * (1 - 1e-9)) ?? 10;
  // Between counted things there is no half.
  return times === 2.5 && power < 10 ? 5 * power : times * power;
}

function roundOff(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}
