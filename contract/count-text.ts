// Formats a count in a language.
import { type Language, languageTags } from './languages.ts';

export function countText(count: number, lang: Language): string {
  return count.toLocaleString(languageTags[lang]);
}
