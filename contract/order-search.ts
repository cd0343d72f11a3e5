// What an admin types into the search of orders, read once for every list: the text, and what it may name exactly.
import { linkCode, readsAsLink } from './post-links.ts';

export type OrderSearchTerms = {
  /** For the search of texts, without the words that stand before an order number. */
  text: string;
  orderId: string | null;
  /** The code of a post link. */
  code: string | null;
  providerOrderId: string | null;
  /** It names an order or a post, and no text holds it. */
  isExact: boolean;
};

const orderIdPattern = /^[0-9A-HJKMNP-TV-Z]{12}$/i;
/** Shortcodes and ids of providers. */
const tokenPattern = /^[\w-]{3,64}$/;

export function readOrderSearch(typed: string): OrderSearchTerms {
  const trimmed = typed.trim();
  if (readsAsLink(trimmed)) {
    return { text: trimmed, orderId: null, code: linkCode(trimmed) || null, providerOrderId: null, isExact: true };
  }
  // "Pedido #ID", "Order #ID": the words before the sign are the operator's.
  const numbered = /^[^#@]*#\s*([\w-]{1,64})$/.exec(trimmed)?.[1];
  const text = numbered ?? trimmed;
  const isId = orderIdPattern.test(text);
  const token = tokenPattern.test(text) ? text : null;
  return {
    text,
    orderId: isId ? text.toUpperCase() : null,
    code: token,
    providerOrderId: token,
    isExact: isId && numbered !== undefined,
  };
}
