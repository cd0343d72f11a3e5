// The CSV file of a bank: its columns, and the transfers that arrived. Pure.
import { createHash } from 'node:crypto';
import { byName } from '../../../contract/by-name.ts';
import { cleanLine } from '../../../contract/characters.ts';
import { type DayOrder, dayOrders } from '../../../contract/finance-rules.ts';
import { readDecimal } from '../../../contract/number-inputs.ts';
import { StoreError } from '../../../contract/store-error.ts';
import {
  type BankColumn,
  bankColumns,
  bankFileLimits,
  mostTransferCents,
  type TransferCurrency,
} from '../../../contract/transfer-rules.ts';
import { type ReadFile, readDay, readFile } from '../../platform/csv-columns.ts';

export type BankColumns = Record<BankColumn, number | null>;
export type BankReading = { columns: BankColumns; dayOrder: DayOrder; currency: TransferCurrency };

/** `repeat`: how many lines before it in the file are the same. */
export type TransferLine = {
  day: string;
  amountCents: number;
  currency: TransferCurrency;
  text: string;
  repeat: number;
};
export type BankLine = TransferLine & { line: number; key: string };

/** `unread`: lines without a day or an amount, such as a balance. `outgoing`: what left the account. */
export type BankLines = { incoming: BankLine[]; unread: number; outgoing: number };

export function readBankFile(text: string): ReadFile {
  return readFile(text, bankFileLimits);
}

/** Names of columns in the files of banks, in English and Portuguese. */
const usualHeadings: Record<BankColumn, RegExp> = {
  day: /^(date|day|booking date|posting date|data|dia)\b/i,
  amount: /^(amount|value|credit|valor|quantia|cr[eé]dito)/i,
  text: /^(description|details|reference|memo|text|payee|narrative|descri|hist[oó]rico|lan[cç]amento|detalhe|t[ií]tulo)/i,
};

/** By the names in the first line. */
export function proposeBankColumns({ headings }: ReadFile): BankColumns {
  const taken = new Set<number>();
  return byName(bankColumns, (column) => {
    const at = headings.findIndex((heading, place) => !taken.has(place) && usualHeadings[column].test(heading.trim()));
    if (at < 0) return null;
    taken.add(at);
    return at;
  });
}

/** The order in which most days of the file can be read. */
export function proposeBankDayOrder({ lines }: ReadFile, { day }: BankColumns): DayOrder {
  if (day === null) return 'ymd';
  const readable = (order: DayOrder) => lines.filter(({ cells }) => readDay(cells[day] ?? '', order) !== null).length;
  return dayOrders.reduce((best, order) => (readable(order) > readable(best) ? order : best));
}

/** Throws invalid_input without the columns of day and amount, and for one that has two meanings. */
export function readBankLines(file: ReadFile, { columns, dayOrder, currency }: BankReading): BankLines {
  const { day: dayAt, amount: amountAt, text: textAt } = columns;
  if (dayAt === null || amountAt === null) {
    throw new StoreError('invalid_input', { field: 'columns', reason: 'cost_column_missing' });
  }
  const used = Object.values(columns).filter((at) => at !== null);
  if (new Set(used).size < used.length) {
    throw new StoreError('invalid_input', { field: 'columns', reason: 'cost_column_twice' });
  }
  const found: BankLines = { incoming: [], unread: 0, outgoing: 0 };
  const seen = new Map<string, number>();
  for (const { line, cells } of file.lines) {
    const day = readDay(cleanLine(cells[dayAt] ?? ''), dayOrder);
    const cents = readSignedCents(cleanLine(cells[amountAt] ?? ''));
    if (day === null || cents === null) found.unread += 1;
    else if (cents <= 0) found.outgoing += 1;
    else {
      const text = textAt === null ? '' : cleanLine(cells[textAt] ?? '').slice(0, bankFileLimits.text);
      const same = { day, amountCents: cents, currency, text };
      const repeat = seen.get(toLineKey({ ...same, repeat: 0 })) ?? 0;
      seen.set(toLineKey({ ...same, repeat: 0 }), repeat + 1);
      found.incoming.push({ ...same, repeat, line, key: toLineKey({ ...same, repeat }) });
    }
  }
  return found;
}

/** The same line in another file of the same account has the same key: a bank's file may overlap with the one before. */
export function toLineKey({ day, amountCents, currency, text, repeat }: TransferLine): string {
  const fields = JSON.stringify([day, amountCents, currency, text, repeat]);
  return createHash('sha256').update(fields).digest('hex');
}

/** "1.234,56", "R$ 1.234,56", "-12.00", "(12.00)", "12.00 D". Null: no amount. */
function readSignedCents(text: string): number | null {
  const plain = text.replace(/US\$|R\$|\$|\b(USD|BRL)\b/gi, '').trim();
  const [, sign = '', body = '', end = ''] = /^([-−(+]?)\s*([^-−()+]*?)\s*([-−)]|[CD])?$/i.exec(plain) ?? [];
  // May be more or less than one.
  if (/^(\d*\.|0*,)\d{3}$/.test(body)) return null;
  const decimal = readDecimal(body);
  if (decimal === null || !/^\d+(\.\d{1,2})?$/.test(decimal)) return null;
  const cents = Math.round(Number(decimal) * 100);
  if (cents > mostTransferCents) return null;
  const isOutgoing = /[-−(]/.test(sign) || /[-−)D]/i.test(end);
  return isOutgoing ? -cents : cents;
}
