// What each source and campaign sold, cost and left, over the days of the statement.
import { keepPreviousData } from '@tanstack/react-query';
import { statementSteps } from '../../../contract/finance-rules.ts';
import type { AnswerFor } from '../../../contract/index.ts';
import { minusSign } from '../../../contract/numbers.ts';
import type { Elements } from '../../ui/elements.ts';
import { Cell, Row, Table } from '../../ui/table.tsx';
import { formatCount, formatDecimal } from '../amounts.ts';
import { dash } from '../analytics/rate.ts';
import { Chips } from '../chips.tsx';
import { formatDollars } from '../dollars.ts';
import { RefreshButton } from '../kit/list.tsx';
import { Loaded } from '../kit/loaded.tsx';
import { useApi } from '../kit/use-api.ts';
import { Panel } from '../panel.tsx';
import { SourceFilter, SourceLink } from '../sources/source-filter.tsx';
import { sourceName } from '../sources/source-names.ts';
import { usePageTexts } from '../texts/shown-texts.ts';
import { costMark, feeMark, keptMark, type Mark, otherMark, type Statement } from './statement-lines.ts';
import { StatementSkeleton, Steps, useStatement } from './statement-view.tsx';

type Group = AnswerFor<'GET /api/admin/finances/groups'>[number];
type Amounts = Omit<Group, 'name' | 'sales' | 'refunds' | 'disputes' | 'share_kept'>;
type ColumnName = 'paid' | 'net_sales' | 'provider_cost' | 'fees' | 'ads' | 'kept' | 'returned';

// What matters most first: a narrow screen scrolls to the rest.
const ofSources: readonly ColumnName[] = ['net_sales', 'kept', 'ads', 'returned', 'provider_cost', 'fees', 'paid'];
const ofCampaigns: readonly ColumnName[] = ['net_sales', 'kept', 'provider_cost', 'fees', 'paid'];

/** As the API returns at most. */
const mostGroups = 300;

export default function SourcesView() {
  const { finances, sources } = usePageTexts();
  const { query, step, source, set } = useStatement(1);
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1">
        <p className="min-w-0 flex-1 text-sm text-muted">{finances.bySource.lead}</p>
        <RefreshButton query={query} onClick={() => void query.refetch()} />
      </div>
      <SourceFilter hidden={sources.filter.finances} />
      <div className="mb-3">
        <Chips
          legend={finances.period}
          options={statementSteps.map((value) => ({ value, label: finances.steps[value] }))}
          value={step}
          onChange={(value) => set({ step: value })}
        />
      </div>
      <Loaded query={query} failed={finances.failed} skeleton={<StatementSkeleton />}>
        {(statement) => (
          <>
            <Steps statement={statement} onGo={(day) => set({ until: day })} />
            <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
              <Grouped statement={statement} by="source" source={source} />
              <Grouped statement={statement} by="campaign" source={source} />
            </div>
          </>
        )}
      </Loaded>
    </>
  );
}

type GroupedProps = { statement: Statement; by: 'source' | 'campaign'; source: string | null };

function Grouped({ statement, by, source }: GroupedProps) {
  const { finances } = usePageTexts();
  const texts = finances.bySource;
  const { from, to } = statement.total;
  const query = useApi(
    'GET /api/admin/finances/groups',
    { query: { by, from, to, ...(source === null ? {} : { source }) } },
    { placeholderData: keepPreviousData },
  );
  return (
    <Panel title={texts.by[by]}>
      <Loaded query={query} failed={finances.groups.failed}>
        {(groups) => (
          // Also on a large screen: the columns are many.
          <div className="[&_div:has(>table)]:overflow-x-auto">
            <GroupTable groups={groups} statement={statement} by={by} busy={query.isPlaceholderData} />
            <p className="mt-3 text-sm text-muted">{texts.notes[by]}</p>
            {groups.length === mostGroups ? (
              <p className="mt-1 text-sm text-muted">{texts.onlyLargest(formatCount(mostGroups))}</p>
            ) : null}
          </div>
        )}
      </Loaded>
    </Panel>
  );
}

type GroupTableProps = { groups: readonly Group[]; statement: Statement; by: 'source' | 'campaign'; busy: boolean };

