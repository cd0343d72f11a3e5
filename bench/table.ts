// A table in plain text: what was measured, and the budget beside each figure. Kept as JSON too, for the report over all.
import { appendFileSync } from 'node:fs';
import { loadavg } from 'node:os';

/** One measured figure. `worst` is kept to judge by: `value` may be at most (or at least) the budget. */
export type Figure = { value: number; unit: 'ms' | 'kB' | '' | '/s' | '%'; atMost?: number; atLeast?: number };

/** `peer`: what the next row is held against, measured in the same run. */
export type Row = { name: string; figures: Record<string, Figure | null>; peer?: true };

/** As a line of the file that BENCH_ROWS names. `load`: of the machine, one minute, once it was measured. */
export type Table = { title: string; load: number; rows: Row[] };

/** Prints the rows and answers whether every budget is kept. */
export function printTable(title: string, rows: Row[]): boolean {
  const table: Table = { title, load: loadavg()[0] ?? Number.NaN, rows };
  if (process.env.BENCH_ROWS) appendFileSync(process.env.BENCH_ROWS, `${JSON.stringify(table)}\n`);
  const columns = [...new Set(rows.flatMap(({ figures }) => Object.keys(figures)))];
  const lines = [
    ['', ...columns],
    ...rows.map(({ name, figures }) => [name, ...columns.map((column) => cellOf(figures[column] ?? null))]),
  ];
  const widths = (lines[0] ?? []).map((_, at) => Math.max(...lines.map((line) => (line[at] ?? '').length)));
  console.log(`\n${title}`);
  for (const line of lines) {
    console.log(
      line.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join('  '),
    );
  }
  return rows.every(({ figures }) => Object.values(figures).every((figure) => !figure || isKept(figure)));
}

export function isKept({ value, atMost, atLeast }: Figure): boolean {
  return (atMost === undefined || value <= atMost) && (atLeast === undefined || value >= atLeast);
}

/** The budget as it is written beside a figure, '' for none. */
export function budgetOf({ atMost, atLeast }: Figure): string {
  if (atMost !== undefined) return `<= ${numberOf(atMost)}`;
  return atLeast !== undefined ? `>= ${numberOf(atLeast)}` : '';
}

export function amountOf({ value, unit }: Figure): string {
  return `${numberOf(value)}${unit && ` ${unit}`}`;
}

function cellOf(figure: Figure | null): string {
  if (!figure) return '-';
  const budget = budgetOf(figure);
  return budget ? `${amountOf(figure)} (${budget}) ${isKept(figure) ? 'ok' : 'MISSED'}` : amountOf(figure);
}

function numberOf(value: number): string {
  if (Number.isInteger(value)) return String(value);
  return value < 1 ? value.toFixed(3) : value.toFixed(1);
}
