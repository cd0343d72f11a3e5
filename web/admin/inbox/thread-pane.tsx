// One message with its replies, the field for the next one, and its writer beside it.
import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { splitAtOrders } from '../../../contract/order-search.ts';
import { ApiError } from '../../api.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { formatDate } from '../../ui/format-date.ts';
import { RelativeTime, useNow } from '../../ui/relative-time.tsx';
import { Allowed, useAllowed } from '../allowed.tsx';
import { Loaded } from '../kit/loaded.tsx';
import { useAct } from '../kit/use-act.ts';
import { useApi } from '../kit/use-api.ts';
import { messageCalls } from '../live-calls.ts';
import { orderPath } from '../paths.ts';
import { usePageTexts } from '../texts/shown-texts.ts';
import { Composer } from './composer.tsx';
import { EmailRest, ReplyToAddress } from './email-parts.tsx';
import { isOnItsWay, mailTones, useResend } from './mail-row.tsx';
import { MessageState, type Thread } from './message-row.tsx';
import { WriterPanels } from './writer-panels.tsx';

type Reply = Thread['replies'][number];
type IncomingEmail = Thread['incoming_emails'][number];

const onItsWayMs = 2_000;

type ThreadPaneProps = {
  id: string;
  /** False for a message that opened by itself. It stays unread. */
  isChosen: boolean;
  onShow: (id: string) => void;
};

export function ThreadPane({ id, isChosen, onShow }: ThreadPaneProps) {
  const { inbox } = usePageTexts();
  const query = useApi(
    'GET /api/admin/contact-messages/{id}',
    { params: { id } },
    {
      refetchInterval: ({ state }) =>
        state.data?.replies.some(({ mail }) => mail && isOnItsWay(mail)) ? onItsWayMs : false,
    },
  );
  if (query.error instanceof ApiError && query.error.status === 404) {
    return (
      <p className="rounded-card border border-dashed border-hairline px-6 py-14 text-center">{inbox.messageDeleted}</p>
    );
  }
  return (
    <Loaded query={query} failed={inbox.threadFailed} skeleton="h-64 w-full">
      {(thread) => (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 min-[1360px]:grid-cols-[minmax(0,1fr)_16rem] min-[1360px]:items-start">
          <article aria-label={thread.message.subject} className="rounded-card border border-hairline bg-surface">
            <Heading thread={thread} isChosen={isChosen} />
            <div className="px-4 py-3 text-sm sm:px-5">
              <p className="break-words whitespace-pre-line">
                <LinkedText text={thread.message.message} thread={thread} />
              </p>
              <EmailRest part={thread.message} toLinks={(text) => <LinkedText text={text} thread={thread} />} />
            </div>
            <Entries thread={thread} />
            <Composer thread={thread} />
          </article>
          <WriterPanels thread={thread} onShow={onShow} />
        </div>
      )}
    </Loaded>
  );
}

function Heading({ thread, isChosen }: { thread: Thread; isChosen: boolean }) {
  const { message } = thread;
  const { inbox } = usePageTexts();
  const nowMs = useNow();
  const mark = useAct('PATCH /api/admin/contact-messages/{id}', { renews: messageCalls, failed: inbox.notMarked });
  const mayMark = useAllowed()('changeContactMessage');
  const { id, name, email, subject, received_at, read_at, answered_at } = message;
  const markAs = (marks: { read?: boolean; answered?: boolean }) => mark.run({ params: { id }, body: marks });
  const isSeen = useRef(false);
  useEffect(() => {
    if (isSeen.current || !isChosen || !mayMark) return;
    isSeen.current = true;
    if (!read_at) markAs({ read: true });
  });
  return (
    <header className="border-b border-hairline px-4 py-3 sm:px-5">
      <div className="flex items-start gap-x-3">
        <h2 className="min-w-0 flex-1 font-semibold break-words">
          <LinkedText text={subject} thread={thread} />
        </h2>
        <MessageState message={message} />
      </div>
      <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-2">
        <p className="min-w-0 flex-1 basis-52 text-sm break-words text-muted">
          <bdi>{name}</bdi>
          <span>, </span>
          <bdi translate="no">{email}</bdi>
          <ReplyToAddress address={message.reply_to} />
          <span>, </span>
          <span title={formatDate(received_at)}>
            <RelativeTime at={received_at} nowMs={nowMs} />
          </span>
        </p>
        <Allowed call="changeContactMessage">
          <span className="flex flex-wrap items-center gap-1">
            <Button size="sm" disabled={mark.isPending} onClick={() => markAs({ answered: !answered_at })}>
              {answered_at ? inbox.markUnanswered : inbox.markAnswered}
            </Button>
            {answered_at || !read_at ? null : (
              <Button size="sm" variant="quiet" disabled={mark.isPending} onClick={() => markAs({ read: false })}>
                {inbox.markUnread}
              </Button>
            )}
          </span>
        </Allowed>
      </div>
    </header>
  );
}

