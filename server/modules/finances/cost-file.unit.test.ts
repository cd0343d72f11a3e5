import { expect, test } from 'vitest';
import type { DayOrder } from '../../../contract/finance-rules.ts';
import { proposeColumns, proposeDayOrder, readCostFile, readCostLines } from './cost-file.ts';

const isCurrency = (currency: string) => ['EUR', 'BRL', 'CAD'].includes(currency);

/** Reads a file as the first answer proposes it. */
function read(text: string, dayOrder?: DayOrder) {
  const file = readCostFile(text);
  const columns = proposeColumns(file);
  return readCostLines(file, {
    columns,
    dayOrder: dayOrder ?? proposeDayOrder(file, columns),
    kind: 'ads',
    isCurrency,
  });
}
const reasons = (text: string, dayOrder?: DayOrder) =>
  read(text, dayOrder).refused.map(({ line, reason }) => [line, reason.code]);

test.each([
  ['commas', 'Date,Amount,Source\n2026-11-01,12.50,instagram\n'],
  ['semicolons and decimal commas', 'Data;Valor;Origem\r\n01/11/2026;12,50;instagram\r\n'],
  [
    'tabs, quotes and a byte order mark',
    '\uFEFFDay\tAmount spent (USD)\tPlatform\n"2026-11-01"\t"$12.50"\t"instagram"',
  ],
])('D-95: a file with %s is read', (_, text) => {
  expect(read(text)).toMatchObject({
    read: [
      { line: 2, cost: { day: '2026-11-01', kind: 'ads', source: 'instagram', amountCents: 1250, currency: 'USD' } },
    ],
    refused: [],
  });
});

test('D-95: a quoted cell may have the separator, quotes and lines; an empty line is left out', () => {
  const { read: lines } = read('day,amount,note\n2026-11-01,5,"a, ""b""\nc"\n\n2026-11-02,6,d\n');
  expect(lines.map(({ line, cost }) => [line, cost.note])).toEqual([
    [2, 'a, "b" c'],
    [5, 'd'],
  ]);
});

test.each([
  ['cost_day_invalid', 'day,amount\n2026-02-30,5'],
  ['cost_day_invalid', 'day,amount\nyesterday,5'],
  ['cost_amount_invalid', 'day,amount\n2026-02-01,0'],
  ['cost_amount_invalid', 'day,amount\n2026-02-01,-5'],
  ['cost_amount_invalid', 'day,amount\n2026-02-01,5.005'],
  ['cost_amount_invalid', 'day,amount\n2026-02-01,1000001'],
  ['cost_currency_unknown', 'day,amount,currency\n2026-02-01,5,COINS'],
  ['cost_currency_unknown', 'day,amount\n2026-02-01,₿5'],
  ['cost_currency_unknown', 'Day,Amount spent (XYZ)\n2026-02-01,100.00'],
  ['cost_currency_twice', 'day,amount,currency\n2026-02-01,€5,USD'],
  ['cost_currency_twice', 'day,amount,currency\n2026-02-01,5 BRL,EUR'],
  ['cost_amount_invalid', 'day,amount\n2026-02-01,5 abc'],
  ['cost_amount_invalid', 'day,amount\n2026-02-01,EUR 5 BRL'],
  ['cost_kind_unknown', 'day,amount,kind\n2026-02-01,5,lunch'],
  ['cost_source_of_ads', 'day,amount,kind,source\n2026-02-01,5,hosting,google'],
  ['cost_text_too_long', `day,amount,note\n2026-02-01,5,${'x'.repeat(201)}`],
  ['cost_line_cells', 'day,amount,note\n2026-02-01,5'],
])('D-95: %s is the reason of the refused line', (code, text) => {
  expect(reasons(text)).toEqual([[2, code]]);
});

test.each([
  ['EUR', 500, 'day,amount,currency\n2026-02-01,5,eur'],
  ['EUR', 500, 'day,amount\n2026-02-01,€5'],
  ['EUR', 1250, 'day;amount\n2026-02-01;12,50 EUR'],
  ['BRL', 123456, 'day;Valor (R$)\n2026-02-01;1.234,56'],
  ['BRL', 10000, 'Day,Amount spent (BRL)\n2026-02-01,100.00'],
  ['CAD', 500, 'day,amount,currency\n2026-02-01,$5,CAD'],
  ['USD', 500, 'day,amount\n2026-02-01,5 usd'],
])('D-99: the currency is %s', (currency, amountCents, text) => {
  expect(read(text)).toMatchObject({ refused: [], read: [{ cost: { currency, amountCents } }] });
});

test('D-95: the same row twice is refused, also if it is written in another way', () => {
  expect(reasons('day,amount\n2026-02-01,5\n2026-02-02,5\n2026-02-01,$5.00')).toEqual([[4, 'cost_line_repeated']]);
});

test('D-95: days are read in one order for the whole file', () => {
  const text = 'day,amount\n02/01/2026,5\n13/01/2026,6';
  expect(read(text).read.map(({ cost }) => cost.day)).toEqual(['2026-01-02', '2026-01-13']);
  expect(reasons(text, 'mdy')).toEqual([[3, 'cost_day_invalid']]);
});

test.each(['', 'day,amount', '\n\n'])('D-95: the file %j has no lines', (text) => {
  expect(() => readCostFile(text)).toThrow('no lines');
});

test('D-95, D-93: a quotation mark that stands alone refuses the file, with its line', () => {
  expect(() => readCostFile('day,amount\n2026-01-01,"5\n')).toThrow('line 2');
});
