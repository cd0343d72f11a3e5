// The texts of a store: the preset of each language with the operator's own texts in it. For rendering on the server.
import { defaultLanguage, type Language, languages } from '../../../contract/languages.ts';
import { byName } from '../../../contract/by-name.ts';
import type { PageData } from '../../../contract/pages.ts';
import {
  firstTextSettings,
  holesOf,
  type LanguageTexts,
  ownTextOf,
  type TextCatalogue,
} from '../../../contract/text-settings.ts';
import { type Catalogue, catalogues, plainTexts } from './presets.ts';

export type { Catalogue } from './presets.ts';

type Group = { readonly [key: string]: string | Group };

/** The key of the first place of a text. Groups that several pages share, as the states of orders, have one key. */
function firstKeys(): Map<Group, string> {
  const keys = new Map<Group, string>();
  const visit = (group: Group, key: string): void => {
    if (keys.has(group)) return;
    keys.set(group, key);
    for (const [name, inner] of Object.entries(group)) if (typeof inner !== 'string') visit(inner, `${key}${name}.`);
  };
  visit(catalogues[defaultLanguage] as unknown as Group, '');
  return keys;
}

const keys = firstKeys();

/** Every text once, in the order of the pages. */
export const shopTexts: TextCatalogue = [...keys].flatMap(([group, key]) =>
  Object.entries(group)
    .filter(([, inner]) => typeof inner === 'string')
    .map(([name]) => ({
      key: key + name,
      texts: byName(languages, (lang) => ({
        specified: specifiedAt(lang, key + name),
        plain: plainTexts[lang][key + name] ?? null,
      })),
    })),
);

function specifiedAt(lang: Language, key: string): string {
  return key
    .split('.')
    .reduce<string | Group>(
      (group, name) => (group as Group)[name] ?? '',
      catalogues[lang] as unknown as Group,
    ) as string;
}

/** Merged once for each saved version: the same settings give the same object. */
const merged = new WeakMap<LanguageTexts, Catalogue>();

export function textsFor({ lang, store }: Pick<PageData, 'lang' | 'store'>): Catalogue {
  return textsOf(lang, store.texts[lang]);
}

/** The texts of a language; without settings those of a new store. */
export function textsOf(lang: Language, own: LanguageTexts = first[lang]): Catalogue {
  let texts = merged.get(own);
  if (!texts) {
    texts = mergedOf(lang, own);
    merged.set(own, texts);
  }
  return texts;
}

const first = firstTextSettings();

function mergedOf(lang: Language, own: LanguageTexts): Catalogue {
  const plain = own.preset === 'plain' ? plainTexts[lang] : {};
  const visit = (english: Group, group: Group): Group => {
    const key = keys.get(english) ?? '';
    const shown = Object.entries(english).map(([name, one]) => {
      const text = group[name] ?? one;
      if (typeof one !== 'string') return [name, visit(one, text as Group)];
      const preset = plain[key + name] ?? text;
      return [name, fitting(ownTextOf(own, key + name), one) ?? preset];
    });
    return Array.isArray(english) ? (shown.map(([, one]) => one) as unknown as Group) : Object.fromEntries(shown);
  };
  return visit(
    catalogues[defaultLanguage] as unknown as Group,
    catalogues[lang] as unknown as Group,
  ) as unknown as Catalogue;
}

/** A text of before is kept, unless it names a value that this version of the store does not have there. */
function fitting(text: string | undefined, replaced: string): string | undefined {
  if (text === undefined) return undefined;
  const known = holesOf(replaced);
  return holesOf(text).every((name) => known.includes(name)) ? text : undefined;
}
