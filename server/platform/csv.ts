// Lines of CSV files (RFC 4180) that are safe to open in a spreadsheet.
export function csvLineOf(cells: readonly (string | number)[]): string {
  return `${cells.map(csvCellOf).join(',')}\r\n`;
}

/**
 * Prefixes what a spreadsheet would run as a formula: visitors chose some of the texts. Where the decimal sign is a comma, a
 * spreadsheet separates cells by semicolons, also inside quotes.
 */
export function csvCellOf(cell: string | number): string {
  if (typeof cell === 'number') return String(cell);
  const harmless = cell.replace(/(^|[;\t\r\n])(?=[\s"]*[=+\-@\uFF0B\uFF0D\uFF1D\uFF20])/g, "$1'");
  return /[",;\t\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
