// URLs of the result and the payment of an order. Navigation is always a full page load, because each document has its
// own Content-Security-Policy.
import type { Language } from '../../contract/languages.ts';
import { pathOf } from '../../contract/pages.ts';

export function successLink(lang: Language, orderId: string, resultIndicator?: string): string {
  const query = new URLSearchParams({ orderId });
  if (resultIndicator) query.set('resultIndicator', resultIndicator);
  return `${pathOf('success', lang)}?${query}`;
}

/** The payment page of an unpaid order. */
export function payLink(lang: Language, orderId: string): string {
  return `${pathOf('checkout', lang)}?${new URLSearchParams({ orderId })}`;
}
