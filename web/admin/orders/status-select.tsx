// Chooses one of the four settable statuses, in the color of the current one.
import { type SettableStatus, settableStatuses } from '../../../contract/order-status.ts';
import { classNames } from '../../ui/class-names.ts';
import { orderTone } from '../../ui/status-tone.ts';
import { orderWord } from '../order-detail/order-state.tsx';
import type { AdminOrder } from '../order-detail/read-order.ts';
import { useTexts } from '../texts/shown-texts.ts';
import { isSettable } from './order-acts.ts';

const grounds = {
  green: 'bg-green-soft text-green-ink',
  yellow: 'bg-yellow-soft text-yellow-ink',
  blue: 'bg-blue-soft text-blue-ink',
  red: 'bg-red-soft text-red-ink',
  purple: 'bg-purple-soft text-purple-ink',
  orange: 'bg-orange-soft text-orange-ink',
  grey: 'bg-grey-soft text-grey-ink',
};

type StatusSelectProps = { order: Pick<AdminOrder, 'id' | 'status'>; onChange: (status: SettableStatus) => void };

/** A status that cannot be set manually is the first option until another is selected. */
export function StatusSelect({ order, onChange }: StatusSelectProps) {
  const texts = useTexts();
  const status = order.status.toLowerCase();
  return (
    <select
      aria-label={texts.orderRow.statusLabel(order.id)}
      data-tone={orderTone(status)}
      value={status}
      onChange={(event) => {
        if (isSettable(event.target.value)) onChange(event.target.value);
      }}
      className={classNames(
        'min-h-8 rounded-full border-0 px-2 text-xs font-semibold pointer-coarse:min-h-11',
        grounds[orderTone(status)],
      )}
    >
      {isSettable(status) ? null : (
        <option value={status} disabled>
          {orderWord(texts, status)}
        </option>
      )}
      {settableStatuses.map((known) => (
        <option key={known} value={known}>
          {orderWord(texts, known)}
        </option>
      ))}
    </select>
  );
}
