// The bulk actions toolbar, shown while orders are selected.
import { settableStatuses } from '../../../contract/order-status.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icons.tsx';
import { inputClassName } from '../../ui/input-class.ts';
import { Allowed } from '../allowed.tsx';
import { formatCount } from '../amounts.ts';
import { orderWord } from '../order-detail/order-state.tsx';
import type { AdminOrder } from '../order-detail/read-order.ts';
import { usePageTexts } from '../texts/shown-texts.ts';
import { type BulkConfirmation, type DeliveriesOf, planStatus, sendConfirmation } from './bulk-plan.ts';
import { isSettable } from './order-acts.ts';

/** Without any of them there is no use in selecting orders. */
export const bulkCalls = ['changeOrderStatus', 'sendPost', 'exportOrders'] as const;

type BulkBarProps = {
  chosen: readonly AdminOrder[];
  deliveriesOf: DeliveriesOf;
  onExport: () => void;
  onClear: () => void;
  /** The confirmation renders above the list, because the action may remove its orders from a filtered list. */
  onConfirm: (confirmation: BulkConfirmation) => void;
};

export function BulkBar({ chosen, deliveriesOf, onExport, onClear, onConfirm }: BulkBarProps) {
  const texts = usePageTexts();
  const { bulk } = texts;

  function chooseStatus(value: string): void {
    if (!isSettable(value)) return;
    const plan = planStatus(chosen, value);
    const { length } = plan.steps;
    onConfirm({
      title: bulk.statusTitle(orderWord(texts, value)),
      confirmLabel: bulk.change(length, formatCount(length)),
      plan,
    });
  }

  return (
    <section
      aria-label={bulk.label}
      className="sticky bottom-3 z-20 mt-3 flex flex-wrap items-center gap-2 rounded-card border border-edge bg-surface px-4 py-2.5 text-sm shadow-card max-lg:bottom-20"
    >
      <p role="status" className="mr-2 font-semibold tabular-nums">
        {bulk.selected(chosen.length, formatCount(chosen.length))}
      </p>
      <Allowed call="changeOrderStatus">
        <select
          aria-label={bulk.setStatusLabel}
          value=""
          onChange={(event) => chooseStatus(event.target.value)}
          className={classNames(
            inputClassName,
            'w-auto! border-hairline py-1! text-sm font-semibold hover:border-edge',
          )}
        >
          <option value="" disabled>
            {bulk.setStatus}
          </option>
          {settableStatuses.map((status) => (
            <option key={status} value={status}>
              {orderWord(texts, status)}
            </option>
          ))}
        </select>
      </Allowed>
      <Allowed call="sendPost">
        <Button size="sm" icon={<Icon name="send" />} onClick={() => onConfirm(sendConfirmation(chosen, deliveriesOf))}>
          {bulk.sendLinks}
        </Button>
      </Allowed>
      <Allowed call="exportOrders">
        <Button size="sm" onClick={onExport}>
          {bulk.export}
        </Button>
      </Allowed>
      <Button size="sm" variant="quiet" className="ml-auto" onClick={onClear}>
        {bulk.clear}
      </Button>
    </section>
  );
}
