// What CSV files of other programs have in common: lines below the names of their columns, and days in any order. Pure.
import type { DayOrder } from '../../contract/finance-rules.ts';
import { StoreError } from '../../contract/store-error.ts';
import { storeMessage } from '../../contract/store-messages.ts';
import { type CsvRow, parseCsvFile } from './csv.ts';

export type ReadFile = { headings: string[]; lines: CsvRow[] };

/** Throws invalid_input for a file without lines, with too many, or with a quotation mark that stands alone. */
export function readFile(text: string, limits: { lines: number; columns: number }): ReadFile {
  const { rows, brokenLine } = parseCsvFile(text);
  if (brokenLine !== null) {
    throw new StoreError('invalid_input', {
      field: 'file',
      reason: storeMessage('cost_file_broken', { line: brokenLine }),
    });
  }
  const [head, ...lines] = rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  if (!head || lines.length === 0) throw new StoreError('invalid_input', { field: 'file', reason: 'cost_file_empty' });
  if (lines.length > limits.lines) {
    throw new StoreError('invalid_input', {
      field: 'file',
      reason: storeMessage('cost_file_too_long', { most: limits.lines }),
    });
  }
  return { headings: head.cells.slice(0, limits.columns), lines };
}

/** YYYY-MM-DD; null for what is no day in this order. A time of day is left out. */
export function readDay(text: string, order: DayOrder): string | null {
  const [, first = '', second = '', third = ''] =
    /^(\d{1,4})[-/.](\d{1,2})[-/.](\d{1,4})(?:[T ,].*)?$/.exec(text.trim()) ?? [];
  const [year, month, date] = { ymd: [first, second, third], dmy: [third, second, first], mdy: [third, first, second] }[
    order
  ];
  if (year?.length !== 4 || !month || !date || date.length > 2 || !/^20/.test(year)) return null;
  const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
  const parsed = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().slice(0, 10) === day ? day : null;
}
