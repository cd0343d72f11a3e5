// Search and status filter of the order list.

import { longestSearch } from '../../../contract/list-limits.ts';
import { orderStatuses } from '../../../contract/order-status.ts';
import { shownStatus } from '../../ui/status-tone.ts';
import { Chips } from '../chips.tsx';
import type { OrderFilter } from '../order-detail/order-queries.ts';
import { SearchField } from '../search-field.tsx';

const statuses = [
  { value: '', label: 'All' },
  ...orderStatuses.map((status) => ({ value: status, label: shownStatus(status) })),
];

type OrdersFilterProps = { filter: OrderFilter; onChange: (changed: Partial<OrderFilter>) => void };

export function OrdersFilter({ filter, onChange }: OrdersFilterProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: older supported browsers lack the search element
    <form role="search" onSubmit={(event) => event.preventDefault()} className="mb-4 flex flex-wrap items-center gap-3">
      <SearchField
        label="Search orders"
        placeholder="Order id, email, username, status"
        search={filter.search}
        maxLength={longestSearch}
        onChange={(search) => onChange({ search })}
      />
      <Chips legend="Status" options={statuses} value={filter.status} onChange={(status) => onChange({ status })} />
    </form>
  );
}
