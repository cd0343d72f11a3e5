// The statement as a table. A wide screen shows all columns and their total; a phone one column, chosen by its period.
import { useId, useState } from 'react';
import { Link } from 'wouter';
import { classNames } from '../../ui/class-names.ts';
import { formatCount } from '../amounts.ts';
import { change, dash, formatPercent } from '../analytics/rate.ts';
import { formatDollars } from '../dollars.ts';
import { SelectField } from '../kit/select-field.tsx';
import { ordersPath, ratePath } from '../paths.ts';
import { sectionPath } from '../settings/sections.ts';
import { usePageTexts } from '../texts/shown-texts.ts';
import {
  type Comparison,
  type Figures,
  formatValue,
  hasNothing,
  type Line,
  lines,
  type Mark,
  ordersPathOf,
  type Statement,
  type StatementColumn,
  titleOf,
} from './statement-lines.ts';

type PanelProps = { statement: Statement; compare: Comparison; busy: boolean };

export function StatementPanel({ statement, compare, busy }: PanelProps) {
  const { finances, dates } = usePageTexts();
  const { columns, step } = statement;
  const last = columns.at(-1);
  const [chosen, setChosen] = useState<string | null>(null);
  const titleId = useId();
  if (!last) return null;
  const shown = columns.find(({ from }) => from === chosen) ?? last;
  return (
    <section
      aria-labelledby={titleId}
      aria-busy={busy}
      className={classNames('rounded-card border border-hairline bg-surface', busy && 'opacity-60')}
    >
      <Headline column={last} title={titleOf(step, last, finances, dates)} titleId={titleId} />
      <div className="px-4 pb-3 sm:px-5 md:hidden">
        <SelectField
          label={finances.period}
          options={columns
            .map((column) => ({ value: column.from, label: titleOf(step, column, finances, dates) }))
            .reverse()}
          value={shown.from}
          onChange={setChosen}
        />
      </div>
      <StatementTable statement={statement} compare={compare} shown={shown} />
      <Notes statement={statement} />
    </section>
  );
}

/** What was kept in the newest period, beside the one before and the one a year before. */
function Headline({ column, title, titleId }: { column: StatementColumn; title: string; titleId: string }) {
  const { finances, dates } = usePageTexts();
  const { figures, before, year_before: yearBefore, unsent_orders: unsent } = column;
  const kept = lines.find(({ name }) => name === 'kept');
  const mark = kept?.mark?.(figures, unsent) ?? null;
  const amount = formatDollars(figures.kept);
  const changes = [before, yearBefore].flatMap(({ from, to, figures: earlier }) => {
    const changed = earlier.kept > 0 ? change(figures.kept, earlier.kept) : null;
    return changed ? [finances.versusBefore(changed, dates.span(from, to))] : [];
  });
  const share = figures.share_kept === null ? [] : [finances.shareOf(formatPercent(figures.share_kept))];
  return (
    <div className="px-4 pt-4 pb-3 sm:px-5">
      <h2 id={titleId} className="text-xl font-bold tracking-tight tabular-nums">
        {finances.keptIn(mark === 'atMost' ? finances.upTo(amount) : amount, title)}
      </h2>
      <p className="mt-0.5 text-sm text-muted tabular-nums">{[...share, ...changes].join(', ')}</p>
    </div>
  );
}

type TableProps = Omit<PanelProps, 'busy'> & { shown: StatementColumn };

