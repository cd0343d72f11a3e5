// Loads the link rule of an offer, which takes the place of that of posts on its pages.
import type { Language } from '../../../contract/languages.ts';
import type { LinkRuleName } from '../../../contract/link-rule-names.ts';

/** Puts the rule of an offer in place. False without a connection. */
export function takeRule(lang: Language, rule: LinkRuleName): Promise<boolean> {
  return import('./other-rules.ts').then((part) => part.takeOther(lang, rule)).catch(() => false);
}