/** The rows of all sources add up to the statement: with what is hosting, other, or in no row. */
function GroupTable({ groups, statement, by, busy }: GroupTableProps) {
  const { finances, sources } = usePageTexts();
  const texts = finances.bySource;
  const columns = by === 'source' ? ofSources : ofCampaigns;
  // A campaign has no ads of its own.
  const kept = by === 'source' ? finances.lines.kept : finances.groups.kept;
  const labels = { ...finances.lines, ...texts.columns, kept };
  const { figures } = statement.total;
  const { hosting, other, ads } = figures.costs_by_kind;
  const unsent = statement.columns.reduce((sum, { unsent_orders: orders }) => sum + orders, 0);
  if (groups.length === 0 && (by === 'campaign' || hosting + other === 0))
    return <p className="py-2 text-sm text-muted">{finances.groups.none}</p>;
  return (
    <Table
      caption={texts.by[by]}
      busy={busy}
      columns={[
        { label: by === 'source' ? sources.lists.source : sources.lists.campaign },
        ...columns.map((column) => ({ label: labels[column], align: 'end' as const })),
      ]}
    >
      {groups.map((group) => (
        <GroupRow
          key={group.name}
          columns={group.name === '' ? withoutReturn(columns) : columns}
          all={columns}
          labels={labels}
          group={group}
        >
          {by === 'source' && group.name !== '' && statement.source === null ? (
            <SourceLink name={group.name}>
              <span>{sourceName(sources, by, group.name)}</span>
            </SourceLink>
          ) : (
            <span className="font-semibold wrap-anywhere">
              {group.name === '' ? texts.without[by] : sourceName(sources, by, group.name)}
            </span>
          )}
        </GroupRow>
      ))}
      {by === 'source' && statement.source === null && hosting + other > 0 ? (
        <GroupRow columns={['kept']} labels={labels} all={columns} group={{ ...nothing, kept: -(hosting + other) }}>
          <span className="font-semibold">{texts.hosting}</span>
        </GroupRow>
      ) : null}
      {by === 'source' && statement.source === null ? (
        <GroupRow
          columns={withoutReturn(columns)}
          all={columns}
          labels={labels}
          group={{ ...figures, ads }}
          unsent={unsent}
          isLast
        >
          <b>{sources.all.source}</b>
        </GroupRow>
      ) : null}
    </Table>
  );
}

/** Sales of other sources are no return on these ads. */
const withoutReturn = (columns: readonly ColumnName[]) => columns.filter((column) => column !== 'returned');

const nothing: Amounts = {
  paid: 0,
  net_sales: 0,
  provider_cost: 0,
  fees: 0,
  ads: 0,
  kept: 0,
  estimated_costs: 0,
  unknown_costs: 0,
  estimated_fees: 0,
  unknown_fees: 0,
  unknown_other_costs: 0,
};

type GroupRowProps = {
  columns: readonly ColumnName[];
  /** The columns of the table. */
  all: readonly ColumnName[];
  labels: Record<ColumnName, string>;
  group: Amounts;
  /** Orders with links at no provider: their cost is missing. */
  unsent?: number;
  isLast?: boolean;
  children: Elements;
};

function GroupRow({ columns, all, labels, group, unsent = 0, isLast = false, children }: GroupRowProps) {
  const { finances } = usePageTexts();
  return (
    <Row>
      <Cell className="max-sm:col-span-2 sm:min-w-40">{children}</Cell>
      {all.map((column) => {
        const isShown = columns.includes(column);
        const mark = isShown ? markOf(column, group, unsent) : null;
        const text = isShown ? amountOf(column, group) : dash;
        return (
          <Cell key={column} align="end" className={text === dash ? 'max-sm:hidden' : 'max-sm:contents'}>
            <span className="text-muted sm:hidden max-sm:text-left">{labels[column]}</span>
            <span className="whitespace-nowrap max-sm:text-right">
              {mark ? <span className="mr-1 text-xs font-medium text-muted">{finances[mark]}</span> : null}
              <span className={isLast || column === 'kept' ? 'font-semibold' : undefined} translate="no">
                {text}
              </span>
            </span>
          </Cell>
        );
      })}
    </Row>
  );
}

function markOf(column: ColumnName, group: Amounts, unsent: number): Mark {
  if (column === 'provider_cost') return costMark(group, unsent);
  if (column === 'fees') return feeMark(group);
  if (column === 'ads') return otherMark(group);
  return column === 'kept' ? keptMark(group, unsent) : null;
}

function amountOf(column: ColumnName, group: Amounts): string {
  switch (column) {
    case 'paid':
      return formatCount(group.paid);
    case 'returned':
      return group.ads ? `${formatDecimal(group.net_sales / group.ads)}×` : dash;
    case 'net_sales':
    case 'kept':
      return formatDollars(group[column]);
    default:
      return group[column] ? `${minusSign}${formatDollars(group[column])}` : dash;
  }
}
