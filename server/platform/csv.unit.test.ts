// No cell of an exported file begins a formula, whatever separates cells where it is opened.
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatCsvCell, formatCsvFile, parseCsvFile, streamCsvFile } from './csv.ts';

/** The cells of a line, as a spreadsheet reads it that does not obey quotes inside a cell, the worst case. */
const cellsAt = (line: string, separators: RegExp) =>
  line.split(separators).map((cell) => cell.replace(/^[\s"\uFEFF]+/, ''));

describe('a cell of the exported file', () => {
  test.each([
    '=1+2',
    ' \t =1+2',
    '\u00A0=1+2',
    '\u0000=1+2',
    "'=1+2",
    'a, =1+2',
    '"=1+2"',
    'a;=1+2',
    'a; =1+2;b@a.b',
    'a;"=1+2";b',
    'a\t=1+2',
    'a\r=1+2',
    'a\r\n\r\n @SUM(1)',
    'a\n;\t+1',
    '-1;;-2',
    '-1+2',
    '-12.50',
    '-12,50,=1',
    'a;＝1+2',
    ';=1',
  ])('%j begins no formula', (text) => {
    for (const separators of [/[;\r\n]/, /[\t\r\n]/, /[,;\t\r\n]/]) {
      for (const cell of cellsAt(formatCsvCell(text), separators)) expect(cell).not.toMatch(/^[=+\-@＝＋－＠]/);
    }
  });

  test.each([
    ['a@b.example', 'a@b.example'],
    ['https://www.instagram.com/p/A-b=/ x', 'https://www.instagram.com/p/A-b=/ x'],
    [12, '12'],
    [-12.5, '-12.5'],
    ['12,50', '"12,50"'],
    ['say "hi"', '"say ""hi"""'],
  ])('%j stays as it is', (text, cell) => {
    expect(formatCsvCell(text)).toBe(cell);
  });
});

test('D-38: the file begins with a byte order mark, once, so that spreadsheets read names as they are', async () => {
  const parts = streamCsvFile<string>([['name', (name) => name]], { zone: 'UTC', decimal: '.' }, async (last) =>
    last ? [] : ['João'],
  );
  expect(await Readable.from(parts).toArray()).toEqual(['\uFEFFname\r\n', 'João\r\n']);
});

test('with a decimal comma, semicolons separate the cells, and texts stay unchanged', async () => {
  const row = { cents: -1250, share: 0.5, count: 1000, name: '12.50', formula: 'a;=1+2', comma: 'a,b' };
  const columns = [
    ['cents', ({ cents }: typeof row) => ({ cents })],
    ['share', ({ share }: typeof row) => share],
    ['count', ({ count }: typeof row) => count],
    ['name', ({ name }: typeof row) => name],
    ['formula', ({ formula }: typeof row) => formula],
    ['comma', ({ comma }: typeof row) => comma],
  ] as const;
  const read = (decimal: '.' | ',') =>
    Readable.from(streamCsvFile(columns, { zone: 'UTC', decimal }, async (last) => (last ? [] : [row]))).toArray();
  expect((await read(','))[1]).toBe(`-12,50;0,5;1000;12.50;"a;'=1+2";"a,b"\r\n`);
  expect((await read('.'))[1]).toBe(`-12.50,0.5,1000,12.50,"a;'=1+2","a,b"\r\n`);
});

describe('any table', () => {
  const start = fc.constantFrom(
    ...['', '=', '+', '-', '@', '\t', '\r', ' =', '"=', "'=", ';=', ',+', '\n@', '\uFEFF=', '＝'],
  );
  const text = fc
    .tuple(
      start,
      fc.oneof(fc.string({ unit: 'binary' }), fc.string(), fc.constantFrom('1+2', 'cmd|x', ',;\t"\'\r\n', '')),
    )
    .map(([first, rest]) => first + rest);
  const table = fc
    .integer({ min: 1, max: 5 })
    .chain((width) => fc.array(fc.array(text, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 6 }));
  const decimals = fc.constantFrom('.' as const, ',' as const);

  test('D-93: returns from a file of the store as it was, and begins with a byte order mark', () => {
    const property = fc.property(table, decimals, (rows, decimal) => {
      const file = formatCsvFile(rows, decimal);
      expect(file.startsWith('\uFEFF')).toBe(true);
      expect(parseCsvFile(file)).toMatchObject({ rows: rows.map((cells) => ({ cells })), brokenLine: null });
    });
    fc.assert(property, { numRuns: 1000 });
  });

  test('D-93: is read by any reader of RFC 4180 with the same cells, apart from the apostrophes', () => {
    const property = fc.property(table, decimals, (rows, decimal) => {
      const read = readAsStandard(formatCsvFile(rows, decimal), decimal === ',' ? ';' : ',');
      const bare = (cells: readonly string[]) => cells.map((cell) => cell.replaceAll("'", ''));
      expect(read.map(bare)).toEqual(rows.map(bare));
    });
    fc.assert(property, { numRuns: 1000 });
  });

  test('D-93: starts no formula in any cell, whatever separates them where it is opened', () => {
    const property = fc.property(table, decimals, (rows, decimal) => {
      const file = formatCsvFile(rows, decimal);
      const cells = [
        ...readAsStandard(file, decimal === ',' ? ';' : ',').flat(),
        ...[/[,\r\n]/, /[;\r\n]/, /[\t\r\n]/, /[,;\t\r\n]/].flatMap((separators) => cellsAt(file, separators)),
      ];
      for (const cell of cells) expect(cell).not.toMatch(/^[\s"\p{C}]*[=+\-@＋－＝＠]/u);
    });
    fc.assert(property, { numRuns: 1000 });
  });

  test('D-93: keeps numbers as numbers, with the decimal sign of the file', () => {
    const property = fc.property(fc.integer({ min: -1e9, max: 1e9 }), decimals, (cents, decimal) => {
      const [[amount = '', count = ''] = []] = readAsStandard(
        formatCsvFile([[{ cents }, cents]], decimal),
        decimal === ',' ? ';' : ',',
      );
      expect(Math.round(Number(amount.replace(decimal, '.')) * 100)).toBe(cents);
      expect(Number(count)).toBe(cents);
      expect(amount).toMatch(decimal === ',' ? /^-?\d+,\d\d$/ : /^-?\d+\.\d\d$/);
    });
    fc.assert(property);
  });
});

/** RFC 4180, character by character. */
function readAsStandard(file: string, separator: string): string[][] {
  const rows: string[][] = [[]];
  let cell = '';
  let isQuoted = false;
  const text = file.slice(1);
  const endCell = () => {
    rows.at(-1)?.push(cell);
    cell = '';
  };
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? '';
    if (isQuoted && sign === '"' && text[at + 1] === '"') at += 1;
    else if (sign === '"') {
      isQuoted = !isQuoted;
      continue;
    } else if (!isQuoted && sign === separator) {
      endCell();
      continue;
    } else if (!isQuoted && sign === '\r' && text[at + 1] === '\n') {
      endCell();
      rows.push([]);
      at += 1;
      continue;
    }
    cell += sign;
  }
  return rows.slice(0, -1);
}

test('D-93: reads what spreadsheets save: other separators, ends of lines, and no byte order mark', () => {
  const rows = [
    { line: 1, cells: ['a', 'b'] },
    { line: 2, cells: ['c;d', ''] },
  ];
  for (const file of ['\uFEFFa;b\r\n"c;d";\r\n', 'a,b\nc;d,', 'a\tb\rc;d\t']) {
    expect(parseCsvFile(file)).toEqual({ rows, brokenLine: null });
  }
  expect(parseCsvFile('a,b\n"c\nd",e\nf,"g').brokenLine).toBe(4);
  expect(parseCsvFile('')).toEqual({ rows: [], brokenLine: null });
});
