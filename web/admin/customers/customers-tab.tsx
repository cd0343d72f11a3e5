// The customers tab: one card for each customer. The server searches, sorts and pages.
import { useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'wouter';
import { formatCount } from '../../../contract/money.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons.tsx';
import { useAdmin } from '../admin-context.tsx';
import { Chips } from '../chips.tsx';
import { type CustomerFilter, type CustomerSort, customersSource } from '../figure-queries.ts';
import { LoadFailure } from '../load-failure.tsx';
import { PagedList, usePage } from '../paging/paged-list.tsx';
import { SearchField } from '../search-field.tsx';
import { PageHeading } from '../page-heading.tsx';
import { usePageTitle } from '../shell.tsx';
import { useTexts } from '../texts/shown-texts.ts';
import { CustomerCard, CustomerCardSkeleton } from './customer-card.tsx';

const sorts: readonly { value: CustomerSort; label: string }[] = [
  { value: 'spent', label: 'Most spent' },
  { value: 'orders', label: 'Most orders' },
  { value: 'recent', label: 'Latest order' },
];

export function CustomersTab() {
  const { navigation } = useTexts();
  usePageTitle(navigation.customers);
  const { api } = useAdmin();
  const [params, setParams] = useSearchParams();
  const filter: CustomerFilter = {
    search: params.get('search') ?? '',
    sort: sorts.find(({ value }) => value === params.get('sort'))?.value ?? 'spent',
  };
  const queries = useQueryClient();
  const source = customersSource(api, filter);
  const first = usePage(source);
  const { total = null, isCapped = false } = first.data ?? {};

  function change(name: 'search' | 'sort', value: string): void {
    const next = new URLSearchParams(params);
    if (value) next.set(name, value);
    else next.delete(name);
    setParams(next, { replace: true });
  }

  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2">
        <PageHeading of="customers" />
        <p role="status" className="text-sm text-muted tabular-nums">
          {total === null ? null : countSentence(total, isCapped, filter.search !== '')}
        </p>
        <Button
          size="sm"
          className="ml-auto"
          icon={<Icon name="refresh" />}
          waiting={first.isRefetching}
          disabled={first.isFetching}
          onClick={() => void queries.invalidateQueries({ queryKey: source.key })}
        >
          Refresh
        </Button>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: older supported browsers lack the search element */}
      <form
        role="search"
        onSubmit={(event) => event.preventDefault()}
        className="mb-4 flex flex-wrap items-center gap-3"
      >
        <SearchField
          label="Search customers"
          placeholder="Part of an email"
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
      {first.isError ? (
        <LoadFailure title="Failed to load customers" error={first.error} onRetry={() => void first.refetch()} />
      ) : null}
      {first.isPending ? <CustomerSkeletons /> : null}
      {first.data?.items.length === 0 ? (
        <div className="rounded-card border border-dashed border-hairline px-6 py-14 text-center">
          <p className="font-semibold">No customers found</p>
          <p className="mt-1 text-sm text-muted">
            {filter.search ? 'No email contains this text.' : 'Customers appear here after their first order.'}
          </p>
        </div>
      ) : null}
      {first.data && first.data.items.length > 0 ? (
        <PagedList
          as="ul"
          label="Customers"
          source={source}
          failure="More customers could not be loaded"
          className="flex flex-col gap-4 not-first-of-type:mt-4"
          skeleton={<CustomerSkeletons as="li" />}
        >
          {(customers) =>
            customers.map((customer) => <CustomerCard key={customer.email.toLowerCase()} customer={customer} />)
          }
        </PagedList>
      ) : null}
    </>
  );
}

function CustomerSkeletons({ as: As = 'div' }: { as?: 'div' | 'li' }) {
  return (
    <As aria-label="Customers are loading" className="flex flex-col gap-4">
      {['a', 'b', 'c'].map((card) => (
        <CustomerCardSkeleton key={card} />
      ))}
    </As>
  );
}

function countSentence(total: number, isCapped: boolean, searched: boolean): string {
  if (isCapped) return `More than ${formatCount(total)} customers found`;
  const counted = `${formatCount(total)} ${total === 1 ? 'customer' : 'customers'}`;
  return searched ? `${counted} found` : counted;
}
