// The texts of pages and emails with the defaults of this store.
import { byName } from '../../../contract/by-name.ts';
import { languages } from '../../../contract/languages.ts';
import type { TextCatalogue } from '../../../contract/text-settings.ts';
import type { StoreContext } from '../../context.ts';

export async function listStoreTexts({ gateways, texts }: StoreContext): Promise<TextCatalogue> {
  const { takesTransfers } = (await gateways.current()).pages;
  return chooseDefaults(texts, takesTransfers);
}

/** Where the store takes transfers, a text that names the card as the only way to pay has another default, in both presets. */
export function chooseDefaults(texts: TextCatalogue, takesTransfers: boolean): TextCatalogue {
  return takesTransfers ? texts.map(withTransfers) : texts;
}

function withTransfers({ key, texts }: TextCatalogue[number]): TextCatalogue[number] {
  return {
    key,
    texts: byName(languages, (lang) => {
      const { withTransfers: text, ...given } = texts[lang];
      return text === undefined ? given : { specified: text, plain: null };
    }),
  };
}
