// The operator's own texts: only what differs from the defaults is stored. Pure.
import { byName } from './by-name.ts';
import { firstTexts, languageNames } from './language-texts.ts';
import { type Language, languages } from './languages.ts';
import type { TextPreset } from './text-presets.ts';

/** `changed`: the operator's texts by key, for example `checkout.island.titles.payment`. */
export type LanguageTexts = { preset: TextPreset; changed: Record<string, string> };
export type TextSettings = Record<Language, LanguageTexts>;

/** One text of the store in each language. `plain` is null where the preset has no text of its own. */
export type TextEntry = { key: string; texts: Record<Language, { specified: string; plain: string | null }> };
export type TextCatalogue = readonly TextEntry[];

export type TextProblem = { field: string; message: string };

export const textLimits = { text: 2_000, texts: 1_000, all: 60_000 } as const;

export function firstTextSettings(): TextSettings {
  return byName(languages, (lang) => ({ preset: firstTexts[lang].preset, changed: {} }));
}

/** With every language; a language that was added later starts with its own preset. */
export function completeTexts(stored: Partial<TextSettings>): TextSettings {
  return { ...firstTextSettings(), ...stored };
}

/** Trimmed; an empty text is removed, so that the default is shown. */
export function tidyTexts(texts: TextSettings): TextSettings {
  return byName(languages, (lang) => ({
    preset: texts[lang].preset,
    changed: Object.fromEntries(
      Object.entries(texts[lang].changed)
        .map(([key, text]) => [key, text.trim()])
        .filter(([, text]) => text !== ''),
    ),
  }));
}

/** The names in braces, each once, in order of the alphabet. */
export function holesOf(text: string): string[] {
  return [...new Set(Array.from(text.matchAll(/\{(\w+)\}/g), ([, name = '']) => name))].sort();
}

/** The default text of a language that has this preset. */
export function defaultOf({ texts }: TextEntry, lang: Language, preset: TextPreset): string {
  const { specified, plain } = texts[lang];
  return preset === 'plain' ? (plain ?? specified) : specified;
}

/** What is wrong with one text in place of a default, as a part of a sentence; null: nothing. */
export function textProblem(text: string, replaced: string): string | null {
  if ([...text].length > textLimits.text) return `may have ${count(textLimits.text)} characters at most`;
  // Includes unpaired surrogates, which PostgreSQL rejects.
  if (/[\p{Cc}\p{Cs}\u2028\u2029]/u.test(text)) return 'must be plain text on one line';
  const [own, needed] = [holesOf(text), holesOf(replaced)];
  const missing = needed.find((name) => !own.includes(name));
  if (missing !== undefined) return `must contain {${missing}}`;
  const unknown = own.find((name) => !needed.includes(name));
  return unknown === undefined ? null : `must not contain {${unknown}}, which has no value here`;
}

/** The bounds of all texts together. */
export function textBoundsProblems(texts: TextSettings): TextProblem[] {
  return languages.flatMap((lang) => {
    const changed = Object.entries(texts[lang].changed);
    const size = changed.reduce((sum, [key, text]) => sum + key.length + text.length, 0);
    const subject = `Your texts in ${languageNames[lang].en}`;
    const field = `texts.${lang}`;
    if (changed.length > textLimits.texts) {
      return [{ field, message: `${subject} may be ${count(textLimits.texts)} at most.` }];
    }
    if (size > textLimits.all) {
      return [{ field, message: `${subject} may have ${count(textLimits.all)} characters together at most.` }];
    }
    return [];
  });
}

/**
 * Problems of the texts that differ from `before`. An unchanged text is no problem, even where this version of the
 * store has another default for it, or none. Without the catalogue nothing is checked.
 */
export function textProblems(texts: TextSettings, before: TextSettings, catalogue?: TextCatalogue): TextProblem[] {
  if (!catalogue) return [];
  const entries = new Map(catalogue.map((entry) => [entry.key, entry]));
  return languages.flatMap((lang) =>
    Object.entries(texts[lang].changed).flatMap(([key, text]) => {
      if (ownTextOf(before[lang], key) === text) return [];
      const entry = entries.get(key);
      const field = textFieldOf(lang, key);
      if (!entry) return [{ field, message: `The store has no text “${key}”.` }];
      const wrong = textProblem(text, entry.texts[lang].specified);
      return wrong === null ? [] : [{ field, message: `The text “${key}” in ${languageNames[lang].en} ${wrong}.` }];
    }),
  );
}

export function textFieldOf(lang: Language, key: string): string {
  return `texts.${lang}.changed.${key}`;
}

export function ownTextOf({ changed }: LanguageTexts, key: string): string | undefined {
  return Object.hasOwn(changed, key) ? changed[key] : undefined;
}

function count(value: number): string {
  return value.toLocaleString('en-US');
}
