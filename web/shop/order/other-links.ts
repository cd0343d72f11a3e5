// Why an order that is not of Instagram posts cannot have a link. Loaded for such an order alone, with the rules.
import type { Language } from '../../../contract/languages.ts';
import { findLinkFailure } from '../../../contract/links/order-links.ts';
import type { linkRefusalTexts } from '../../../contract/message-texts/en-links.ts';
import type { LinkRuleName } from '../../../contract/offers.ts';

const texts: Readonly<Record<Language, () => Promise<{ linkRefusalTexts: typeof linkRefusalTexts }>>> = {
  en: () => import('../../../contract/message-texts/en-links.ts'),
  pt: () => import('../../../contract/message-texts/pt-links.ts'),
};

/** Null for links that the order can have. */
export async function explainLinks(
  lang: Language,
  rule: LinkRuleName,
  links: readonly string[],
  kept: readonly string[],
): Promise<string | null> {
  const failure = findLinkFailure(rule, links, kept);
  if (failure === null) return null;
  const sentences: Partial<Record<string, (params: never) => string>> = (await texts[lang]()).linkRefusalTexts;
  return sentences[failure.code]?.(failure.params as never) ?? null;
}
