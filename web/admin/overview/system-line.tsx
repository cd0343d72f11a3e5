// The System line below the overview: the state of background jobs and the version of the process that responded.
import { Link } from 'wouter';
import type { AnswerFor } from '../../../contract/index.ts';
import { formatCount } from '../amounts.ts';
import { useApi } from '../kit/use-api.ts';
import { systemPath } from '../paths.ts';
import { shownTexts, useTexts } from '../texts/shown-texts.ts';

type Jobs = AnswerFor<'GET /api/admin/system'>['jobs'];

const refetchMs = 15_000;
const mostCounted = 10_000;
/** Shorter delays are normal and not shown. */
const behindSeconds = 5;

export function SystemLine() {
  const { overview } = useTexts();
  const { data, isError } = useApi('GET /api/admin/system', {}, { refetchInterval: refetchMs });
  const stalled = data?.jobs.state === 'stalled';
  return (
    <footer className="mt-6 flex flex-wrap items-center gap-x-2 border-t border-hairline pt-3 text-xs text-muted">
      <Link href={systemPath} className="font-medium text-ink underline underline-offset-4 pointer-coarse:py-2">
        {overview.system}
      </Link>
      <span
        aria-hidden="true"
        className={`size-2 rounded-full ${isError ? 'bg-muted' : stalled ? 'bg-red-ink' : 'bg-green-ink'}`}
      />
      <span role="status" className={stalled ? 'font-medium text-red-ink' : ''}>
        {isError
          ? overview.systemUnavailable
          : data
            ? `${sentenceOf(data.jobs)} ${overview.version(data.version)}`
            : overview.systemChecking}
      </span>
    </footer>
  );
}

export function sentenceOf({ state, waiting, oldest_due_seconds: oldest, running, restarts }: Jobs): string {
  const { overview } = shownTexts();
  const restarted = restarts === 0 ? '' : overview.restarts(formatCount(restarts));
  if (state === 'off') return overview.jobsStarting;
  const count = waiting >= mostCounted ? overview.moreThan(formatCount(mostCounted)) : formatCount(waiting);
  const due = overview.jobsDue(count, formatAge(oldest));
  if (state === 'stalled') return `${overview.jobsStopped(due)}${restarted}`;
  if (oldest < behindSeconds) return `${overview.jobsRunning}${restarted}`;
  return `${overview.jobsBusy(formatCount(running), due)}${restarted}`;
}

function formatAge(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} s`;
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min`;
  return `${Math.round(seconds / 3_600)} h`;
}
