// Resolves a send with an unknown result, or an order that the provider does not find. The admin confirms the outcome.
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Allowed } from '../allowed.tsx';
import { useItemTexts } from '../texts/shown-texts.ts';
import type { Post, Settlement } from './post-actions.ts';
import SettleDialog from './settle-dialog.tsx';

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
