// The notes of admins about a customer, newest first.
import { formatDate } from '../../ui/format-date.ts';
import { RelativeTime, useNow } from '../../ui/relative-time.tsx';
import { Allowed } from '../allowed.tsx';
import { useKeptState } from '../kept-state.ts';
import { NoteForm } from '../note-form.tsx';
import { Panel } from '../panel.tsx';
import { useTexts } from '../texts/shown-texts.ts';
import { type CustomerDetails, useAddCustomerNote } from './customer-queries.ts';

export function NotesPanel({ email, notes }: { email: string; notes: CustomerDetails['notes'] }) {
  const { customerPage: texts } = useTexts();
  const nowMs = useNow();
  const [open, setOpen] = useKeptState(`note form ${email}`, false);
  const add = useAddCustomerNote(email, () => setOpen(false));
  return (
    <Panel title={texts.notes}>
      <Allowed call="addCustomerNote">
        <NoteForm about={email} help={texts.noteHelp} add={add} open={open} onOpen={setOpen} />
      </Allowed>
      {notes.length === 0 ? <p className="mt-2 text-sm text-muted">{texts.noNotes}</p> : null}
      <ul aria-label={texts.notes} className="mt-2 text-sm empty:hidden">
        {notes.map(({ note, written_by, written_at }) => (
          <li key={`${written_at} ${note}`} className="border-t border-hairline py-2.5 first:border-t-0">
            <p className="break-words whitespace-pre-line">{note}</p>
            <p className="mt-1 text-xs break-words text-muted" title={formatDate(written_at)}>
              <span>{`${written_by}, `}</span>
              <RelativeTime at={written_at} nowMs={nowMs} />
            </p>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
