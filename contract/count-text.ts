// A count as people of a language write it. Prices keep their dollars and points in every language.
import type { Language } from './languages.ts';
import { formatCount } from './money.ts';

const separators: Record<Language, string> = { en: ',', pt: '.' };

export function countText(count: number, lang: Language): string {
  const english = formatCount(count);
  return english.replaceAll(',', separators[lang]);
}
