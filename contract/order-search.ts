// Parses the search text of the order lists: free text, and identifiers that it may contain.
import { linkCode, readsAsLink } from './post-links.ts';

export type OrderSearchTerms = {
  /** The text to search for, without the words before an order number. */
  text: string;
  orderId: string | null;
  /** The code of a post link. */
  code: string | null;
  providerOrderId: string | null;
  /** True when the input identifies an order or a post, so that a text search is unnecessary. */
  isExact: boolean;
};

const orderIdPattern = /^[0-9A-HJKMNP-TV-Z]{12}$/i;
/** Shortcodes and provider order IDs. */
const tokenPattern = /^[\w-]{3,64}$/;

export function readOrderSearch(typed: string): OrderSearchTerms {
  const trimmed = typed.trim();
  if (readsAsLink(trimmed)) {
    return { text: trimmed, orderId: null, code: linkCode(trimmed) || null, providerOrderId: null, isExact: true };
  }
  // "Pedido #ID", "Order #ID": any words may precede the number sign.
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
