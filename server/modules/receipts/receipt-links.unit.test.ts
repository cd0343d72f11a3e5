import { describe, expect, test } from 'vitest';
import { createReceiptLinks } from './receipt-links.ts';

const links = createReceiptLinks('a secret of tests');
const id = 'ABCDEFGHJKMN';
const keyOf = (path: string) => path.split('/').at(-1) ?? '';
const key = keyOf(links.buildPath(id));

describe('the address of a receipt', () => {
  test('is the same every time, holds 128 bits that nobody can guess, and opens its own order alone', () => {
    expect(links.buildPath(id)).toBe(`/receipt/${id}/${key}`);
    expect(key).toMatch(/^[\w-]{22}$/);
    expect(links.isKeyOf(id, key)).toBe(true);
    expect(links.isKeyOf('NMKJHGFEDCBA', key)).toBe(false);
  });

  test.each([
    ['nothing', ''],
    ['a shorter one', key.slice(0, 20)],
    ['a longer one', `${key}AAAA`],
    ['another one', `${key.startsWith('A') ? 'B' : 'A'}${key.slice(1)}`],
    ['what is no key', '../../etc/passwd'],
    ['a key in another letter case', key.toLowerCase() === key ? key.toUpperCase() : key.toLowerCase()],
  ])('%s opens nothing', (_, wrong) => {
    expect(links.isKeyOf(id, wrong)).toBe(false);
  });

  test('another secret makes other addresses', () => {
    const others = createReceiptLinks('another secret');
    expect(others.isKeyOf(id, key)).toBe(false);
    expect(links.isKeyOf(id, keyOf(others.buildPath(id)))).toBe(false);
  });
});
