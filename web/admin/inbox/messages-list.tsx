// Support messages. Opening one marks it as read; the operator replies from their own email program.
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { RelativeTime, useNow } from '../../ui/relative-time.tsx';
import { useAdmin } from '../admin-context.tsx';
import { Allowed, useAllowed } from '../allowed.tsx';
import { CustomerLink } from '../customers/customer-link.tsx';
import { useTexts } from '../texts/shown-texts.ts';
import { InboxList } from './inbox-list.tsx';
import { type Message, messagesQuery, useMark } from './message-queries.ts';

export function MessagesList({ only }: { only: 'unanswered' | null }) {
  const { inbox } = useTexts();
  const { api } = useAdmin();
  const nowMs = useNow();
  const query = useInfiniteQuery({ ...messagesQuery(api, only), placeholderData: keepPreviousData });
  const messages = query.data?.pages.flatMap((page) => page.messages) ?? [];
  const nothing = only ? inbox.allAnswered : inbox.noMessages;
  return (
    <InboxList label={inbox.messages} failure={inbox.messagesFailed} query={query} nothing={nothing}>
      {messages.map((message) => (
        <MessageRow key={message.id} message={message} nowMs={nowMs} />
      ))}
    </InboxList>
  );
}

function MessageRow({ message, nowMs }: { message: Message; nowMs: number }) {
  const [open, setOpen] = useState(false);
  const { inbox } = useTexts();
  const mark = useMark();
  const mayMark = useAllowed()('changeContactMessage');
  const { name, email, subject, urgent, received_at, read_at, answered_at } = message;
  const answer = `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(`Re: ${subject}`)}`;
  return (
    <li className="border-t border-hairline text-sm first:border-t-0">
      <button
        type="button"
        aria-expanded={open}
        onClick={() => {
          setOpen(!open);
          if (!open && !read_at && mayMark) mark.mutate({ message, marks: { read: true } });
        }}
        className="flex w-full flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3 text-left hover:bg-sunken/60"
      >
        <span className={classNames('min-w-0 flex-1 basis-52', read_at ? '' : 'font-semibold')}>
          <span className="block truncate">{subject}</span>
          <span className="block truncate text-muted">
            {name}, {email}
          </span>
        </span>
        {urgent ? <Badge tone="red">{inbox.urgent}</Badge> : null}
        <Badge tone={answered_at ? 'green' : read_at ? 'grey' : 'yellow'}>
          {answered_at ? inbox.answered : read_at ? inbox.read : inbox.unread}
        </Badge>
        <span className="text-xs whitespace-nowrap text-muted">
          <RelativeTime at={received_at} nowMs={nowMs} />
        </span>
      </button>
      {open ? (
        <div className="px-4 pb-4">
          <p className="mb-2 break-all">
            <CustomerLink email={email} />
          </p>
          <p className="break-words whitespace-pre-line">{message.message}</p>
          <div className="mt-3 flex flex-wrap gap-2">
            <LinkButton size="sm" variant="primary" href={answer}>
              {inbox.reply}
            </LinkButton>
            <Allowed call="changeContactMessage">
              <Button
                size="sm"
                disabled={mark.isPending}
                onClick={() => mark.mutate({ message, marks: { answered: !answered_at } })}
              >
                {answered_at ? inbox.markUnanswered : inbox.markAnswered}
              </Button>
              {answered_at ? null : (
                <Button
                  size="sm"
                  disabled={mark.isPending}
                  onClick={() => {
                    setOpen(false);
                    mark.mutate({ message, marks: { read: false } });
                  }}
                >
                  {inbox.markUnread}
                </Button>
              )}
            </Allowed>
          </div>
        </div>
      ) : null}
    </li>
  );
}
