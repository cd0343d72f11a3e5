// The queues of the order list with their sizes. Opening one clears the other filters.
import { countedAtMost } from '../../../contract/list-limits.ts';
import { orderQueues } from '../../../contract/order-progress.ts';
import { classNames } from '../../ui/class-names.ts';
import { formatCount } from '../amounts.ts';
import { useApi } from '../kit/use-api.ts';
import { usePageTexts } from '../texts/shown-texts.ts';
import { emptyFilter, isNarrowed, type ListFilter } from './list-filter.ts';

const chips = [...orderQueues, 'all'] as const;

type QueueChipsProps = { filter: ListFilter; onChange: (changed: ListFilter) => void };

export function QueueChips({ filter, onChange }: QueueChipsProps) {
  const { orderList } = usePageTexts();
  const counts = useApi('GET /api/admin/order-counts', {}).data;
  const current = filter.queue ?? (isNarrowed(filter) ? null : 'all');
  return (
    <fieldset className="-mx-4 flex w-[calc(100%+2rem)] min-w-0 gap-1.5 overflow-x-auto px-4 py-1 sm:mx-0 sm:w-auto sm:px-0">
      <legend className="sr-only">{orderList.queueLegend}</legend>
      {chips.map((queue) => {
        const count = counts?.[queue];
        const isHot = (queue === 'to_send' || queue === 'problems') && count !== undefined && count > 0;
        return (
          <button
            key={queue}
            type="button"
            aria-pressed={current === queue}
            onClick={() => onChange({ ...emptyFilter, queue: queue === 'all' ? '' : queue })}
            className={classNames(
              'inline-flex min-h-8 items-center gap-1.5 rounded-full border px-3 text-sm font-semibold whitespace-nowrap pointer-coarse:min-h-11',
              current === queue
                ? 'border-ink bg-ink text-ground'
                : 'border-hairline bg-surface text-muted hover:border-edge hover:text-ink',
            )}
          >
            <span>{orderList.queues[queue]}</span>
            {count === undefined ? null : (
              <b className={classNames('tabular-nums', current !== queue && (isHot ? 'text-brand-ink' : 'text-ink'))}>
                {shownCount(queue, count)}
              </b>
            )}
          </button>
        );
      })}
    </fieldset>
  );
}

/** Counts of queues stop at `countedAtMost`. */
function shownCount(queue: (typeof chips)[number], count: number): string {
  return queue !== 'all' && count >= countedAtMost ? `${formatCount(countedAtMost - 1)}+` : formatCount(count);
}
