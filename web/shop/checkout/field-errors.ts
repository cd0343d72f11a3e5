// The error of each field: shown when the buyer leaves a filled field or sends the form, until it is typed in again.
import { useState } from 'react';
import { listCheckoutFailures } from '../../../contract/checkout-rules.ts';
import { rewriteLink } from '../../../contract/pasted-links.ts';
import type { CheckoutTexts } from './checkout-texts.ts';
import { isCheckoutFailureCode } from './failure-codes.ts';

/** By value: a field that is typed in again has another one, and a link that moves keeps its error. */
type Judged = { email: string | null; links: readonly string[] };
type Details = { email: string; posts: readonly string[] };

export function useFieldErrors({ email, posts }: Details, texts: CheckoutTexts['texts']) {
  const [judged, setJudged] = useState<Judged>({ email: null, links: [] });
  const failures = listCheckoutFailures(email, posts.map(rewriteLink));
  const textOf = (reason: string | undefined) => (isCheckoutFailureCode(reason) ? texts.failures[reason] : null);

  return {
    email: judged.email === email ? textOf(failures.find(({ field }) => field === 'email')?.reason) : null,
    posts: posts.map((post, at) => {
      const reason = failures.find(({ position }) => position === at)?.reason;
      if (!judged.links.includes(rewriteLink(post))) return null;
      // The help text of the field repeats the rule.
      return reason === 'link_invalid' ? texts.linkField.help : textOf(reason);
    }),
    judgeEmail: () => {
      if (email.trim() !== '') setJudged((before) => ({ ...before, email }));
    },
    judgePost: (post: string) => {
      if (post.trim() !== '') setJudged((before) => ({ ...before, links: [...before.links, rewriteLink(post)] }));
    },
    judgeAll: () => setJudged({ email, links: posts.map(rewriteLink) }),
    /** A field that is added must not begin with an error. */
    forgetEmpty: () => setJudged((before) => ({ ...before, links: before.links.filter((link) => link !== '') })),
  };
}
