// Requires a reason before an action item is dismissed permanently.
import { type FormEvent, useState } from 'react';
import { canDismiss, type undismissable } from '../../../contract/action-item-kinds.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogEnd } from '../dialog-end.tsx';
import { NoteField } from '../note-field.tsx';
import { queryFailure } from '../query-client.ts';
import { Refusal } from '../refusal.tsx';
import { useTexts } from '../texts/shown-texts.ts';
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
  const [note, setNote] = useState('');
  const words = note.trim();
  /** The buyer reads the note. */
  const isReport = kind === 'drop_reported';
  const [title, help, act] =
    kind === 'service_above_price'
      ? [actionItems.useAnywayTitle, actionItems.useAnywayHelp, actionItems.useAnyway]
      : [actionItems.dismissTitle, actionItems.dismissHelp, actionItems.dismiss];

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (words === '' || aside.isPending) return;
    aside.mutate({ kind, subject: item.subject, note: words }, { onSuccess: onClose });
  }

  return (
    <Dialog title={title} onClose={onClose} busy={aside.isPending}>
      <form onSubmit={submit} className="mt-2 grid gap-4 text-sm text-ink">
        {item.words ? <p className="font-medium break-words">{item.words}</p> : null}
        <p>{help}</p>
        <NoteField
          label={isReport ? actionItems.reason : actionItems.note}
          help={isReport ? actionItems.dropHelp : actionItems.noteHelp}
          maxLength={500}
          value={note}
          onChange={setNote}
        />
        <Refusal>{aside.isError ? queryFailure(aside.error) : null}</Refusal>
        <DialogEnd waiting={aside.isPending} incomplete={words === ''} onCancel={onClose}>
          {act}
        </DialogEnd>
      </form>
    </Dialog>
  );
}
