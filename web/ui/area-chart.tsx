// An SVG chart of two series over time. Apart from the other charts: the first screen of the admin has it alone.
import { type PointerEvent, useRef, useState } from 'react';
import { anchorOf, axisValues, linearScale, pointScale, spaced } from './chart-axis.ts';
import { type ChartTone, toneFill, toneStroke } from './chart-tones.ts';
import { ChartTooltip } from './chart-tooltip.tsx';
import { classNames } from './class-names.ts';
import { areaPath, linePath, type Point } from './smooth-path.ts';
import { useWidth } from './use-width.ts';

export type Series = {
  name: string;
  tone: ChartTone;
  format: (value: number) => string;
  /** Of the round values at the axis. */
  axisFormat: (value: number) => string;
  /** The minimum step of its axis. */
  leastStep: number;
};
/** `title`: the whole date, in the tooltip. */
export type DualPoint = { label: string; title: string; left: number; right: number };

type AreaChartProps = {
  /** A text alternative of the drawing. */
  label: string;
  points: readonly DualPoint[];
  left: Series;
  right: Series;
  heightPx: number;
};

const edge = { top: 12, bottom: 28, left: 40 };
/** The width of one digit at this font size. */
const digitPx = 6.6;

/** Two series with the same x values. The first has its axis on the left, the second on the right. */
export function AreaChart({ label, points, left, right, heightPx }: AreaChartProps) {
  const frame = useRef<HTMLDivElement>(null);
  const widthPx = useWidth(frame);
  const [at, setAt] = useState<number | null>(null);
  const leftValues = axisValues(Math.max(0, ...points.map((point) => point.left)), left.leastStep);
  const rightValues = axisValues(Math.max(0, ...points.map((point) => point.right)), right.leastStep);
  const rightEdge = Math.max(
    40,
    14 + digitPx * Math.max(...rightValues.map((value) => right.axisFormat(value).length)),
  );
  const [fromX, toX, bottom] = [edge.left, Math.max(edge.left + 1, widthPx - rightEdge), heightPx - edge.bottom];
  const { xOf } = pointScale(points.length, fromX, toX);
  const leftY = linearScale(leftValues.at(-1) ?? 1, bottom, edge.top);
  const rightY = linearScale(rightValues.at(-1) ?? 1, bottom, edge.top);
  const sides = [
    { series: right, y: (point: DualPoint) => rightY(point.right) },
    { series: left, y: (point: DualPoint) => leftY(point.left) },
  ];
  const pathOf = (y: (point: DualPoint) => number) => points.map((point, index): Point => [xOf(index), y(point)]);
  const chosen = at === null ? undefined : points[at];

  function follow({ clientX, currentTarget }: PointerEvent<SVGSVGElement>): void {
    const within = clientX - currentTarget.getBoundingClientRect().left;
    const step = points.length > 1 ? (toX - fromX) / (points.length - 1) : 1;
    setAt(Math.min(points.length - 1, Math.max(0, Math.round((within - fromX) / step))));
  }

  return (
    <div ref={frame} className="relative" style={{ height: heightPx }}>
      {/* While the window shrinks, the old drawing must not widen the page. */}
      <div className="overflow-hidden">
        <svg
          role="img"
          aria-label={label}
          width={widthPx}
          height={heightPx}
          className="block touch-pan-y text-xs"
          onPointerMove={follow}
          onPointerDown={follow}
          onPointerLeave={() => setAt(null)}
        >
          {leftValues.map((value, line) => (
            <g key={value}>
              <line x1={fromX} x2={toX} y1={leftY(value)} y2={leftY(value)} className="stroke-hairline" />
              <text x={fromX - 8} y={leftY(value)} dy="0.32em" textAnchor="end" className="fill-muted tabular-nums">
                {left.axisFormat(value)}
              </text>
              <text x={toX + 8} y={leftY(value)} dy="0.32em" className="fill-muted tabular-nums">
                {right.axisFormat(rightValues[line] ?? 0)}
              </text>
            </g>
          ))}
          {spaced(points.length, (toX - fromX) / 60).map((index) => (
            <text
              key={index}
              x={xOf(index)}
              y={heightPx - 6}
              textAnchor={anchorOf(index, points.length)}
              className="fill-muted"
            >
              {points[index]?.label}
            </text>
          ))}
          {sides.map(({ series, y }) => (
            <g key={series.name} data-series={series.name}>
              <path d={areaPath(pathOf(y), bottom)} className={classNames(toneFill[series.tone], 'opacity-15')} />
              <path d={linePath(pathOf(y))} className={classNames('fill-none stroke-2', toneStroke[series.tone])} />
            </g>
          ))}
          {chosen && at !== null ? (
            <g>
              <line x1={xOf(at)} x2={xOf(at)} y1={edge.top} y2={bottom} className="stroke-edge" strokeDasharray="3 3" />
              {sides.map(({ series, y }) => (
                <circle
                  key={series.name}
                  cx={xOf(at)}
                  cy={y(chosen)}
                  r="4"
                  className={classNames(toneFill[series.tone], 'stroke-surface stroke-2')}
                />
              ))}
            </g>
          ) : null}
        </svg>
      </div>
      {chosen && at !== null ? (
        <ChartTooltip xPx={xOf(at)} widthPx={widthPx} title={chosen.title}>
          {[
            { series: right, value: chosen.right },
            { series: left, value: chosen.left },
          ].map(({ series, value }) => (
            <p key={series.name}>{`${series.name}: ${series.format(value)}`}</p>
          ))}
        </ChartTooltip>
      ) : null}
    </div>
  );
}
