// Parses the operator's legal text: blank lines separate paragraphs, "# " starts a heading. Fills its placeholders.
import { storeGuarantee, storeLosses } from './guarantee-sentence.ts';
import type { Language } from './languages.ts';
import { type RetentionName, retentionNames } from './retention.ts';
import type { LegalName, StoreProfile } from './store-profile.ts';

export type LegalSection = { heading: string; text: readonly string[] };

/** Text before the first heading becomes a section without a title. */
export function sectionsOf(text: string): LegalSection[] {
  const sections: { heading: string; text: string[] }[] = [];
  for (const block of text.split(/\n\s*\n/)) {
    for (const part of block.split(/^(#{1,6}[ \t].*)$/m)) {
      const words = part.replace(/\s+/g, ' ').trim();
      if (words === '') continue;
      const heading = words.match(/^#{1,6} (.+)$/)?.[1];
      const last = sections.at(-1);
      if (heading) sections.push({ heading, text: [] });
      else if (last) last.text.push(words);
      else sections.push({ heading: '', text: [words] });
    }
  }
  return sections;
}

/** The claims that stand above a legal text: its own words may leave them out, and the operator promises them all the same. */
export function claimsAboveLegalText(name: LegalName, store: StoreProfile, lang: Language): string[] {
  const own = store.legal[name][lang];
  const { guarantee } = store.claims;
  const moneyBack = name === 'refunds' && guarantee.shown ? `${guarantee.text[lang]}.` : null;
  const isStated = name === 'privacy' || own === null || own.includes('{losses}');
  const delivery = isStated ? null : storeGuarantee(store, lang);
  return [moneyBack, delivery].filter((claim) => claim !== null);
}

/** `addresses`: what `{address}` stands for. */
export function fillLegalText(
  text: string,
  store: StoreProfile,
  lang: Language,
  addresses: { cut: string; whole: string },
): string {
  const days = (words: string, kept: RetentionName) => words.replaceAll(`{${kept}}`, String(store.retention[kept]));
  return retentionNames
    .reduce(days, text)
    .replaceAll('{losses}', storeLosses(store, lang))
    .replaceAll('{address}', store.full_ip ? addresses.whole : addresses.cut)
    .replaceAll('{name}', () => store.name)
    .replaceAll('{email}', () => store.support_email);
}
