// The bulk actions toolbar, shown while orders are selected.
import { formatCount } from '../../../contract/money.ts';
import { settableStatuses } from '../../../contract/order-status.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icons.tsx';
import { inputClassName } from '../../ui/input-class.ts';
import { shownStatus } from '../../ui/status-tone.ts';
import { Allowed } from '../allowed.tsx';
import type { PostDelivery } from '../order-detail/order-queries.ts';
import type { AdminOrder } from '../order-detail/read-order.ts';
import { type Plan, planSend, planStatus } from './bulk-plan.ts';
import { isSettable } from './order-acts.ts';

/** Without any of them there is no use in choosing orders. */
export const bulkCalls = ['changeOrderStatus', 'sendPost', 'exportOrders'] as const;

type BulkBarProps = {
  chosen: readonly AdminOrder[];
  deliveriesOf: (orderId: string) => readonly PostDelivery[] | undefined;
  onExport: () => void;
  onClear: () => void;
  /** The confirmation renders above the list, because the action may remove its orders from a filtered list. */
  onConfirm: (confirmation: BulkConfirmation) => void;
};
export type BulkConfirmation = { title: string; confirmLabel: string; plan: Plan; warning?: string };

export function BulkBar({ chosen, deliveriesOf, onExport, onClear, onConfirm }: BulkBarProps) {
  function chooseStatus(value: string): void {
    if (!isSettable(value)) return;
    const plan = planStatus(chosen, value);
    const confirmLabel = `Change ${count(plan.steps.length, 'order')}`;
    onConfirm({ title: `Set the status to ${shownStatus(value)}`, confirmLabel, plan });
  }

  function chooseSend(): void {
    const plan = planSend(chosen, deliveriesOf);
    onConfirm({
      title: 'Send to the provider',
      confirmLabel: `Send ${count(plan.steps.length, 'link')}`,
      plan,
      warning: 'Each link becomes a real order at the provider, one after the other.',
    });
  }

  return (
    <section
      aria-label="Chosen orders"
      className="sticky bottom-3 z-20 mt-3 flex flex-wrap items-center gap-2 rounded-card border border-edge bg-surface px-4 py-2.5 text-sm shadow-card"
    >
      <p role="status" className="mr-2 font-semibold tabular-nums">
        {count(chosen.length, 'order')} chosen
      </p>
      <Allowed call="changeOrderStatus">
        <select
          aria-label="Set the status of the chosen orders"
          value=""
          onChange={(event) => chooseStatus(event.target.value)}
          className={classNames(
            inputClassName,
            'w-auto! border-hairline py-1! text-sm font-semibold hover:border-edge',
          )}
        >
          <option value="" disabled>
            Set status
          </option>
          {settableStatuses.map((status) => (
            <option key={status} value={status}>
              {shownStatus(status)}
            </option>
          ))}
        </select>
      </Allowed>
      <Allowed call="sendPost">
        <Button size="sm" icon={<Icon name="send" />} onClick={chooseSend}>
          Send links
        </Button>
      </Allowed>
      <Allowed call="exportOrders">
        <Button size="sm" onClick={onExport}>
          Export chosen
        </Button>
      </Allowed>
      <Button size="sm" variant="quiet" className="ml-auto" onClick={onClear}>
        Clear
      </Button>
    </section>
  );
}

function count(number: number, noun: string): string {
  return `${formatCount(number)} ${noun}${number === 1 ? '' : 's'}`;
}
