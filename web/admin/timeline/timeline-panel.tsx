// The timeline of an order, newest entry first, and the notes of admins.
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Link } from 'wouter';
import { longestNote } from '../../../contract/list-limits.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { formatDate } from '../../ui/format-date.ts';
import { RelativeTime, useNow } from '../../ui/relative-time.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useAdmin } from '../admin-context.tsx';
import { LoadFailure } from '../load-failure.tsx';
import { NoteField } from '../note-field.tsx';
import { Panel } from '../panel.tsx';
import { messagePath } from '../paths.ts';
import { queryFailure } from '../query-client.ts';
import { useTexts } from '../texts/shown-texts.ts';
import { type TimelineEntry, timelineQuery, useAddNote } from './timeline-queries.ts';
import { actorName, timelineText } from './timeline-texts.ts';
import { Allowed } from '../allowed.tsx';

const shownFirst = 12;

export function TimelinePanel({ id }: { id: string }) {
  const { api } = useAdmin();
  const { timeline } = useTexts();
  const nowMs = useNow();
  const [all, setAll] = useState(false);
  const { data, isPending, isError, error, refetch } = useQuery(timelineQuery(api, id));
  const shown = all ? data : data?.slice(0, shownFirst);
  return (
    <Panel title={timeline.title}>
      <Allowed call="addOrderNote">
        <NoteForm id={id} />
      </Allowed>
      {isError ? <LoadFailure title={timeline.failed} error={error} onRetry={() => void refetch()} /> : null}
      {isPending ? <Skeleton className="h-24 w-full" /> : null}
      {shown ? (
        <ol aria-label={timeline.title} className="mt-3">
          {shown.map((entry, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two entries may be identical
            <Entry key={`${entry.at} ${entry.what} ${at}`} entry={entry} nowMs={nowMs} />
          ))}
        </ol>
      ) : null}
      {data && shown && shown.length < data.length ? (
        <Button size="sm" className="mt-2" onClick={() => setAll(true)}>
          {timeline.showMore(data.length - shown.length)}
        </Button>
      ) : null}
    </Panel>
  );
}

function Entry({ entry, nowMs }: { entry: TimelineEntry; nowMs: number }) {
  const { title, text, tone } = timelineText(entry);
  const threadId = entry.what === 'contact.replied' ? entry.details.message : null;
  return (
    <li className="grid gap-x-4 border-t border-hairline py-2 text-sm first:border-t-0 sm:grid-cols-[9rem_minmax(0,1fr)]">
      <span className="text-xs text-muted sm:pt-0.5" title={formatDate(entry.at)}>
        <RelativeTime at={entry.at} nowMs={nowMs} />
        <span className="block truncate">{actorName(entry.who)}</span>
      </span>
      <span className="min-w-0">
        <Badge tone={tone}>{title}</Badge>
        {text ? (
          <span className="mt-0.5 block break-words whitespace-pre-line">
            {typeof threadId === 'string' ? (
              <Link href={messagePath(threadId)} className="underline underline-offset-4">
                {text}
              </Link>
            ) : (
              text
            )}
          </span>
        ) : null}
      </span>
    </li>
  );
}

function NoteForm({ id }: { id: string }) {
  const { common, timeline } = useTexts();
  const [note, setNote] = useState('');
  const [open, setOpen] = useState(false);
  const add = useAddNote(id, () => {
    setNote('');
    setOpen(false);
  });

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (note.trim() !== '' && !add.isPending) add.mutate(note.trim());
  }

  if (!open) {
    return (
      <Button size="sm" onClick={() => setOpen(true)}>
        {timeline.addNote}
      </Button>
    );
  }
  return (
    <form onSubmit={submit} className="grid gap-3">
      <NoteField
        label={timeline.note}
        help={timeline.noteHelp}
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
        <Button size="sm" disabled={add.isPending} onClick={() => setOpen(false)}>
          {common.cancel}
        </Button>
      </div>
    </form>
  );
}
