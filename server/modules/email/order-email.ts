// The facts of an order in an email, in the language of the order: number, item, amount, posts and links.
import { cleanLine } from '../../../contract/characters.ts';
import { countText } from '../../../contract/count-text.ts';
import type { BuyerEmailKind } from '../../../contract/email-kinds.ts';
import { isHiddenPost } from '../../../contract/guarantee.ts';
import type { Language } from '../../../contract/languages.ts';
import { linkName } from '../../../contract/link-name.ts';
import { formatUsd } from '../../../contract/money.ts';
import { pathOf } from '../../../contract/pages.ts';
import { describeNonPost } from '../../../contract/pasted-links.ts';
import { normaliseLink } from '../../../contract/post-links.ts';
import type { StoreProfile } from '../../../contract/store-profile.ts';
import type { EmailContent, EmailLink } from './email-template.ts';
import { type EmailTexts, emailTextsOf } from './email-texts.ts';
import type { OrderMail } from './emails.repository.ts';

/** The addresses of a receipt and of the page of an order. */
export type OrderPaths = {
  receiptPath: (orderId: string) => string;
  orderPath: (orderId: string, lang: Language) => string;
};

export type OrderEmailOptions = OrderPaths & {
  profile: StoreProfile;
  publicUrl: string;
  mailId: string;
  /** Path of the page that pauses the order. Omitted in a preview: nobody but the recipient may pause it. */
  pausePath?: PausePath;
};
export type PausePath = (mail: { orderId: string; mailId: string; writtenAt: Date }, lang: Language) => string;

/** Emails about money include a receipt link. */
const withReceipt: ReadonlySet<BuyerEmailKind> = new Set<BuyerEmailKind>(['order_paid', 'order_refunded']);

/** Emails about a change of a paid order, which an intruder may have made. */
const withPause: ReadonlySet<BuyerEmailKind> = new Set<BuyerEmailKind>(['link_replaced', 'order_changed']);

/** Longer than any real shortcode; a longer text could be a message. */
const longestShortcode = 40;

export function orderEmail(
  { kind, orderId, writtenAt, order, refund, replacement, drop, unsent, isShort }: OrderMail,
  { profile, publicUrl, mailId, receiptPath, orderPath, pausePath }: OrderEmailOptions,
): EmailContent {
  const texts = emailTextsOf(order.language, profile.texts[order.language]);
  const facts: OrderFacts = {
    id: orderId,
    refunded: order.refundedCents > 0 ? formatUsd(order.refundedCents, order.language) : null,
    replacement: replacement && {
      from: shownLink(replacement.oldLink, kind)[0] ?? '',
      to: shownLink(replacement.newLink, kind)[0] ?? '',
    },
    isShort,
    hidden: hiddenPosts(unsent, kind, texts),
    drop: drop && {
      post: namedLink(order.postLinks[drop.position] ?? '', kind, texts),
      reason: drop.reason === null ? null : cleanLine(drop.reason),
    },
    refund: refund
      ? { amount: formatUsd(refund.amountCents, order.language), isByHand: refund.attemptNumber === null }
      : null,
  };
  const { subject, paragraphs } = orderWords(kind, texts, facts);
  const track = { label: texts.track, href: `${publicUrl}${orderPath(orderId, order.language)}` };
  const pauseAt = pausePath?.({ orderId, mailId, writtenAt }, order.language) ?? pathOf('pause', order.language);
  const pause = { label: texts.pause, href: `${publicUrl}${pauseAt}` };
  const shared = { language: order.language, storeName: cleanLine(profile.name), subject, paragraphs };
  const questions = filled(texts.questions, { email: cleanLine(profile.support_email) });
  // The address of before may be a stranger's: the email names the order, and leads to nothing of it.
  if (kind === 'order_changed') {
    return {
      ...shared,
      facts: [{ label: texts.order, value: orderId }],
      posts: { label: '', links: [] },
      seller: { label: '', lines: [] },
      actions: [pause],
      closing: [questions],
    };
  }
  const receipt = { label: texts.receipt, href: `${publicUrl}${receiptPath(orderId)}` };
  return {
    ...shared,
    facts: [
      { label: texts.order, value: orderId },
      { label: texts.item, value: `${countText(order.quantity, order.language)} ${texts.units[order.category]}` },
      { label: texts.amount, value: formatUsd(order.amountCents, order.language) },
      ...(facts.refunded === null ? [] : [{ label: texts.refunded, value: facts.refunded }]),
    ],
    posts: { label: texts.posts, links: order.postLinks.flatMap((link) => listedLink(link, kind, texts)) },
    seller: { label: texts.soldBy, lines: kind === 'order_paid' ? sellerLines(profile, texts) : [] },
    actions: [...(withReceipt.has(kind) ? [receipt] : []), track, ...(withPause.has(kind) ? [pause] : [])],
    closing: [texts.trackHelp, questions],
  };
}

// Those that were placed since the email was written are left out.
function hiddenPosts(unsent: OrderMail['unsent'], kind: BuyerEmailKind, texts: EmailTexts): OrderFacts['hidden'] {
  const hidden = unsent.filter(({ error }) => isHiddenPost(error));
  return {
    links: hidden.map(({ link }) => namedLink(link, kind, texts)),
    isRetried: hidden.some(({ isWaiting }) => isWaiting),
  };
}

// An unpaid order may contain another person's address: that email has no text of the sender, only links to posts
// without user name and query.
function shownLink(link: string, kind: BuyerEmailKind): string[] {
  const { shortcode, kind: postKind, canonicalUrl } = normaliseLink(link);
  if (shortcode !== null && shortcode.length <= longestShortcode) {
    return [`https://www.instagram.com/${postKind}/${shortcode}/`];
  }
  return kind === 'order_received' ? [] : [canonicalUrl.replace(/[?#].*$/, '')];
}

function namedLink(link: string, kind: BuyerEmailKind, { linkKinds }: EmailTexts): NamedLink {
  const opens = describeNonPost(link, true);
  return { link: shownLink(link, kind)[0] ?? '', name: opens && linkName(linkKinds, opens) };
}

/** The link with what it opens, where that is no post; in an email that may not show it, only that. */
function listedLink(link: string, kind: BuyerEmailKind, texts: EmailTexts): EmailLink[] {
  const opens = describeNonPost(link, kind !== 'order_received');
  const [shown = null] = shownLink(link, kind);
  if (opens === null) return shown === null ? [] : [{ link: shown, note: null }];
  const name = linkName(texts.linkKinds, opens);
  return [{ link: shown, note: opens.kind === 'share' ? name : `${name}. ${texts.linkChosen}` }];
}

// The seller, where the operator has entered one.
function sellerLines({ business: { name, address, tax_id } }: StoreProfile, texts: EmailTexts): string[] {
  return [name, ...address.split('\n'), tax_id === '' ? '' : `${texts.taxId}: ${tax_id}`]
    .map(cleanLine)
    .filter(Boolean);
}

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
