// The sentences about an order, from its state and the texts. Pure.
import type { Category, OrderCategory } from '../../contract/category.ts';
import type { Language } from '../../contract/languages.ts';
import { countText } from '../../contract/numbers.ts';
import type { Sentence } from '../../contract/order-state.ts';
import { dollarsToText } from './order-amount.ts';
import type { Catalogue } from './texts/catalogue.ts';
import { fill } from './texts/text.ts';

export type StateTexts = Catalogue['order']['states'];

type SentenceOptions = {
  texts: StateTexts;
  lang: Language;
  /** `unitOf()` the order. */
  unit: string;
  /** In the time zone of the page. */
  dateOf: (sent: string) => string;
};

type Sold = { category: OrderCategory; offer_name?: string | undefined };

/** An order of an offer that does not stand for its category has the name of the offer. */
export function unitOf({ category, offer_name }: Sold, units: Readonly<Record<Category, string>>): string {
  return offer_name ?? units[category as Category];
}

export function sentenceText(sentence: Sentence, { texts, lang, unit, dateOf }: SentenceOptions): string {
  switch (sentence.key) {
    case 'missing':
      return missingText(sentence, texts, lang);
    case 'refund': {
      const amount = dollarsToText(sentence.amount, lang);
      if (sentence.at === null) return fill(texts.refunds.undated, { amount });
      return fill(texts.refunds[sentence.how], { amount, date: dateOf(sentence.at) });
    }
    case 'bank':
      return texts.refunds.bank;
    default: {
      const { key, ...counts } = sentence;
      const shown = Object.entries(counts).map(([name, count]) => [name, countText(count, lang)]);
      return fill(texts.sentences[key], { ...Object.fromEntries(shown), unit });
    }
  }
}

function missingText(
  { missing, outcome, amount }: Extract<Sentence, { key: 'missing' }>,
  { missing: texts }: StateTexts,
  lang: Language,
): string {
  const counted = missing === null ? texts.some : fill(texts.count, { count: countText(missing, lang) });
  return fill(texts[outcome], { missing: counted, amount: dollarsToText(amount, lang) });
}
