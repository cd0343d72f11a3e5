import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { languages } from '../../../contract/languages.ts';
import { defaultStoreProfile } from '../../../contract/store-profile.ts';
import { textsOf } from './catalogue.ts';
import { fill, type Text } from './text.ts';
import { weave } from './weave.ts';

/** Every text with its path. */
function leaves(node: unknown, path = ''): [string, string][] {
  if (typeof node === 'string') return [[path, node]];
  return Object.entries(node as object).flatMap(([key, value]) => leaves(value, `${path}.${key}`));
}
const holes = (text: string) => [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))].sort();

const english = leaves(textsOf('en'));

describe.each(languages.filter((lang) => lang !== 'en'))('the catalogue in %s (D-27)', (lang) => {
  const translated = new Map(leaves(textsOf(lang)));

  it('has the same texts as in English, with the same holes, and none is empty', () => {
    expect([...translated.keys()]).toEqual(english.map(([path]) => path));
    for (const [path, text] of english) {
      expect(holes(translated.get(path) ?? ''), path).toEqual(holes(text));
      expect(text.trim(), path).not.toBe('');
      expect(translated.get(path)?.trim(), path).not.toBe('');
    }
  });

  it('translates whole sentences: no longer text is the same as in English', () => {
    const same = english.filter(([path, text]) => text.length > 14 && translated.get(path) === text);
    expect(same).toEqual([]);
  });

  it('A-78: a new store says of itself the same as in English', () => {
    const { claims, support_hours } = defaultStoreProfile;
    for (const { text } of Object.values(claims)) expect(text[lang]).not.toBe(text.en);
    expect(support_hours[lang]).toHaveLength(support_hours.en.length);
    expect(support_hours[lang].filter((line) => support_hours.en.includes(line))).toEqual([]);
  });

  it('A-80: promises nothing about who is behind a like', () => {
    const all = [...english.map(([, text]) => text), ...translated.values()].join(' ');
    expect(all).not.toMatch(/real (people|users|followers)|authentic|organic|autêntic|orgânic|undetect|100% safe/i);
  });
});

describe('filling', () => {
  const text: Text<'count' | 'unit'> = '{count} {unit} of {count}';

  it('puts values into the holes', () => {
    expect(fill(text, { count: 5, unit: 'likes' })).toBe('5 likes of 5');
  });

  it('weaves elements in between', () => {
    const word = createElement('b', { key: 'word' }, 'yes');
    const woven = weave('Say {word} now' as Text<'word'>, { word });
    expect(renderToStaticMarkup(woven)).toBe('<span>Say </span><b>yes</b><span> now</span>');
  });
});
