// Why an order that is not of Instagram posts cannot have a link. Loaded for such an order alone, with the rules.
import type { Language } from '../../../contract/languages.ts';
import type { OtherLinkRule } from '../../../contract/link-rule-names.ts';
import { findOtherFailure, isSamePage } from '../../../contract/links/other-links.ts';

export { isSamePage };

type Sentences = Partial<Record<string, (params: never) => string>>;

/** Null for links that the order can have. */
export async function explainLinks(
  lang: Language,
  rule: OtherLinkRule,
  links: readonly string[],
  kept: readonly string[],
): Promise<string | null> {
  const failure = findOtherFailure(rule, links, kept);
  if (failure === null) return null;
  const texts: { linkRefusalTexts: Sentences } = await import(`../../../contract/message-texts/${lang}-links.ts`);
  return texts.linkRefusalTexts[failure.code]?.(failure.params as never) ?? null;
}
