// Frequent questions. The answers contain only claims that the operator enables.
import { storeLosses } from '../../contract/guarantee-sentence.ts';
import type { Language } from '../../contract/languages.ts';
import { type PageData, pathOf } from '../../contract/pages.ts';
import { maxPosts } from '../../contract/share.ts';
import type { Claim } from '../../contract/store-profile.ts';
import { textsFor } from './texts/catalogue.ts';
import { fill } from './texts/text.ts';

export type Question = {
  topic: 'safety' | 'speed' | 'posts' | 'refunds' | 'losses' | 'passwords';
  question: string;
  answer: string;
  /** The page with more information. */
  more?: { href: string; text: string };
};

export function questionsOf({ store, lang }: Pick<PageData, 'store' | 'lang'>): Question[] {
  const { claims, support_email } = store;
  const { safety, speed, posts, refunds, losses, passwords } = textsFor({ lang, store }).questions;
  const promises = sentences(lang, claims.deliveryStart, claims.deliveryDone) || speed.noPromise;
  const guarantee = sentences(lang, claims.guarantee);
  return [
    { topic: 'safety', question: safety.question, answer: safety.answer },
    { topic: 'speed', question: speed.question, answer: fill(speed.answer, { promises }) },
    { topic: 'posts', question: posts.question, answer: fill(posts.answer, { posts: maxPosts }) },
    {
      topic: 'refunds',
      question: refunds.question,
      answer: fill(refunds.answer, { guarantee, email: support_email }).trim(),
      more: { href: pathOf('refunds', lang), text: refunds.more },
    },
    {
      topic: 'losses',
      question: losses.question,
      answer: fill(losses.answer, { losses: storeLosses(store, lang) }),
    },
    { topic: 'passwords', question: passwords.question, answer: passwords.answer },
  ];
}

/** The enabled claims as sentences. */
export function sentences(lang: Language, ...claims: Claim[]): string {
  return claims
    .filter(({ shown }) => shown)
    .map(({ text }) => `${text[lang]}.`)
    .join(' ');
}
