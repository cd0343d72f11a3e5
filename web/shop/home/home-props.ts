// Props of the hydrated part of the home page, and of the parts of its picker.
import type { OrderCategory } from '../../../contract/category.ts';
import type { Language } from '../../../contract/languages.ts';
import type { PagePrices } from '../../../contract/pricing.ts';
import type { PausedCategories } from '../paused-categories.ts';
import type { Catalogue } from '../texts/catalogue.ts';

/** Of another offer, the units have its category alone. */
export type HomeTexts = Omit<Catalogue['home']['island'], 'units'> & { units: { [C in OrderCategory]?: string } };

export type HomeIslandProps = {
  lang: Language;
  texts: HomeTexts;
  prices: PagePrices;
  paused?: PausedCategories | undefined;
};

export type PickerProps = HomeIslandProps & {
  category: OrderCategory;
  quantity: number;
  /** False until the page is hydrated, and for a paused category. */
  ready: boolean;
  onPick: (quantity: number) => void;
};
