// Manual provider tests, newest first.
import { useInfiniteQuery } from '@tanstack/react-query';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { RelativeTime, useNow } from '../../ui/relative-time.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useAdmin } from '../admin-context.tsx';
import { LoadFailure } from '../load-failure.tsx';
import { Panel } from '../panel.tsx';
import { type ProviderTest, providerTestsQuery } from './provider-queries.ts';

export function TestHistory() {
  const { api } = useAdmin();
  const history = useInfiniteQuery(providerTestsQuery(api));
  const nowMs = useNow();
  const tests = history.data?.pages.flatMap((page) => page.tests) ?? [];
  return (
    <Panel title="Test History">
      {history.isPending ? <Skeleton className="my-2 h-16 w-full" /> : null}
      {history.isError ? (
        <LoadFailure title="Failed to load the history" error={history.error} onRetry={() => void history.refetch()} />
      ) : null}
      {history.isSuccess && tests.length === 0 ? <p className="py-2 text-sm text-muted">No tests yet.</p> : null}
      <ul className="divide-y divide-hairline text-sm">
        {tests.map((test) => (
          <li key={test.id} className="grid gap-1 py-2.5">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <Badge tone={ends[test.outcome].tone}>{ends[test.outcome].word}</Badge>
              <span className="font-semibold">{nameOf(test)}</span>
              <span className="text-muted">
                <RelativeTime at={test.tested_at} nowMs={nowMs} /> by {test.tested_by}
              </span>
            </div>
            <p className="break-words text-muted">{test.words}</p>
          </li>
        ))}
      </ul>
      {history.hasNextPage ? (
        <Button
          size="sm"
          className="mt-2"
          waiting={history.isFetchingNextPage}
          disabled={history.isFetchingNextPage}
          onClick={() => void history.fetchNextPage()}
        >
          Show earlier tests
        </Button>
      ) : null}
    </Panel>
  );
}

const ends = {
  answered: { tone: 'green', word: 'Answered' },
  refused: { tone: 'red', word: 'Refused' },
  not_sent: { tone: 'orange', word: 'Not sent' },
  lost: { tone: 'grey', word: 'Not verified' },
} as const;

function nameOf({ action, parameters }: ProviderTest): string {
  const { service, quantity, runs, link, order } = parameters;
  if (action === 'balance') return 'Connection';
  if (action === 'add') return `Service ${service}, ${quantity}${runs ? ` in each of ${runs} runs` : ''} to ${link}`;
  return order === undefined ? action : `${action} ${order}`;
}
