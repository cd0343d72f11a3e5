// The delay of a link in delivery, and its acts beside the refill: a message to the provider, and the cancellation there.
import { timeText } from '../../../contract/measured-speed.ts';
import { type Post, useCancelPost, useHasOtherProvider } from '../dispatch/post-actions.ts';
import { layerOnDemand, loadWithPageTexts } from '../page-on-demand.tsx';
import { useItemTexts, useTextSet } from '../texts/shown-texts.ts';
import { setLanguages } from '../texts/text-sets.ts';
import { DialogAct } from './act-button.tsx';
import type { ActionItem } from './action-items.ts';
import { deliveryOf } from './item-delivery.ts';

const MoveRestDialog = layerOnDemand(() => loadWithPageTexts(() => import('../dispatch/move-rest.tsx')));
const CancelDialog = layerOnDemand(() => import('../dispatch/cancel-dialog.tsx'));
const ProviderMessage = layerOnDemand(() => import('./provider-message.tsx'));

/** "Nothing was delivered since it was sent. Usual: 9 of 10 began within 8 minutes." */
export function DelayLine({ of: { reason, usual_seconds: usual } }: { of: NonNullable<ActionItem['delay']> }) {
  const { itemRows } = useItemTexts();
  const time = timeText(setLanguages[useTextSet()], usual ?? 0);
  const usualText = reason === 'not_begun' ? itemRows.usualStart(time) : itemRows.usualEnd(time);
  return <p>{`${itemRows.delays[reason]}${usual === null ? '' : ` ${usualText}`}`}</p>;
}

export function MessageProvider({ item }: { item: ActionItem }) {
  const { itemRows } = useItemTexts();
  return (
    <DialogAct label={itemRows.providerMessage}>{(close) => <ProviderMessage item={item} onClose={close} />}</DialogAct>
  );
}

/** Where the provider does not cancel the link, or no other one serves the category, nothing can move. */
export function MoveRest({ item, post }: { item: ActionItem; post: Post }) {
  const { links } = useItemTexts();
  const hasOther = useHasOtherProvider(post);
  const providerOrderId = item.link?.api_order_id ?? null;
  if (!hasOther || providerOrderId === null || item.delay?.cancel === 'unavailable') return null;
  return (
    <DialogAct label={links.move}>
      {(close) => <MoveRestDialog post={post} providerOrderId={providerOrderId} onClose={close} />}
    </DialogAct>
  );
}

/** Only a confirmed end lets the rest be refunded or sent elsewhere: the item of an under-delivered link has these. */
export function CancelAtProvider({ item, post }: { item: ActionItem; post: Post }) {
  const { links } = useItemTexts();
  const cancel = useCancelPost(post, deliveryOf(item, post));
  const choice = item.delay?.cancel;
  if (choice === 'requested') return <span className="text-muted">{links.cancelRequested}</span>;
  if (choice !== 'available') return null;
  return (
    <DialogAct act={cancel} label={links.cancel}>
      {(close) => <CancelDialog onClose={close} onConfirm={() => cancel.run(undefined)} />}
    </DialogAct>
  );
}
