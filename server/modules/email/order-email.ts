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
import { filled, type NamedLink, type OrderFacts, orderWords } from './order-words.ts';

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
