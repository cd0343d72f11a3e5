// Search and filters of the list. They change the URL, and the server filters the orders.
import { useState } from 'react';
import { categories } from '../../../contract/category.ts';
import { longestSearch } from '../../../contract/list-limits.ts';
import { deliveryStates, paymentStates } from '../../../contract/order-progress.ts';
import { orderStatuses } from '../../../contract/order-status.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Field } from '../../ui/field.tsx';
import { inputClassName } from '../../ui/input-class.ts';
import { shownStatus } from '../../ui/status-tone.ts';
import { Chips } from '../chips.tsx';
import { deliveryStateWords, paymentWords } from '../order-detail/order-state.tsx';
import { SearchField } from '../search-field.tsx';
import { ZoneNote } from '../store-zone.tsx';
import { emptyFilter, type FilterName, isNarrowed, type ListFilter, sorts } from './list-filter.ts';

const statusChips = [
  { value: '', label: 'All' },
  ...orderStatuses.map((status) => ({ value: status, label: shownStatus(status) })),
];
const moreNames: readonly FilterName[] = ['payment', 'delivery', 'category', 'from', 'to', 'amountMin', 'amountMax'];

type FilterBarProps = { filter: ListFilter; onChange: (changed: ListFilter) => void };

export function FilterBar({ filter, onChange }: FilterBarProps) {
  const used = moreNames.filter((name) => filter[name] !== undefined).length;
  const [open, setOpen] = useState(used > 0);
  return (
    // biome-ignore lint/a11y/useSemanticElements: older supported browsers lack the search element
    <form
      role="search"
      onSubmit={(event) => event.preventDefault()}
      className="mb-4 grid grid-cols-[minmax(0,1fr)] gap-3"
    >
      <div className="flex min-w-0 flex-wrap items-center gap-3">
        <SearchField
          label="Search orders"
          placeholder="Order id, email, username, status"
          search={filter.search ?? ''}
          maxLength={longestSearch}
          onChange={(search) => onChange({ search })}
        />
        <Chips
          legend="Status"
          options={statusChips}
          value={filter.status ?? ''}
          onChange={(status) => onChange({ status })}
        />
        <div className="ml-auto flex items-center gap-2">
          <Button size="sm" className="whitespace-nowrap" aria-expanded={open} onClick={() => setOpen(!open)}>
            Filters{used > 0 ? ` (${used})` : ''}
          </Button>
          <Select
            label="Sort by"
            value={filter.sort ?? 'newest'}
            options={sorts}
            onChange={(sort) => onChange({ sort: sort === 'newest' ? '' : sort })}
          />
        </div>
      </div>
      {open ? <MoreFilters filter={filter} onChange={onChange} /> : null}
    </form>
  );
}

const payments = [
  { value: '', label: 'Any payment' },
  ...paymentStates.map((value) => ({ value, label: paymentWords[value] })),
];
const deliveries = [
  { value: '', label: 'Any delivery' },
  ...deliveryStates.map((value) => ({ value, label: deliveryStateWords[value] })),
];
const categoryOptions = [
  { value: '', label: 'Likes and views' },
  ...categories.map((value) => ({ value, label: value })),
];

function MoreFilters({ filter, onChange }: FilterBarProps) {
  const day = (name: 'from' | 'to', label: string) => (
    <Field
      label={label}
      type="date"
      value={filter[name] ?? ''}
      onChange={(event) => onChange({ [name]: event.target.value })}
      className="py-1.5! text-sm"
    />
  );
  return (
    <div className="flex flex-wrap items-end gap-3 rounded-card border border-hairline bg-surface p-3">
      <Select
        label="Payment"
        value={filter.payment ?? ''}
        options={payments}
        onChange={(payment) => onChange({ payment })}
      />
      <Select
        label="Delivery"
        value={filter.delivery ?? ''}
        options={deliveries}
        onChange={(delivery) => onChange({ delivery })}
      />
      <Select
        label="Category"
        value={filter.category ?? ''}
        options={categoryOptions}
        onChange={(category) => onChange({ category })}
      />
      {day('from', 'From day')}
      {day('to', 'To day')}
      <AmountField label="From $" value={filter.amountMin ?? ''} onChange={(amountMin) => onChange({ amountMin })} />
      <AmountField label="To $" value={filter.amountMax ?? ''} onChange={(amountMax) => onChange({ amountMax })} />
      <ZoneNote of="Days" className="pb-2" />
      {isNarrowed(filter) ? (
        <Button size="sm" variant="quiet" onClick={() => onChange(emptyFilter)}>
          Clear all
        </Button>
      ) : null}
    </div>
  );
}

/** Applies the amount on blur or Enter, because a partially typed amount would filter by another value. */
function AmountField({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
  const [typed, setTyped] = useState<string | null>(null);
  const settle = () => {
    if (typed === null) return;
    setTyped(null);
    onChange(typed.trim().replace(',', '.'));
  };
  return (
    <div className="w-24">
      <Field
        label={label}
        inputMode="decimal"
        maxLength={10}
        value={typed ?? value}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={settle}
        onKeyDown={(event) => event.key === 'Enter' && settle()}
        className="py-1.5! text-sm tabular-nums"
      />
    </div>
  );
}

type SelectProps<T extends string> = {
  label: string;
  value: string;
  options: readonly { value: T; label: string }[];
  onChange: (value: T) => void;
};

function Select<T extends string>({ label, value, options, onChange }: SelectProps<T>) {
  return (
    <select
      aria-label={label}
      value={value}
      onChange={(event) => {
        const chosen = options.find((option) => option.value === event.target.value);
        if (chosen) onChange(chosen.value);
      }}
      className={classNames(inputClassName, 'w-auto! border-edge py-1.5! text-sm font-normal hover:border-ink')}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}
