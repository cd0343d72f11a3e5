import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatCsvFile } from '../../platform/csv.ts';
import { proposeBankColumns, proposeBankDayOrder, readBankFile, readBankLines, toLineKey } from './bank-file.ts';

function read(text: string, currency: 'USD' | 'BRL' = 'BRL') {
  const file = readBankFile(text);
  const columns = proposeBankColumns(file);
  return { columns, ...readBankLines(file, { columns, dayOrder: proposeBankDayOrder(file, columns), currency }) };
}

test('D-101: a file of a Brazilian bank is read by its headings', () => {
  const text = [
    'Data;Histórico;Valor;Saldo',
    '05/03/2026;PIX RECEBIDO K7PX2M9T;"1.234,56";2000,00',
    '13/03/2026;TARIFA;-12,00;1988,00',
    '13/03/2026;SALDO;;1988,00',
    '14/03/2026;PIX;R$ 99,00;',
    '14/03/2026;PIX;R$ 99,00;',
  ].join('\r\n');
  const found = read(text);
  expect(found.columns).toEqual({ day: 0, text: 1, amount: 2 });
  expect(found).toMatchObject({ unread: 1, outgoing: 1 });
  expect(found.incoming.map(({ line, day, amountCents, repeat }) => [line, day, amountCents, repeat])).toEqual([
    [2, '2026-03-05', 123_456, 0],
    [5, '2026-03-14', 9_900, 0],
    [6, '2026-03-14', 9_900, 1],
  ]);
  expect(new Set(found.incoming.map(({ key }) => key)).size).toBe(3);
});

test.each([
  ['12.00', 1200],
  ['+12.00', 1200],
  ['$1,234.50', 123_450],
  ['12.00 C', 1200],
  ['12', 1200],
])('D-101: the amount %s arrived', (amount, cents) => {
  expect(read(`Date,Amount\n2026-03-05,"${amount}"`).incoming).toMatchObject([{ amountCents: cents }]);
});

test.each(['-12.00', '(12.00)', '12.00-', '12,00 D', '−12.00', '0.00'])('D-101: the amount %s left', (amount) => {
  expect(read(`Date,Amount\n2026-03-05,"${amount}"`)).toMatchObject({ incoming: [], outgoing: 1 });
});

test.each(['', 'x', '1.234', '12.345', '99999999999.00'])('D-101: "%s" is no amount', (amount) => {
  expect(read(`Date,Amount,T\n2026-03-05,"${amount}",x`)).toMatchObject({ incoming: [], unread: 1 });
});

test('D-101: a file without the columns is refused', () => {
  expect(() => read('A,B\n1,2')).toThrow(expect.objectContaining({ code: 'invalid_input' }));
  expect(() => readBankFile('')).toThrow(expect.objectContaining({ code: 'invalid_input' }));
  const columns = { day: 0, amount: 0, text: null };
  const file = readBankFile('A\n1');
  expect(() => readBankLines(file, { columns, dayOrder: 'ymd', currency: 'USD' })).toThrow();
});

test('D-101: each line that arrived is read, and two files that overlap give the same keys', () => {
  const row = fc.record({
    day: fc
      .integer({ min: 0, max: 300 })
      .map((days) => new Date(Date.UTC(2026, 0, 1 + days)).toISOString().slice(0, 10)),
    cents: fc.integer({ min: -100_000, max: 100_000 }),
    text: fc.string({ maxLength: 20 }).map((text) => text.replace(/\p{Cc}/gu, '').trim()),
  });
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 10 }), fc.nat(), (rows, cut) => {
      const toFile = (some: typeof rows) =>
        formatCsvFile([['Date', 'Amount', 'Text'], ...some.map(({ day, cents, text }) => [day, { cents }, text])], '.');
      const all = read(toFile(rows), 'USD');
      expect(all.incoming.map(({ amountCents }) => amountCents)).toEqual(
        rows.map(({ cents }) => cents).filter((cents) => cents > 0),
      );
      expect(all.unread).toBe(0);
      const first = read(toFile(rows.slice(0, 1 + (cut % rows.length))), 'USD');
      expect(all.incoming.map(({ key }) => key).slice(0, first.incoming.length)).toEqual(
        first.incoming.map(({ key }) => key),
      );
      for (const one of all.incoming) expect(toLineKey(one)).toBe(one.key);
    }),
  );
});
