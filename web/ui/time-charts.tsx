// Charts below each other on one time axis: lines with the period before as a ghost line, or bars. The step that has
// not ended is dashed. One tooltip for all of them.
import { type PointerEvent, useRef, useState } from 'react';
import { anchorOf, linearScale, pointScale, roundAxis, spaced } from './chart-axis.ts';
import { type ChartTone, toneFill, toneStroke } from './chart-tones.ts';
import { ChartTooltip } from './chart-tooltip.tsx';
import { classNames } from './class-names.ts';
import { areaPath, linePath, type Point } from './smooth-path.ts';
import { useWidth } from './use-width.ts';

export type TimeStep = {
  /** At the axis. */
  label: string;
  /** The whole date, in the tooltip. */
  title: string;
  /** The same step of the period before. */
  titleBefore?: string;
  /** A part of the step is missing: it runs, or begins before the period. */
  isPartial: boolean;
};

export type TimeSeries = {
  name: string;
  tone: ChartTone;
  values: readonly number[];
  /** The same steps of the period before. */
  before?: readonly number[];
  format: (value: number) => string;
  /** Of the round values at the axis. */
  axisFormat: (value: number) => string;
};

export type TimeWords = { current: string; before: string; partial: string };

type TimeChartsProps = {
  /** A text alternative of the drawing. */
  label: string;
  kind: 'lines' | 'bars';
  steps: readonly TimeStep[];
  series: readonly TimeSeries[];
  words: TimeWords;
  /** Of each chart. */
  heightPx: number;
};

/** Room for the name of a chart; a chart alone has none. */
const top = 44;
const topAlone = 12;
const axisPx = 26;
const digitPx = 6.6;
const labelPx = 68;

export function TimeCharts({ label, kind, steps, series, words, heightPx }: TimeChartsProps) {
  const frame = useRef<HTMLDivElement>(null);
  const widthPx = useWidth(frame);
  const [at, setAt] = useState<number | null>(null);
  const axes = series.map(({ values, before = [] }) => roundAxis(Math.max(0, ...values, ...before), 1));
  const longest = Math.max(
    ...axes.flatMap((axis, of) => axis.map((value) => series[of]?.axisFormat(value).length ?? 0)),
  );
  const [fromX, toX] = [14 + digitPx * longest, Math.max(60, widthPx - 10)];
  const { stepPx, xOf } = pointScale(steps.length, fromX, toX, kind === 'bars' ? 0.5 : 0);
  const height = heightPx * series.length + axisPx;
  const chosen = at === null ? undefined : steps[at];

  function follow({ clientX, currentTarget }: PointerEvent<SVGSVGElement>): void {
    const within = clientX - currentTarget.getBoundingClientRect().left;
    const nearest = stepPx > 0 ? Math.round((within - xOf(0)) / stepPx) : 0;
    setAt(Math.min(steps.length - 1, Math.max(0, nearest)));
  }

  return (
    <>
      <LineKeys words={words} hasBefore={series.some(({ before }) => before)} steps={steps} kind={kind} />
      <div ref={frame} className="relative" style={{ height }}>
        <div className="overflow-hidden">
          <svg
            role="img"
            aria-label={label}
            width={widthPx}
            height={height}
            className="block touch-pan-y text-xs"
            onPointerMove={follow}
            onPointerDown={follow}
            onPointerLeave={() => setAt(null)}
          >
            {series.map((one, of) => {
              const bottom = heightPx * (of + 1);
              const topPx = heightPx * of + (series.length > 1 ? top : topAlone);
              const y = linearScale(axes[of]?.at(-1) ?? 1, bottom, topPx);
              return (
                <g key={one.name} data-series={one.name}>
                  {series.length > 1 ? (
                    <text x={0} y={heightPx * of + 28} className="fill-ink text-sm font-semibold">
                      {one.name}
                    </text>
                  ) : null}
                  {axes[of]?.map((value) => (
                    <g key={value}>
                      <line x1={fromX} x2={toX} y1={y(value)} y2={y(value)} className="stroke-hairline" />
                      <text x={fromX - 8} y={y(value)} dy="0.32em" textAnchor="end" className="fill-muted tabular-nums">
                        {one.axisFormat(value)}
                      </text>
                    </g>
                  ))}
                  {kind === 'bars' ? (
                    <Bars series={one} steps={steps} xOf={xOf} y={y} bottom={bottom} widthPx={stepPx} />
                  ) : (
                    <Lines series={one} steps={steps} xOf={xOf} y={y} bottom={bottom} />
                  )}
                  {at !== null && kind === 'lines' ? (
                    <circle
                      cx={xOf(at)}
                      cy={y(one.values[at] ?? 0)}
                      r="4"
                      className={classNames(toneFill[one.tone], 'stroke-surface stroke-2')}
                    />
                  ) : null}
                </g>
              );
            })}
            {spaced(steps.length, (toX - fromX) / labelPx).map((index) => (
              <text
                key={index}
                x={xOf(index)}
                y={height - 6}
                textAnchor={kind === 'bars' ? 'middle' : anchorOf(index, steps.length)}
                className="fill-muted"
              >
                {steps[index]?.label}
              </text>
            ))}
            {at === null ? null : (
              <line
                x1={xOf(at)}
                x2={xOf(at)}
                y1={series.length > 1 ? top : topAlone}
                y2={height - axisPx}
                className="stroke-edge"
                strokeDasharray="3 3"
              />
            )}
          </svg>
        </div>
        {chosen && at !== null ? (
          <ChartTooltip xPx={xOf(at)} widthPx={widthPx} title={chosen.title}>
            {chosen.isPartial ? <p className="text-xs text-muted">{words.partial}</p> : null}
            {series.map(({ name, values, format }) => (
              <p key={name}>{`${name}: ${format(values[at] ?? 0)}`}</p>
            ))}
            {chosen.titleBefore ? <p className="mt-1 text-muted">{chosen.titleBefore}</p> : null}
            {series.map(({ name, before, format }) =>
              before ? (
                <p key={name} className="text-muted">
                  {`${name}: ${format(before[at] ?? 0)}`}
                </p>
              ) : null,
            )}
          </ChartTooltip>
        ) : null}
      </div>
    </>
  );
}

