// A CSV file with other costs: its columns, and what each line says or why it is refused. Pure.
import { createHash } from 'node:crypto';
import { byName } from '../../../contract/by-name.ts';
import { cleanLine, isPlainName } from '../../../contract/characters.ts';
import {
  type CostColumn,
  costColumns,
  costFileLimits,
  type DayOrder,
  dayOrders,
  type OtherCostKind,
  otherCostKinds,
  otherCostLimits,
} from '../../../contract/finance-rules.ts';
import { readDecimal } from '../../../contract/number-inputs.ts';
import { StoreError } from '../../../contract/store-error.ts';
import { type StoreMessage, storeMessage } from '../../../contract/store-messages.ts';
import { type ReadFile, readDay, readFile } from '../../platform/csv-columns.ts';
import type { NewOtherCost } from './other-costs.repository.ts';

export type CostColumns = Record<CostColumn, number | null>;
export type CostReading = {
  columns: CostColumns;
  dayOrder: DayOrder;
  kind: OtherCostKind;
  /** Beside USD. */
  isCurrency: (currency: string) => boolean;
};
export type ReadLine = { line: number; cost: NewOtherCost; importKey: string };
export type RefusedLine = { line: number; text: string; reason: StoreMessage };

export function readCostFile(text: string): ReadFile {
  return readFile(text, costFileLimits);
}

/** Names of columns in files of advertisers and banks, in English and Portuguese. */
const usualHeadings: Record<CostColumn, RegExp> = {
  day: /^(day|date|data|dia|reporting starts)\b/i,
  amount: /^(amount|cost|spend|total|valor|custo|gasto)|spent\b/i,
  kind: /^(kind|type|tipo)\b/i,
  source: /^(source|utm_source|platform|origem|plataforma)\b/i,
  note: /^(note|description|campaign|memo|nota|descri|campanha)/i,
  currency: /^(currency|moeda)\b/i,
};

/** By the names in the first line. */
export function proposeColumns({ headings }: ReadFile): CostColumns {
  const taken = new Set<number>();
  return byName(costColumns, (column) => {
    const at = headings.findIndex((heading, place) => !taken.has(place) && usualHeadings[column].test(heading.trim()));
    if (at < 0) return null;
    taken.add(at);
    return at;
  });
}

/** The first order in which each day of the file can be read. */
export function proposeDayOrder({ lines }: ReadFile, { day }: CostColumns): DayOrder {
  if (day === null) return 'ymd';
  return dayOrders.find((order) => lines.every(({ cells }) => readDay(cells[day] ?? '', order) !== null)) ?? 'ymd';
}

/** Throws invalid_input without the columns of the day and the amount, and for one that has two meanings. */
export function readCostLines(file: ReadFile, reading: CostReading): { read: ReadLine[]; refused: RefusedLine[] } {
  const used = Object.values(reading.columns).filter((at) => at !== null);
  if (reading.columns.day === null || reading.columns.amount === null) {
    throw new StoreError('invalid_input', { field: 'columns', reason: 'cost_column_missing' });
  }
  if (new Set(used).size < used.length) {
    throw new StoreError('invalid_input', { field: 'columns', reason: 'cost_column_twice' });
  }
  const read: ReadLine[] = [];
  const refused: RefusedLine[] = [];
  const firstOf = new Map<string, number>();
  for (const { line, cells } of file.lines) {
    const found = readLine(cells, reading, file.headings);
    const refuse = (reason: StoreMessage) => refused.push({ line, text: cells.join(' | ').slice(0, 200), reason });
    if ('code' in found) {
      refuse(found);
      continue;
    }
    const importKey = hash(found);
    const first = firstOf.get(importKey);
    firstOf.set(importKey, first ?? line);
    if (first === undefined) read.push({ line, cost: found, importKey });
    else refuse(storeMessage('cost_line_repeated', { first }));
  }
  return { read, refused };
}

