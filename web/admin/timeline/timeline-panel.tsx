// The timeline of an order, newest entry first, and the notes of admins.
import { useState } from 'react';
import { Link } from 'wouter';
import { ToneDot } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { formatDate } from '../../ui/format-date.ts';
import { RelativeTime, useNow } from '../../ui/relative-time.tsx';
import { Allowed } from '../allowed.tsx';
import { useKeptState } from '../kept-state.ts';
import { Loaded } from '../kit/loaded.tsx';
import { useAct } from '../kit/use-act.ts';
import { useApi } from '../kit/use-api.ts';
import { NoteForm } from '../note-form.tsx';
import { Panel } from '../panel.tsx';
import { messagePath } from '../paths.ts';
import { useProviderNames } from '../provider/provider-names.ts';
import { usePageTexts } from '../texts/shown-texts.ts';
import { actorName, type TimelineEntry, timelineText } from './timeline-texts.ts';

const timelineCall = 'GET /api/admin/orders/{id}/timeline';
const shownFirst = 12;

export function TimelinePanel({ id, postLinks }: { id: string; postLinks: readonly string[] }) {
  const { timeline } = usePageTexts();
  const nowMs = useNow();
  const [all, setAll] = useState(false);
  const query = useApi(timelineCall, { params: { id } });
  const names = useProviderNames();
  return (
    <Panel title={timeline.title}>
      <Allowed call="addOrderNote">
        <OrderNoteForm id={id} />
      </Allowed>
      <Loaded query={query} failed={timeline.failed} skeleton="h-24 w-full">
        {(entries) => {
          const shown = all ? entries : entries.slice(0, shownFirst);
          return (
            <>
              <ol aria-label={timeline.title} className="not-first:mt-3">
                {shown.map((entry, at) => (
                  <Entry
                    // biome-ignore lint/suspicious/noArrayIndexKey: two entries may be identical
                    key={`${entry.at} ${entry.what} ${at}`}
                    entry={{ ...entry, details: names.details(entry.what, entry.details) }}
                    postLinks={postLinks}
                    nowMs={nowMs}
                  />
                ))}
              </ol>
              {shown.length < entries.length ? (
                <Button size="sm" className="mt-2" onClick={() => setAll(true)}>
                  {timeline.showMore(entries.length - shown.length)}
                </Button>
              ) : null}
            </>
          );
        }}
      </Loaded>
    </Panel>
  );
}

type EntryProps = { entry: TimelineEntry; postLinks: readonly string[]; nowMs: number };

/** One line. A text that does not fit on it is folded below. */
function Entry({ entry, postLinks, nowMs }: EntryProps) {
  const { title, link, text, tone } = timelineText(entry, postLinks);
  const isLong = text !== null && (text.length > longestInLine || text.includes('\n'));
  const thread = entry.what === 'contact.replied' ? entry.details.message : null;
  const line = (
    <>
      <ToneDot tone={tone} />
      <span className="min-w-0 wrap-anywhere">
        <b className="font-semibold">
          {typeof thread === 'string' ? (
            <Link href={messagePath(thread)} className="underline underline-offset-4">
              {title}
            </Link>
          ) : (
            title
          )}
        </b>
        {link && postLinks.length > 1 ? (
          <span className="ml-1.5 rounded bg-sunken px-1.5 text-xs whitespace-nowrap" translate="no">
            {link}
          </span>
        ) : null}
        {text ? (
          <span className={classNames('ml-1.5 text-muted', isLong && 'group-open:hidden')}>{brief(text)}</span>
        ) : null}
        <span data-part="actor" className="ml-1.5 text-xs text-muted">
          {actorName(entry.who)}
        </span>
      </span>
      <span className="ml-auto pl-2 text-xs whitespace-nowrap text-muted" title={formatDate(entry.at)}>
        <RelativeTime at={entry.at} nowMs={nowMs} />
      </span>
    </>
  );
  const look = 'flex items-baseline gap-2 py-1.5';
  return (
    <li className="border-t border-hairline text-sm first:border-t-0">
      {isLong ? (
        <details className="group">
          <summary className={classNames(look, 'cursor-pointer list-none hover:bg-sunken/60')}>{line}</summary>
          <p className="pb-2 pl-4 wrap-anywhere whitespace-pre-line">{text}</p>
        </details>
      ) : (
        <div className={look}>{line}</div>
      )}
    </li>
  );
}

const longestInLine = 60;

/** The beginning of the first line of a long text. */
function brief(text: string): string {
  const [first = ''] = text.split('\n');
  if (first.length <= longestInLine && first === text) return text;
  return `${first.slice(0, longestInLine - 15).trimEnd()}\u2026`;
}

function OrderNoteForm({ id }: { id: string }) {
  const { timeline } = usePageTexts();
  const [open, setOpen] = useKeptState(`note form ${id}`, false);
  const add = useAct('POST /api/admin/orders/{id}/notes', { renews: [timelineCall], onDone: () => setOpen(false) });
  return (
    <NoteForm
      about={id}
      help={timeline.noteHelp}
      act={add}
      open={open}
      onOpen={setOpen}
      onAdd={(note) => add.run({ params: { id }, body: { note } })}
    />
  );
}
