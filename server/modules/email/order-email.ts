// The facts of an order in an email, in the language of the order: number, item, amount, posts and links.

import { formatBrl } from '../../../contract/brl.ts';
import { cleanLine } from '../../../contract/characters.ts';
import type { BuyerEmailKind } from '../../../contract/email-kinds.ts';
import { guaranteeSentence } from '../../../contract/guarantee-sentence.ts';
import { type Language, languageTags } from '../../../contract/languages.ts';
import type { LinkRuleName } from '../../../contract/link-rule-names.ts';
import { describeOrdered, normaliseBy, postOfLink } from '../../../contract/links/order-links.ts';
import { formatUsd } from '../../../contract/money.ts';
import { countText } from '../../../contract/numbers.ts';
import { offerOfOrder, specifiedCategory } from '../../../contract/offers.ts';
import { describeEnd, describeStart, listHidden } from '../../../contract/order-mail.ts';
import { payPathOf } from '../../../contract/order-path.ts';
import { pathOf } from '../../../contract/pages.ts';
import { linkName } from '../../../contract/post-links.ts';
import type { StoreProfile } from '../../../contract/store-profile.ts';
import type { LanguageTexts } from '../../../contract/text-settings.ts';
import { brandOf, type EmailContent, type EmailLink, onlyParagraphs } from './email-template.ts';
import { type EmailTexts, emailTextsOf, otherLinkTexts } from './email-texts.ts';
import type { OrderMail } from './emails.repository.ts';
import type { Email } from './mailer.ts';

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
  /** Omitted in a preview, and where the store has none. */
  logo?: Email['logo'];
};
export type PausePath = (mail: { orderId: string; mailId: string; writtenAt: Date }, lang: Language) => string;

/** Emails about money include a receipt link. */
const withReceipt: ReadonlySet<BuyerEmailKind> = new Set<BuyerEmailKind>(['order_paid', 'order_refunded']);

/** Emails about a change of a paid order, which an intruder may have made. */
const withPause: ReadonlySet<BuyerEmailKind> = new Set<BuyerEmailKind>(['link_replaced', 'order_changed']);

/** An unpaid order may be of somebody else: its emails have no text of the sender. */
const unpaidKinds: ReadonlySet<BuyerEmailKind> = new Set<BuyerEmailKind>(['order_received', 'transfer_instructions']);

/** Longer than any real shortcode; a longer text could be a message. */
const longestShortcode = 40;

export function orderEmail(
  mail: OrderMail,
  { profile, publicUrl, mailId, receiptPath, orderPath, pausePath, logo }: OrderEmailOptions,
): EmailContent {
  const { kind, orderId, writtenAt, order } = mail;
  const { language, refundedCents } = order;
  const texts = textsOfMail(mail, profile.texts[language]);
  const pauseAt = pausePath?.({ orderId, mailId, writtenAt }, language) ?? pathOf('pause', language);
  const pause = { label: texts.pause, href: `${publicUrl}${pauseAt}` };
  const questions = filled(texts.questions, { email: cleanLine(profile.support_email) });
  const shared = {
    ...onlyParagraphs,
    language,
    ...brandOf(profile, logo !== undefined),
    storeName: cleanLine(profile.name),
    subject: composeSubject(mail, texts),
    paragraphs: composeParagraphs(mail, texts, offerOfOrder(profile.offers, order).guarantee_days),
  };
  const number = { label: texts.order, value: orderId };
  // The former address may belong to a stranger: the email names the order, and has no link to it.
  if (kind === 'order_changed') return { ...shared, facts: [number], actions: [pause], closing: [questions] };
  const receipt = { label: texts.receipt, href: `${publicUrl}${receiptPath(orderId)}` };
  const pay = { label: texts.pay, href: `${publicUrl}${payPathOf(language, orderId)}` };
  const track = { label: texts.track, href: `${publicUrl}${orderPath(orderId, language)}` };
  return {
    ...shared,
    facts: [
      number,
      { label: texts.item, value: itemOf(order, texts) },
      { label: texts.amount, value: formatUsd(order.amountCents, language) },
      ...(refundedCents > 0 ? [{ label: texts.refunded, value: formatUsd(refundedCents, language) }] : []),
      ...transferFacts(mail, texts, profile.time_zone),
    ],
    code: transferCode(mail, texts),
    posts: { label: texts.posts, links: order.postLinks.flatMap((link) => listedLink(link, mail, texts)) },
    seller: { label: texts.soldBy, lines: kind === 'order_paid' ? sellerLines(profile, texts) : [] },
    actions: [
      ...(kind === 'order_received' ? [pay] : []),
      track,
      ...(withReceipt.has(kind) ? [receipt] : []),
      ...(withPause.has(kind) ? [pause] : []),
    ],
    closing: [texts.trackHelp, questions],
  };
}

