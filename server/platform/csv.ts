// CSV files (RFC 4180) that are safe to open in a spreadsheet.

/** Spreadsheets with a decimal comma separate cells by semicolons, and parse `1.50` as a date or a text. */
export type DecimalSign = '.' | ',';
type CsvCell = string | number | { cents: number };

/** `zone`: the time zone of the times in the file. */
export type CsvColumn<Row> = readonly [name: string, of: (row: Row, zone: string) => CsvCell];

const rowsAtOnce = 250;
/** Without it spreadsheets decode the file with the charset of their system. */
const byteOrderMark = '\uFEFF';
/** A cell that is a number, with either decimal sign: its minus does not start a formula. */
const number = /^-?\d+([.,]\d+)?$/;

/**
 * A file in chunks: the names of the columns, then a page of rows at a time. `readPage` returns the rows after `last`, at
 * most `limit`. Each page is its own query: a slow reader holds no transaction open.
 */
export async function* streamCsvFile<Row>(
  columns: readonly CsvColumn<Row>[],
  { zone, decimal }: { zone: string; decimal: DecimalSign },
  readPage: (last: Row | null, limit: number) => Promise<Row[]>,
): AsyncGenerator<string> {
  const formatLine = (cells: CsvCell[]) => formatCsvLine(cells, decimal);
  yield byteOrderMark + formatLine(columns.map(([name]) => name));
  let last: Row | null = null;
  do {
    const rows: Row[] = await readPage(last, rowsAtOnce);
    if (rows.length > 0) yield rows.map((row) => formatLine(columns.map(([, of]) => of(row, zone)))).join('');
    last = rows.length === rowsAtOnce ? (rows.at(-1) ?? null) : null;
  } while (last);
}

function formatCsvLine(cells: readonly CsvCell[], decimal: DecimalSign): string {
  return `${cells.map((cell) => formatCsvCell(cell, decimal)).join(decimal === ',' ? ';' : ',')}\r\n`;
}

/**
 * Prefixes what a spreadsheet would run as a formula: visitors chose some of the texts. Where the decimal sign is a comma, a
 * spreadsheet separates cells by semicolons, also inside quotes.
 */
export function formatCsvCell(cell: CsvCell, decimal: DecimalSign = '.'): string {
  if (typeof cell === 'object') return (cell.cents / 100).toFixed(2).replace('.', decimal);
  if (typeof cell === 'number') return String(cell).replace('.', decimal);
  const harmless = number.test(cell)
    ? cell
    : cell.replace(/(^|[;\t\r\n])(?=[\s"]*[=+\-@\uFF0B\uFF0D\uFF1D\uFF20])/g, "$1'");
  return /[",;\t\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
