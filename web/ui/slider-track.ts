// Where the values of a slider are on its track. The track has as much room between any two stops that follow each other,
// so that a finger reaches each of them. Linear in between.

/** This share of the room, on both sides of a stop, selects the stop itself: a finger cannot hit one exact value. */
const aroundStop = 0.06;

/** 0 to 1. */
export function positionOf(value: number, stops: readonly number[]): number {
  const at = stops.findLastIndex((stop) => stop <= value);
  const [from = 0, to = from + 1] = stops.slice(at);
  return (at + (value - from) / (to - from)) / (stops.length - 1);
}

/** The value at a position, which may be outside of the track. On no grid. */
export function valueAt(position: number, stops: readonly number[]): number {
  const along = within(position) * (stops.length - 1);
  const at = Math.floor(along);
  const [from = 0, to = from + 1] = stops.slice(at);
  return from + within((along - at - aroundStop) / (1 - 2 * aroundStop)) * (to - from);
}

function within(share: number): number {
  return Math.min(Math.max(share, 0), 1);
}