type DrawnProps = {
  series: TimeSeries;
  steps: readonly TimeStep[];
  xOf: (index: number) => number;
  y: (value: number) => number;
  bottom: number;
};

function Lines({ series: { values, before, tone }, steps, xOf, y, bottom }: DrawnProps) {
  const whole = steps.flatMap(({ isPartial }, index) => (isPartial ? [] : [index]));
  const partial = steps.flatMap(({ isPartial }, index) => (isPartial ? [index] : []));
  const pointsOf = (indexes: readonly number[], of: readonly number[]) =>
    indexes.map((index): Point => [xOf(index), y(of[index] ?? 0)]);
  return (
    <>
      {before ? (
        <path
          data-line="before"
          d={linePath(pointsOf([...steps.keys()], before))}
          className="fill-none stroke-grey opacity-60"
          strokeWidth="1.5"
        />
      ) : null}
      <path d={areaPath(pointsOf(whole, values), bottom)} className={classNames(toneFill[tone], 'opacity-15')} />
      <path
        data-line="current"
        d={linePath(pointsOf(whole, values))}
        className={classNames('fill-none stroke-2', toneStroke[tone])}
      />
      {partial.map((index) => {
        const beside = index === 0 ? [0, 1] : [index - 1, index];
        return (
          <g key={index} data-line="partial">
            <path
              d={linePath(pointsOf(beside, values))}
              strokeDasharray="4 4"
              className={classNames('fill-none stroke-2', toneStroke[tone])}
            />
            <circle
              cx={xOf(index)}
              cy={y(values[index] ?? 0)}
              r="3"
              className={classNames('fill-surface stroke-2', toneStroke[tone])}
            />
          </g>
        );
      })}
    </>
  );
}

function Bars({ series: { values, tone }, steps, xOf, y, bottom, widthPx }: DrawnProps & { widthPx: number }) {
  const barPx = Math.max(2, Math.min(44, widthPx * 0.72));
  return steps.map(({ title, isPartial }, index) => {
    const height = bottom - y(values[index] ?? 0);
    return (
      <rect
        key={title}
        x={xOf(index) - barPx / 2}
        y={bottom - height}
        width={barPx}
        height={Math.max(0, height)}
        rx={Math.min(3, barPx / 4)}
        strokeDasharray={isPartial ? '4 4' : undefined}
        className={classNames(toneFill[tone], isPartial && `${toneStroke[tone]} stroke-2 [fill-opacity:.25]`)}
      />
    );
  });
}

type KeysProps = { words: TimeWords; hasBefore: boolean; steps: readonly TimeStep[]; kind: 'lines' | 'bars' };

function LineKeys({ words, hasBefore, steps, kind }: KeysProps) {
  const hasPartial = steps.some(({ isPartial }) => isPartial);
  if (!hasBefore && !hasPartial) return null;
  const keys = [
    ...(hasBefore ? [{ name: words.current, dash: undefined, className: 'stroke-ink' }] : []),
    ...(hasBefore ? [{ name: words.before, dash: undefined, className: 'stroke-grey opacity-60' }] : []),
    ...(hasPartial ? [{ name: words.partial, dash: kind === 'bars' ? '3 2' : '4 3', className: 'stroke-ink' }] : []),
  ];
  return (
    <ul className="mb-1 flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
      {keys.map(({ name, dash, className }) => (
        <li key={name} className="flex items-center gap-1.5">
          <svg viewBox="0 0 18 4" className="h-1 w-4.5 shrink-0" aria-hidden="true">
            <line x1="0" x2="18" y1="2" y2="2" strokeWidth="2" strokeDasharray={dash} className={className} />
          </svg>
          <span>{name}</span>
        </li>
      ))}
    </ul>
  );
}
