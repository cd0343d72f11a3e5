// The customers tab: a table whose rows open to the details of a customer. The URL holds search, sort order, page and
// opened row; the server searches, sorts and pages.
import { useQuery } from '@tanstack/react-query';
import { useNow } from '../../ui/relative-time.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Cell, Row, Table } from '../../ui/table.tsx';
import { useAdmin } from '../admin-context.tsx';
import { formatCount } from '../amounts.ts';
import { Chips } from '../chips.tsx';
import { List, NoRows, Pages, RefreshButton, SearchForm, useListAddress, useShownRows } from '../kit/list.tsx';
import { type ListPage, pageQuery } from '../kit/use-api.ts';
import { QueryFailure } from '../load-failure.tsx';
import { PageHeading } from '../page-heading.tsx';
import { SearchField } from '../search-field.tsx';
import { usePageTitle } from '../shell.tsx';
import { usePageTexts } from '../texts/shown-texts.ts';
import type { Texts } from '../texts/texts.ts';
import { type Customer, CustomerRow, useCustomerColumns } from './customer-row.tsx';
import { customerSorts, customersInput } from './customers-input.ts';

const openName = 'customer';

export default function CustomersTab() {
  const { customers: texts, navigation } = usePageTexts();
  usePageTitle(navigation.customers);
  const { api } = useAdmin();
  const { params, cursors, narrow, go, open } = useListAddress(openName);
  const search = params.get('search') ?? '';
  const sort = customerSorts.find((known) => known === params.get('sort')) ?? 'spent';
  const opened = params.get(openName)?.toLowerCase();
  const input = customersInput(sort, search);
  const query = useQuery(pageQuery(api, 'GET /api/admin/customers', input, cursors.at(-1) ?? null));
  const { data, isPlaceholderData } = query;
  const change = (changed: { search?: string; sort?: string }) =>
    narrow({ search, sort: sort === 'spent' ? '' : sort, ...changed });

  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2">
        <PageHeading of="customers" />
        <p role="status" className="text-sm text-muted tabular-nums">
          {data && !isPlaceholderData ? countSentence(texts, data, search !== '') : null}
        </p>
        <RefreshButton query={query} className="ml-auto" onClick={() => void query.refetch()} />
      </div>
      <SearchForm className="mb-4 flex flex-wrap items-center gap-3">
        <SearchField
          label={texts.search}
          placeholder={texts.searchHint}
          search={search}
          onChange={(typed) => change({ search: typed })}
        />
        <Chips
          legend={texts.sortBy}
          options={customerSorts.map((value) => ({ value, label: texts.sorts[value] }))}
          value={sort}
          onChange={(chosen) => change({ sort: chosen === 'spent' ? '' : chosen })}
        />
      </SearchForm>
      <QueryFailure title={texts.failed} query={query} />
      <List
        query={query}
        skeleton={<RowsSkeleton />}
        none={<NoRows title={texts.none} help={search ? texts.noneFound : texts.noneYet} />}
      >
        {(page) => (
          <Rows
            key={`${JSON.stringify(page.input)} ${page.cursor}`}
            customers={page.items}
            busy={isPlaceholderData}
            opened={opened}
            onOpen={(email) => open(email, { replace: true })}
          />
        )}
      </List>
      <Pages cursors={cursors} nextCursor={data?.nextCursor ?? null} busy={query.isFetching} onGo={go} />
    </>
  );
}

type RowsProps = {
  customers: readonly Customer[];
  busy: boolean;
  /** The email of the opened row, in lower case. */
  opened: string | undefined;
  onOpen: (email: string | null) => void;
};

function Rows({ customers, busy, opened, onOpen }: RowsProps) {
  const { customers: texts } = usePageTexts();
  const columns = useCustomerColumns();
  const nowMs = useNow();
  const shownRows = useShownRows(customers.length);
  return (
    <Table caption={texts.list} columns={columns} busy={busy}>
      {customers.slice(0, shownRows).map((customer) => {
        const isOpen = customer.email.toLowerCase() === opened;
        return (
          <CustomerRow
            key={customer.email.toLowerCase()}
            customer={customer}
            isOpen={isOpen}
            nowMs={nowMs}
            onToggle={() => onOpen(isOpen ? null : customer.email)}
          />
        );
      })}
    </Table>
  );
}

const rows = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

function RowsSkeleton() {
  const { customers: texts } = usePageTexts();
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

function countSentence(
  texts: Texts['customers'],
  { total, isCapped }: ListPage<unknown>,
  searched: boolean,
): string | null {
  if (total === null) return null;
  if (isCapped) return texts.moreThanFound(formatCount(total));
  return (searched ? texts.found : texts.count)(total, formatCount(total));
}
