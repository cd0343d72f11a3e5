// Requires a reason before an action item is dismissed permanently.
import { canDismiss, type undismissable } from '../../../contract/action-item-kinds.ts';
import { useKeptState } from '../kept-state.ts';
import { FormDialog } from '../kit/dialogs.tsx';
import { useAct } from '../kit/use-act.ts';
import { NoteField } from '../note-field.tsx';
import { ServerText } from '../texts/label.tsx';
import { useItemTexts } from '../texts/shown-texts.ts';
import type { Texts } from '../texts/texts.ts';
import { type ActionItem, type ActionItemKind, actionItemsCall } from './action-items.ts';

/** Excludes the kinds that can only be resolved, not dismissed. */
export type DismissableKind = Exclude<ActionItemKind, (typeof undismissable)[number]>;

export function isDismissable(kind: ActionItemKind): kind is DismissableKind {
  return canDismiss(kind);
}

/** The label of the button that opens the dialog. */
export function dismissLabel(kind: DismissableKind, texts: Texts['itemRows']): string {
  return textsOf(kind, texts).act;
}

type DismissDialogProps = { kind: DismissableKind; item: ActionItem; onClose: () => void };

export function DismissDialog({ kind, item, onClose }: DismissDialogProps) {
  const { itemRows } = useItemTexts();
  const aside = useAct('POST /api/admin/attention/aside', { renews: [actionItemsCall], onDone: onClose });
  const [note, setNote] = useKeptState(`dismissal of ${kind} ${item.subject}`, '');
  const words = note.trim();
  const { title, help, act, noteHelp } = textsOf(kind, itemRows);

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

function textsOf(kind: DismissableKind, texts: Texts['itemRows']) {
  const dismissal = {
    title: texts.dismissTitle,
    help: texts.dismissHelp,
    act: texts.dismiss,
    noteHelp: texts.noteHelp,
  };
  // The buyer reads the note.
  if (kind === 'drop_reported') return { ...dismissal, help: texts.dropDismissHelp, noteHelp: texts.buyerNoteHelp };
  if (kind === 'link_requested') {
    const { declineTitle: title, declineHelp: help, decline: act, buyerNoteHelp: noteHelp } = texts;
    return { title, help, act, noteHelp };
  }
  if (kind !== 'service_above_price') return dismissal;
  return {
    ...dismissal,
    title: texts.useAnywayTitle,
    help: texts.useAnywayHelp,
    act: texts.useAnyway,
    noteHelp: texts.useAnywayNoteHelp,
  };
}
