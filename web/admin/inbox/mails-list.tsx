// The log of emails that the store sent, queued or failed to send.
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useNow } from '../../ui/relative-time.tsx';
import { useAdmin } from '../admin-context.tsx';
import { LoadMoreList } from '../kit/list.tsx';
import { useTexts } from '../texts/shown-texts.ts';
import { mailLogQuery } from './mail-queries.ts';
import { MailRow } from './mail-row.tsx';

export function MailsList({ only }: { only: 'unsent' | null }) {
  const { inbox } = useTexts();
  const { api } = useAdmin();
  const nowMs = useNow();
  const query = useInfiniteQuery({ ...mailLogQuery(api, only), placeholderData: keepPreviousData });
  const mails = query.data?.pages.flatMap((page) => page.mails) ?? [];
  const nothing = only ? inbox.allSent : inbox.noEmails;
  return (
    <LoadMoreList failure={inbox.emailsFailed} query={query} nothing={mails.length === 0 ? nothing : null}>
      <ul aria-label={inbox.emails} className="rounded-card border border-hairline bg-surface px-4">
        {mails.map((mail) => (
          <MailRow key={mail.id} mail={mail} nowMs={nowMs} />
        ))}
      </ul>
    </LoadMoreList>
  );
}
