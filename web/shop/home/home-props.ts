// Props of all parts of the picker: language, texts and prices.
import type { Language } from '../../../contract/languages.ts';
import type { PriceList } from '../../../contract/pricing.ts';
import type { Catalogue } from '../texts/catalogue.ts';

export type HomeIslandProps = { lang: Language; texts: Catalogue['home']['island']; prices: PriceList };
