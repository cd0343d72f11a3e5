// Paths of an SVG through points from left to right: smooth, and never beyond the values of two neighbors (Steffen's method,
// as `curveMonotoneX` of d3-shape has it, which weighs ten times as much).

export type Point = readonly [x: number, y: number];

export function linePath(points: readonly Point[]): string {
  const [first, ...rest] = points;
  if (!first) return '';
  // A point alone is a dot.
  if (rest.length === 0) return `M${pair(first)}Z`;
  const slopes = slopesOf(points);
  return rest.reduce((path, point, at) => path + segment(points[at] as Point, point, slopes, at), `M${pair(first)}`);
}

/** The area between the line and a horizontal line. */
export function areaPath(points: readonly Point[], bottom: number): string {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return '';
  const line = linePath(points).replace(/Z$/, '');
  return `${line}L${pair([last[0], bottom])}L${pair([first[0], bottom])}Z`;
}

/** `at`: of the point that it begins at. */
function segment(from: Point, to: Point, slopes: readonly number[], at: number): string {
  if (slopes.length === 2) return `L${pair(to)}`;
  const third = (to[0] - from[0]) / 3;
  const leaving: Point = [from[0] + third, from[1] + third * (slopes[at] ?? 0)];
  const arriving: Point = [to[0] - third, to[1] - third * (slopes[at + 1] ?? 0)];
  return `C${pair(leaving)},${pair(arriving)},${pair(to)}`;
}

/** The slope of the line at each point. */
function slopesOf(points: readonly Point[]): number[] {
  const steps = points.slice(1).map(([x, y], at) => {
    const [fromX, fromY] = points[at] as Point;
    // A frame without room has all points at one place.
    return { width: x - fromX, slope: (y - fromY) / (x - fromX || 1) };
  });
  const inner = steps.slice(1).map((after, at) => {
    const before = steps[at] as (typeof steps)[number];
    const mean = (before.slope * after.width + after.slope * before.width) / (before.width + after.width || 1);
    const least = Math.min(Math.abs(before.slope), Math.abs(after.slope), Math.abs(mean) / 2);
    return (Math.sign(before.slope) + Math.sign(after.slope)) * least;
  });
  const atEnd = (step: { slope: number } | undefined, next: number | undefined) =>
    step === undefined ? 0 : (3 * step.slope - (next ?? step.slope)) / 2;
  return [atEnd(steps[0], inner[0]), ...inner, atEnd(steps.at(-1), inner.at(-1))];
}

const pair = ([x, y]: Point) => `${round(x)},${round(y)}`;
const round = (value: number) => Math.round(value * 1_000) / 1_000;
