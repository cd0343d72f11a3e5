// The operator's own texts: only what differs from the defaults is stored. Pure.
import { byName } from './by-name.ts';
import type { TextPreset } from './language-texts.ts';
import { firstTexts } from './language-texts.ts';
import { type Language, languages } from './languages.ts';
import { type StoreMessage, storeMessage } from './store-messages.ts';

/** `changed`: the operator's texts by key, for example `checkout.island.titles.payment`. */
export type LanguageTexts = { preset: TextPreset; changed: Record<string, string> };
export type TextSettings = Record<Language, LanguageTexts>;

/**
 * One text of the store in each language. `plain` is null where the preset has no text of its own. `withTransfers`: of a store that
 * takes transfers, whatever the preset.
 */
export type TextEntry = {
  key: string;
  texts: Record<Language, { specified: string; plain: string | null; withTransfers?: string | undefined }>;
};
export type TextCatalogue = readonly TextEntry[];

/** `code` and `params`: what is wrong. */
export type TextProblem = StoreMessage & { field: string };

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
export function textProblem(text: string, replaced: string): StoreMessage | null {
  if ([...text].length > textLimits.text) return storeMessage('text_part_too_long', { most: textLimits.text });
  // Includes unpaired surrogates, which PostgreSQL rejects.
  if (/[\p{Cc}\p{Cs}\u2028\u2029]/u.test(text)) return { code: 'text_part_not_plain' };
  const [own, needed] = [holesOf(text), holesOf(replaced)];
  const missing = needed.find((name) => !own.includes(name));
  if (missing !== undefined) return storeMessage('text_part_lacks', { name: missing });
  const unknown = own.find((name) => !needed.includes(name));
  return unknown === undefined ? null : storeMessage('text_part_has', { name: unknown });
}

/** The bounds of all texts together. */
export function textBoundsProblems(texts: TextSettings): TextProblem[] {
  return languages.flatMap((lang): TextProblem[] => {
    const changed = Object.entries(texts[lang].changed);
    const size = changed.reduce((sum, [key, text]) => sum + key.length + text.length, 0);
    const field = `texts.${lang}`;
    if (changed.length > textLimits.texts) {
      return [{ field, ...storeMessage('too_many_texts', { lang, most: textLimits.texts }) }];
    }
    if (size > textLimits.all) {
      return [{ field, ...storeMessage('texts_too_long', { lang, most: textLimits.all }) }];
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
    Object.entries(texts[lang].changed).flatMap(([key, text]): TextProblem[] => {
      if (ownTextOf(before[lang], key) === text) return [];
      const entry = entries.get(key);
      const field = textFieldOf(lang, key);
      if (!entry) return [{ field, ...storeMessage('text_unknown', { key }) }];
      const problem = textProblem(text, entry.texts[lang].specified);
      return problem === null ? [] : [{ field, ...storeMessage('text_invalid', { key, lang, problem }) }];
    }),
  );
}

export function textFieldOf(lang: Language, key: string): string {
  return `texts.${lang}.changed.${key}`;
}

export function ownTextOf({ changed }: LanguageTexts, key: string): string | undefined {
  return Object.hasOwn(changed, key) ? changed[key] : undefined;
}