function readLine(
  cells: string[],
  { columns, dayOrder, kind, isCurrency }: CostReading,
  headings: readonly string[],
): NewOtherCost | StoreMessage {
  const expected = headings.length;
  if (cells.length !== expected) return storeMessage('cost_line_cells', { count: cells.length, expected });
  const cell = (column: CostColumn) => {
    const at = columns[column];
    return at === null ? '' : cleanLine(cells[at] ?? '');
  };
  const day = readDay(cell('day'), dayOrder);
  if (day === null) return storeMessage('cost_day_invalid', { text: shown(cell('day')) });
  const { currency, other } = findCurrency(cell('currency'), cell('amount'), headings[columns.amount ?? 0] ?? '');
  if (other !== null) return storeMessage('cost_currency_twice', { currency: shown(currency), other: shown(other) });
  if (currency !== 'USD' && !isCurrency(currency)) {
    return storeMessage('cost_currency_unknown', { currency: shown(currency) });
  }
  const amountCents = readCents(cell('amount'));
  if (amountCents === null) return storeMessage('cost_amount_invalid', { text: shown(cell('amount')) });
  const lineKind = cell('kind') === '' ? kind : readKind(cell('kind'));
  if (lineKind === null) return storeMessage('cost_kind_unknown', { text: shown(cell('kind')) });
  const source = cell('source') || null;
  if (source !== null && lineKind !== 'ads') return storeMessage('cost_source_of_ads', { text: shown(source) });
  if (source !== null && (source.length > otherCostLimits.source || !isPlainName(source))) {
    return storeMessage('cost_text_too_long', { most: otherCostLimits.source });
  }
  const note = cell('note');
  if (note.length > otherCostLimits.note) return storeMessage('cost_text_too_long', { most: otherCostLimits.note });
  return { day, kind: lineKind, source, amountCents, currency, note };
}

const shown = (text: string) => text.slice(0, 60);

/**
 * That of the column, else beside the amount, else in the heading of the amounts: "Amount spent (BRL)". `other`: the one beside
 * the amount, where the column has another. A dollar sign alone is one of several.
 */
function findCurrency(named: string, amount: string, heading: string): { currency: string; other: string | null } {
  const plain = (sign: string) => signs[sign.toUpperCase()] ?? sign.toUpperCase();
  const [beside = ''] = currencySign.exec(amount) ?? [];
  if (named !== '') {
    const isSame = beside === '' || beside === '$' || plain(beside) === plain(named);
    return { currency: plain(named), other: isSame ? null : plain(beside) };
  }
  const [, inHeading = ''] = /\(\s*([A-Z]{3}|[A-Z]{0,2}\p{Sc})\s*\)/u.exec(heading) ?? [];
  return { currency: plain(beside || inHeading) || 'USD', other: null };
}

/** Signs that name one currency in such files. */
const signs: Readonly<Record<string, string>> = {
  $: 'USD',
  US$: 'USD',
  'US DOLLAR': 'USD',
  'US DOLLARS': 'USD',
  R$: 'BRL',
  '\u20ac': 'EUR',
  '\u00a3': 'GBP',
  '\u20b9': 'INR',
};

/** Also `usd` in small letters. */
const currencySign = /\b([A-Z]{3}|usd)\b|[A-Z]{0,2}\p{Sc}/u;

function readCents(text: string): number | null {
  const plain = text.replace(currencySign, '').trim();
  // May be more or less than one unit.
  if (/^(\d*\.|0*,)\d{3}$/.test(plain)) return null;
  const decimal = readDecimal(plain);
  if (decimal === null || !/^\d+(\.\d{1,2})?$/.test(decimal)) return null;
  const cents = Math.round(Number(decimal) * 100);
  return cents >= otherCostLimits.least * 100 && cents <= otherCostLimits.most * 100 ? cents : null;
}

const kindWords: Record<OtherCostKind, readonly string[]> = {
  ads: ['ads', 'ad', 'advertising', 'anúncios', 'anuncios'],
  hosting: ['hosting', 'hospedagem'],
  other: ['other', 'others', 'outro', 'outros'],
};

function readKind(text: string): OtherCostKind | null {
  return otherCostKinds.find((kind) => kindWords[kind].includes(text.toLowerCase())) ?? null;
}

function hash({ day, kind, source, amountCents, currency, note }: NewOtherCost): string {
  const fields = JSON.stringify([day, kind, source, amountCents, currency, note]);
  return createHash('sha256').update(fields).digest('hex');
}
