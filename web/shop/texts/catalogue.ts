// Every text of the public pages in each language, for rendering on the server. The browser gets only the texts of its
// part.
import type { Language } from '../../../contract/languages.ts';
import { en } from './en.ts';
import { enCheckout } from './en-checkout.ts';
import { enLegal } from './en-legal.ts';
import { enOrder } from './en-order-page.ts';
import { enReceipt } from './en-orders.ts';
import { pt } from './pt.ts';
import { ptCheckout } from './pt-checkout.ts';
import { ptLegal } from './pt-legal.ts';
import { ptOrder } from './pt-order-page.ts';
import { ptReceipt } from './pt-orders.ts';
import type { Texts } from './text.ts';

type English = typeof en & {
  checkout: typeof enCheckout;
  legal: typeof enLegal;
  receipt: typeof enReceipt;
  order: typeof enOrder;
};
export type Catalogue = Texts<English>;

const catalogues: Record<Language, Catalogue> = {
  en: { ...en, checkout: enCheckout, legal: enLegal, receipt: enReceipt, order: enOrder },
  pt: { ...pt, checkout: ptCheckout, legal: ptLegal, receipt: ptReceipt, order: ptOrder },
};

export function textsOf(lang: Language): Catalogue {
  return catalogues[lang];
}
