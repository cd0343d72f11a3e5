// The texts of a store: the preset of each language with the operator's own texts in it. For rendering on the server.
import { byName } from '../../../contract/by-name.ts';
import { languages } from '../../../contract/languages.ts';
import type { PageData } from '../../../contract/pages.ts';
import type { StoreProfile } from '../../../contract/store-profile.ts';
import type { TextCatalogue } from '../../../contract/text-settings.ts';
import { createTextTree } from '../../../contract/text-tree.ts';
import { type Catalogue, catalogues, otherLinkTexts, plainTexts, transferTexts } from './presets.ts';

export type { Catalogue } from './presets.ts';

const tree = createTextTree<Catalogue>({ prefix: '', specified: catalogues, plain: plainTexts });

export const shopTexts: TextCatalogue = tree.entries.map(({ key, texts }) => ({
  key,
  texts: byName(languages, (lang) => ({ ...texts[lang], withTransfers: transferTexts[lang][key] })),
}));
export const textsOf = tree.textsOf;

/** The store with the texts of one that takes transfers. */
export const takingTransfers = replacing(transferTexts);
/** The store with texts for other links than those of Instagram posts. */
export const takingOtherLinks = replacing(otherLinkTexts);

/** Replaces texts that the operator did not change. The same object for the same store, as its texts are merged once. */
function replacing(replaced: typeof transferTexts) {
  const known = new WeakMap<StoreProfile, StoreProfile>();
  return (store: StoreProfile): StoreProfile => {
    const changed = known.get(store) ?? {
      ...store,
      texts: byName(languages, (lang) => {
        const { preset, changed: own } = store.texts[lang];
        return { preset, changed: { ...replaced[lang], ...own } };
      }),
    };
    known.set(store, changed);
    return changed;
  };
}

export function textsFor({ lang, store }: Pick<PageData, 'lang' | 'store'>): Catalogue {
  return textsOf(lang, store.texts[lang]);
}
