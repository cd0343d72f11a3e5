// A statement by periods, and the costs that the operator enters. The URL holds step, end and comparison.
import { keepPreviousData } from '@tanstack/react-query';
import { useSearchParams } from 'wouter';
import { statementSteps } from '../../../contract/finance-rules.ts';
import { Button } from '../../ui/button.tsx';
import { shownZone } from '../../ui/format-date.ts';
import { Icon } from '../../ui/icons.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { dayMs, isoDay } from '../analytics/time-steps.ts';
import { Chips } from '../chips.tsx';
import { NoRows, RefreshButton, withValues } from '../kit/list.tsx';
import { Loaded } from '../kit/loaded.tsx';
import { useApi } from '../kit/use-api.ts';
import { SourceFilter, useSource } from '../sources/source-filter.tsx';
import { usePageTexts } from '../texts/shown-texts.ts';
import { Groups } from './groups.tsx';
import { OtherCosts } from './other-costs.tsx';
import { Rates } from './rates.tsx';
import { StatementPanel } from './statement.tsx';
import { comparisons, hasNothing, type Statement } from './statement-lines.ts';

/** The statement of the address, which the views share. `columns`: so many instead of the usual number. */
export function useStatement(columns?: number) {
  const [params, setParams] = useSearchParams();
  const source = useSource();
  const step = statementSteps.find((known) => known === params.get('step')) ?? 'month';
  const compare = comparisons.find((known) => known === params.get('compare')) ?? 'year';
  const [until] = /^20\d\d-\d\d-\d\d$/.exec(params.get('until') ?? '') ?? [];
  const query = useApi(
    'GET /api/admin/finances',
    {
      query: {
        step,
        ...(columns === undefined ? {} : { columns }),
        ...(until === undefined ? {} : { until }),
        ...(source === null ? {} : { source }),
      },
    },
    { placeholderData: keepPreviousData },
  );
  const set = (values: Record<string, string>) =>
    setParams(withValues(params, { step, until, compare, ...values }), { replace: true });
  return { query, step, compare, source, set };
}

export default function StatementView() {
  const { finances, sources } = usePageTexts();
  const { query, step, compare, source, set } = useStatement();

  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1">
        <p className="min-w-0 flex-1 text-sm text-muted">{finances.lead(shownZone())}</p>
        <RefreshButton query={query} onClick={() => void query.refetch()} />
      </div>
      <SourceFilter hidden={sources.filter.statement} />
      <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Chips
          legend={finances.step}
          options={statementSteps.map((value) => ({ value, label: finances.steps[value] }))}
          value={step}
          onChange={(value) => set({ step: value })}
        />
        <Chips
          legend={finances.compare}
          options={comparisons.map((value) => ({ value, label: finances.compares[value] }))}
          value={compare}
          onChange={(value) => set({ compare: value })}
        />
      </div>
      <Loaded query={query} failed={finances.failed} skeleton={<StatementSkeleton />}>
        {(statement) => (
          <>
            <Steps statement={statement} onGo={(day) => set({ until: day })} />
            {hasNothing(statement.total.figures) ? (
              <NoRows title={finances.none} help={finances.noneHelp} />
            ) : (
              <>
                <StatementPanel statement={statement} compare={compare} busy={query.isPlaceholderData} />
                {source === null ? <Groups from={statement.total.from} to={statement.total.to} /> : null}
              </>
            )}
          </>
        )}
      </Loaded>
      {source === null ? <OtherCosts /> : null}
      <Rates />
    </>
  );
}

/** To the columns before and after those that are shown. */
export function Steps({ statement, onGo }: { statement: Statement; onGo: (until: string) => void }) {
  const { finances, dates } = usePageTexts();
  const { columns, total, today } = statement;
  const first = columns[0];
  const last = columns.at(-1);
  if (!first || !last) return null;
  return (
    <nav aria-label={finances.period} className="mb-3 flex items-center gap-2 text-sm">
      <Button
        size="sm"
        aria-label={finances.earlier}
        title={finances.earlier}
        onClick={() => onGo(dayBefore(first.from))}
        icon={<Icon name="chevronRight" className="rotate-180" />}
      />
      <span className="font-semibold tabular-nums">{dates.span(total.from, total.to)}</span>
      <Button
        size="sm"
        aria-label={finances.later}
        title={finances.later}
        disabled={last.running}
        onClick={() => onGo(laterBy(last.to, total, today))}
        icon={<Icon name="chevronRight" />}
      />
    </nav>
  );
}

const toMs = (day: string) => Date.parse(`${day}T00:00:00Z`);
const dayBefore = (day: string) => isoDay(toMs(day) - dayMs);

/** As far behind the last column as the shown ones are long, at most today. */
function laterBy(last: string, { from, to }: { from: string; to: string }, today: string): string {
  const later = isoDay(toMs(last) + (toMs(to) - toMs(from)) + dayMs);
  return later < today ? later : today;
}

export function StatementSkeleton() {
  const { finances } = usePageTexts();
  return (
    <div role="status" aria-label={finances.loading} className="rounded-card border border-hairline bg-surface p-5">
      <Skeleton className="mb-5 h-7 w-64" />
      <div className="grid gap-3">
        {['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'].map((line) => (
          <Skeleton key={line} className="h-5 w-full" />
        ))}
      </div>
    </div>
  );
}