/** "1,000 likes", or "TikTok followers: 1,000" of an offer beside the specified ones. */
function itemOf({ category, offer, quantity, language }: OrderMail['order'], { units }: EmailTexts): string {
  const count = countText(quantity, language);
  return offer && !specifiedCategory(offer) ? `${offer.names[language]}: ${count}` : `${count} ${units[category]}`;
}

/** What the buyer copies, and until when. */
function transferFacts(
  { kind, order: { language }, facts: { transfer } }: OrderMail,
  { kinds: { transfer_instructions: texts } }: EmailTexts,
  timeZone: string,
): { label: string; value: string }[] {
  if (kind !== 'transfer_instructions' || !transfer) return [];
  const { reference, expires_at, pix } = transfer;
  const until = new Intl.DateTimeFormat(languageTags[language], {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  });
  return [
    ...(pix && pix.amount !== null
      ? [{ label: texts.due, value: formatBrl(Math.round(pix.amount * 100), language) }]
      : []),
    { label: texts.reference, value: reference },
    ...(pix ? [{ label: texts.key, value: pix.key }] : []),
    { label: texts.until, value: until.format(new Date(expires_at)) },
  ];
}

function transferCode({ kind, facts: { transfer } }: OrderMail, { kinds }: EmailTexts): EmailContent['code'] {
  if (kind !== 'transfer_instructions' || !transfer?.pix) return null;
  return { label: kinds.transfer_instructions.code, value: transfer.pix.code };
}

/** The placeholders of the texts about a delivery. */
function formatCounts({ orderId: id, order, facts }: OrderMail, { units }: EmailTexts) {
  const { language, category, quantity, refundedCents } = order;
  return {
    id,
    delivered: countText(facts.delivery.delivered ?? 0, language),
    ordered: countText(quantity, language),
    unit: units[category],
    refunded: formatUsd(refundedCents, language),
  };
}

function composeSubject(mail: OrderMail, texts: EmailTexts): string {
  const { kind, orderId: id, facts } = mail;
  if (kind === 'order_completed' && describeEnd(facts) === 'part')
    return filled(texts.kinds[kind].partSubject, formatCounts(mail, texts));
  if (kind === 'delivery_started' && describeStart(facts) === 'sent')
    return filled(texts.kinds[kind].sentSubject, { id });
  return filled(texts.kinds[kind].subject, { id });
}

