// What the order lists search, filter and sort by. Without schemas: for the API, saved views and the address of the list.
import { readSearchFacts, type SearchFacts } from './search-facts.ts';

export const orderSorts = ['newest', 'oldest', 'highest', 'lowest'] as const;

/** The names of the filters, as the API and saved views have them. */
export const orderFilterNames = [
  'search',
  'status',
  'payment',
  'delivery',
  'queue',
  'category',
  'offer',
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
  /** The gateway's ID of a session, an order, a transaction, a payment or a refund. */
  gatewayId: string | null;
  /** Amount, day and card of an order; null for a text. */
  facts: SearchFacts | null;
  /** True when the input names orders or a post, so that a text search is unnecessary. */
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
const gatewayIdPattern = /^[\w-]{3,100}$/;
/** A provider order ID as the API has it. */
const ownedIdPattern = /^p\d+:[\w-]{1,64}$/;
const none = { orderId: null, code: null, providerOrderId: null, gatewayId: null, facts: null };

/** Reads the search text of the order lists: free text, the facts of an order, and identifiers that it may contain. */
export function readOrderSearch(typed: string): OrderSearchTerms {
  const trimmed = typed.trim();
  if (readsAsLink(trimmed)) {
    return { ...none, text: trimmed, code: linkCode(trimmed) || null, isExact: true };
  }
  // "Pedido #ID", "Order #ID": any words may precede the number sign.
  const numbered = /^[^#@]*#\s*([\w:-]{1,64})$/.exec(trimmed)?.[1];
  const text = numbered ?? trimmed;
  const isId = orderIdPattern.test(text);
  const token = tokenPattern.test(text) ? text : null;
  const isOwnedId = ownedIdPattern.test(text);
  // Stripe's client secret begins with the ID of the session.
  const gatewayId = text.split('_secret_', 1)[0] ?? '';
  const facts = readSearchFacts(trimmed);
  return {
    text,
    orderId: isId ? text.toUpperCase() : null,
    code: token,
    providerOrderId: isOwnedId ? text : token,
    gatewayId: gatewayIdPattern.test(gatewayId) ? gatewayId : null,
    facts,
    // Four digits alone can also be a part of a text.
    isExact: isOwnedId || (isId && numbered !== undefined) || (facts !== null && !/^\d{4}$/.test(text)),
  };
}

/** True for a pasted link with any scheme and host name, or with a path only. */
function readsAsLink(pasted: string): boolean {
  return /(^|[/.\s])instagram\.com(\/|$)/i.test(pasted) || /^\/(p|reel|reels|tv|share)\//i.test(pasted.trim());
}

/**
 * The search key of a pasted link: its last shortcode or share token, or else its path in lower case. Less strict than
 * the rules of an order. Keep it equal to the database function `link_codes`.
 */
export function linkCode(pasted: string): string {
  const path = pasted
    .trim()
    .replace(/^.*?instagram\.com/i, '')
    .replace(/[?#].*$/, '');
  const segments = path.split('/').filter((segment) => segment !== '');
  const at = segments.findLastIndex(
    (segment, index) => /^(p|reel|reels|tv|share)$/i.test(segment) && /^[\w-]+$/.test(segments[index + 1] ?? ''),
  );
  return at < 0 ? segments.join('/').toLowerCase() : (segments[at + 1] ?? '');
}
