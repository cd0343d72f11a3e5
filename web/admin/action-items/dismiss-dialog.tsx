// Requires a reason before an action item is dismissed permanently.
import { useKeptState } from '../kept-state.ts';
import { FormDialog } from '../kit/dialogs.tsx';
import { useAct } from '../kit/use-act.ts';
import { NoteField } from '../note-field.tsx';
import { ServerText } from '../texts/label.tsx';
import { useItemTexts } from '../texts/shown-texts.ts';
import { type ActionItem, actionItemsCall } from './action-items.ts';
import { type DismissableKind, dismissalTexts } from './dismissal.ts';

type DismissDialogProps = { kind: DismissableKind; item: ActionItem; onClose: () => void };

export default function DismissDialog({ kind, item, onClose }: DismissDialogProps) {
  const { itemRows } = useItemTexts();
  const aside = useAct('POST /api/admin/attention/aside', { renews: [actionItemsCall], onDone: onClose });
  const [note, setNote] = useKeptState(`dismissal of ${kind} ${item.subject}`, '');
  const words = note.trim();
  const { title, help, act, noteHelp } = dismissalTexts(kind, itemRows);

  return (
    <FormDialog
      title={title}
      act={aside}
      label={act}
      incomplete={words === ''}
      onSubmit={() => aside.run({ body: { kind, subject: item.subject, note: words } })}
      onClose={onClose}
    >
      {item.words ? (
        <p className="font-medium break-words">
          <ServerText of={item}>{item.words}</ServerText>
        </p>
      ) : null}
      <p>{help}</p>
      <NoteField label={itemRows.reason} help={noteHelp} maxLength={500} value={note} onChange={setNote} />
    </FormDialog>
  );
}
