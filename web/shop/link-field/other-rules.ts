// The link rule of an offer beside the specified ones, for the fields. Loaded for such an offer alone.
import { type CheckoutFailure, listCheckoutFailures } from '../../../contract/checkout-rules.ts';
import type { Language } from '../../../contract/languages.ts';
import type { LinkRuleName, OtherLinkRule } from '../../../contract/link-rule-names.ts';
import { findOtherFailure, otherRules, repeatedPages } from '../../../contract/links/other-links.ts';
import type { StoreMessage } from '../../../contract/store-messages.ts';
import { type FieldRules, rules } from './field-rules.ts';

type Sentences = Partial<Record<string, (params: never) => string>>;

export async function takeOther(lang: Language, name: LinkRuleName): Promise<true> {
  if (name === 'instagram-post') return true;
  const { linkRefusalTexts }: { linkRefusalTexts: Sentences } = await import(
    `../../../contract/message-texts/${lang}-links.ts`
  );
  Object.assign(
    rules,
    fieldRules(name, ({ code, params }) => linkRefusalTexts[code]?.(params as never) ?? code),
  );
  return true;
}

function fieldRules(name: OtherLinkRule, textOf: (message: StoreMessage) => string): FieldRules {
  const rule = otherRules[name];
  const readOne = (text: string) => {
    const read = rule.read(text);
    return 'problem' in read ? null : read;
  };

  function find(text: string) {
    const one = readOne(text);
    // Of a text with several links, each that the offer is for.
    const all = one ? [one] : text.split(/\s+/).flatMap((part) => readOne(part) ?? []);
    return [...new Map(all.map(({ key, stored }) => [key, { link: stored, removed: [] }])).values()];
  }

  const explain = (link: string) => {
    const failure = findOtherFailure(name, [link], []);
    return failure && textOf(failure);
  };

  return {
    find,
    rewrite: (text) => find(text)[0]?.link ?? text.trim(),
    describe: (link) => {
      const read = readOne(link);
      if (!read) return null;
      const { kind, name } = read;
      // A short or shared link hides its page, so `fits` stays unset.
      return /^(share|short)$/.test(kind) ? { kind, name } : { kind, name, fits: true };
    },
    list: (email, links) => {
      const failing = (reason: CheckoutFailure['reason'], at: readonly number[]): CheckoutFailure[] =>
        at.map((position) => ({ type: 'validation', reason, field: 'post_links', position }));
      const positions = [...links.keys()];
      const empty = positions.filter((at) => links[at]?.trim() === '');
      const refused = positions.filter((at) => !empty.includes(at) && explain(links[at] ?? '') !== null);
      const repeated = repeatedPages(name, links).filter((at) => !empty.includes(at));
      return [
        ...listCheckoutFailures(email, []).filter(({ field }) => field === 'email'),
        ...failing('link_invalid', refused),
        ...failing('link_empty', empty),
        ...failing('link_duplicate', repeated),
      ];
    },
    needsConsent: () => false,
    explain,
  };
}
