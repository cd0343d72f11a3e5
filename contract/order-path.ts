// The path of the page of an order. A file of its own, because the home page does not need it.
import type { Language } from './languages.ts';
import { pathOf } from './pages.ts';

/** Who has the key may see the order. */
export function orderPathOf(lang: Language, orderId: string, key: string): string {
  return `${pathOf('order', lang)}/${orderId}/${key}`;
}
