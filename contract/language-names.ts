// Names and tags of the languages. Separate from `languages.ts`, which every public page loads.
import type { Language } from './languages.ts';

/** For search engines, browsers and screen readers. */
export const languageTags: Readonly<Record<Language, string>> = { en: 'en', pt: 'pt-BR' };
/** In English, for the admin. */
export const languageNames: Readonly<Record<Language, string>> = { en: 'English', pt: 'Portuguese' };
/** In the language itself. */
export const ownLanguageNames: Readonly<Record<Language, string>> = { en: 'English', pt: 'Português' };
/** The target of the language switch. */
export const otherLanguage: Readonly<Record<Language, Language>> = { en: 'pt', pt: 'en' };
