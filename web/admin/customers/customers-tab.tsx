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
import type { Texts } from '../texts/texts.ts';
import { CustomerCard, CustomerCardSkeleton } from './customer-card.tsx';

const sorts: readonly CustomerSort[] = ['spent', 'orders', 'recent'];

export function CustomersTab() {
  const { customers: texts, common, navigation } = useTexts();
  usePageTitle(navigation.customers);
  const { api } = useAdmin();
  const [params, setParams] = useSearchParams();
  const filter: CustomerFilter = {
    search: params.get('search') ?? '',
    sort: sorts.find((sort) => sort === params.get('sort')) ?? 'spent',
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
          {total === null ? null : countSentence(texts, total, isCapped, filter.search !== '')}
        </p>
        <Button
          size="sm"
          className="ml-auto"
          icon={<Icon name="refresh" />}
          waiting={first.isRefetching}
          disabled={first.isFetching}
          onClick={() => void queries.invalidateQueries({ queryKey: source.key })}
        >
          {common.refresh}
        </Button>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: older supported browsers lack the search element */}
      <form
        role="search"
        onSubmit={(event) => event.preventDefault()}
        className="mb-4 flex flex-wrap items-center gap-3"
      >
        <SearchField
          label={texts.search}
          placeholder={texts.searchHint}
          search={filter.search}
          onChange={(search) => change('search', search)}
        />
        <Chips
          legend={texts.sortBy}
          options={sorts.map((value) => ({ value, label: texts.sorts[value] }))}
          value={filter.sort}
          onChange={(sort) => change('sort', sort === 'spent' ? '' : sort)}
        />
      </form>
      {first.isError ? (
        <LoadFailure title={texts.failed} error={first.error} onRetry={() => void first.refetch()} />
      ) : null}
      {first.isPending ? <CustomerSkeletons /> : null}
      {first.data?.items.length === 0 ? (
        <div className="rounded-card border border-dashed border-hairline px-6 py-14 text-center">
          <p className="font-semibold">{texts.none}</p>
          <p className="mt-1 text-sm text-muted">{filter.search ? texts.noneFound : texts.noneYet}</p>
        </div>
      ) : null}
      {first.data && first.data.items.length > 0 ? (
        <PagedList
          as="ul"
          label={texts.list}
          source={source}
          failure={texts.moreFailed}
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
  const texts = useTexts().customers;
  return (
    <As aria-label={texts.loading} className="flex flex-col gap-4">
      {['a', 'b', 'c'].map((card) => (
        <CustomerCardSkeleton key={card} />
      ))}
    </As>
  );
}

function countSentence(texts: Texts['customers'], total: number, isCapped: boolean, searched: boolean): string {
  if (isCapped) return texts.moreThanFound(formatCount(total));
  return (searched ? texts.found : texts.count)(total, formatCount(total));
}
