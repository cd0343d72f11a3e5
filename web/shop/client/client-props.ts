// Props of all parts of the search: language and texts.
import type { Language } from '../../../contract/languages.ts';
import type { Catalogue } from '../texts/catalogue.ts';

export type ClientIslandProps = { lang: Language; texts: Catalogue['client']['island'] };
