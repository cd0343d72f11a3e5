// No cell of an exported file begins a formula, whatever separates cells where it is opened.
import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { formatCsvCell, streamCsvFile } from './csv.ts';

/** The cells of a line, as a spreadsheet reads it that does not obey quotes inside a cell, the worst case. */
const cellsAt = (line: string, separators: RegExp) =>
  line.split(separators).map((cell) => cell.replace(/^[\s"\uFEFF]+/, ''));

describe('a cell of the exported file', () => {
  test.each([
    '=1+2',
    ' \t =1+2',
    '\u00A0=1+2',
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
    '-12,50,=1',
    'a;＝1+2',
    ';=1',
  ])('%j begins no formula', (text) => {
    for (const separators of [/[;\r\n]/, /[\t\r\n]/, /[;\t\r\n]/]) {
      for (const cell of cellsAt(formatCsvCell(text), separators)) expect(cell).not.toMatch(/^[=+\-@＝＋－＠]/);
    }
  });

  test.each([
    ['a@b.example', 'a@b.example'],
    ['https://www.instagram.com/p/A-b=/ x', 'https://www.instagram.com/p/A-b=/ x'],
    [12, '12'],
    [-12.5, '-12.5'],
    ['-12.50', '-12.50'],
    ['12,50', '"12,50"'],
    ['-12,50', '"-12,50"'],
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
