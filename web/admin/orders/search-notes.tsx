// Below a search of orders: what it was read as, the emails that it may mean, and the way to messages with its words.
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { readOrderSearch } from '../../../contract/order-search.ts';
import { completeDay, type SearchFacts } from '../../../contract/search-facts.ts';
import { dayIn } from '../../../contract/time-zones.ts';
import { formatDay, shownZone } from '../../ui/format-date.ts';
import { useAdmin } from '../admin-context.tsx';
import { useAllowed } from '../allowed.tsx';
import { formatCount, formatUsd } from '../amounts.ts';
import { pageQuery, useApi } from '../kit/use-api.ts';
import { inboxPath } from '../paths.ts';
import { usePageTexts } from '../texts/shown-texts.ts';

type SearchNotesProps = {
  search: string;
  /** Nothing was found. */
  isEmpty: boolean;
  onSearch: (email: string) => void;
  /** A link was followed. */
  onLeave?: () => void;
};

const leastWords = 3;
const link = 'rounded-sm font-semibold text-ink underline underline-offset-4 pointer-coarse:py-2';

export default function SearchNotes({ search, isEmpty, onSearch, onLeave }: SearchNotesProps) {
  const { facts, isExact } = readOrderSearch(search);
  const hasWords = !isExact && search.length >= leastWords;
  return (
    <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-muted empty:hidden">
      {facts ? <FactsNote facts={facts} isExact={isExact} /> : null}
      {isEmpty && search.includes('@') ? <MeantEmails typed={search} onSearch={onSearch} /> : null}
      {hasWords ? <MessagesLink search={search} isCounted={isEmpty} onLeave={onLeave} /> : null}
    </div>
  );
}

function FactsNote({ facts, isExact }: { facts: SearchFacts; isExact: boolean }) {
  const { searched } = usePageTexts().orderList;
  const { amountCents, day, cardLast4 } = facts;
  const words = [
    amountCents === null ? null : searched.amount(formatUsd(amountCents)),
    day === null ? null : formatSearchedDay(completeDay(day, dayIn(shownZone(), new Date()))),
    cardLast4 === null ? null : searched.card(cardLast4),
    isExact ? null : searched.orText,
  ];
  return (
    <p data-part="search-facts" className="first-letter:uppercase">
      {words.filter((word) => word !== null).join(', ')}
    </p>
  );
}

/** With the year, if it is another one than today's. */
function formatSearchedDay(day: string): string {
  const year = day.slice(0, 4);
  return dayIn(shownZone(), new Date()).startsWith(year) ? formatDay(day) : `${formatDay(day)} ${year}`;
}

function MeantEmails({ typed, onSearch }: { typed: string; onSearch: (email: string) => void }) {
  const { searched } = usePageTexts().orderList;
  const emails = useApi('GET /api/admin/similar-emails', { query: { email: typed } }).data ?? [];
  if (emails.length === 0) return null;
  return (
    <p role="status" className="flex flex-wrap items-center gap-x-2 text-ink">
      <span>{searched.didYouMean}</span>
      {emails.map((email) => (
        <button key={email} type="button" onClick={() => onSearch(email)} className={link} translate="no">
          {email}
        </button>
      ))}
    </p>
  );
}

type MessagesLinkProps = { search: string; isCounted: boolean; onLeave: (() => void) | undefined };

function MessagesLink({ search, isCounted, onLeave }: MessagesLinkProps) {
  const { searched } = usePageTexts().orderList;
  const { api } = useAdmin();
  const isShown = useAllowed()('listContactMessages');
  // A search of the inbox costs more than one of orders: it runs where no order was found.
  const { data } = useQuery({
    ...pageQuery(api, 'GET /api/admin/contact-messages', { query: { search, limit: 1 } }, null),
    enabled: isShown && isCounted,
  });
  if (!isShown || (isCounted && !data?.total)) return null;
  const words = isCounted && data?.total ? searched.messages(data.total, formatCount(data.total)) : searched.inbox;
  const address = `${inboxPath}?${new URLSearchParams({ box: 'messages', search })}`;
  return (
    <Link href={address} onClick={onLeave} className={link}>
      {words}
    </Link>
  );
}
