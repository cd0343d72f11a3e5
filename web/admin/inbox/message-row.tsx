// One message in the list: its writer, subject, first words and state.
import { useSearchParams } from 'wouter';
import type { AnswerFor } from '../../../contract/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { classNames } from '../../ui/class-names.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { inboxPath } from '../paths.ts';
import { usePageTexts } from '../texts/shown-texts.ts';

export type Message = AnswerFor<'GET /api/admin/contact-messages'>[number];
export type Thread = AnswerFor<'GET /api/admin/contact-messages/{id}'>;

type MessageRowProps = { message: Message; isCurrent: boolean; nowMs: number; onOpen: () => void };

export function MessageRow({ message, isCurrent, nowMs, onOpen }: MessageRowProps) {
  const [params] = useSearchParams();
  const { id, name, subject, latest_at, read_at } = message;
  const address = new URLSearchParams(params);
  address.set('message', id);
  return (
    <li className="border-t border-hairline text-sm first:border-t-0">
      <a
        href={`${inboxPath}?${address}`}
        aria-current={isCurrent || undefined}
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          onOpen();
        }}
        className={classNames(
          'block border-l-2 px-3.5 py-2.5',
          isCurrent ? 'border-brand bg-sunken' : 'border-transparent hover:bg-sunken/60',
        )}
      >
        <span className={classNames('flex items-baseline gap-3', read_at ? '' : 'font-semibold')}>
          <bdi className="min-w-0 flex-1 truncate">{name}</bdi>
          <span className="text-xs whitespace-nowrap text-muted">
            <RelativeTime at={latest_at} nowMs={nowMs} />
          </span>
        </span>
        <span className={classNames('block truncate', read_at ? '' : 'font-semibold')}>{subject}</span>
        <span className="flex items-center gap-2">
          <span className="min-w-0 flex-1 truncate text-muted">{message.message}</span>
          <MessageState message={message} />
        </span>
      </a>
    </li>
  );
}

/** What needs attention first: a reply that was not sent, then an urgent message. */
export function MessageState({ message: { urgent, read_at, answered_at, reply_state } }: { message: Message }) {
  const { inbox } = usePageTexts();
  const isUnsent = reply_state === 'failed' || (reply_state === 'kept' && !answered_at);
  if (isUnsent) return <Badge tone="red">{inbox.notSent}</Badge>;
  if (answered_at) return <Badge tone="green">{inbox.answered}</Badge>;
  if (urgent) return <Badge tone="red">{inbox.urgent}</Badge>;
  return read_at ? null : <Badge tone="yellow">{inbox.unread}</Badge>;
}
