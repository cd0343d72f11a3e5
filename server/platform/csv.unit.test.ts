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
  const parts = streamCsvFile<string>([['name', (name) => name]], 'UTC', async (last) => (last ? [] : ['João']));
  expect(await Readable.from(parts).toArray()).toEqual(['\uFEFFname\r\n', 'João\r\n']);
});
