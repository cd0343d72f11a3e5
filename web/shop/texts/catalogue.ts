// The texts of a store: the preset of each language with the operator's own texts in it. For rendering on the server.
import { byName } from '../../../contract/by-name.ts';
import { languages } from '../../../contract/languages.ts';
import type { PageData } from '../../../contract/pages.ts';
import type { StoreProfile } from '../../../contract/store-profile.ts';
import type { TextCatalogue } from '../../../contract/text-settings.ts';
import { createTextTree } from '../../../contract/text-tree.ts';
import { type Catalogue, catalogues, plainTexts, transferTexts } from './presets.ts';

export type { Catalogue } from './presets.ts';

const tree = createTextTree<Catalogue>({ prefix: '', specified: catalogues, plain: plainTexts });

export const shopTexts: TextCatalogue = tree.entries.map(({ key, texts }) => ({
  key,
  texts: byName(languages, (lang) => ({ ...texts[lang], withTransfers: transferTexts[lang][key] })),
}));
export const textsOf = tree.textsOf;

const ofTransfers = new WeakMap<StoreProfile, StoreProfile>();

/** The store with the texts of one that takes transfers. The same object for the same store, as its texts are merged once. */
export function takingTransfers(store: StoreProfile): StoreProfile {
  const known = ofTransfers.get(store);
  if (known) return known;
  const texts = byName(languages, (lang) => {
    const { preset, changed } = store.texts[lang];
    // A text that the operator changed stays.
    return { preset, changed: { ...transferTexts[lang], ...changed } };
  });
  const changed = { ...store, texts };
  ofTransfers.set(store, changed);
  return changed;
}

export function textsFor({ lang, store }: Pick<PageData, 'lang' | 'store'>): Catalogue {
  return textsOf(lang, store.texts[lang]);
}
