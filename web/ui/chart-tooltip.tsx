// The box beside the step of a chart under the pointer.
import { classNames } from './class-names.ts';
import type { Elements } from './elements.ts';

type ChartTooltipProps = { xPx: number; widthPx: number; title: string; children: Elements };

export function ChartTooltip({ xPx, widthPx, title, children }: ChartTooltipProps) {
  return (
    <div
      className={classNames(
        'pointer-events-none absolute top-3 z-10 rounded-card border border-hairline bg-surface px-3 py-2 text-sm tabular-nums [&_p]:whitespace-nowrap shadow-card',
        xPx > widthPx / 2 ? '-translate-x-[calc(100%+12px)]' : 'translate-x-3',
      )}
      style={{ left: xPx }}
    >
      <p className="font-semibold">{title}</p>
      {children}
    </div>
  );
}
