// The frame of every chart: title, legend, and a table with the same values for copying and for screen readers.
import { useId, useState } from 'react';
import { Button } from './button.tsx';
import { type ChartTone, toneFill } from './chart-tones.ts';
import type { Elements } from './elements.ts';
import { Cell, type Column, Row, Table } from './table.tsx';

export type ChartTable = {
  columns: readonly Column[];
  /** Cells as text. The first cell is unique in the table. */
  rows: readonly (readonly string[])[];
};

export type LegendEntry = { name: string; tone: ChartTone };

type ChartFrameProps = {
  title: string;
  subtitle?: string;
  legend?: readonly LegendEntry[];
  /** Null while there is no data. */
  table: ChartTable | null;
  /** Labels of the chart/table switch. */
  words?: SwitchWords;
  children: Elements;
};

export type SwitchWords = {
  chart: string;
  table: string;
  asChart: (title: string) => string;
  asTable: (title: string) => string;
};

const inEnglish: SwitchWords = {
  chart: 'Chart',
  table: 'Table',
  asChart: (title) => `Show ${title} as a chart`,
  asTable: (title) => `Show ${title} as a table`,
};

export function ChartFrame({ title, subtitle, legend, table, words = inEnglish, children }: ChartFrameProps) {
  const titleId = useId();
  const [asTable, setAsTable] = useState(false);
  return (
    <section aria-labelledby={titleId} className="min-w-0 rounded-card border border-hairline bg-surface p-4 sm:p-5">
      <div className="mb-3 flex flex-wrap items-start gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1">
          <h2 id={titleId} className="text-base font-semibold">
            {title}
          </h2>
          {subtitle ? <p className="text-sm text-muted">{subtitle}</p> : null}
        </div>
        {table ? (
          <Button
            size="sm"
            variant="quiet"
            className="-mt-1 -mr-2"
            aria-label={asTable ? words.asChart(title) : words.asTable(title)}
            onClick={() => setAsTable(!asTable)}
          >
            {asTable ? words.chart : words.table}
          </Button>
        ) : null}
      </div>
      {asTable && table ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard
        <section aria-label={title} tabIndex={0} className="max-h-96 overflow-y-auto">
          <FigureTable caption={title} table={table} />
        </section>
      ) : (
        <>
          {legend ? <Legend entries={legend} /> : null}
          {children}
        </>
      )}
    </section>
  );
}

export function Legend({ entries }: { entries: readonly LegendEntry[] }) {
  return (
    <ul className="mb-2 flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {entries.map(({ name, tone }) => (
        <li key={name} className="flex items-center gap-1.5">
          <svg viewBox="0 0 10 10" className="size-2.5 shrink-0" aria-hidden="true">
            <circle cx="5" cy="5" r="5" className={toneFill[tone]} />
          </svg>
          <span>{name}</span>
        </li>
      ))}
    </ul>
  );
}

export function FigureTable({ caption, table }: { caption: string; table: ChartTable }) {
  return (
    <Table caption={caption} columns={table.columns}>
      {table.rows.map((cells) => (
        <Row key={cells[0]}>
          {cells.map((cell, at) => (
            <Cell key={table.columns[at]?.label} {...(table.columns[at]?.align === 'end' ? { align: 'end' } : {})}>
              {/* On a phone, a row is a card and its cells have no header. */}
              {at > 0 ? <span className="text-muted sm:hidden">{`${table.columns[at]?.label ?? ''} `}</span> : null}
              <span>{cell}</span>
            </Cell>
          ))}
        </Row>
      ))}
    </Table>
  );
}
