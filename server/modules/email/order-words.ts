// The subject and the paragraphs of an email about an order.
import type { BuyerEmailKind } from '../../../contract/email-kinds.ts';
import type { EmailTexts } from './email-texts.ts';

/** `name`: what the link opens, where that is no post. */
export type NamedLink = { link: string; name: string | null };

export type OrderFacts = {
  id: string;
  /** The refunded amount as text; null without a refund. */
  refunded: string | null;
  /** The refund that the email is about; null when it is unknown. */
  refund: { amount: string; isByHand: boolean } | null;
  /** The replaced link and the new one; null in other emails. */
  replacement: { from: string; to: string } | null;
  /** The post whose drop was reported, and why it was dismissed; null in other emails. */
  drop: { post: NamedLink; reason: string | null } | null;
  /** The posts that the provider cannot see; `isRetried` when the store sends one of them again. */
  hidden: { links: readonly NamedLink[]; isRetried: boolean };
  /** A part was not delivered, and not all of that was refunded. */
  isShort: boolean;
};

/** Puts values into the holes of a text. */
export function filled(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (hole, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? hole) : hole,
  );
}

export function orderWords(
  kind: BuyerEmailKind,
  { kinds }: Pick<EmailTexts, 'kinds'>,
  facts: OrderFacts,
): { subject: string; paragraphs: string[] } {
  const { id } = facts;
  return {
    subject: filled(kinds[kind].subject, { id }),
    paragraphs: paragraphsOf(kind, kinds, facts),
  };
}

function paragraphsOf(
  kind: BuyerEmailKind,
  kinds: EmailTexts['kinds'],
  { id, refunded, refund, replacement, drop, hidden, isShort }: OrderFacts,
): string[] {
  switch (kind) {
    case 'order_received':
      return [filled(kinds[kind].text, { id }), kinds[kind].notYou];
    case 'order_paid':
      return [filled(kinds[kind].text, { id })];
    case 'order_completed': {
      const { whole, short, refunded: partly } = kinds[kind];
      if (refunded !== null) return [filled(partly, { id, refunded })];
      return [filled(isShort ? short : whole, { id })];
    }
    case 'order_refunded': {
      const { card, byHand, unknown, bank } = kinds[kind];
      // The method of a payment outside the gateways is unknown.
      if (refund?.isByHand) return [filled(byHand, { id, amount: refund.amount })];
      return [refund ? filled(card, { id, amount: refund.amount }) : filled(unknown, { id }), bank];
    }
    case 'post_hidden': {
      const { text, post, retry, now, next } = kinds[kind];
      const posts = hidden.links.map((link) => postLine(post, link));
      return [filled(text, { id }), ...posts, hidden.isRetried ? retry : now, next];
    }
    case 'drop_refilling':
    case 'drop_refilled': {
      const { text, post } = kinds[kind];
      return [filled(text, { id }), ...(drop ? [postLine(post, drop.post)] : [])];
    }
    case 'drop_refused': {
      const { text, post, reason, next } = kinds[kind];
      const about = drop ? [postLine(post, drop.post)] : [];
      return [filled(text, { id }), ...about, ...(drop?.reason ? [filled(reason, { reason: drop.reason })] : []), next];
    }
    case 'order_changed': {
      const { text, notYou, isYou } = kinds[kind];
      return [filled(text, { id }), notYou, isYou];
    }
    case 'link_replaced': {
      const { text, before, now, notYou } = kinds[kind];
      const links = replacement
        ? [filled(before, { link: replacement.from }), filled(now, { link: replacement.to })]
        : [];
      return [filled(text, { id }), ...links, notYou];
    }
  }
}

/** "Post: https://…", or "Profile · some.user: https://…". */
function postLine(post: string, { link, name }: NamedLink): string {
  return name === null ? filled(post, { link }) : `${name}: ${link}`;
}
