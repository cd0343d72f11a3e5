// The sentences about an order, from its state and the texts. Pure.
import type { Category } from '../../contract/category.ts';
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
  category: Category;
  /** In the time zone of the page. */
  dateOf: (sent: string) => string;
};

export function sentenceText(sentence: Sentence, { texts, lang, category, dateOf }: SentenceOptions): string {
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
      return fill(texts.sentences[key], { ...Object.fromEntries(shown), unit: texts.units[category] });
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
