// Texts in groups, one tree a language: their keys, and the merge with the operator's own texts. Pure.
import { byName } from './by-name.ts';
import { defaultLanguage, type Language, languages } from './languages.ts';
import { firstTextSettings, holesOf, type LanguageTexts, ownTextOf, type TextCatalogue } from './text-settings.ts';

type Group = { readonly [key: string]: string | Group };

export type TextTreeOptions<Tree> = {
  /** What every key starts with, for example `emails.`. */
  prefix: string;
  /** The texts of the preset "As specified". */
  specified: Readonly<Record<Language, Tree>>;
  /** What the preset "Plain" has instead, by key. */
  plain: Readonly<Record<Language, Readonly<Record<string, string>>>>;
};

export function createTextTree<Tree extends object>({ prefix, specified, plain }: TextTreeOptions<Tree>) {
  const groupOf = (lang: Language) => specified[lang] as unknown as Group;
  const english = groupOf(defaultLanguage);
  const keys = firstKeys(english, prefix);
  const first = firstTextSettings();
  /** Merged once for each saved version: the same settings give the same object. */
  const merged = new WeakMap<LanguageTexts, Tree>();

  /** Every text once, in the order of the tree. */
  const entries: TextCatalogue = [...keys].flatMap(([group, key]) =>
    Object.entries(group)
      .filter(([, inner]) => typeof inner === 'string')
      .map(([name]) => ({
        key: key + name,
        texts: byName(languages, (lang) => ({
          specified: textAt(groupOf(lang), key.slice(prefix.length) + name),
          plain: plain[lang][key + name] ?? null,
        })),
      })),
  );

  /** The texts of a language; without settings those of a new store. */
  function textsOf(lang: Language, own: LanguageTexts = first[lang]): Tree {
    const preset = own.preset === 'plain' ? plain[lang] : {};
    const visit = (named: Group, group: Group): Group => {
      const key = keys.get(named) ?? prefix;
      const shown = Object.entries(named).map(([name, one]) => {
        const text = group[name] ?? one;
        if (typeof one !== 'string') return [name, visit(one, text as Group)];
        return [name, fittingText(ownTextOf(own, key + name), one) ?? preset[key + name] ?? text];
      });
      return Array.isArray(named) ? (shown.map(([, one]) => one) as unknown as Group) : Object.fromEntries(shown);
    };
    const texts = merged.get(own) ?? (visit(english, groupOf(lang)) as unknown as Tree);
    merged.set(own, texts);
    return texts;
  }

  return { entries, textsOf };
}

/** The key of the first place of each group. Groups that several pages share, as the states of orders, have one key. */
function firstKeys(root: Group, prefix: string): Map<Group, string> {
  const keys = new Map<Group, string>();
  const visit = (group: Group, key: string): void => {
    if (keys.has(group)) return;
    keys.set(group, key);
    for (const [name, inner] of Object.entries(group)) if (typeof inner !== 'string') visit(inner, `${key}${name}.`);
  };
  visit(root, prefix);
  return keys;
}

function textAt(root: Group, key: string): string {
  return key.split('.').reduce<string | Group>((group, name) => (group as Group)[name] ?? '', root) as string;
}

/** A text from an earlier version is kept, unless it names a value that this version does not have there. */
export function fittingText(text: string | undefined, replaced: string): string | undefined {
  if (text === undefined) return undefined;
  const known = holesOf(replaced);
  return holesOf(text).every((name) => known.includes(name)) ? text : undefined;
}
