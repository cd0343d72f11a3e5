// What the parts of the search share: the page's language and its texts.
import type { Language } from '../../../contract/languages.ts';
import type { Catalogue } from '../texts/catalogue.ts';

export type ClientIslandProps = { lang: Language; texts: Catalogue['client']['island'] };
