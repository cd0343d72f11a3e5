// Search and status filter of the order list.
import { longestSearch } from '../../../contract/list-limits.ts';
import { orderStatuses } from '../../../contract/order-status.ts';
import { Chips } from '../chips.tsx';
import { orderWord } from '../order-detail/order-state.tsx';
import { SearchField } from '../search-field.tsx';
import { useTexts } from '../texts/shown-texts.ts';

export type OrderFilter = { search: string; status: string };
type OrdersFilterProps = { filter: OrderFilter; onChange: (changed: Partial<OrderFilter>) => void };

export function OrdersFilter({ filter, onChange }: OrdersFilterProps) {
  const texts = useTexts();
  const { orderList } = texts;
  const statuses = [
    { value: '', label: orderList.queues.all },
    ...orderStatuses.map((status) => ({ value: status, label: orderWord(texts, status) })),
  ];
  return (
    // biome-ignore lint/a11y/useSemanticElements: older supported browsers lack the search element
    <form role="search" onSubmit={(event) => event.preventDefault()} className="mb-4 flex flex-wrap items-center gap-3">
      <SearchField
        label={orderList.search}
        placeholder={orderList.plainSearchHint}
        search={filter.search}
        maxLength={longestSearch}
        onChange={(search) => onChange({ search })}
      />
      <Chips
        legend={orderList.status}
        options={statuses}
        value={filter.status}
        onChange={(status) => onChange({ status })}
      />
    </form>
  );
}
