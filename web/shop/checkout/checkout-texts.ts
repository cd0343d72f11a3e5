// The language and the texts that every part of the checkout receives.

import type { AnswerFor } from '../../../contract/index.ts';
import type { Language } from '../../../contract/languages.ts';
import type { Catalogue } from '../texts/catalogue.ts';

type Island = Catalogue['checkout']['island'];
type Failures = Island['failures'];

/** `method_unavailable` is absent with one method without limits; `choice`: only where several payment methods are on. */
export type CheckoutTexts = {
  lang: Language;
  texts: Omit<Island, 'failures'> & { failures: Omit<Failures, 'method_unavailable'> & Partial<Failures> };
  choice?: Catalogue['methodChoice'];
};

export type OfferedMethod = AnswerFor<'GET /api/bigpay/methods'>['methods'][number];
