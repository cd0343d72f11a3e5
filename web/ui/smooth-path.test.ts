import { area, curveMonotoneX, line } from 'd3-shape';
import { describe, expect, it } from 'vitest';
import { areaPath, linePath, type Point } from './smooth-path.ts';

const drawings: readonly (readonly [name: string, points: Point[]])[] = [
  ['no point', []],
  ['one point', [[4, 7]]],
  [
    'two points',
    [
      [0, 10],
      [5.5, 2.25],
    ],
  ],
  [
    'a hill',
    [
      [0, 0],
      [10, 40],
      [20, 10],
    ],
  ],
  [
    'a plateau between a rise and a fall',
    [
      [0, 90],
      [12.4, 30],
      [24.8, 30],
      [37.2, 88],
      [49.6, 12],
    ],
  ],
  [
    'a flat line',
    [
      [0, 5],
      [3, 5],
      [6, 5],
      [9, 5],
    ],
  ],
  ['thirty days', Array.from({ length: 30 }, (_, at): Point => [at * 21.3, 200 + 90 * Math.sin(at * at)])],
];

describe('a smooth path', () => {
  it.each(drawings)('is the line of d3 through %s', (_name, points) => {
    const drawn = line<Point>(
      ([x]) => x,
      ([, y]) => y,
    ).curve(curveMonotoneX)(points);
    expect(linePath(points)).toBe(drawn ?? '');
  });

  it.each(drawings.slice(2))('has the area of d3 below %s', (_name, points) => {
    const drawn =
      area<Point>(
        ([x]) => x,
        200,
        ([, y]) => y,
      ).curve(curveMonotoneX)(points) ?? '';
    const [top = '', bottom = ''] = areaPath(points, 200).split(/(?=L[^LC]*L[^LC]*Z$)/);
    expect(drawn.startsWith(top)).toBe(true);
    const [[firstX = 0] = [], [lastX = 0] = []] = [points[0], points.at(-1)];
    expect(bottom).toBe(`L${Math.round(lastX * 1_000) / 1_000},200L${firstX},200Z`);
  });

  it('has numbers only where there is no room', () => {
    expect(
      linePath([
        [5, 1],
        [5, 8],
        [5, 3],
      ]),
    ).not.toContain('N');
  });

  it('has no area without points', () => {
    expect(areaPath([], 200)).toBe('');
  });
});
