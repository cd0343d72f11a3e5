import { describe, expect, it } from 'vitest';
import { defaultStoreProfile } from '../../../contract/store-profile.ts';
import { textsOf } from './catalogue.ts';
import { fill, type Text, weave } from './text.ts';

/** Every text with its path. */
function leaves(node: unknown, path = ''): [string, string][] {
  if (typeof node === 'string') return [[path, node]];
  return Object.entries(node as object).flatMap(([key, value]) => leaves(value, `${path}.${key}`));
}
const holes = (text: string) => [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))].sort();

describe('the catalogue (D-27)', () => {
  const english = leaves(textsOf('en'));
  const portuguese = new Map(leaves(textsOf('pt')));

  it('has the same texts in both languages, with the same holes, and none is empty', () => {
    expect([...portuguese.keys()]).toEqual(english.map(([path]) => path));
    for (const [path, text] of english) {
      expect(holes(portuguese.get(path) ?? ''), path).toEqual(holes(text));
      expect(text.trim(), path).not.toBe('');
      expect(portuguese.get(path)?.trim(), path).not.toBe('');
    }
  });

  it('translates whole sentences: no longer text is the same in both languages', () => {
    const same = english.filter(([path, text]) => text.length > 14 && portuguese.get(path) === text);
    expect(same).toEqual([]);
  });

  it('A-78: a new store says of itself the same in both languages', () => {
    const { claims, support_hours } = defaultStoreProfile;
    for (const { text } of Object.values(claims)) expect(text.pt).not.toBe(text.en);
    expect(support_hours.pt).toHaveLength(support_hours.en.length);
    expect(support_hours.pt.filter((line) => support_hours.en.includes(line))).toEqual([]);
  });

  it('A-80: promises nothing about who is behind a like', () => {
    const all = [...english.map(([, text]) => text), ...portuguese.values()].join(' ');
    expect(all).not.toMatch(/real (people|users|followers)|authentic|organic|autêntic|orgânic|undetect|100% safe/i);
  });
});

describe('filling', () => {
  const text: Text<'count' | 'unit'> = '{count} {unit} of {count}';

  it('puts values into the holes', () => {
    expect(fill(text, { count: 5, unit: 'likes' })).toBe('5 likes of 5');
  });

  it('weaves elements in between', () => {
    expect(weave('Say {word} now' as Text<'word'>, { word: 'yes' })).toEqual(['Say ', 'yes', ' now']);
  });
});
