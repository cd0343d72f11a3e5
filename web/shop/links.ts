// URLs of the result and the payment of an order. Navigation is always a full page load, because each document has its
// own Content-Security-Policy.
import type { Language } from '../../contract/languages.ts';
import { orderPathOf } from '../../contract/order-path.ts';
import { pathOf } from '../../contract/pages.ts';
import { findOrderKey } from './order-email.ts';

export function successLink(lang: Language, orderId: string, resultIndicator?: string): string {
  const query = new URLSearchParams({ orderId });
  if (resultIndicator) query.set('resultIndicator', resultIndicator);
  return `${pathOf('success', lang)}?${query}`;
}

/** The page of an order, with the key in the store's path or that of this tab; null without proof. */
export function orderLink(lang: Language, orderId: string, path: string | null | undefined): string | null {
  const key = path?.split('/').at(-1) ?? findOrderKey(orderId);
  return key ? orderPathOf(lang, orderId, key) : null;
}

/** The contact page with a message about an order. */
export function contactLink(lang: Language, orderId: string): string {
  return `${pathOf('contact', lang)}?${new URLSearchParams({ order: orderId })}`;
}

export { payPathOf as payLink } from '../../contract/order-path.ts';
