// Replaces a link that cannot be delivered, for example a mistyped, private or deleted post.
import { useEffect, useState } from 'react';
import { checkLinks } from '../../../contract/checkout-rules.ts';
import { linkMessage } from '../../../contract/link-message.ts';
import { Field } from '../../ui/field.tsx';
import { formatCount } from '../amounts.ts';
import { useKeptState } from '../kept-state.ts';
import { FormDialog } from '../kit/dialogs.tsx';
import { LinkNote } from '../link-note.tsx';
import type { AdminOrder } from '../order-detail/read-order.ts';
import { soldUnits } from '../order-detail/sold-name.ts';
import { showMessageTexts, shownMessage, useItemTexts } from '../texts/shown-texts.ts';
import type { Texts } from '../texts/texts.ts';
import type { LinkUnits } from './link-rules.ts';
import { type Post, useReplaceLink } from './post-actions.ts';

type ReplaceLinkProps = {
  order: AdminOrder;
  post: Post;
  units: LinkUnits;
  onClose: () => void;
};

export function ReplaceLinkDialog({ order, post, units, onClose }: ReplaceLinkProps) {
  const { links, states } = useItemTexts();
  // Before a link is entered that has a problem.
  useEffect(() => void showMessageTexts(), []);
  const replace = useReplaceLink(post, onClose);
  const rules = useOtherRules(order);
  const [newLink, setNewLink] = useKeptState(`new link for ${order.id} ${post.link}`, '');
  const [reason, setReason] = useKeptState(`reason for ${order.id} ${post.link}`, '');
  const link = newLink.trim();
  const problem = link === '' ? null : problemOf(links, order, { rules, oldLink: post.link, newLink: link });
  return (
    <FormDialog
      title={links.replaceTitle}
      act={replace}
      label={links.replace}
      incomplete={link === '' || problem !== null}
      onSubmit={() => replace.run({ newLink: link, reason: reason.trim() })}
      onClose={onClose}
    >
      <div>
        <p className="font-medium break-all">{post.link}</p>
        <LinkNote {...post} />
      </div>
      <p>{restSentence(links, soldUnits(states, post), units)}</p>
      <Field
        label={links.newLink}
        name="newLink"
        inputMode="url"
        autoComplete="off"
        placeholder={order.linkRule ? undefined : 'https://www.instagram.com/p/...'}
        required
        value={newLink}
        error={problem}
        onChange={(event) => setNewLink(event.target.value)}
      />
      <Field
        label={links.reason}
        name="reason"
        autoComplete="off"
        maxLength={500}
        help={links.reasonHelp}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </FormDialog>
  );
}

type OtherRules = typeof import('../../../contract/links/other-links.ts');

/** Loaded for an order that is not of Instagram posts. Null until then: the server checks the link, too. */
function useOtherRules({ linkRule }: AdminOrder): OtherRules | null {
  const [rules, setRules] = useState<OtherRules | null>(null);
  useEffect(() => {
    if (linkRule) import('../../../contract/links/other-links.ts').then(setRules, () => undefined);
  }, [linkRule]);
  return rules;
}

/** Validates all links of the order together, by the rules of the checkout. */
function problemOf(
  links: Texts['links'],
  { postLinks: all, linkRule }: AdminOrder,
  { rules, oldLink, newLink }: { rules: OtherRules | null; oldLink: string; newLink: string },
): string | null {
  const isSame = newLink === oldLink || (linkRule && rules?.isSamePage(linkRule, newLink, oldLink));
  if (isSame) return links.sameLink;
  const changed = all.map((link) => (link === oldLink ? newLink : link));
  if (linkRule) {
    const failure = rules?.findOtherFailure(linkRule, changed, all);
    return failure ? shownMessage(failure) : null;
  }
  const reason = checkLinks(changed, all)?.reason;
  return reason ? shownMessage(linkMessage(reason, newLink)) : null;
}

function restSentence(links: Texts['links'], category: string, { ordered, delivered }: LinkUnits): string {
  const rest = `${formatCount(ordered - (delivered ?? 0))} ${category}`;
  return delivered ? links.restAfter(rest, formatCount(delivered)) : links.rest(rest);
}
