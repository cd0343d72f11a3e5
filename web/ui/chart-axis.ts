// Rounded values for chart axes, and their positions. Pure.

/** Number of intervals on an axis. Two axes with the same number share their grid lines. */
export const axisSteps = 4;

/**
 * The `axisSteps` + 1 axis values from 0 to at least `most`, with a rounded step. `least`: the minimum step (1 for
 * counts).
 */
export function axisValues(most: number, least: number): number[] {
  const step = Math.max(least, roundUp(Math.max(0, most) / axisSteps));
  return Array.from({ length: axisSteps + 1 }, (_, at) => roundOff(at * step));
}

/** From 0 to the first rounded value that reaches `most`, in about three steps: for an axis with grid lines of its own. */
export function roundAxis(most: number, least: number): number[] {
  const step = Math.max(least, roundUp(Math.max(0, most) / 3));
  const steps = Math.max(1, Math.ceil(most / step - 1e-9));
  return Array.from({ length: steps + 1 }, (_, at) => roundOff(at * step));
}

// Rounds up to 1, 2, 2.5 or 5 times a power of ten. The result is a whole number from ten on.
function roundUp(distance: number): number {
  if (distance <= 0) return 0;
  const power = 10 ** Math.floor(Math.log10(distance));
  const times = [1, 2, 2.5, 5, 10].find((times) => times * power >= distance * (1 - 1e-9)) ?? 10;
  // 2.5 is not a whole number, so small steps use 5 instead.
  return times === 2.5 && power < 10 ? 5 * power : times * power;
}

function roundOff(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}

/** Maps values from 0 to `most` onto a range of pixels. */
export function linearScale(most: number, fromPx: number, toPx: number): (value: number) => number {
  return (value) => {
    const share = value / most;
    return fromPx * (1 - share) + toPx * share;
  };
}

/** Even positions over a range of pixels. `padding`: the room at both ends, in steps. A single position is in the middle. */
export function pointScale(count: number, fromPx: number, toPx: number, padding = 0) {
  const stepPx = (toPx - fromPx) / Math.max(1, count - 1 + 2 * padding);
  const firstPx = fromPx + (toPx - fromPx - stepPx * (count - 1)) / 2;
  /** Without a position: the start of the range. */
  const xOf = (index: number) => (index >= 0 && index < count ? firstPx + stepPx * index : fromPx);
  return { stepPx, xOf };
}

/** The positions of evenly spaced labels that fit; the last one is always included. */
export function spaced(count: number, room: number): number[] {
  const every = Math.max(1, Math.ceil(count / Math.max(1, Math.floor(room))));
  const places: number[] = [];
  for (let at = count - 1; at >= 0; at -= every) places.unshift(at);
  return places;
}

export function anchorOf(index: number, count: number): 'start' | 'middle' | 'end' {
  if (index === 0) return 'start';
  return index === count - 1 ? 'end' : 'middle';
}
