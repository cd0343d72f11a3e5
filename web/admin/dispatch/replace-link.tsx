// Replaces a link that cannot be delivered, for example a mistyped, private or deleted post.
import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { checkLinks } from '../../../contract/checkout-rules.ts';
import { linkMessage } from '../../../contract/link-message.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useAdmin } from '../admin-context.tsx';
import { formatCount } from '../amounts.ts';
import { DialogEnd } from '../dialog-end.tsx';
import { useKeptState } from '../kept-state.ts';
import { LinkNote } from '../link-note.tsx';
import { useCertainAct } from '../lost-answer.ts';
import { freshOrder } from '../order-detail/order-queries.ts';
import type { AdminOrder } from '../order-detail/read-order.ts';
import { Refusal } from '../refusal.tsx';
import { failureOf } from '../sign-in/guarded.tsx';
import { shownMessage, shownTexts, useTexts } from '../texts/shown-texts.ts';
import type { Texts } from '../texts/texts.ts';
import type { LinkUnits } from './link-rules.ts';
import { type Post, useRefreshOrder } from './post-actions.ts';

type ReplaceLinkProps = {
  order: AdminOrder;
  post: Post;
  units: LinkUnits;
  onClose: () => void;
};

export function ReplaceLinkDialog({ order, post, units, onClose }: ReplaceLinkProps) {
  const { links, states } = useTexts();
  const replace = useReplaceLink(post);
  const [newLink, setNewLink] = useKeptState(`new link for ${order.id} ${post.link}`, '');
  const [reason, setReason] = useKeptState(`reason for ${order.id} ${post.link}`, '');
  const link = newLink.trim();
  const problem = link === '' ? null : problemOf(links, order.postLinks, post.link, link);
  const isReady = link !== '' && problem === null;

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!isReady || replace.isPending) return;
    replace.mutate({ newLink: link, reason: reason.trim() }, { onSuccess: onClose });
  }

  return (
    <Dialog title={links.replaceTitle} onClose={onClose} busy={replace.isPending}>
      <form onSubmit={submit} className="mt-2 grid gap-4 text-sm text-ink">
        <div>
          <p className="font-medium break-all">{post.link}</p>
          <LinkNote link={post.link} />
        </div>
        <p>{restSentence(links, states.category(post.category).toLowerCase(), units)}</p>
        <Field
          label={links.newLink}
          name="newLink"
          inputMode="url"
          autoComplete="off"
          placeholder="https://www.instagram.com/p/..."
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
        <Refusal>{failureOf(replace)}</Refusal>
        <DialogEnd waiting={replace.isPending} incomplete={!isReady} onCancel={onClose}>
          {links.replace}
        </DialogEnd>
      </form>
    </Dialog>
  );
}

function useReplaceLink({ orderId, link: postLink }: Post) {
  const { api } = useAdmin();
  const toast = useToast();
  const act = useCertainAct();
  const refresh = useRefreshOrder(orderId);
  return useMutation({
    mutationFn: ({ newLink, reason }: { newLink: string; reason: string }) => {
      const body = { postLink, newLink, ...(reason ? { reason } : {}) };
      return act(
        () => api.call('POST /api/admin/orders/{id}/replace-link', { params: { id: orderId }, body }),
        async () => {
          const { postLinks } = await freshOrder(api, orderId);
          return postLinks.includes(newLink) && !postLinks.includes(postLink) ? 'done' : 'not_done';
        },
      );
    },
    onSuccess: (_, { newLink }) => {
      const { links } = shownTexts();
      toast({ title: links.replaced, description: links.replacedHelp(newLink), tone: 'success' });
    },
    onSettled: () => refresh(),
  });
}

/** Validates all links of the order together, by the rules of the checkout. */
function problemOf(links: Texts['links'], all: readonly string[], oldLink: string, newLink: string): string | null {
  if (newLink === oldLink) return links.sameLink;
  const changed = all.map((link) => (link === oldLink ? newLink : link));
  const reason = checkLinks(changed, all)?.reason;
  return reason ? shownMessage(linkMessage(reason, newLink)) : null;
}

function restSentence(links: Texts['links'], category: string, { ordered, delivered }: LinkUnits): string {
  const rest = `${formatCount(ordered - (delivered ?? 0))} ${category}`;
  return delivered ? links.restAfter(rest, formatCount(delivered)) : links.rest(rest);
}
