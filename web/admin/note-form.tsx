// Adds a note to an order or a customer: a button that opens a form.
import type { UseMutationResult } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { longestNote } from '../../contract/list-limits.ts';
import { Button } from '../ui/button.tsx';
import { useKeptState } from './kept-state.ts';
import { NoteField } from './note-field.tsx';
import { queryFailure } from './query-client.ts';
import { useTexts } from './texts/shown-texts.ts';

type NoteFormProps = {
  /** The order or the customer. */
  about: string;
  help: string;
  add: UseMutationResult<unknown, Error, string>;
  /** The caller closes the form once the note is added. */
  open: boolean;
  onOpen: (open: boolean) => void;
};

export function NoteForm({ open, onOpen, ...rest }: NoteFormProps) {
  const { timeline } = useTexts();
  if (open) return <OpenForm {...rest} onCancel={() => onOpen(false)} />;
  return (
    <Button size="sm" onClick={() => onOpen(true)}>
      {timeline.addNote}
    </Button>
  );
}

type OpenFormProps = Pick<NoteFormProps, 'about' | 'help' | 'add'> & { onCancel: () => void };

function OpenForm({ about, help, add, onCancel }: OpenFormProps) {
  const { common, timeline } = useTexts();
  const [note, setNote] = useKeptState(`note ${about}`, '');

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (note.trim() !== '' && !add.isPending) add.mutate(note.trim());
  }

  return (
    <form onSubmit={submit} className="grid gap-3">
      <NoteField
        label={timeline.note}
        help={help}
        maxLength={longestNote}
        value={note}
        readOnly={add.isPending}
        onChange={setNote}
      />
      {add.isError ? (
        <p role="alert" className="text-sm text-red-ink">
          {queryFailure(add.error)}
        </p>
      ) : null}
      <div className="flex gap-2">
        <Button type="submit" size="sm" variant="primary" waiting={add.isPending} disabled={note.trim() === ''}>
          {timeline.saveNote}
        </Button>
        <Button size="sm" disabled={add.isPending} onClick={onCancel}>
          {common.cancel}
        </Button>
      </div>
    </form>
  );
}
