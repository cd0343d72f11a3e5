// Props of all parts of the page of an order.
import type { Language } from '../../../contract/languages.ts';
import type { OrderPage } from '../../../contract/order-page.ts';
import type { MoreOffersData } from '../offer/more-offers.tsx';
import type { Catalogue } from '../texts/catalogue.ts';

export type OrderTexts = Catalogue['order'];
/** `againCents`: what the same order costs now; undefined where it is not on sale. */
export type OrderPartProps = {
  lang: Language;
  texts: OrderTexts;
  order: OrderPage;
  againCents?: number | undefined;
  /** Of an order that can be paid. */
  transfer?: Catalogue['transfer'] | undefined;
  /** Where the store has more than the two specified offers. */
  more?: MoreOffersData | undefined;
  /** Several payment methods are on. */
  hasOtherWays?: boolean | undefined;
};
