// The texts of a store: the preset of each language with the operator's own texts in it. For rendering on the server.
import type { PageData } from '../../../contract/pages.ts';
import { createTextTree } from '../../../contract/text-tree.ts';
import { type Catalogue, catalogues, plainTexts } from './presets.ts';

export type { Catalogue } from './presets.ts';

const tree = createTextTree<Catalogue>({ prefix: '', specified: catalogues, plain: plainTexts });

export const shopTexts = tree.entries;
export const textsOf = tree.textsOf;

export function textsFor({ lang, store }: Pick<PageData, 'lang' | 'store'>): Catalogue {
  return textsOf(lang, store.texts[lang]);
}
