// A count as people of a language write it. Prices keep their dollars and points in every language.
import { formatCount } from './money.ts';
import type { Language } from './pages.ts';

export function countText(count: number, lang: Language): string {
  const english = formatCount(count);
  return lang === 'pt' ? english.replaceAll(',', '.') : english;
}
