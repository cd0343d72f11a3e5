// What every part of the checkout is handed: the page's language, its texts, and the store's sentences in it.
import type { Language } from '../../../contract/pages.ts';
import type { Catalogue, Sentences } from '../texts/catalogue.ts';

export type CheckoutTexts = {
  lang: Language;
  texts: Catalogue['checkout']['island'];
  /** Known sentences of the store in the page's language; the others are shown as they come. */
  sentences: Sentences;
};

export function inPageLanguage(sentence: string, { sentences }: Pick<CheckoutTexts, 'sentences'>): string {
  return sentences[sentence] ?? sentence;
}
