// The customers tab: a table whose rows open to the details of a customer. The URL holds search, sort order, page and
// opened row; the server searches, sorts and pages.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'wouter';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons.tsx';
import { useNow } from '../../ui/relative-time.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Cell, Row, Table } from '../../ui/table.tsx';
import { useAdmin } from '../admin-context.tsx';
import { formatCount } from '../amounts.ts';
import { Chips } from '../chips.tsx';
import { LoadFailure } from '../load-failure.tsx';
import { PageHeading } from '../page-heading.tsx';
import { readCursors, withCursors } from '../paging/cursors.ts';
import { Pages } from '../paging/pages.tsx';
import { SearchField } from '../search-field.tsx';
import { usePageTitle } from '../shell.tsx';
import { useTexts } from '../texts/shown-texts.ts';
import type { Texts } from '../texts/texts.ts';
import { type CustomerFilter, type CustomersPage, customerSorts, customersQuery } from './customer-queries.ts';
import { CustomerRow, useCustomerColumns } from './customer-row.tsx';

const openName = 'customer';

export default function CustomersTab() {
  const { customers: texts, common, navigation } = useTexts();
  usePageTitle(navigation.customers);
  const { api } = useAdmin();
  const [params, setParams] = useSearchParams();
  const nowMs = useNow();
  const columns = useCustomerColumns();
  const filter: CustomerFilter = {
    search: params.get('search') ?? '',
    sort: customerSorts.find((sort) => sort === params.get('sort')) ?? 'spent',
  };
  const cursors = readCursors(params);
  const opened = params.get(openName)?.toLowerCase();
  const query = useQuery({ ...customersQuery(api, filter, cursors.at(-1) ?? null), placeholderData: keepPreviousData });
  const { data, isPlaceholderData } = query;

  /** Another filter begins at the first page. */
  function change(name: 'search' | 'sort' | typeof openName, value: string): void {
    const next = name === openName ? new URLSearchParams(params) : closed(withCursors(params, []));
    if (value) next.set(name, value);
    else next.delete(name);
    setParams(next, { replace: true });
  }
  function go(next: readonly string[]): void {
    setParams(closed(withCursors(params, next)));
    window.scrollTo(0, 0);
  }

  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2">
        <PageHeading of="customers" />
        <p role="status" className="text-sm text-muted tabular-nums">
          {data && !isPlaceholderData ? countSentence(texts, data, filter.search !== '') : null}
        </p>
        <Button
          size="sm"
          className="ml-auto"
          icon={<Icon name="refresh" />}
          waiting={query.isRefetching}
          disabled={query.isFetching}
          onClick={() => void query.refetch()}
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
          options={customerSorts.map((value) => ({ value, label: texts.sorts[value] }))}
          value={filter.sort}
          onChange={(sort) => change('sort', sort === 'spent' ? '' : sort)}
        />
      </form>
      {query.isError ? (
        <LoadFailure title={texts.failed} error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      {query.isPending ? <RowsSkeleton /> : null}
      {data?.customers.length === 0 && !isPlaceholderData ? (
        <div className="rounded-card border border-dashed border-hairline px-6 py-14 text-center">
          <p className="font-semibold">{texts.none}</p>
          <p className="mt-1 text-sm text-muted">{filter.search ? texts.noneFound : texts.noneYet}</p>
        </div>
      ) : null}
      {data && data.customers.length > 0 ? (
        <Table caption={texts.list} columns={columns} busy={isPlaceholderData}>
          {data.customers.map((customer) => {
            const isOpen = customer.email.toLowerCase() === opened;
            return (
              <CustomerRow
                key={customer.email.toLowerCase()}
                customer={customer}
                isOpen={isOpen}
                nowMs={nowMs}
                onToggle={() => change(openName, isOpen ? '' : customer.email)}
              />
            );
          })}
        </Table>
      ) : null}
      <Pages cursors={cursors} nextCursor={data?.nextCursor ?? null} busy={query.isFetching} onGo={go} />
    </>
  );
}

function closed(params: URLSearchParams): URLSearchParams {
  params.delete(openName);
  return params;
}

const rows = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

function RowsSkeleton() {
  const { customers: texts } = useTexts();
  const columns = useCustomerColumns();
  return (
    <Table caption={texts.loading} columns={columns} busy>
      {rows.map((row) => (
        <Row key={row}>
          {columns.map(({ label, align }) => (
            <Cell key={label} className="sm:h-[44px] sm:py-0! sm:align-middle!" {...(align ? { align } : {})}>
              <Skeleton className={align ? 'ml-auto h-4 w-14' : 'h-4 w-32'} />
            </Cell>
          ))}
        </Row>
      ))}
    </Table>
  );
}

function countSentence(texts: Texts['customers'], page: CustomersPage, searched: boolean): string | null {
  const { total, isCapped } = page;
  if (total === null) return null;
  if (isCapped) return texts.moreThanFound(formatCount(total));
  return (searched ? texts.found : texts.count)(total, formatCount(total));
}
