// The promises of the checkout. A claim that the operator hides is not among them.
import { storeGuarantee } from '../../../contract/guarantee-sentence.ts';
import type { PageData } from '../../../contract/pages.ts';
import { offerGuarantee } from '../offer/offer-view.ts';
import { textsFor } from '../texts/catalogue.ts';

export function promisesOf({ store, lang, offer }: Pick<PageData, 'store' | 'lang' | 'offer'>): string[] {
  const { guarantee, noPassword } = store.claims;
  const claimed = [guarantee, noPassword].filter(({ shown }) => shown).map(({ text }) => text[lang]);
  const kept = offer ? offerGuarantee({ offer, lang }) : storeGuarantee(store, lang);
  return [...claimed, ...(kept ? [kept] : []), textsFor({ lang, store }).checkout.page.follow];
}
