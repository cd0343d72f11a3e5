import { expect, test } from 'vitest';
import type { MessageTexts } from '../store-messages.ts';
import { englishTexts } from './en.ts';
import type { TextForms } from './forms.ts';
import { portugueseTexts } from './pt.ts';
import { usualStatuses } from './usual-statuses.ts';

type AnyText = string | ((params: Record<string, unknown>, forms: TextForms) => string);
const codes = Object.keys(englishTexts) as (keyof MessageTexts)[];

/** Samples by name: where a text chooses by a parameter, each choice is made. */
const samples: Record<string, unknown[]> = {
  category: ['Likes'],
  kind: ['provider', 'confirmations'],
  window: ['hour'],
  cap: [500],
  costCents: [700],
  priceCents: [600],
  isSecond: [true, false],
  isDeleted: [true, false],
  count: [1, 12],
  waiting: [1, 12],
  remains: [12, null],
  answers: [[{ code: 'a' }]],
  services: [[{ code: 'a' }]],
  providers: [[{ code: 'a' }]],
  problems: [[{ code: 'a' }]],
};
const usual = ['x', null];

/** The parameters that a text reads, and its sentences with them. */
function read(text: AnyText): { names: Set<string>; sentences: string[] } {
  const names = new Set<string>();
  if (typeof text === 'string') return { names, sentences: [text] };
  const forms: TextForms = {
    usd: (cents) => `usd ${cents}`,
    count: (number) => `count ${number}`,
    text: (words) => (typeof words === 'string' ? words : ((words as { code: string } | null)?.code ?? 'none')),
    status: (word) => word,
  };
  const sentences = [0, 1].map((choice) => {
    const params = new Proxy<Record<string, unknown>>(
      {},
      {
        get: (_target, name) => {
          names.add(String(name));
          const choices = samples[String(name)] ?? usual;
          return choices[Math.min(choice, choices.length - 1)];
        },
      },
    );
    return text(params, forms);
  });
  return { names, sentences };
}

test.each(codes)('D-64: %s has both texts, and both use the same parameters', (code) => {
  const [english, portuguese] = [englishTexts, portugueseTexts].map((texts) => read(texts[code] as AnyText));
  expect([...(portuguese?.names ?? [])].sort()).toEqual([...(english?.names ?? [])].sort());
  for (const sentence of [...(english?.sentences ?? []), ...(portuguese?.sentences ?? [])]) {
    expect(sentence.trim()).not.toBe('');
    expect(sentence).not.toMatch(/undefined|NaN|\[object/);
  }
});

test('D-64: the English text of a usual status is the word of the providers', () => {
  expect(Object.entries(usualStatuses).filter(([word, code]) => englishTexts[code] !== word)).toEqual([]);
});
