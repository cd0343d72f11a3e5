// Asks why something is left as it is, before it is put aside for good.
import { type FormEvent, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { NoteField } from '../note-field.tsx';
import { queryFailure } from '../query-client.ts';
import { type AttentionItem, type AttentionKind, useSetAside } from './attention-queries.ts';

/** Every kind but those that can only be settled where they are. */
export type AsideKind = Exclude<AttentionKind, 'refund_unsettled' | 'dispatch_unknown'>;

export function isAsideKind(kind: AttentionKind): kind is AsideKind {
  return kind !== 'refund_unsettled' && kind !== 'dispatch_unknown';
}

type AsideDialogProps = { kind: AsideKind; item: AttentionItem; onClose: () => void };

export function AsideDialog({ kind, item, onClose }: AsideDialogProps) {
  const aside = useSetAside();
  const [note, setNote] = useState('');
  const words = note.trim();

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (words === '' || aside.isPending) return;
    aside.mutate({ kind, subject: item.subject, note: words }, { onSuccess: onClose });
  }

  return (
    <Dialog title="Put aside?" onClose={onClose} busy={aside.isPending}>
      <form onSubmit={submit} className="mt-2 grid gap-4 text-sm text-ink">
        {item.words ? <p className="font-medium break-words">{item.words}</p> : null}
        <p>It is not shown here any more. Nothing else changes by this.</p>
        <NoteField
          label="Note"
          help="Why nothing more is to be done. Kept in the audit log."
          maxLength={500}
          value={note}
          onChange={setNote}
        />
        {aside.isError ? (
          <p role="alert" className="rounded-card bg-red-soft px-3 py-2 text-red-ink">
            {queryFailure(aside.error)}
          </p>
        ) : null}
        <div className="flex flex-wrap justify-end gap-2">
          <Button size="sm" disabled={aside.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            size="sm"
            variant="primary"
            waiting={aside.isPending}
            disabled={aside.isPending || words === ''}
          >
            Put aside
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
