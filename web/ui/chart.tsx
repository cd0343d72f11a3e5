// SVG charts of shares, the ring on d3 shapes. They contain no store logic. The chart frame adds title, legend and a table of
// all values.
import { arc, pie } from 'd3-shape';
import { linearScale } from './chart-axis.ts';
import { type ChartTone, toneFill } from './chart-tones.ts';

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
