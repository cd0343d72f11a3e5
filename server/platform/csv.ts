// The only writer and reader of CSV files (RFC 4180). What it writes is safe to open in a spreadsheet.

/** Spreadsheets with a decimal comma separate cells by semicolons, and parse `1.50` as a date or a text. */
export type DecimalSign = '.' | ',';
type CsvCell = string | number | { cents: number };

/** `zone`: the time zone of the times in the file. */
export type CsvColumn<Row> = readonly [name: string, of: (row: Row, zone: string) => CsvCell];

/** `line`: where the row begins in the file. */
export type CsvRow = { line: number; cells: string[] };

const rowsAtOnce = 250;
/** Without it spreadsheets decode the file with the charset of their system. */
const byteOrderMark = '\uFEFF';
/**
 * Where a spreadsheet may find the start of a formula: at the start of a cell, and behind each sign by which it may separate
 * cells, also inside quotes. The apostrophe is in the set so that `restoreText` removes exactly what was added.
 */
const formulaStart = String.raw`(?=['\s"\p{C}]*[=+\-@\uFF0B\uFF0D\uFF1D\uFF20])`;
const unguarded = new RegExp(String.raw`(?<=^|[,;\t\r\n])${formulaStart}`, 'gu');
const guarded = new RegExp(String.raw`(?<=^|[,;\t\r\n])'${formulaStart}`, 'gu');

/**
 * A file in chunks: the names of the columns, then a page of rows at a time. `readPage` returns the rows after `last`, at
 * most `limit`. Each page is its own query: a slow reader holds no transaction open.
 */
export async function* streamCsvFile<Row>(
  columns: readonly CsvColumn<Row>[],
  { zone, decimal }: { zone: string; decimal: DecimalSign },
  readPage: (last: Row | null, limit: number) => Promise<Row[]>,
): AsyncGenerator<string> {
  yield formatCsvFile([columns.map(([name]) => name)], decimal);
  let last: Row | null = null;
  do {
    const rows: Row[] = await readPage(last, rowsAtOnce);
    if (rows.length > 0) {
      yield rows
        .map((row) =>
          formatCsvLine(
            columns.map(([, of]) => of(row, zone)),
            decimal,
          ),
        )
        .join('');
    }
    last = rows.length === rowsAtOnce ? (rows.at(-1) ?? null) : null;
  } while (last);
}

/** A whole file. */
export function formatCsvFile(rows: readonly (readonly CsvCell[])[], decimal: DecimalSign): string {
  return byteOrderMark + rows.map((cells) => formatCsvLine(cells, decimal)).join('');
}

function formatCsvLine(cells: readonly CsvCell[], decimal: DecimalSign): string {
  return `${cells.map((cell) => formatCsvCell(cell, decimal)).join(decimal === ',' ? ';' : ',')}\r\n`;
}

/** In a text, an apostrophe stands before what a spreadsheet would run as a formula: visitors chose some of them. */
export function formatCsvCell(cell: CsvCell, decimal: DecimalSign = '.'): string {
  if (typeof cell === 'object') return (cell.cents / 100).toFixed(2).replace('.', decimal);
  if (typeof cell === 'number') return String(cell).replace('.', decimal);
  const harmless = cell.replace(unguarded, "'");
  return /[",;\t\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/**
 * The rows of a file of the store, also after a spreadsheet saved it: with or without a byte order mark, with commas,
 * semicolons or tabs, and any end of line. `brokenLine`: where a quotation mark stands alone, else null.
 */
export function parseCsvFile(csv: string): { rows: CsvRow[]; brokenLine: number | null } {
  const text = csv.startsWith(byteOrderMark) ? csv.slice(1) : csv;
  const separator = /^(?:"[^"]*"|[^",;\t\r\n])*([,;\t])/.exec(text)?.[1] ?? ',';
  // A cell, in quotation marks or not, and what ends it.
  const cell = new RegExp(`(?:"([^"]*(?:""[^"]*)*)"|([^"${separator}\\r\\n]*))(${separator}|\\r\\n|\\r|\\n|$)`, 'y');
  const rows: CsvRow[] = [];
  let line = 1;
  let row: CsvRow = { line, cells: [] };
  while (cell.lastIndex < text.length) {
    const found = cell.exec(text);
    if (!found) return { rows, brokenLine: line };
    const [whole, quoted, bare = '', end] = found;
    row.cells.push(restoreText(quoted?.replaceAll('""', '"') ?? bare));
    line += whole.match(/\r\n|\r|\n/g)?.length ?? 0;
    if (end === separator && cell.lastIndex < text.length) continue;
    if (end === separator) row.cells.push('');
    rows.push(row);
    row = { line, cells: [] };
  }
  return { rows, brokenLine: null };
}

/** Longer cells stay as they are: the pattern takes long for a long run of blanks and apostrophes. */
const longestRestored = 5_000;

/** The text of a cell without the apostrophes of `formatCsvCell`. */
function restoreText(cell: string): string {
  return cell.length > longestRestored ? cell : cell.replace(guarded, '');
}
