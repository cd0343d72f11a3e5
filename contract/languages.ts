// The languages of the public pages and of emails (D-27), defined once. Without zod: server and pages share it.

export const languages = ['en', 'pt'] as const;
export type Language = (typeof languages)[number];

/** What a visitor, an order or an email gets who named no language; it lives at the root of the site. */
export const defaultLanguage: Language = 'en';

/** As search engines, browsers and screen readers are told. */
export const languageTags: Readonly<Record<Language, string>> = { en: 'en', pt: 'pt-BR' };
/** In English, for the admin. */
export const languageNames: Readonly<Record<Language, string>> = { en: 'English', pt: 'Portuguese' };
/** As its speakers call it. */
export const ownLanguageNames: Readonly<Record<Language, string>> = { en: 'English', pt: 'Português' };
/** Where the pages of a language begin: English lives at the root, Brazilian Portuguese under /pt. */
export const languagePrefixes: Readonly<Record<Language, string>> = { en: '', pt: '/pt' };
/** What the language switch of a page leads to. */
export const otherLanguage: Readonly<Record<Language, Language>> = { en: 'pt', pt: 'en' };

export function isLanguage(text: unknown): text is Language {
  return languages.some((lang) => lang === text);
}

/** The language of a path, and the path without its prefix: "" for a prefix alone. */
export function splitLanguage(path: string): { lang: Language; rest: string } {
  const lang = languages.find((one) => {
    const prefix = languagePrefixes[one];
    return prefix !== '' && (path === prefix || path.startsWith(`${prefix}/`));
  });
  return lang ? { lang, rest: path.slice(languagePrefixes[lang].length) } : { lang: defaultLanguage, rest: path };
}
