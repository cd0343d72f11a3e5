// Adds a note to an order or a customer: a button that opens a form.
import type { FormEvent } from 'react';
import { longestNote } from '../../contract/list-limits.ts';
import { Button } from '../ui/button.tsx';
import { useKeptState } from './kept-state.ts';
import type { Act } from './kit/use-act.ts';
import { NoteField } from './note-field.tsx';
import { usePageTexts } from './texts/shown-texts.ts';

type NoteFormProps = {
  /** The order or the customer. */
  about: string;
  help: string;
  act: Pick<Act<never>, 'isPending' | 'failure'>;
  onAdd: (note: string) => void;
  /** The caller closes the form once the note is added. */
  open: boolean;
  onOpen: (open: boolean) => void;
};

export function NoteForm({ open, onOpen, ...rest }: NoteFormProps) {
  const { timeline } = usePageTexts();
  if (open) return <OpenForm {...rest} onCancel={() => onOpen(false)} />;
  return (
    <Button size="sm" onClick={() => onOpen(true)}>
      {timeline.addNote}
    </Button>
  );
}

type OpenFormProps = Pick<NoteFormProps, 'about' | 'help' | 'act' | 'onAdd'> & { onCancel: () => void };

function OpenForm({ about, help, act, onAdd, onCancel }: OpenFormProps) {
  const { common, timeline } = usePageTexts();
  const [note, setNote] = useKeptState(`note ${about}`, '');

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (note.trim() !== '' && !act.isPending) onAdd(note.trim());
  }

  return (
    <form onSubmit={submit} className="grid gap-3">
      <NoteField
        label={timeline.note}
        help={help}
        maxLength={longestNote}
        value={note}
        readOnly={act.isPending}
        onChange={setNote}
      />
      {act.failure !== null ? (
        <p role="alert" className="text-sm text-red-ink">
          {act.failure}
        </p>
      ) : null}
      <div className="flex gap-2">
        <Button type="submit" size="sm" variant="primary" waiting={act.isPending} disabled={note.trim() === ''}>
          {timeline.saveNote}
        </Button>
        <Button size="sm" disabled={act.isPending} onClick={onCancel}>
          {common.cancel}
        </Button>
      </div>
    </form>
  );
}
