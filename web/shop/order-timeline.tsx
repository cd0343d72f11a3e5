// How far an order is, at a glance: received, paid, sent, delivered. Shared by the result page and the tracking page.
import { classNames } from '../ui/class-names.ts';
import { moreShapes } from '../ui/more-shapes.ts';
import { Shape } from '../ui/shape.tsx';
import type { Catalogue } from './texts/catalogue.ts';

export type ProgressTexts = Catalogue['success']['progress'];
type Progress = { status: string; payment_status?: string | undefined };

/** How many of the four stages an order has reached: 1 to 4. */
export function stagesReached({ status, payment_status }: Progress): number {
  const lower = status.toLowerCase();
  if (lower === 'completed') return 4;
  if (lower === 'processing') return 3;
  return lower === 'paid' || payment_status === 'paid' ? 2 : 1;
}

export function OrderTimeline({ order, texts }: { order: Progress; texts: ProgressTexts }) {
  const reached = stagesReached(order);
  return (
    <ol className="grid grid-cols-4" aria-label={texts.label}>
      {texts.stages.map((stage, index) => {
        const done = index < reached;
        const next = index === reached;
        return (
          <li
            key={stage}
            aria-current={index === reached - 1 ? 'step' : undefined}
            className="relative flex flex-col items-center"
          >
            {index > 0 ? (
              <span
                aria-hidden="true"
                className={classNames(
                  'absolute top-[11px] right-[calc(50%+16px)] h-0.5 w-[calc(100%-32px)]',
                  done ? 'bg-accent' : 'bg-hairline',
                )}
              />
            ) : null}
            <span
              className={classNames(
                'relative grid size-6 place-items-center rounded-full border-2 text-sm',
                done && 'border-accent bg-accent text-on-accent',
                !done && (next ? 'border-accent bg-surface' : 'border-hairline bg-surface'),
              )}
            >
              {done ? <Shape path={moreShapes.check} className="size-3.5 stroke-[3]" /> : null}
              {next ? <span aria-hidden="true" className="waiting size-2 rounded-full bg-accent" /> : null}
            </span>
            <span className={classNames('mt-2 text-sm', done ? 'font-semibold' : 'text-muted')}>
              {stage}
              <span className="sr-only">{done ? texts.done : next ? texts.next : texts.notYet}</span>
            </span>
          </li>
        );
      })}
    </ol>
  );
}