/** Replies and incoming emails, oldest first. */
function Entries({ thread }: { thread: Thread }) {
  const { replies, incoming_emails: emails, message } = thread;
  const entries = [
    ...replies.map((reply) => ({
      at: reply.written_at,
      shown: <ReplyEntry key={reply.id} reply={reply} recipient={message.email} />,
    })),
    ...emails.map((email) => ({
      at: email.received_at,
      shown: <EmailEntry key={email.id} email={email} thread={thread} />,
    })),
  ].toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
  return entries.length === 0 ? null : (
    <ol className="border-t border-hairline">{entries.map(({ shown }) => shown)}</ol>
  );
}

/** The sender may be another person than the writer of the message. */
function EmailEntry({ email: part, thread }: { email: IncomingEmail; thread: Thread }) {
  const { name, email, text, received_at } = part;
  const { inbox } = usePageTexts();
  const nowMs = useNow();
  const isOther = email.toLowerCase() !== thread.message.email.toLowerCase();
  return (
    <li className="border-b border-hairline px-4 py-3 text-sm last:border-b-0 sm:px-5">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-0 font-semibold break-words">
          <span>{`${inbox.emailFrom} `}</span>
          <bdi>{isOther ? `${name}, ${email}` : name}</bdi>
          <ReplyToAddress address={part.reply_to} />
        </span>
        <span className="text-xs text-muted" title={formatDate(received_at)}>
          <RelativeTime at={received_at} nowMs={nowMs} />
        </span>
        {isOther ? <Badge tone="yellow">{inbox.otherSender}</Badge> : null}
      </p>
      <p className="mt-2 break-words whitespace-pre-line">
        <LinkedText text={text} thread={thread} />
      </p>
      <EmailRest part={part} toLinks={(words) => <LinkedText text={words} thread={thread} />} />
    </li>
  );
}

function ReplyEntry({ reply: { text, written_by, written_at, mail }, recipient }: { reply: Reply; recipient: string }) {
  const { inbox } = usePageTexts();
  const nowMs = useNow();
  const resend = useResend(recipient);
  return (
    <li className="border-b border-hairline bg-sunken/50 px-4 py-3 text-sm last:border-b-0 sm:px-5">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-semibold">{inbox.repliedBy(written_by)}</span>
        <span className="text-xs text-muted" title={formatDate(written_at)}>
          <RelativeTime at={written_at} nowMs={nowMs} />
        </span>
        {mail ? (
          <Badge tone={mailTones[mail.state]}>
            {mail.state === 'failed' ? inbox.notSent : inbox.states[mail.state]}
          </Badge>
        ) : (
          <span className="text-xs text-muted">{inbox.emailGone}</span>
        )}
        {mail?.state === 'failed' || mail?.state === 'kept' ? (
          <Allowed call="resendMail">
            <Button
              size="sm"
              waiting={resend.isPending}
              disabled={resend.isPending}
              onClick={() => resend.run({ params: { id: mail.id } })}
            >
              {inbox.retry}
            </Button>
          </Allowed>
        ) : null}
      </p>
      {mail?.state === 'failed' ? (
        <p className="mt-1 break-words text-red-ink">{mail.last_error ?? inbox.notSentHelp}</p>
      ) : null}
      {mail?.state === 'kept' ? <p className="mt-1 text-muted">{inbox.keptHelp}</p> : null}
      <p className="mt-2 break-words whitespace-pre-line">{text}</p>
    </li>
  );
}

/** A text of a stranger, as text. The numbers of existing orders are links. */
function LinkedText({ text, thread }: { text: string; thread: Pick<Thread, 'named_orders'> }) {
  const ids = thread.named_orders.map(({ id }) => id);
  return splitAtOrders(text, ids).map((part, at) => {
    const key = `${at} ${part.text}`;
    if (part.orderId === null) return <span key={key}>{part.text}</span>;
    return (
      <Link key={key} href={orderPath(part.orderId)} className="font-semibold underline underline-offset-4">
        {part.text}
      </Link>
    );
  });
}
