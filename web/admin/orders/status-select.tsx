// Chooses one of the four settable statuses, in the color of the current one.
import { type SettableStatus, settableStatuses } from '../../../contract/order-status.ts';
import { toneClasses } from '../../ui/badge.tsx';
import { classNames } from '../../ui/class-names.ts';
import { orderTone } from '../../ui/status-tone.ts';
import { orderWord } from '../order-detail/order-state.tsx';
import type { AdminOrder } from '../order-detail/read-order.ts';
import { useTexts } from '../texts/shown-texts.ts';
import { isSettable } from './order-acts.ts';

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
        toneClasses[orderTone(status)].ground,
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
