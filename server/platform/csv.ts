// CSV files (RFC 4180) that are safe to open in a spreadsheet.

/** `zone`: the time zone of the times in the file. */
export type CsvColumn<Row> = readonly [name: string, of: (row: Row, zone: string) => string | number];

const rowsAtOnce = 250;
/** Without it spreadsheets read the file in the charset of their system. */
const byteOrderMark = '\uFEFF';
/** Also with the decimal sign of another language: a minus begins no formula there. */
const number = /^-?\d+([.,]\d+)?$/;

/**
 * A file in chunks: the names of the columns, then a page of rows at a time. `readPage` returns the rows after `last`, at
 * most `limit`. Each page is its own query: a slow reader holds no transaction open.
 */
export async function* streamCsvFile<Row>(
  columns: readonly CsvColumn<Row>[],
  zone: string,
  readPage: (last: Row | null, limit: number) => Promise<Row[]>,
): AsyncGenerator<string> {
  yield byteOrderMark + formatCsvLine(columns.map(([name]) => name));
  let last: Row | null = null;
  do {
    const rows: Row[] = await readPage(last, rowsAtOnce);
    if (rows.length > 0) yield rows.map((row) => formatCsvLine(columns.map(([, of]) => of(row, zone)))).join('');
    last = rows.length === rowsAtOnce ? (rows.at(-1) ?? null) : null;
  } while (last);
}

function formatCsvLine(cells: readonly (string | number)[]): string {
  return `${cells.map(formatCsvCell).join(',')}\r\n`;
}

/**
 * Prefixes what a spreadsheet would run as a formula: visitors chose some of the texts. Where the decimal sign is a comma, a
 * spreadsheet separates cells by semicolons, also inside quotes.
 */
export function formatCsvCell(cell: string | number): string {
  if (typeof cell === 'number') return String(cell);
  const harmless = number.test(cell)
    ? cell
    : cell.replace(/(^|[;\t\r\n])(?=[\s"]*[=+\-@\uFF0B\uFF0D\uFF1D\uFF20])/g, "$1'");
  return /[",;\t\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
