// Manual provider tests, newest first.
import type { AnswerFor } from '../../../contract/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { RelativeTime, useNow } from '../../ui/relative-time.tsx';
import { Loaded } from '../kit/loaded.tsx';
import { useApiList } from '../kit/use-api-list.ts';
import { FoldedPanel } from '../panel.tsx';
import { ServerText } from '../texts/label.tsx';
import type { SetupTexts } from '../texts/setup-texts.ts';
import { useSetupTexts } from '../texts/shown-texts.ts';

type ProviderTest = AnswerFor<'GET /api/admin/provider-tests'>[number];

export function TestHistory() {
  const { query: history, rows: tests } = useApiList('GET /api/admin/provider-tests', { query: { limit: 10 } });
  const nowMs = useNow();
  const { providerTest: texts } = useSetupTexts();
  return (
    <FoldedPanel title={texts.history}>
      <Loaded query={history} failed={texts.historyFailed} skeleton="my-2 h-16 w-full">
        {() => (tests.length === 0 ? <p className="py-2 text-sm text-muted">{texts.noTests}</p> : null)}
      </Loaded>
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
    </FoldedPanel>
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
