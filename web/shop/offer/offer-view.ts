// An offer beside the specified ones as its page and its checkout have it. For rendering on the server.
import type { OrderCategory } from '../../../contract/category.ts';
import { guaranteeSentence, lossSentences } from '../../../contract/guarantee-sentence.ts';
import { unitNames } from '../../../contract/language-texts.ts';
import type { Language } from '../../../contract/languages.ts';
import { speedSentence } from '../../../contract/measured-speed.ts';
import { formatUsd } from '../../../contract/money.ts';
import { countText } from '../../../contract/numbers.ts';
import { offerCheckoutOf, offerPathOf } from '../../../contract/offer-paths.ts';
import { type OfferSetting, offerCents, offerKey, pricedOffer, specifiedCategory } from '../../../contract/offers.ts';
import { type PageData, pathOf } from '../../../contract/pages.ts';
import type { PagePrices } from '../../../contract/pricing.ts';
import { maxPosts } from '../../../contract/share.ts';
import { iconPaths } from '../../ui/icon.tsx';
import type { CheckoutTexts } from '../checkout/checkout-texts.ts';
import type { HomeTexts } from '../home/home-props.ts';
import type { LinkFieldTexts } from '../link-field/link-field-texts.ts';
import type { PausedCategories } from '../paused-categories.ts';
import { textsFor } from '../texts/catalogue.ts';
import { offerTexts } from '../texts/presets.ts';
import { fill } from '../texts/text.ts';
import type { MoreOffer } from './more-offers.tsx';

/** A page that has an offer. */
export type OfferData = PageData & { offer: OfferSetting };

const people = 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8Z M4 20.5c.7-4 3.8-6 8-6s7.3 2 8 6';
const icons: Readonly<Record<OrderCategory, string>> = { ...iconPaths, Followers: people, Subscribers: people };

export function hasOffer(data: PageData): data is OfferData {
  return data.offer !== undefined;
}

/** Likes of TikTok: `likes`. */
export function offerUnit({ offer, lang }: Pick<OfferData, 'offer' | 'lang'>): string {
  return unitNames[lang][offer.category];
}

export function offerPrices({ offer, lang }: Pick<OfferData, 'offer' | 'lang'>): PagePrices {
  const { id, names, category, link_rule, unit_price_micros } = offer;
  return {
    unitPriceMicros: unit_price_micros,
    offers: { [category]: pricedOffer(offer, unit_price_micros) },
    offer: {
      id,
      name: names[lang],
      icon: icons[category],
      page: offerPathOf(lang, offer),
      checkout: offerCheckoutOf(lang, offer),
      rule: link_rule,
    },
  };
}

/** The banner of a paused offer. */
export function pausedOffer({ offer, lang, ...data }: OfferData): PausedCategories | undefined {
  if (!offer.paused) return undefined;
  const { paused } = textsFor({ lang, ...data }).shell;
  return { [offer.category]: offer.banner[lang] || fill(paused, { unit: offer.names[lang] }) };
}

/** The lowest price per 1,000 of the packages, in cents. */
export function perThousandCents(offer: OfferSetting): number {
  const quantities = offer.packages.length > 0 ? offer.packages : [offer.default_quantity];
  return Math.min(...quantities.map((quantity) => Math.round((offerCents(offer, quantity) * 1_000) / quantity)));
}

/** The cheapest order of it. */
export function cheapest(offer: OfferSetting): { quantity: number; cents: number } {
  const { min_quantity: quantity } = offer;
  return { quantity, cents: offerCents(offer, quantity) };
}

/** An offer for the links of an order. */
export function moreOffer(offer: OfferSetting, lang: Language): MoreOffer {
  const { id, names, category, link_rule: rule, default_quantity: quantity } = offer;
  const { from } = offerTexts[lang].chooser;
  const isSpecified = specifiedCategory(offer) !== null;
  return {
    key: offerKey(offer),
    ...(isSpecified ? {} : { offer: id }),
    category,
    quantity,
    rule,
    name: names[lang],
    price: fill(from, { price: formatUsd(perThousandCents(offer), lang) }),
    href: isSpecified ? pathOf('home', lang) : `${offerPathOf(lang, offer)}?offer=${id}`,
  };
}

