// The System page: each part of the store with its level and what to do, and the failed jobs.
import type { AnswerFor } from '../../../contract/index.ts';
import { RelativeTime, useNow } from '../../ui/relative-time.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Anchor } from '../anchor.tsx';
import { useApi } from '../kit/use-api.ts';
import { LoadFailure } from '../load-failure.tsx';
import { Panel } from '../panel.tsx';
import { usePageTitle } from '../shell.tsx';
import { useSetupTexts, useTexts } from '../texts/shown-texts.ts';
import { CheckRow, LevelMark } from './check-row.tsx';
import { DeadJobsPanel } from './dead-jobs-panel.tsx';

const refetchMs = 15_000;

export default function SystemPage() {
  const { shell } = useTexts();
  const { system: texts } = useSetupTexts();
  usePageTitle(shell.system);
  const system = useApi('GET /api/admin/system/checks', {}, { refetchInterval: refetchMs });
  return (
    <>
      <h1 className="text-xl font-semibold">{shell.system}</h1>
      {system.isError ? (
        <div className="mt-4">
          <LoadFailure title={texts.failed} error={system.error} onRetry={() => void system.refetch()} />
        </div>
      ) : null}
      {system.isPending ? <SystemSkeleton /> : null}
      {system.data ? <SystemState answer={system.data} /> : null}
    </>
  );
}

function SystemState({ answer }: { answer: AnswerFor<'GET /api/admin/system/checks'> }) {
  const { system: texts } = useSetupTexts();
  const nowMs = useNow();
  const { version, started_at, checked_at, level, checks, dead_jobs } = answer;
  return (
    <>
      <p className="mt-1 text-sm text-muted">
        <span>{`${texts.version(version)} · ${texts.started} `}</span>
        <RelativeTime at={started_at} nowMs={nowMs} />
        <span>{` · ${texts.checked} `}</span>
        <RelativeTime at={checked_at} nowMs={nowMs} />
      </p>
      <div className="mt-4 grid gap-4">
        <section
          aria-labelledby="system-parts"
          className="rounded-card border border-hairline bg-surface text-sm sm:text-[0.9375rem]"
        >
          <h2
            id="system-parts"
            className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-hairline px-4 py-3 text-base font-semibold sm:px-5"
          >
            <span role="status">{texts.all[level]}</span>
            <LevelMark level={level} />
          </h2>
          <ul className="divide-y divide-hairline px-4 sm:px-5">
            {checks.map((check) => (
              <CheckRow key={check.id} check={check} nowMs={nowMs} />
            ))}
          </ul>
        </section>
        <Anchor id="failed-jobs">
          <DeadJobsPanel jobs={dead_jobs} nowMs={nowMs} />
        </Anchor>
      </div>
    </>
  );
}

function SystemSkeleton() {
  const { shell } = useTexts();
  return (
    <div aria-busy="true" className="mt-4">
      <Panel title={shell.system}>
        <div className="grid gap-4 py-1">
          {['a', 'b', 'c', 'd', 'e', 'f'].map((line) => (
            <Skeleton key={line} className="h-12 w-full" />
          ))}
        </div>
      </Panel>
    </div>
  );
}
