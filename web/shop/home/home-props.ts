// Props of the hydrated part of the home page, and of the parts of its picker.
import type { Category } from '../../../contract/category.ts';
import type { Language } from '../../../contract/languages.ts';
import type { PriceList } from '../../../contract/pricing.ts';
import type { PausedCategories } from '../paused-categories.ts';
import type { Catalogue } from '../texts/catalogue.ts';

export type HomeIslandProps = {
  lang: Language;
  texts: Catalogue['home']['island'];
  prices: PriceList;
  paused?: PausedCategories | undefined;
};

export type PickerProps = HomeIslandProps & {
  category: Category;
  quantity: number;
  /** False until the page is hydrated, and for a paused category. */
  ready: boolean;
  onPick: (quantity: number) => void;
};
