// The rows of a tax report with their total. On a phone each row is a card.
import type { AnswerFor } from '../../../contract/index.ts';
import { classNames } from '../../ui/class-names.ts';
import { Cell, Row, staysInSight, Table } from '../../ui/table.tsx';
import { formatCount, formatPercentage } from '../amounts.ts';
import { dash } from '../analytics/rate.ts';
import { countryName } from '../country-names.ts';
import { formatDollars } from '../dollars.ts';
import { usePageTexts, useTextLanguage } from '../texts/shown-texts.ts';

export type TaxReport = AnswerFor<'GET /api/admin/finances/tax'>;
type TaxRow = TaxReport['rows'][number];
/** Of a row or of the total. */
type Figures = Pick<TaxRow, 'orders' | 'sales' | 'refunds' | 'disputes' | 'net_sales' | 'tax' | 'net_without_tax'>;

const figureNames = ['orders', 'sales', 'refunds', 'disputes', 'net_sales', 'tax', 'net_without_tax'] as const;

export function TaxTable({ report: { rows, total }, busy }: { report: TaxReport; busy: boolean }) {
  const { finances } = usePageTexts();
  const texts = finances.tax;
  const language = useTextLanguage();
  const nameOf = (country: string | null) => (country === null ? texts.unknown : countryName(country, language));
  return (
    <Table
      wide
      caption={texts.title}
      busy={busy}
      columns={[
        { label: texts.month },
        { label: texts.country },
        { label: texts.cardCountry },
        { label: texts.rate, align: 'end' },
        ...figureNames.map((name) => ({ label: texts.figures[name], align: 'end' as const })),
      ]}
    >
      {rows.map((row) => {
        const month = finances.month(`${row.month}-01`);
        const rate = row.rate === null ? texts.noRate : formatPercentage(row.rate);
        return (
          <Row key={JSON.stringify([row.month, row.country, row.card_country_code, row.rate])}>
            <Cell className={classNames(tight, 'whitespace-nowrap max-sm:col-span-2 max-sm:text-muted')}>{month}</Cell>
            <Cell className={classNames(tight, 'font-semibold max-sm:order-first')}>{nameOf(row.country)}</Cell>
            <Cell className={classNames(tight, 'max-sm:contents')}>
              <span className="text-muted sm:hidden">{texts.cardCountry}</span>
              <span className="max-sm:text-right">{nameOf(row.card_country)}</span>
            </Cell>
            <Cell
              align="end"
              className={classNames(tight, 'whitespace-nowrap max-sm:order-first', row.rate === null && 'text-muted')}
            >
              {rate}
            </Cell>
            <FigureCells figures={row} hasRate={row.rate !== null} />
          </Row>
        );
      })}
      <Row>
        <Cell className={classNames(tight, 'font-semibold max-sm:col-span-2 sm:rounded-bl-card sm:bg-sunken')}>
          {finances.total}
        </Cell>
        {[texts.country, texts.cardCountry, texts.rate].map((column) => (
          <Cell key={column} className="max-sm:hidden sm:bg-sunken">
            {null}
          </Cell>
        ))}
        <FigureCells figures={total} hasRate isTotal />
      </Row>
    </Table>
  );
}

const tight = 'sm:px-1.5 lg:px-2 sm:first:pl-4 sm:last:pr-4 lg:first:pl-4 lg:last:pr-4';

type FigureCellsProps = { figures: Figures; hasRate: boolean; isTotal?: boolean };

function FigureCells({ figures, hasRate, isTotal = false }: FigureCellsProps) {
  const { finances } = usePageTexts();
  const texts = finances.tax.figures;
  const textOf = (name: (typeof figureNames)[number]) => {
    if (name === 'orders') return formatCount(figures.orders);
    if (name === 'tax' && !hasRate) return dash;
    const value = figures[name];
    const mayBeNothing = name === 'refunds' || name === 'disputes';
    return mayBeNothing && value === 0 ? dash : formatDollars(value);
  };
  return (
    <>
      {figureNames.map((name, at) => {
        const text = textOf(name);
        return (
          <Cell
            key={name}
            align="end"
            className={classNames(
              tight,
              'whitespace-nowrap',
              // A card leaves out what it does not have.
              text === dash ? 'max-sm:hidden' : 'max-sm:contents',
              at === figureNames.length - 1 && staysInSight,
              isTotal && 'font-semibold sm:bg-sunken! sm:last:rounded-br-card',
            )}
          >
            <span className="text-muted sm:hidden max-sm:text-left">{texts[name]}</span>
            <span className={classNames('max-sm:text-right', isTotal && 'font-semibold')}>{text}</span>
          </Cell>
        );
      })}
    </>
  );
}
