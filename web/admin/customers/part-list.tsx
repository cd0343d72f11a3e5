// A list on the page of a customer that loads in parts: its rows, its other states and "load more".
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { LoadFailure } from '../load-failure.tsx';
import { useTexts } from '../texts/shown-texts.ts';

type PartListProps = {
  query: UseInfiniteQueryResult<unknown>;
  /** The title of the error state. */
  failure: string;
  /** The text of the empty state; null when there are rows. */
  nothing: string | null;
  children: ReactNode;
};

export function PartList({ query, failure, nothing, children }: PartListProps) {
  const { inbox } = useTexts();
  return (
    <>
      {query.isError ? <LoadFailure title={failure} error={query.error} onRetry={() => void query.refetch()} /> : null}
      {query.isPending ? <Skeleton className="h-24 w-full" /> : null}
      {query.isSuccess && nothing ? <p className="py-2 text-sm text-muted">{nothing}</p> : null}
      {query.isSuccess && !nothing ? children : null}
      {query.hasNextPage ? (
        <Button
          size="sm"
          className="mt-3"
          waiting={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {inbox.loadMore}
        </Button>
      ) : null}
    </>
  );
}
