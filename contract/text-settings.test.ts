import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { byName } from './by-name.ts';
import { languages } from './languages.ts';
import { englishMessage } from './message-texts/english-message.ts';
import {
  completeTexts,
  firstTextSettings,
  holesOf,
  type TextSettings,
  textBoundsProblems,
  textLimits,
  textProblem,
  textProblems,
  tidyTexts,
} from './text-settings.ts';

const catalogue = [
  {
    key: 'home.lead',
    texts: byName(languages, (lang) => ({
      specified: lang === 'pt' ? 'Escolha {count} {unit}.' : 'Pick {count} {unit}.',
      plain: null,
    })),
  },
];
const first = firstTextSettings();
const textsWith = (changed: Record<string, string>): TextSettings => ({ ...first, pt: { preset: 'plain', changed } });
const problemsOf = (changed: Record<string, string>, before: Record<string, string> = {}) =>
  textProblems(textsWith(changed), textsWith(before), catalogue);

const hole = fc.stringMatching(/^[a-z]{1,8}$/);
const words = fc
  .string({ unit: 'grapheme', maxLength: 20 })
  .map((text) => text.replace(/[{}\p{Cc}\p{Cs}\u2028\u2029]/gu, ''));
const textOf = (holes: readonly string[], parts: readonly string[]) =>
  holes.reduce((text, name, at) => `${text}{${name}}${parts[at] ?? ''}`, parts.at(-1) ?? '');

describe('D-33: the texts of an operator', () => {
  test('start as specified in English and plain in Portuguese', () => {
    expect(first).toMatchObject({ en: { preset: 'specified', changed: {} }, pt: { preset: 'plain', changed: {} } });
    expect(completeTexts({ en: { preset: 'plain', changed: { a: 'b' } } })).toMatchObject({
      en: { preset: 'plain', changed: { a: 'b' } },
      pt: { preset: 'plain', changed: {} },
    });
  });

  test('are trimmed, and an empty one shows the default again', () => {
    expect(tidyTexts(textsWith({ a: '  x ', b: '  ' })).pt.changed).toEqual({ a: 'x' });
  });

  test('may have the placeholders of the default in any order and number', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(hole, { maxLength: 4 }),
        fc.array(words, { minLength: 5, maxLength: 5 }),
        (names, parts) => {
          const replaced = textOf(names, parts);
          expect(holesOf(replaced)).toEqual([...names].sort());
          expect(textProblem(textOf([...names].reverse(), parts), replaced)).toBeNull();
          expect(textProblem(replaced + replaced, replaced)).toBeNull();
        },
      ),
    );
  });

  test('are refused with the name of a placeholder that is missing or unknown', () => {
    fc.assert(
      fc.property(fc.uniqueArray(hole, { minLength: 2, maxLength: 4 }), fc.array(words), (names, parts) => {
        const [one = '', ...others] = names;
        const [whole, less] = [textOf(names, parts), textOf(others, parts)];
        expect(textProblem(less, whole)).toEqual({ code: 'text_part_lacks', params: { name: one } });
        expect(textProblem(whole, less)).toEqual({ code: 'text_part_has', params: { name: one } });
      }),
    );
  });

  test('are refused in a sentence that names the text and its language', () => {
    const sentencesOf = (changed: Record<string, string>) =>
      problemsOf(changed).map(({ field, ...message }) => [field, englishMessage(message)]);
    expect(sentencesOf({ 'home.lead': 'Só {count}.' })).toEqual([
      ['texts.pt.changed.home.lead', 'The text “home.lead” in Portuguese must contain {unit}.'],
    ]);
    expect(sentencesOf({ 'home.tail': 'x' })).toEqual([
      ['texts.pt.changed.home.tail', 'The store has no text “home.tail”.'],
    ]);
    expect(problemsOf({ constructor: 'x' })).toHaveLength(1);
    expect(sentencesOf({ 'home.lead': '{count}\n{unit}' })[0]?.[1]).toMatch(/must be plain text on one line/);
    expect(sentencesOf({ 'home.lead': `{count} {unit} ${'x'.repeat(textLimits.text)}` })[0]?.[1]).toMatch(
      /may have 2,000 characters at most/,
    );
  });

  test('stay as they are when a newer store has no such text, or another default', () => {
    const old = { 'home.tail': 'x', 'home.lead': 'Só {count}.' };
    expect(problemsOf(old, old)).toEqual([]);
    expect(problemsOf({ ...old, 'home.tail': 'y' }, old)).toHaveLength(1);
  });

  test('are limited in number and in size', () => {
    const many = Object.fromEntries(Array.from({ length: textLimits.texts + 1 }, (_, at) => [`k${at}`, 'x']));
    expect(textBoundsProblems(textsWith(many))).toMatchObject([{ field: 'texts.pt' }]);
    const large = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`k${at}`, 'x'.repeat(1_900)]));
    expect(textBoundsProblems(textsWith(large))).toMatchObject([{ code: 'texts_too_long', params: { most: 60_000 } }]);
    expect(textBoundsProblems(first)).toEqual([]);
  });
});
