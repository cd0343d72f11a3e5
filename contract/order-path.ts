// The paths of the page of an order and of its payment. A file of its own, because the home page does not need it.
import type { Language } from './languages.ts';
import { pathOf } from './pages.ts';

/** The payment page of an unpaid order. */
export function payPathOf(lang: Language, orderId: string): string {
  return `${pathOf('checkout', lang)}?${new URLSearchParams({ orderId })}`;
}

/** Who has the key may see the order. */
export function orderPathOf(lang: Language, orderId: string, key: string): string {
  return `${pathOf('order', lang)}/${orderId}/${key}`;
}
