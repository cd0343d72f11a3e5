// SVG charts on d3 shapes. They contain no store logic. The chart frame adds title, legend and a table of
// all values.
import { arc, area, curveMonotoneX, line, pie } from 'd3-shape';
import { type PointerEvent, useRef, useState } from 'react';
import { anchorOf, axisValues, linearScale, pointScale, spaced } from './chart-axis.ts';
import { type ChartTone, toneFill, toneStroke } from './chart-tones.ts';
import { ChartTooltip } from './chart-tooltip.tsx';
import { classNames } from './class-names.ts';
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
              <path
                d={area<DualPoint>((_, index) => xOf(index), bottom, y).curve(curveMonotoneX)([...points]) ?? ''}
                className={classNames(toneFill[series.tone], 'opacity-15')}
              />
              <path
                d={line<DualPoint>((_, index) => xOf(index), y).curve(curveMonotoneX)([...points]) ?? ''}
                className={classNames('fill-none stroke-2', toneStroke[series.tone])}
              />
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

export type Bar = { name: string; value: number; text: string; tone: ChartTone };

/** Horizontal bars, each with its name and value. */
export function BarChart({ label, bars }: { label: string; bars: readonly Bar[] }) {
  const percentOf = linearScale(Math.max(0, ...bars.map(({ value }) => value)) || 1, 0, 100);
  return (
    <ul aria-label={label} className="flex flex-col gap-4">
      {bars.map(({ name, value, text, tone }) => (
        <li key={name}>
          <p className="mb-1 flex justify-between gap-4 text-sm">
            <span className="min-w-0 truncate">{name}</span>
            <span className="font-semibold whitespace-nowrap tabular-nums">{text}</span>
          </p>
          <svg width="100%" height="10" aria-hidden="true" className="block">
            <rect width="100%" height="10" rx="5" className="fill-sunken" />
            <rect width={`${Math.max(0, percentOf(value))}%`} height="10" rx="5" className={toneFill[tone]} />
          </svg>
        </li>
      ))}
    </ul>
  );
}

export type Slice = { name: string; value: number; tone: ChartTone };

/** A ring chart of shares, with the total in the center. */
export function RingChart({ label, slices, whole }: { label: string; slices: readonly Slice[]; whole: string }) {
  const ring = arc<{ startAngle: number; endAngle: number }>().innerRadius(58).outerRadius(88).cornerRadius(2);
  const parts = pie<Slice>()
    .value(({ value }) => value)
    .sort(null)
    .padAngle(slices.length > 1 ? 0.02 : 0)([...slices]);
  return (
    <svg role="img" aria-label={label} viewBox="-90 -90 180 180" className="mx-auto block w-full max-w-56">
      {parts.map((part) => (
        <path
          key={part.data.name}
          d={ring({ startAngle: part.startAngle, endAngle: part.endAngle }) ?? ''}
          className={toneFill[part.data.tone]}
        />
      ))}
      <text textAnchor="middle" dy="0.35em" className="fill-ink text-xl font-semibold tabular-nums">
        {whole}
      </text>
    </svg>
  );
}
