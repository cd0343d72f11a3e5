// The progress of an order on the result page: received, paid, sent, delivered.

import { isPaid, type OrderStage } from '../../contract/order-state.ts';
import { classNames } from '../ui/class-names.ts';
import { LineIcon } from '../ui/icon.tsx';
import { moreIconPaths } from '../ui/more-icons.ts';
import type { ShownOrder } from './read-order.ts';
import type { Catalogue } from './texts/catalogue.ts';

export type ProgressTexts = Catalogue['success']['progress'];
type Progress = Pick<ShownOrder, 'payment' | 'delivery'> & { stage: OrderStage };

/** The number of completed stages, and the state of the next one. */
function progressOf(order: Progress | null): {
  reached: number;
  next: 'confirming' | 'working' | 'open' | 'incomplete';
} {
  if (!order) return { reached: 1, next: 'confirming' };
  if (!isPaid(order)) return { reached: 1, next: order.payment === 'confirming' ? 'confirming' : 'open' };
  const { state, sent, links } = order.delivery;
  if (state === 'completed') return { reached: 4, next: 'open' };
  const isSent = sent > 0 && sent >= links;
  if (state === 'partial' || state === 'not_delivered') return { reached: isSent ? 3 : 2, next: 'incomplete' };
  return { reached: state === 'in_progress' ? 3 : 2, next: order.stage === 'held' ? 'open' : 'working' };
}

type Next = ReturnType<typeof progressOf>['next'];

/** A payment that is confirming is no success yet. `next`: null for a later stage. */
function borderOf(next: Next | null): string {
  if (next === null) return 'border-hairline';
  return next === 'confirming' ? 'border-grey' : 'border-progress';
}

/** Null while loading. */
export function OrderTimeline({ order, texts }: { order: Progress | null; texts: ProgressTexts }) {
  const { reached, next } = progressOf(order);
  return (
    <div className="@container">
      {/* With large text the stages are below each other. */}
      <ol className="grid grid-cols-4 @max-[17rem]:grid-cols-1 @max-[17rem]:gap-2" aria-label={texts.label}>
        {texts.stages.map((stage, index) => {
          const isDone = index < reached;
          const isNext = index === reached;
          const isIncomplete = isNext && next === 'incomplete';
          const state = isIncomplete ? texts.incomplete : isNext ? texts.next : texts.notYet;
          return (
            <li
              key={stage}
              aria-current={index === reached - 1 ? 'step' : undefined}
              className="relative flex flex-col items-center gap-x-3 @max-[17rem]:flex-row"
            >
              {index > 0 ? (
                <span
                  aria-hidden="true"
                  className={classNames(
                    'absolute top-[11px] right-[calc(50%+16px)] h-0.5 w-[calc(100%-32px)] @max-[17rem]:hidden',
                    isDone ? 'bg-progress' : 'bg-hairline',
                  )}
                />
              ) : null}
              <span
                className={classNames(
                  'relative grid size-6 place-items-center rounded-full border-2 text-sm',
                  isDone && 'border-progress bg-progress text-ground',
                  isIncomplete && 'border-orange bg-surface text-orange-ink',
                  !isDone && !isIncomplete && 'bg-surface',
                  !isDone && !isIncomplete && borderOf(isNext ? next : null),
                )}
              >
                {isDone ? <LineIcon path={moreIconPaths.check} className="size-3.5 stroke-[3]" /> : null}
                {isIncomplete ? <span aria-hidden="true" className="h-0.5 w-2.5 rounded-full bg-orange" /> : null}
                {isNext && (next === 'working' || next === 'confirming') ? (
                  <span
                    aria-hidden="true"
                    className={classNames(
                      'waiting size-2 rounded-full',
                      next === 'working' ? 'bg-progress' : 'bg-grey',
                    )}
                  />
                ) : null}
              </span>
              <span
                className={classNames(
                  'mt-2 max-w-full text-center text-sm wrap-anywhere @max-[17rem]:mt-0',
                  isDone ? 'font-semibold' : 'text-muted',
                )}
              >
                <span>{stage}</span>
                <span className="sr-only">{isDone ? texts.done : state}</span>
              </span>
            </li>
          );
        })}
      </ol>
    </div>
  );
}
