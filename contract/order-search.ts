// What the order lists search, filter and sort by. Without schemas: for the API, saved views and the address of the list.
import { linkCode, readsAsLink } from './post-links.ts';

export const orderSorts = ['newest', 'oldest', 'highest', 'lowest'] as const;

/** The status filter of the card "Pending Orders". */
export const pendingOrPaid = 'pending,paid';

/** The names of the filters, as the API and saved views have them. */
export const orderFilterNames = [
  'search',
  'status',
  'payment',
  'delivery',
  'queue',
  'category',
  'from',
  'to',
  'amountMin',
  'amountMax',
  'sort',
] as const;
export type OrderFilterName = (typeof orderFilterNames)[number];

export type OrderSearchTerms = {
  /** The text to search for, without the words before an order number. */
  text: string;
  orderId: string | null;
  /** The code of a post link. */
  code: string | null;
  /** As the provider gave it, or as the API has it. */
  providerOrderId: string | null;
  /** True when the input identifies an order or a post, so that a text search is unnecessary. */
  isExact: boolean;
};

/** An order number in a text of a person, apart from other letters and digits. */
const orderIdInText = /(?<![0-9a-z])[0-9A-HJKMNP-TV-Z]{12}(?![0-9a-z])/gi;

/** What reads as an order number in a text, each once, in upper case. */
export function orderIdsIn(text: string): string[] {
  return [...new Set((text.match(orderIdInText) ?? []).map((id) => id.toUpperCase()))];
}

/** The parts of a text; `orderId` of those that name one of these orders. */
export function splitAtOrders(text: string, ids: readonly string[]): { text: string; orderId: string | null }[] {
  const parts: { text: string; orderId: string | null }[] = [];
  let from = 0;
  for (const { 0: named, index } of text.matchAll(orderIdInText)) {
    const orderId = named.toUpperCase();
    if (!ids.includes(orderId)) continue;
    parts.push({ text: text.slice(from, index), orderId: null }, { text: named, orderId });
    from = index + named.length;
  }
  return [...parts, { text: text.slice(from), orderId: null }].filter((part) => part.text !== '');
}

const orderIdPattern = /^[0-9A-HJKMNP-TV-Z]{12}$/i;
/** Shortcodes and provider order IDs. */
const tokenPattern = /^[\w-]{3,64}$/;
/** A provider order ID as the API has it. */
const ownedIdPattern = /^p\d+:[\w-]{1,64}$/;

/** Reads the search text of the order lists: free text, and identifiers that it may contain. */
export function readOrderSearch(typed: string): OrderSearchTerms {
  const trimmed = typed.trim();
  if (readsAsLink(trimmed)) {
    return { text: trimmed, orderId: null, code: linkCode(trimmed) || null, providerOrderId: null, isExact: true };
  }
  // "Pedido #ID", "Order #ID": any words may precede the number sign.
  const numbered = /^[^#@]*#\s*([\w:-]{1,64})$/.exec(trimmed)?.[1];
  const text = numbered ?? trimmed;
  const isId = orderIdPattern.test(text);
  const token = tokenPattern.test(text) ? text : null;
  const isOwnedId = ownedIdPattern.test(text);
  return {
    text,
    orderId: isId ? text.toUpperCase() : null,
    code: token,
    providerOrderId: isOwnedId ? text : token,
    isExact: isOwnedId || (isId && numbered !== undefined),
  };
}
