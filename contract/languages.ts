// The languages of public pages and emails. Without zod: used by server and pages. Every public page loads this file,
// so keep it small; `language-texts.ts` has the rest.

export const languages = ['en', 'pt'] as const;
export type Language = (typeof languages)[number];

/** The fallback language of visitors, orders and emails. It has no path prefix. */
export const defaultLanguage: Language = 'en';

/** The path prefix of each language: English has none, Brazilian Portuguese has /pt. */
export const languagePrefixes: Readonly<Record<Language, string>> = { en: '', pt: '/pt' };

/** The BCP 47 tag: the document's `lang`, `hreflang`, the form of dates. */
export const languageTags: Readonly<Record<Language, string>> = { en: 'en', pt: 'pt-BR' };

/** How a language writes numbers, as in Unicode's CLDR. */
type NumberForm = {
  /** Between thousands. */
  group: string;
  /** Digits of the shortest whole number with a group: 4 for 1,234; Spanish has 5. */
  groupedFrom: number;
  decimal: string;
  /** What stands before and after an amount of dollars. */
  usd: readonly [before: string, after: string];
};

/** Written here because the first use of `Intl` in a browser tab takes 60 ms: docs/performance.md, "Public pages". */
export const numberForms: Readonly<Record<Language, NumberForm>> = {
  en: { group: ',', groupedFrom: 4, decimal: '.', usd: ['$', ''] },
  pt: { group: '.', groupedFrom: 4, decimal: ',', usd: ['US$\u00a0', ''] },
};

export function isLanguage(text: unknown): text is Language {
  return (languages as readonly unknown[]).includes(text);
}

/** Splits a path into its language and the rest: "" for a prefix alone. */
export function splitLanguage(path: string): { lang: Language; rest: string } {
  for (const lang of languages) {
    const prefix = languagePrefixes[lang];
    if (prefix && `${path}/`.startsWith(`${prefix}/`)) return { lang, rest: path.slice(prefix.length) };
  }
  return { lang: defaultLanguage, rest: path };
}
