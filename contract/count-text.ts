// Formats a count in a language. Prices have the same US format in every language.
import type { Language } from './languages.ts';
import { formatCount } from './money.ts';

const separators: Record<Language, string> = { en: ',', pt: '.' };

export function countText(count: number, lang: Language): string {
  const english = formatCount(count);
  return english.replaceAll(',', separators[lang]);
}