export function offerWords(data: OfferData): { title: string; description: string } {
  const { offer, lang } = data;
  const { title, description, described } = offerTexts[lang];
  const { quantity, cents } = cheapest(offer);
  const price = formatUsd(cents, lang);
  const text = offer.texts[lang] || described;
  return {
    title: fill(title, { name: offer.names[lang], price }),
    description: fill(description, { text, price, count: countText(quantity, lang), unit: offerUnit(data) }),
  };
}

export function offerSpeed({ speeds, offer, lang }: OfferData): string | null {
  const speed = speeds?.[offerKey(offer)];
  return speed ? speedSentence(lang, speed) : null;
}

export function offerGuarantee({ offer, lang }: Pick<OfferData, 'offer' | 'lang'>): string | null {
  return guaranteeSentence({ [offer.category]: offer.guarantee_days }, lang, [offer.category]);
}

export function offerLosses({ offer, lang }: Pick<OfferData, 'offer' | 'lang'>): string {
  return lossSentences({ [offer.category]: offer.guarantee_days }, lang, [offer.category]);
}

export type OfferQuestion = { question: string; answer: string };

export function offerQuestions(data: OfferData): OfferQuestion[] {
  const { offer, lang, store } = data;
  const { links, platforms, questions } = offerTexts[lang];
  const { password, safety, speed, losses, several, refunds } = questions;
  const platform = platforms[offer.platform];
  const measured = offerSpeed(data);
  return [
    { question: questions.links, answer: links[offer.link_rule].works },
    password,
    { question: safety.question, answer: fill(safety.answer, { platform }) },
    { question: speed.question, answer: measured ? fill(speed.answer, { speed: measured }) : speed.unknown },
    {
      question: losses.question,
      answer: fill(losses.answer, { platform, unit: offerUnit(data), losses: offerLosses(data) }),
    },
    { question: several.question, answer: fill(several.answer, { posts: maxPosts }) },
    { question: refunds.question, answer: fill(refunds.answer, { email: store.support_email }) },
  ];
}

/** The texts of the picker, with those of the offer in place of what is about Instagram posts. */
export function pickerTexts(data: OfferData): HomeTexts {
  const { offer, lang } = data;
  const { home, links } = offerTexts[lang];
  return {
    ...textsFor(data).home.island,
    units: { [offer.category]: offerUnit(data) },
    postLink: home.postLink,
    pastePost: links[offer.link_rule].paste,
    share: home.share,
  };
}

/** Likewise those of the form of the checkout. */
export function formTexts(data: OfferData, texts: CheckoutTexts['texts']): CheckoutTexts['texts'] {
  const { offer, lang } = data;
  const { checkout, links } = offerTexts[lang];
  const { posts, postCount, onePost, somePosts, perPost, remove, add, shareHint, empty, repeated, tips } = checkout;
  const { label, example, help } = links[offer.link_rule];
  const linkField: LinkFieldTexts = {
    ...texts.linkField,
    kinds: { ...texts.linkField.kinds, ...textsFor(data).otherLinkKinds },
    post: label,
    postAt: checkout.postAt.replace('{label}', label),
    example,
    help,
    remove,
    add,
    shareHint,
    // Of a link that hides what it opens: no other one is used anyway.
    chosen: shareHint,
  };
  return {
    ...texts,
    units: { ...texts.units, [offer.category]: offer.names[lang] },
    posts,
    postCount,
    onePost,
    somePosts,
    perPost,
    linkField,
    failures: { ...texts.failures, link_invalid: help, link_empty: empty, link_duplicate: repeated },
    tips: { ...texts.tips, validation: tips },
  };
}
