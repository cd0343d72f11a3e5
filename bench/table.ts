// A table in plain text: what was measured, and the budget beside each figure.

/** One measured figure. `worst` is kept to judge by: `value` may be at most (or at least) the budget. */
export type Figure = { value: number; unit: 'ms' | 'kB' | '' | '/s' | '%'; atMost?: number; atLeast?: number };

export type Row = { name: string; figures: Record<string, Figure | null> };

/** Prints the rows and answers whether every budget is kept. */
export function printTable(title: string, rows: Row[]): boolean {
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

function cellOf(figure: Figure | null): string {
  if (!figure) return '-';
  const { value, unit, atMost, atLeast } = figure;
  const said = `${numberOf(value)}${unit && ` ${unit}`}`;
  const budget =
    atMost !== undefined ? `<= ${numberOf(atMost)}` : atLeast !== undefined ? `>= ${numberOf(atLeast)}` : '';
  return budget ? `${said} (${budget}) ${isKept(figure) ? 'ok' : 'MISSED'}` : said;
}

function numberOf(value: number): string {
  if (Number.isInteger(value)) return String(value);
  return value < 1 ? value.toFixed(3) : value.toFixed(1);
}
