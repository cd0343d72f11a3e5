// The log of the mails that the store sent, keeps or could not send.
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Button } from '../../ui/button.tsx';
import { useNow } from '../../ui/relative-time.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useAdmin } from '../admin-context.tsx';
import { LoadFailure } from '../load-failure.tsx';
import { mailLogQuery } from './mail-queries.ts';
import { MailRow } from './mail-row.tsx';

export function MailsList({ only }: { only: 'unsent' | null }) {
  const { api } = useAdmin();
  const nowMs = useNow();
  const query = useInfiniteQuery({ ...mailLogQuery(api, only), placeholderData: keepPreviousData });
  const mails = query.data?.pages.flatMap((page) => page.mails) ?? [];
  return (
    <>
      {query.isError ? (
        <LoadFailure title="Failed to load the mails" error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      {query.isPending ? <Skeleton className="h-40 w-full" /> : null}
      {query.isSuccess && mails.length === 0 ? (
        <p className="rounded-card border border-dashed border-hairline px-6 py-14 text-center">
          {only ? 'Every mail went out.' : 'No mail was written yet.'}
        </p>
      ) : null}
      {mails.length > 0 ? (
        <ul aria-label="Mails" className="rounded-card border border-hairline bg-surface px-4">
          {mails.map((mail) => (
            <MailRow key={mail.id} mail={mail} nowMs={nowMs} />
          ))}
        </ul>
      ) : null}
      {query.hasNextPage ? (
        <Button
          size="sm"
          className="mx-auto mt-4 flex"
          waiting={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          Load more
        </Button>
      ) : null}
    </>
  );
}
