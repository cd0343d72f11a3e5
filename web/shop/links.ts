// The address of a result. Every page is a document of its own with its own rules for the browser (D-26), so going
// somewhere is always a full page load.
import { type Language, pathOf } from '../../contract/pages.ts';

export function successLink(lang: Language, orderId: string, resultIndicator?: string): string {
  const query = new URLSearchParams({ orderId });
  if (resultIndicator) query.set('resultIndicator', resultIndicator);
  return `${pathOf('success', lang)}?${query}`;
}
