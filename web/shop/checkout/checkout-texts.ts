// The language and the texts that every part of the checkout receives.

import type { AnswerFor } from '../../../contract/index.ts';
import type { Language } from '../../../contract/languages.ts';
import type { Catalogue } from '../texts/catalogue.ts';

/** `choice`: only where several payment methods are on. */
export type CheckoutTexts = {
  lang: Language;
  texts: Catalogue['checkout']['island'];
  choice?: Catalogue['methodChoice'];
};

export type OfferedMethod = AnswerFor<'GET /api/bigpay/methods'>['methods'][number];
