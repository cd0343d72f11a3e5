// Confirms the outcome of a send: with the order ID at the provider, or that there is no order.
import { Field } from '../../ui/field.tsx';
import { useKeptState } from '../kept-state.ts';
import { FormDialog } from '../kit/dialogs.tsx';
import { LinkNote } from '../link-note.tsx';
import { useItemTexts } from '../texts/shown-texts.ts';
import { type Post, type Settlement, useSettlePost } from './post-actions.ts';

type SettleDialogProps = { post: Post; outcome: Settlement['outcome']; onClose: () => void };

export default function SettleDialog({ post, outcome, onClose }: SettleDialogProps) {
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
      <LinkNote {...post} />
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
