// The order list with search and status filter; the URL holds both. Also the landing page of the admin.
import { useQueryClient } from '@tanstack/react-query';
import { longestSearch } from '../../../contract/list-limits.ts';
import { orderStatuses } from '../../../contract/order-status.ts';
import { formatCount } from '../amounts.ts';
import { Chips } from '../chips.tsx';
import { List, NoRows, RefreshButton, SearchForm, useListAddress, useScrolledPage } from '../kit/list.tsx';
import { QueryFailure } from '../load-failure.tsx';
import { orderWord } from '../order-detail/order-state.tsx';
import { SearchField } from '../search-field.tsx';
import { usePageTitle } from '../shell.tsx';
import { usePageTexts } from '../texts/shown-texts.ts';
import type { Texts } from '../texts/texts.ts';
import { openName } from './list-filter.ts';
import { OrdersTable } from './orders-table.tsx';

const pageSize = 25;

export default function OrdersPage({ heading }: { heading: string }) {
  usePageTitle(heading);
  const { orderList } = usePageTexts();
  const { params, narrow } = useListAddress(openName);
  const filter: OrderFilter = { search: params.get('search') ?? '', status: params.get('status') ?? '' };
  const queries = useQueryClient();
  const { search, status } = filter;
  const input = { query: { limit: pageSize, ...(search ? { search } : {}), ...(status ? { status } : {}) } };
  const first = useScrolledPage('GET /api/orders', input);
  const { total = null, isCapped = false } = first.data ?? {};
  const filtered = filter.search !== '' || filter.status !== '';

  const changeFilter = (changed: Partial<OrderFilter>) => narrow({ ...filter, ...changed });

  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="text-xl font-semibold">{heading}</h1>
        <p role="status" className="text-sm text-muted tabular-nums">
          {total === null || first.isPlaceholderData ? null : countSentence(orderList, { total, isCapped, filtered })}
        </p>
        <RefreshButton
          query={first}
          className="ml-auto"
          onClick={() => void queries.invalidateQueries({ queryKey: ['GET /api/orders', 'page', input] })}
        />
      </div>
      <OrdersFilter filter={filter} onChange={changeFilter} />
      <QueryFailure title={orderList.failed} query={first} />
      <List
        query={first}
        skeleton={<OrdersTable input={input} />}
        none={
          <NoRows
            title={orderList.none}
            help={filtered ? orderList.noMatchPlain : orderList.noneYet}
            clear={filtered ? { label: orderList.clearPlain, run: () => narrow({ search: '', status: '' }) } : null}
          />
        }
      >
        {() => <OrdersTable input={input} />}
      </List>
    </>
  );
}

type Counted = { total: number; isCapped: boolean; filtered: boolean };

function countSentence(texts: Texts['orderList'], { total, isCapped, filtered }: Counted): string {
  const shown = formatCount(total);
  if (isCapped) return texts.moreThanFound(shown);
  return filtered ? texts.found(total, shown) : texts.count(total, shown);
}

type OrderFilter = { search: string; status: string };
type OrdersFilterProps = { filter: OrderFilter; onChange: (changed: Partial<OrderFilter>) => void };

function OrdersFilter({ filter, onChange }: OrdersFilterProps) {
  const texts = usePageTexts();
  const { orderList } = texts;
  const statuses = [
    { value: '', label: orderList.queues.all },
    ...orderStatuses.map((status) => ({ value: status, label: orderWord(texts, status) })),
  ];
  return (
    <SearchForm className="mb-4 flex flex-wrap items-center gap-3">
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
    </SearchForm>
  );
}
