// The language and the texts that every part of the checkout receives.
import type { Language } from '../../../contract/languages.ts';
import type { Catalogue } from '../texts/catalogue.ts';

export type CheckoutTexts = { lang: Language; texts: Catalogue['checkout']['island'] };
