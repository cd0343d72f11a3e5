// One list of the inbox: loaded rows, error state, empty state and "load more".
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { LoadFailure } from '../load-failure.tsx';
import { useTexts } from '../texts/shown-texts.ts';

type InboxListProps = {
  label: string;
  /** The title of the error state. */
  failure: string;
  query: UseInfiniteQueryResult<unknown>;
  /** The text of the empty state. */
  nothing: string;
  /** The loaded rows. */
  children: readonly ReactNode[];
  className?: string;
};

export function InboxList({ label, failure, query, nothing, children, className }: InboxListProps) {
  const { inbox } = useTexts();
  return (
    <>
      {query.isError ? <LoadFailure title={failure} error={query.error} onRetry={() => void query.refetch()} /> : null}
      {query.isPending ? <Skeleton className="h-40 w-full" /> : null}
      {query.isSuccess && children.length === 0 ? (
        <p className="rounded-card border border-dashed border-hairline px-6 py-14 text-center">{nothing}</p>
      ) : null}
      {children.length > 0 ? (
        <ul aria-label={label} className={classNames('rounded-card border border-hairline bg-surface', className)}>
          {children}
        </ul>
      ) : null}
      {query.hasNextPage ? (
        <Button
          size="sm"
          className="mx-auto mt-4 flex"
          waiting={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {inbox.loadMore}
        </Button>
      ) : null}
    </>
  );
}
