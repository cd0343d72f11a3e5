// Search and filters of the list. They change the URL, and the server filters the orders.
import { useState } from 'react';
import { categories } from '../../../contract/category.ts';
import { longestSearch } from '../../../contract/list-limits.ts';
import { deliveryStates, paymentStates } from '../../../contract/order-progress.ts';
import { type OrderFilterName, orderSorts } from '../../../contract/order-search.ts';
import { dayIn } from '../../../contract/time-zones.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Field } from '../../ui/field.tsx';
import { shownZone } from '../../ui/format-date.ts';
import { inputClassName } from '../../ui/input-class.ts';
import { SearchForm } from '../kit/list.tsx';
import { useFurtherOffers } from '../offer-names.ts';
import { orderWord } from '../order-detail/order-state.tsx';
import { SearchField } from '../search-field.tsx';
import { ZoneNote } from '../store-zone.tsx';
import { usePageTexts } from '../texts/shown-texts.ts';
import { readDollars } from '../typed-amounts.ts';
import { emptyFilter, isNarrowed, type ListFilter, statusFilters } from './list-filter.ts';

const moreNames: readonly OrderFilterName[] = [
  'payment',
  'delivery',
  'category',
  'offer',
  'from',
  'to',
  'amountMin',
  'amountMax',
];

type FilterBarProps = { filter: ListFilter; onChange: (changed: ListFilter) => void };

export function FilterBar({ filter, onChange }: FilterBarProps) {
  const texts = usePageTexts();
  const { orderList } = texts;
  const used = moreNames.filter((name) => filter[name] !== undefined).length;
  const [open, setOpen] = useState(used > 0);
  const statusName = (status: string) =>
    status
      .split(',')
      .map((one) => orderWord(texts, one))
      .join(' + ');
  return (
    <SearchForm className="mb-4 grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="grid min-w-0 grid-cols-2 items-center gap-3 *:first:max-sm:col-span-2 sm:flex sm:flex-wrap">
        <SearchField
          label={orderList.search}
          placeholder={orderList.searchHint}
          search={filter.search ?? ''}
          maxLength={longestSearch}
          onChange={(search) => onChange({ search })}
        />
        <Select
          label={orderList.status}
          value={filter.status ?? ''}
          options={withAny(orderList.anyStatus, statusFilters, statusName)}
          onChange={(status) => onChange({ status })}
        />
        <div className="contents items-center gap-2 sm:ml-auto sm:flex">
          <Button
            size="sm"
            className="whitespace-nowrap max-sm:py-2"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          >
            {orderList.filters(used)}
          </Button>
          <Select
            label={orderList.sortBy}
            className="max-sm:col-span-2"
            value={filter.sort ?? 'newest'}
            options={orderSorts.map((value) => ({ value, label: orderList.sorts[value] }))}
            onChange={(sort) => onChange({ sort: sort === 'newest' ? '' : sort })}
          />
        </div>
      </div>
      {open ? <MoreFilters filter={filter} onChange={onChange} /> : null}
    </SearchForm>
  );
}

/** The day of an exact time, in the displayed time zone. */
function shownDay(end = ''): string {
  return end.includes('T') ? dayIn(shownZone(), new Date(end)) : end;
}

type Option = { value: string; label: string };

function withAny<T extends string>(any: string, values: readonly T[], nameOf: (value: T) => string): Option[] {
  return [{ value: '', label: any }, ...values.map((value) => ({ value, label: nameOf(value) }))];
}

/** What the values of offers begin with among the categories. */
const ofOffer = 'offer:';

function MoreFilters({ filter, onChange }: FilterBarProps) {
  const { orderList, states } = usePageTexts();
  const further = useFurtherOffers();
  const others = [...further.map(({ category }) => category), ...(filter.category ? [filter.category] : [])];
  const sold = [...new Set<string>([...categories, ...others])];
  const day = (name: 'from' | 'to', label: string) => (
    <Field
      label={label}
      type="date"
      value={shownDay(filter[name])}
      onChange={(event) => onChange({ [name]: event.target.value })}
      className="py-1.5! text-sm"
    />
  );
  const amount = (name: 'amountMin' | 'amountMax', label: string) => (
    <AmountField label={label} value={filter[name] ?? ''} onChange={(value) => onChange({ [name]: value })} />
  );
  return (
    <div className="grid grid-cols-2 items-end gap-3 rounded-card border border-hairline bg-surface p-3 sm:flex sm:flex-wrap">
      <Select
        label={orderList.payment}
        value={filter.payment ?? ''}
        options={withAny(orderList.anyPayment, paymentStates, (state) => states.payment[state])}
        onChange={(payment) => onChange({ payment })}
      />
      <Select
        label={orderList.delivery}
        value={filter.delivery ?? ''}
        options={withAny(orderList.anyDelivery, deliveryStates, (state) => states.delivery[state])}
        onChange={(delivery) => onChange({ delivery })}
      />
      <Select
        label={orderList.category}
        value={filter.offer ? `${ofOffer}${filter.offer}` : (filter.category ?? '')}
        options={[
          ...withAny(orderList.anyCategory, sold, states.category),
          ...further.map(({ id, name }) => ({ value: `${ofOffer}${id}`, label: name })),
        ]}
        onChange={(value) =>
          onChange(
            value.startsWith(ofOffer)
              ? { category: '', offer: value.slice(ofOffer.length) }
              : { category: value, offer: '' },
          )
        }
      />
      {day('from', orderList.fromDay)}
      {day('to', orderList.toDay)}
      {amount('amountMin', orderList.fromAmount)}
      {amount('amountMax', orderList.toAmount)}
      <ZoneNote of={orderList.days} className="max-sm:col-span-2 sm:pb-2" />
      {isNarrowed(filter) ? (
        <Button size="sm" variant="quiet" onClick={() => onChange(emptyFilter)}>
          {orderList.clearAll}
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
    const amount = readDollars(typed);
    // What is not understood keeps the filter.
    if (typed.trim() === '') onChange('');
    else if (!Number.isNaN(amount)) onChange(String(amount));
  };
  return (
    <div className="sm:w-24">
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

type SelectProps = {
  label: string;
  value: string;
  options: readonly Option[];
  onChange: (value: string) => void;
  className?: string;
};

function Select({ label, value, options, onChange, className }: SelectProps) {
  return (
    <select
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className={classNames(
        inputClassName,
        'border-edge py-1.5! text-sm font-normal hover:border-ink sm:w-auto!',
        className,
      )}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}