function StatementTable({ statement, compare, shown }: TableProps) {
  const { finances, dates } = usePageTexts();
  const { columns, total, step } = statement;
  // Screens that are less wide leave out the oldest columns.
  const narrow = (at: number) => {
    if (at >= columns.length - 3) return '';
    return at < columns.length - 4 ? 'max-xl:hidden' : 'max-lg:hidden';
  };
  const onlyShown = (column: StatementColumn) => (column === shown ? 'max-md:table-cell' : 'max-md:hidden');
  const unsent = columns.reduce((sum, { unsent_orders: orders }) => sum + orders, 0);
  const used = lines.filter(({ look, value }) => look !== 'part' || (value(total.figures) ?? 0) > 0);
  return (
    <table className="w-full border-separate border-spacing-0 text-sm">
      <caption className="sr-only">{finances.statement}</caption>
      <thead>
        <tr className="text-muted">
          <th scope="col" className={classNames(cell, 'text-left font-semibold')}>
            <span className="sr-only">{finances.line}</span>
          </th>
          {columns.map((column, at) => (
            <th
              key={column.from}
              scope="col"
              className={classNames(cell, 'text-right font-semibold', narrow(at), onlyShown(column))}
            >
              {titleOf(step, column, finances, dates)}
            </th>
          ))}
          <th scope="col" className={classNames(cell, 'text-right font-semibold max-md:hidden')}>
            {finances.total}
          </th>
        </tr>
      </thead>
      <tbody>
        {used.map((line) => (
          <tr key={line.name} className={classNames(line.look === 'kept' && 'bg-blue-soft text-blue-ink')}>
            <th
              scope="row"
              className={classNames(cell, lookOfLine(line), 'text-left', line.look === 'part' && 'pl-8 sm:pl-9')}
            >
              {finances.lines[line.name]}
            </th>
            {columns.map((column, at) => (
              <td
                key={column.from}
                className={classNames(cell, lookOfLine(line), 'text-right', narrow(at), onlyShown(column))}
              >
                <Value
                  line={line}
                  of={column}
                  unsentOrders={column.unsent_orders}
                  hasLink={statement.source === null}
                />
                <Compared line={line} column={column} compare={compare} />
              </td>
            ))}
            <td className={classNames(cell, lookOfLine(line), 'text-right font-semibold max-md:hidden')}>
              <Value line={line} of={total} unsentOrders={unsent} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const cell =
  'border-t border-hairline px-2 py-2 align-top tabular-nums first:pl-4 last:pr-4 max-md:pr-4 sm:first:pl-5 sm:last:pr-5';

function lookOfLine({ look }: Line): string {
  if (look === 'kept') return 'font-bold';
  if (look === 'sum') return 'font-semibold';
  return look === 'part' ? 'text-muted font-normal' : 'font-normal';
}

type ValueProps = {
  line: Line;
  of: { from: string; to: string; figures: Figures };
  unsentOrders: number;
  hasLink?: boolean;
};

/** A figure with what it is while it is not final, as a link to its orders where the list can show them: not by source. */
function Value({ line, of, unsentOrders, hasLink = false }: ValueProps) {
  const { finances, dates } = usePageTexts();
  const value = line.value(of.figures);
  const mark: Mark = line.mark?.(of.figures, unsentOrders) ?? null;
  const text = formatValue(line, value);
  const isLinked = hasLink && line.payment !== undefined && text !== dash;
  const shown = <span className={classNames(mark && 'underline decoration-dotted underline-offset-4')}>{text}</span>;
  return (
    <span className="whitespace-nowrap">
      {mark ? <span className="mr-1 text-xs font-medium text-muted">{finances[mark]}</span> : null}
      {isLinked ? (
        <Link
          href={ordersPathOf(line, of)}
          aria-label={finances.ordersOf(`${finances.lines[line.name]} ${text}`, dates.span(of.from, of.to))}
          className="hover:underline"
        >
          {text}
        </Link>
      ) : (
        shown
      )}
    </span>
  );
}

/** The same line of the other period, below the figure. */
function Compared({ line, column, compare }: { line: Line; column: StatementColumn; compare: Comparison }) {
  const { finances, dates } = usePageTexts();
  if (compare === 'none') return null;
  const other = compare === 'year' ? column.year_before : column.before;
  if (hasNothing(other.figures)) return null;
  const text = formatValue(line, line.value(other.figures));
  const words = finances.comparedWith(text, dates.span(other.from, other.to));
  return (
    <span title={words} className="block text-xs font-normal text-muted">
      <span aria-hidden="true">{text}</span>
      <span className="sr-only">{words}</span>
    </span>
  );
}

/** What is not final, of all shown columns. */
function Notes({ statement: { total, columns, source, missing_rates: missing } }: { statement: Statement }) {
  const { finances } = usePageTexts();
  const { figures } = total;
  const unsent = columns.reduce((sum, { unsent_orders: orders }) => sum + orders, 0);
  const unratedLinks = missing.reduce((sum, { links }) => sum + links, 0);
  const notes = [
    // The list of orders has no filter by source.
    { count: unsent, of: finances.unsentOrders, href: source === null ? `${ordersPath}?queue=to_send` : null },
    { count: figures.unknown_costs - unratedLinks, of: finances.unknownCosts, href: null },
    { count: figures.estimated_costs, of: finances.estimatedCosts, href: null },
    { count: figures.unknown_fees, of: finances.unknownFees, href: null },
    { count: figures.estimated_fees, of: finances.estimatedFees, href: null },
  ].filter(({ count }) => count > 0);
  if (notes.length + missing.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1 border-t border-hairline px-4 py-3 text-sm text-muted sm:px-5">
      <li>{finances.notFinal}</li>
      {notes.map(({ count, of, href }) => {
        const words = of(count, formatCount(count));
        return (
          <li key={words} className="tabular-nums">
            {href === null ? (
              words
            ) : (
              <Link href={href} className="font-semibold text-ink underline underline-offset-4">
                {words}
              </Link>
            )}
          </li>
        );
      })}
      {missing.map(({ currency, links, costs, from }) => (
        <li key={currency} className="tabular-nums">
          <Link href={ratePath(currency, from)} className="font-semibold text-ink underline underline-offset-4">
            {finances.missingRate(currency, links, costs, formatCount)}
          </Link>
        </li>
      ))}
      {figures.unknown_fees + figures.estimated_fees > 0 ? (
        <li>
          <Link href={sectionPath('fees')} className="font-semibold text-ink underline underline-offset-4">
            {finances.rule}
          </Link>
        </li>
      ) : null}
    </ul>
  );
}
