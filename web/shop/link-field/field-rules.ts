// What the fields for links need of the link rule of the page, which has one offer or the specified ones: that of Instagram posts,
// which pages have at once, or one of `other-rules.ts`.
import { type CheckoutFailure, listCheckoutFailures } from '../../../contract/checkout-rules.ts';
import type { OrderedLink } from '../../../contract/links/link-rule.ts';
import { describeLink, type FoundLink, findLinks, needsConsent, rewriteLink } from '../../../contract/pasted-links.ts';

export type FieldRules = {
  /** The links of a text as orders keep them, each once. */
  find: (text: string) => FoundLink[];
  /** The first link of a text, or the text as it is. */
  rewrite: (text: string) => string;
  /** What a link opens; null for any other text. */
  describe: (link: string) => OrderedLink | null;
  list: (email: string, links: readonly string[]) => CheckoutFailure[];
  needsConsent: (link: string) => boolean;
  /** Other rules alone, which refuse what their offer is not for: the sentence. Null for a link that it is for. */
  explain?: (link: string) => string | null;
};

/** Of this page. */
export const rules: FieldRules = {
  find: findLinks,
  rewrite: rewriteLink,
  describe: describeLink,
  list: listCheckoutFailures,
  needsConsent,
};
