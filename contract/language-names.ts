// The languages as people and machines read them. Apart from `languages.ts`, which every public page loads.
import type { Language } from './languages.ts';

/** As search engines, browsers and screen readers are told. */
export const languageTags: Readonly<Record<Language, string>> = { en: 'en', pt: 'pt-BR' };
/** In English, for the admin. */
export const languageNames: Readonly<Record<Language, string>> = { en: 'English', pt: 'Portuguese' };
/** As its speakers call it. */
export const ownLanguageNames: Readonly<Record<Language, string>> = { en: 'English', pt: 'Português' };
/** What the language switch of a page leads to. */
export const otherLanguage: Readonly<Record<Language, Language>> = { en: 'pt', pt: 'en' };
