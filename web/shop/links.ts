// The addresses of one order's result and of its payment. Every page is a document of its own with its own rules for the
// browser (D-26), so going somewhere is always a full page load.
import type { Language } from '../../contract/languages.ts';
import { pathOf } from '../../contract/pages.ts';

export function successLink(lang: Language, orderId: string, resultIndicator?: string): string {
  const query = new URLSearchParams({ orderId });
  if (resultIndicator) query.set('resultIndicator', resultIndicator);
  return `${pathOf('success', lang)}?${query}`;
}

/** Where an order that was placed and not paid is paid. */
export function payLink(lang: Language, orderId: string): string {
  return `${pathOf('checkout', lang)}?${new URLSearchParams({ orderId })}`;
}