function composeParagraphs(mail: OrderMail, texts: EmailTexts, guaranteeDays: number): string[] {
  const { kind, orderId: id, order, facts, refund, replacement, declined, drop } = mail;
  const { kinds, linkKinds, units } = texts;
  const { language, category, postLinks } = order;
  const rule = ruleOf(mail);
  const shown = (link: string) => shownLink(link, mail) ?? '';
  // "Post: https://…", or "Profile · some.user: https://…".
  const postLine = (post: string, link: string) => {
    const opens = describeOrdered(rule, link, true);
    return opens === null ? filled(post, { link: shown(link) }) : `${linkName(linkKinds, opens)}: ${shown(link)}`;
  };
  const dropLine = (post: string) => (drop ? [postLine(post, postLinks[drop.position] ?? '')] : []);
  switch (kind) {
    case 'order_received':
      return [filled(kinds[kind].text, { id }), kinds[kind].justPaid, kinds[kind].notYou];
    case 'transfer_instructions': {
      const { text, note, notYou } = kinds[kind];
      const lines = (facts.transfer?.instructions ?? '').split('\n').filter((line) => line.trim() !== '');
      return [filled(text, { id }), ...lines, note, notYou];
    }
    case 'order_paid': {
      const guarantee = guaranteeSentence({ [category]: guaranteeDays }, language, [category]);
      return [filled(kinds[kind].text, { id }), ...(guarantee === null ? [] : [guarantee])];
    }
    case 'delivery_started': {
      const { sent, text, keepPublic } = kinds[kind];
      return [filled(describeStart(facts) === 'sent' ? sent : text, { id, unit: units[category] }), keepPublic];
    }
    case 'part_missing': {
      const { text, post, count, uncounted, next } = kinds[kind];
      const unit = units[category];
      // Those that were settled since the email was written are left out.
      const posts = facts.posts.flatMap(({ state, ordered, delivered }, at) => {
        if (state !== 'missing') return [];
        const values = { unit, count: countText(ordered - (delivered ?? 0), language) };
        return [postLine(post, postLinks[at] ?? ''), filled(delivered === undefined ? uncounted : count, values)];
      });
      return [filled(text, { id }), ...posts, next];
    }
    case 'dispute_received':
      return [filled(kinds[kind].text, { id }), kinds[kind].partner, kinds[kind].mistake];
    case 'order_completed': {
      const end = describeEnd(facts);
      const text = filled(kinds[kind][end], formatCounts(mail, texts));
      return end === 'part' ? [text, kinds[kind].partNext] : [text];
    }
    case 'order_refunded': {
      const { card, byHand, unknown, bank } = kinds[kind];
      if (refund === null) return [filled(unknown, { id }), bank];
      const values = { id, amount: formatUsd(refund.amountCents, language) };
      // The method of a payment outside the gateways is unknown.
      return refund.attemptNumber === null ? [filled(byHand, values)] : [filled(card, values), bank];
    }
    case 'post_hidden': {
      const { text, post, retry, now, next } = kinds[kind];
      // Those that were placed since the email was written are left out.
      const hidden = listHidden(facts);
      const posts = hidden.map(({ position }) => postLine(post, postLinks[position] ?? ''));
      return [filled(text, { id }), ...posts, hidden.some(({ isRetried }) => isRetried) ? retry : now, next];
    }
    case 'drop_refilling':
    case 'drop_refilled':
      return [filled(kinds[kind].text, { id }), ...dropLine(kinds[kind].post)];
    case 'drop_refused': {
      const { text, post, reason, next } = kinds[kind];
      const why = cleanLine(drop?.reason ?? '');
      return [filled(text, { id }), ...dropLine(post), ...(why === '' ? [] : [filled(reason, { reason: why })]), next];
    }
    case 'link_declined': {
      const { text, asked, reason, next } = kinds[kind];
      const link = declined ? [filled(asked, { link: shown(declined.newLink) })] : [];
      const why = cleanLine(declined?.reason ?? '');
      return [filled(text, { id }), ...link, ...(why === '' ? [] : [filled(reason, { reason: why })]), next];
    }
    case 'order_changed': {
      const { text, notYou, isYou } = kinds[kind];
      return [filled(text, { id }), notYou, isYou];
    }
    case 'link_replaced': {
      const { text, before, now, notYou } = kinds[kind];
      const links = replacement
        ? [filled(before, { link: shown(replacement.oldLink) }), filled(now, { link: shown(replacement.newLink) })]
        : [];
      return [filled(text, { id }), ...links, notYou];
    }
  }
}

/** Puts values into the holes of a text. */
export function filled(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (hole, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? hole) : hole,
  );
}

/** With the operator's own texts, and without posts where the order has other links. */
function textsOfMail(mail: OrderMail, own: LanguageTexts): EmailTexts {
  const { language } = mail.order;
  if (ruleOf(mail) === 'instagram-post') return emailTextsOf(language, own);
  return emailTextsOf(language, { ...own, changed: { ...otherLinkTexts[language], ...own.changed } });
}

function ruleOf({ facts }: OrderMail): LinkRuleName {
  return facts.link_rule ?? 'instagram-post';
}

// An unpaid order may contain another person's address: that email has no text of the sender, only links to posts
// without user name and query.
function shownLink(link: string, mail: OrderMail): string | null {
  const rule = ruleOf(mail);
  const { shortcode, kind: postKind } = postOfLink(rule, link);
  if (shortcode !== null && shortcode.length <= longestShortcode) {
    return `https://www.instagram.com/${postKind}/${shortcode}/`;
  }
  if (unpaidKinds.has(mail.kind)) return null;
  const { canonical } = normaliseBy(rule, link);
  // The address of a video is in its query.
  return rule === 'instagram-post' ? canonical.replace(/[?#].*$/, '') : canonical;
}

/** The link with what it opens, where that is no post; in an email that may not show it, only that. */
function listedLink(link: string, mail: OrderMail, texts: EmailTexts): EmailLink[] {
  const opens = describeOrdered(ruleOf(mail), link, !unpaidKinds.has(mail.kind));
  const shown = shownLink(link, mail);
  if (opens === null) return shown === null ? [] : [{ link: shown, note: null }];
  const name = linkName(texts.linkKinds, opens);
  return [{ link: shown, note: opens.fits || opens.kind === 'share' ? name : `${name}. ${texts.linkChosen}` }];
}

// The seller, where the operator has entered one.
function sellerLines({ business: { name, address, tax_id } }: StoreProfile, texts: EmailTexts): string[] {
  return [name, ...address.split('\n'), tax_id === '' ? '' : `${texts.taxId}: ${tax_id}`]
    .map(cleanLine)
    .filter(Boolean);
}
