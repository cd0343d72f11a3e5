// The languages of the public pages and of emails (D-27), defined once. Without zod: server and pages share it.
// Every public page loads this file: what fewer pages need is in `language-names.ts`.

export const languages = ['en', 'pt'] as const;
export type Language = (typeof languages)[number];

/** What a visitor, an order or an email gets who named no language; it lives at the root of the site. */
export const defaultLanguage: Language = 'en';

/** Where the pages of a language begin: English lives at the root, Brazilian Portuguese under /pt. */
export const languagePrefixes: Readonly<Record<Language, string>> = { en: '', pt: '/pt' };

export function isLanguage(text: unknown): text is Language {
  return (languages as readonly unknown[]).includes(text);
}

/** The language of a path, and the path without its prefix: "" for a prefix alone. */
export function splitLanguage(path: string): { lang: Language; rest: string } {
  for (const lang of languages) {
    const prefix = languagePrefixes[lang];
    if (prefix && `${path}/`.startsWith(`${prefix}/`)) return { lang, rest: path.slice(prefix.length) };
  }
  return { lang: defaultLanguage, rest: path };
}
