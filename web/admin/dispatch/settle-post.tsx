// Resolves a send with an unknown result, or an order that the provider does not find. The admin confirms the outcome.
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Allowed } from '../allowed.tsx';
import { useKeptState } from '../kept-state.ts';
import { FormDialog } from '../kit/dialogs.tsx';
import { LinkNote } from '../link-note.tsx';
import { useItemTexts } from '../texts/shown-texts.ts';
import { type Post, type Settlement, useSettlePost } from './post-actions.ts';

/** `denial`: the provider's error message when it does not find the order. */
export function SettlePost({ post, id, denial }: { post: Post; id: string; denial?: string }) {
  const { links } = useItemTexts();
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
  const { links } = useItemTexts();
  const settle = useSettlePost(post, onClose);
  const [providerId, setProviderId] = useKeptState(`provider order of ${post.link}`, '');
  const placed = outcome === 'placed';
  const apiOrderId = providerId.trim();
  return (
    <FormDialog
      title={placed ? links.placed : links.notPlaced}
      act={settle}
      label={placed ? links.placed : links.notPlaced}
      incomplete={placed && apiOrderId === ''}
      danger={!placed}
      onSubmit={() => settle.run(placed ? { outcome: 'placed', apiOrderId } : { outcome: 'not_placed' })}
      onClose={onClose}
    >
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
    </FormDialog>
  );
}
