// The customers (ADM-CUS): one card each, searched and sorted by the store, page after page.
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useSearchParams } from 'wouter';
import { formatCount } from '../../../contract/money.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons.tsx';
import { useAdmin } from '../admin-context.tsx';
import { Chips } from '../chips.tsx';
import { type CustomerFilter, type CustomerSort, customersQuery } from '../figure-queries.ts';
import { LoadFailure } from '../load-failure.tsx';
import { SearchField } from '../search-field.tsx';
import { usePageTitle } from '../shell.tsx';
import { CustomerCard, CustomerCardSkeleton } from './customer-card.tsx';

const sorts: readonly { value: CustomerSort; label: string }[] = [
  { value: 'spent', label: 'Most spent' },
  { value: 'orders', label: 'Most orders' },
  { value: 'recent', label: 'Latest order' },
];

export function CustomersTab() {
  usePageTitle('Customers');
  const { api } = useAdmin();
  const [params, setParams] = useSearchParams();
  const filter: CustomerFilter = {
    search: params.get('search') ?? '',
    sort: sorts.find(({ value }) => value === params.get('sort'))?.value ?? 'spent',
  };
  const query = useInfiniteQuery({ ...customersQuery(api, filter), placeholderData: keepPreviousData });
  const customers = query.data?.pages.flatMap((page) => page.customers) ?? [];
  const { total = null, capped = false } = query.data?.pages[0] ?? {};

  function change(name: 'search' | 'sort', value: string): void {
    const next = new URLSearchParams(params);
    if (value) next.set(name, value);
    else next.delete(name);
    setParams(next, { replace: true });
  }

  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="text-xl font-semibold">Customers</h1>
        <p role="status" className="text-sm text-muted tabular-nums">
          {total === null ? null : countSentence(total, capped, filter.search !== '')}
        </p>
        <Button
          size="sm"
          className="ml-auto"
          icon={<Icon name="refresh" />}
          waiting={query.isRefetching}
          disabled={query.isFetching}
          onClick={() => void query.refetch()}
        >
          Refresh
        </Button>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: the search element is unknown to the oldest browsers we serve */}
      <form
        role="search"
        onSubmit={(event) => event.preventDefault()}
        className="mb-4 flex flex-wrap items-center gap-3"
      >
        <SearchField
          label="Search customers"
          placeholder="Part of an e-mail"
          search={filter.search}
          onChange={(search) => change('search', search)}
        />
        <Chips
          legend="Sort by"
          options={sorts}
          value={filter.sort}
          onChange={(sort) => change('sort', sort === 'spent' ? '' : sort)}
        />
      </form>
      {query.isError ? (
        <LoadFailure title="Failed to load customers" error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      {query.isPending ? <CustomerSkeletons /> : null}
      {query.isSuccess && customers.length === 0 ? (
        <div className="rounded-card border border-dashed border-hairline px-6 py-14 text-center">
          <p className="font-semibold">No customers found</p>
          <p className="mt-1 text-sm text-muted">
            {filter.search ? 'No e-mail contains this.' : 'Who places an order appears here.'}
          </p>
        </div>
      ) : null}
      {customers.length > 0 ? (
        <ul aria-label="Customers" aria-busy={query.isPlaceholderData} className="flex flex-col gap-4">
          {customers.map((customer) => (
            <CustomerCard key={customer.email.toLowerCase()} customer={customer} />
          ))}
        </ul>
      ) : null}
      {query.hasNextPage && !query.isPlaceholderData ? (
        <div className="mt-4 flex flex-wrap items-center justify-center gap-3 text-sm text-muted tabular-nums">
          <span>
            {formatCount(customers.length)} shown
            {total === null ? '' : ` of ${capped ? 'more than ' : ''}${formatCount(total)}`}
          </span>
          <Button
            size="sm"
            waiting={query.isFetchingNextPage}
            disabled={query.isFetching}
            onClick={() => void query.fetchNextPage()}
          >
            Load more
          </Button>
        </div>
      ) : null}
    </>
  );
}

function CustomerSkeletons() {
  return (
    <div role="status" aria-label="Customers are loading" className="flex flex-col gap-4">
      {['a', 'b', 'c'].map((card) => (
        <CustomerCardSkeleton key={card} />
      ))}
    </div>
  );
}

function countSentence(total: number, capped: boolean, searched: boolean): string {
  if (capped) return `More than ${formatCount(total)} customers found`;
  const counted = `${formatCount(total)} ${total === 1 ? 'customer' : 'customers'}`;
  return searched ? `${counted} found` : counted;
}
