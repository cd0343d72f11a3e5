// What nobody sends who means well: texts, numbers and shapes that have broken other programs. JSON is written here by hand,
// since much of it no serialiser would write.
import type { Random } from '../../server/demo/random.ts';

/** Stands in a body for text that goes into the JSON as it is. */
export type Written = { written: string };

export const written = (text: string): Written => ({ written: text });

/** Shows in a page only where something was not escaped. */
export const unescapedMark = '<fuzz';

const texts: readonly string[] = [
  '',
  ' ',
  '\0',
  'a\0b@example.com',
  'https://www.instagram.com/p/\0/',
  '\ud800',
  'x\udfff@example.com',
  'https://www.instagram.com/p/\ud83d/',
  '\u202egnp.exe\u202c',
  '👩‍👩‍👧‍👦🏴󠁧󠁢󠁥󠁮󠁧󠁿',
  'e\u0301\u0301\u0301@example.com',
  'ﬀ①Å',
  'İı',
  '\ufeff',
  '\u2028\u2029\u0085',
  '\r\nBcc: everybody@example.com\r\n\r\n',
  '\u001b[31m\u0007\b\u007f',
  `"'>${unescapedMark} onload=alert(1)>`,
  `</script>${unescapedMark}>`,
  'javascript:alert(1)',
  "' OR '1'='1' --",
  "'; drop table orders; --",
  '\\',
  '%',
  '_%_',
  '%00%ff%s%n%d',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: sent as it is
  '${7*7}{{7*7}}#{7*7}',
  '../../../../etc/passwd',
  '..%2f..%2fpackage.json',
  'file:///etc/passwd',
  'http://127.0.0.1:1/',
  'http://[::1]:5432/',
  'http://169.254.169.254/',
  'http://user:pass@localhost',
  'http://a..b',
  'https://',
  '=1+1',
  '@SUM(1)',
  'null',
  'undefined',
  'true',
  'NaN',
  'Infinity',
  '-0',
  '1e308',
  '1e999',
  '9007199254740993',
  '2147483648',
  '-1',
  '0x10',
  '1_000',
  '１２',
  '00000000-0000-0000-0000-000000000000',
  'AAAAAAAAAAAA',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '0000-01-01',
  '9999-12-31',
  '2024-02-30',
  '275760-09-13T00:00:00Z',
  '2024-01-01T00:00:00+99:99',
  '(a+)+$',
  '[',
  '*',
  'a:*&!|',
  'A'.repeat(255),
  '😀'.repeat(130),
  '\u0301'.repeat(5_000),
  'a@'.repeat(3_000),
  'x'.repeat(30_000),
];

const numbers: readonly string[] = [
  ...['0', '-0', '-1', '0.5', '1e-7', '5e-324', '1e21', '1e308', '-1e308', '1e999', '-1e999'],
  ...['2147483647', '2147483648', '-2147483649', '4294967296', '9007199254740991', '9007199254740993'],
  ...['9223372036854775808', '123456789012345678901234567890', '0.1', '500.0000001', '1.005', '1E400', '500.5'],
];

const shapes: readonly string[] = [
  ...['null', 'true', 'false', '{}', '[]', '[null]', '[[]]', '""', '"500"', '{"length":1}', '{"$ne":null}'],
  ...['{"toString":1}', '{"toJSON":1}', '{"then":1}', '{"valueOf":null}', '[{"a":{"b":[1,"x",null]}}]'],
];

/** No valid JSON. */
const noJson: readonly string[] = [
  ...['NaN', 'Infinity', '-Infinity', '01', '1.', '.5', '+1', '0x1F', 'undefined', "'a'", '"\\x41"', '"\\u12"'],
  ...['"a\nb"', '{a:1}', '{"a":1,}', '[1,]', '[1', '{"a"', '"', '1 2', '/* */1', '\ufeff{}', 'nul', '{"a":1}}'],
];

export function oddText(random: Random): string {
  return random.pick(texts);
}

export function oddNumber(random: Random): Written {
  return written(random.pick(numbers));
}

/** Anything in the place of anything. */
export function oddValue(random: Random): unknown {
  return random.weighted<() => unknown>([
    [() => oddText(random), 6],
    [() => oddNumber(random), 4],
    [() => written(random.pick(shapes)), 3],
    [() => written(random.pick(noJson)), 1],
    [() => written(deep(random.pick([20, 500, 5_000]), random.pick(['[', '{"a":']))), 1],
    [() => written(long(random)), 1],
  ])();
}

/** `Written` goes in as it is; everything else as JSON writes it. */
export function writeJson(value: unknown): string {
  if (isWritten(value)) return value.written;
  if (Array.isArray(value)) return `[${value.map(writeJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const fields = Object.entries(value).filter(([, inner]) => inner !== undefined);
  return `{${fields.map(([name, inner]) => `${JSON.stringify(name)}:${writeJson(inner)}`).join(',')}}`;
}

/** The object with a key that every object has by itself, or with one of its keys twice. */
export function withOddKey(object: object, random: Random): Written {
  const inner = writeJson(object).slice(1);
  const value = random.pick(['{"isAdmin":true}', '{"prototype":{"role":"admin"}}', '1', 'null', '[]']);
  const names = ['__proto__', 'constructor', 'prototype', 'toString', '\\u005f_proto__', '', ...Object.keys(object)];
  return written(`{"${random.pick(names)}":${value}${inner === '}' ? '' : ','}${inner}`);
}

function deep(levels: number, opening: '[' | '{"a":'): string {
  return `${opening.repeat(levels)}1${(opening === '[' ? ']' : '}').repeat(levels)}`;
}

function long(random: Random): string {
  const item = random.pick(['0', '""', '{}', 'null', '"https://www.instagram.com/p/a/"']);
  return `[${Array(random.pick([6, 51, 501, 900]))
    .fill(item)
    .join(',')}]`;
}

function isWritten(value: unknown): value is Written {
  return typeof value === 'object' && value !== null && 'written' in value && Object.keys(value).length === 1;
}
