// Manual provider tests, newest first.
import { useInfiniteQuery } from '@tanstack/react-query';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { RelativeTime, useNow } from '../../ui/relative-time.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useAdmin } from '../admin-context.tsx';
import { LoadFailure } from '../load-failure.tsx';
import { Panel } from '../panel.tsx';
import { ServerText } from '../texts/label.tsx';
import type { SetupTexts } from '../texts/setup-texts.ts';
import { useSetupTexts } from '../texts/shown-texts.ts';
import { type ProviderTest, providerTestsQuery } from './provider-queries.ts';

export function TestHistory() {
  const { api } = useAdmin();
  const history = useInfiniteQuery(providerTestsQuery(api));
  const nowMs = useNow();
  const { providerTest: texts } = useSetupTexts();
  const tests = history.data?.pages.flatMap((page) => page.tests) ?? [];
  return (
    <Panel title={texts.history}>
      {history.isPending ? <Skeleton className="my-2 h-16 w-full" /> : null}
      {history.isError ? (
        <LoadFailure title={texts.historyFailed} error={history.error} onRetry={() => void history.refetch()} />
      ) : null}
      {history.isSuccess && tests.length === 0 ? <p className="py-2 text-sm text-muted">{texts.noTests}</p> : null}
      <ul className="divide-y divide-hairline text-sm">
        {tests.map((test) => (
          <li key={test.id} className="grid gap-1 py-2.5">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <Badge tone={tones[test.outcome]}>{texts.outcomes[test.outcome]}</Badge>
              <span className="font-semibold">{nameOf(test, texts)}</span>
              <span className="text-muted">
                <RelativeTime at={test.tested_at} nowMs={nowMs} />
                <span>{` ${texts.by(test.tested_by)}`}</span>
              </span>
            </div>
            <p className="break-words text-muted">
              <ServerText of={test.words_coded}>{test.words}</ServerText>
            </p>
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
          {texts.older}
        </Button>
      ) : null}
    </Panel>
  );
}

const tones = { answered: 'green', refused: 'red', not_sent: 'orange', lost: 'grey' } as const;

function nameOf({ action, parameters }: ProviderTest, texts: SetupTexts['providerTest']): string {
  const { service, quantity, runs, link, order } = parameters;
  if (action === 'balance') return texts.connectionName;
  if (action !== 'add') return order === undefined ? action : `${action} ${order}`;
  return runs
    ? texts.serviceRuns(String(service), String(quantity), String(runs), String(link))
    : texts.serviceName(String(service), String(quantity), String(link));
}
