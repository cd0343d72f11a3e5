// Resolves a send with an unknown result, or an order that the provider does not find. The admin confirms the outcome.
import { type FormEvent, useId, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { DialogEnd } from '../dialog-end.tsx';
import { LinkNote } from '../link-note.tsx';
import { queryFailure } from '../query-client.ts';
import { Refusal } from '../refusal.tsx';
import { useTexts } from '../texts/shown-texts.ts';
import { type Post, type Settlement, useSettlePost } from './post-actions.ts';
import { Allowed } from '../allowed.tsx';

/** `denial`: the provider's error message when it does not find the order. */
export function SettlePost({ post, id, denial }: { post: Post; id: string; denial?: string }) {
  const { links } = useTexts();
  const [chosen, setChosen] = useState<Settlement['outcome'] | null>(null);
  return (
    <div className="rounded-card border border-red bg-red-soft px-3 py-2.5 text-red-ink sm:col-span-2">
      <p id={id}>
        <span>{`${denial === undefined ? links.lost : links.denied(denial)} `}</span>
        <Allowed call="settlePost">
          <span>{links.lookUp}</span>
        </Allowed>
      </p>
      <Allowed call="settlePost">
        <div className="mt-2.5 flex flex-wrap gap-2">
          <Button size="sm" onClick={() => setChosen('placed')}>
            {links.placed}
          </Button>
          <Button size="sm" onClick={() => setChosen('not_placed')}>
            {links.notPlaced}
          </Button>
        </div>
      </Allowed>
      {chosen ? <SettleDialog post={post} outcome={chosen} onClose={() => setChosen(null)} /> : null}
    </div>
  );
}

type SettleDialogProps = { post: Post; outcome: Settlement['outcome']; onClose: () => void };

export function SettleDialog({ post, outcome, onClose }: SettleDialogProps) {
  const { links } = useTexts();
  const settle = useSettlePost(post);
  const [providerId, setProviderId] = useState('');
  const formId = useId();
  const placed = outcome === 'placed';
  const apiOrderId = providerId.trim();

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (settle.isPending || (placed && apiOrderId === '')) return;
    settle.mutate(placed ? { outcome: 'placed', apiOrderId } : { outcome: 'not_placed' }, { onSuccess: onClose });
  }

  return (
    <Dialog title={placed ? links.placed : links.notPlaced} onClose={onClose} busy={settle.isPending}>
      <form id={formId} onSubmit={submit} className="mt-2 grid gap-4 text-sm text-ink">
        <p className="font-medium break-all">{post.link}</p>
        <LinkNote link={post.link} />
        {placed ? (
          <>
            <p>{links.placedHelp}</p>
            <Field
              label={links.providerId}
              name="apiOrderId"
              autoComplete="off"
              maxLength={100}
              required
              value={providerId}
              onChange={(event) => setProviderId(event.target.value)}
            />
          </>
        ) : (
          <p>{links.notPlacedHelp}</p>
        )}
        <Refusal>{settle.isError ? queryFailure(settle.error) : null}</Refusal>
        <DialogEnd
          waiting={settle.isPending}
          incomplete={placed && apiOrderId === ''}
          danger={!placed}
          onCancel={onClose}
        >
          {placed ? links.placed : links.notPlaced}
        </DialogEnd>
      </form>
    </Dialog>
  );
}
