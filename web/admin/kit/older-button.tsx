// Loads the next page of a list that grows; nothing after the last page.
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { Button } from '../../ui/button.tsx';

type OlderButtonProps = {
  query: Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>;
  children: string;
};

export function OlderButton({ query, children }: OlderButtonProps) {
  if (!query.hasNextPage) return null;
  return (
    <Button
      size="sm"
      className="my-2"
      disabled={query.isFetchingNextPage}
      waiting={query.isFetchingNextPage}
      onClick={() => void query.fetchNextPage()}
    >
      {children}
    </Button>
  );
}
