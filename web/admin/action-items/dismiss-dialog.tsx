// Requires a reason before an action item is dismissed permanently.
import type { FormEvent } from 'react';
import { canDismiss, type undismissable } from '../../../contract/action-item-kinds.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogEnd } from '../dialog-end.tsx';
import { useKeptState } from '../kept-state.ts';
import { NoteField } from '../note-field.tsx';
import { queryFailure } from '../query-client.ts';
import { Refusal } from '../refusal.tsx';
import { ServerText } from '../texts/label.tsx';
import { useTexts } from '../texts/shown-texts.ts';
import type { Texts } from '../texts/texts.ts';
import { type ActionItem, type ActionItemKind, useDismiss } from './action-item-queries.ts';

/** Excludes the kinds that can only be resolved, not dismissed. */
export type DismissableKind = Exclude<ActionItemKind, (typeof undismissable)[number]>;

export function isDismissable(kind: ActionItemKind): kind is DismissableKind {
  return canDismiss(kind);
}

type DismissDialogProps = { kind: DismissableKind; item: ActionItem; onClose: () => void };

export function DismissDialog({ kind, item, onClose }: DismissDialogProps) {
  const { actionItems } = useTexts();
  const aside = useDismiss();
  const [note, setNote] = useKeptState(`dismissal of ${kind} ${item.subject}`, '');
  const words = note.trim();
  const { title, help, act, noteHelp } = textsOf(kind, actionItems);

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (words === '' || aside.isPending) return;
    aside.mutate({ kind, subject: item.subject, note: words }, { onSuccess: onClose });
  }

  return (
    <Dialog title={title} onClose={onClose} busy={aside.isPending}>
      <form onSubmit={submit} className="mt-2 grid gap-4 text-sm text-ink">
        {item.words ? (
          <p className="font-medium break-words">
            <ServerText of={item}>{item.words}</ServerText>
          </p>
        ) : null}
        <p>{help}</p>
        <NoteField label={actionItems.reason} help={noteHelp} maxLength={500} value={note} onChange={setNote} />
        <Refusal>{aside.isError ? queryFailure(aside.error) : null}</Refusal>
        <DialogEnd waiting={aside.isPending} incomplete={words === ''} onCancel={onClose}>
          {act}
        </DialogEnd>
      </form>
    </Dialog>
  );
}

function textsOf(kind: DismissableKind, texts: Texts['actionItems']) {
  const dismissal = {
    title: texts.dismissTitle,
    help: texts.dismissHelp,
    act: texts.dismiss,
    noteHelp: texts.noteHelp,
  };
  // The buyer reads the note.
  if (kind === 'drop_reported') return { ...dismissal, help: texts.dropDismissHelp, noteHelp: texts.dropHelp };
  if (kind !== 'service_above_price') return dismissal;
  return {
    ...dismissal,
    title: texts.useAnywayTitle,
    help: texts.useAnywayHelp,
    act: texts.useAnyway,
    noteHelp: texts.useAnywayNoteHelp,
  };
}
