// A list that grows by "Load more": the loaded rows, and its loading, empty and error states.
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { LoadFailure } from '../load-failure.tsx';
import { useTexts } from '../texts/shown-texts.ts';
import type { Elements } from '../../ui/elements.ts';

type LoadMoreListProps = {
  query: UseInfiniteQueryResult<unknown>;
  /** The title of the error state. */
  failure: string;
  /** The text of the empty state; null when there are rows. */
  nothing: string | null;
  /** The panel around the list has the border of the empty state. */
  isInPanel?: boolean;
  /** The loaded rows. They stay when the next ones fail. */
  children: Elements;
};

export function LoadMoreList({ query, failure, nothing, isInPanel = false, children }: LoadMoreListProps) {
  const { inbox } = useTexts();
  const { isError, isPending, isSuccess, isFetchNextPageError, isFetchingNextPage, hasNextPage } = query;
  const failed = isError ? (
    <LoadFailure
      title={failure}
      error={query.error}
      onRetry={() => void (isFetchNextPageError ? query.fetchNextPage() : query.refetch())}
    />
  ) : null;
  return (
    <>
      {isFetchNextPageError ? null : failed}
      {isPending ? <Skeleton className={isInPanel ? 'h-24 w-full' : 'h-40 w-full'} /> : null}
      {isSuccess && nothing !== null ? <p className={isInPanel ? inPanelLook : emptyLook}>{nothing}</p> : null}
      {nothing === null ? children : null}
      {/* Beside the button that was pressed. */}
      {isFetchNextPageError ? <div className="mt-4">{failed}</div> : null}
      {hasNextPage ? (
        <Button
          size="sm"
          className={isInPanel ? 'mt-3' : 'mx-auto mt-4 flex'}
          waiting={isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {inbox.loadMore}
        </Button>
      ) : null}
    </>
  );
}

const emptyLook = 'rounded-card border border-dashed border-hairline px-6 py-14 text-center';
const inPanelLook = 'py-2 text-sm text-muted';
