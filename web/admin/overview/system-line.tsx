// The System line below the overview: the state of background jobs and the version of the process that responded.
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { AnswerFor } from '../../../contract/index.ts';
import { formatCount } from '../../../contract/money.ts';
import type { Api } from '../../api.ts';
import { useAdmin } from '../admin-context.tsx';

type Jobs = AnswerFor<'GET /api/admin/system'>['jobs'];

const refetchMs = 15_000;
const mostCounted = 10_000;
/** Shorter delays are normal and not shown. */
const behindSeconds = 5;

export function systemQuery(api: Api) {
  return queryOptions({
    queryKey: ['system'],
    queryFn: ({ signal }) => api.call('GET /api/admin/system', { signal }),
    refetchInterval: refetchMs,
  });
}

export function SystemLine() {
  const { api } = useAdmin();
  const { data, isError } = useQuery(systemQuery(api));
  const stalled = data?.jobs.state === 'stalled';
  return (
    <footer className="mt-6 flex flex-wrap items-center gap-x-2 border-t border-hairline pt-3 text-xs text-muted">
      <span className="font-medium text-ink">System</span>
      <span
        aria-hidden="true"
        className={`size-2 rounded-full ${isError ? 'bg-muted' : stalled ? 'bg-red-ink' : 'bg-green-ink'}`}
      />
      <span role="status" className={stalled ? 'font-medium text-red-ink' : ''}>
        {isError
          ? 'Status unavailable. This page tries again automatically.'
          : data
            ? `${sentenceOf(data.jobs)} Version ${data.version}.`
            : 'Checking…'}
      </span>
    </footer>
  );
}

export function sentenceOf({ state, waiting, oldest_due_seconds: oldest, running, restarts }: Jobs): string {
  const restarted = restarts === 0 ? '' : ` Queue restarts: ${formatCount(restarts)}.`;
  if (state === 'off') return 'Background jobs are starting.';
  const count = waiting >= mostCounted ? `more than ${formatCount(mostCounted)}` : formatCount(waiting);
  const due = `${count} waiting, the oldest for ${formatAge(oldest)}`;
  if (state === 'stalled') return `Background jobs have stopped: ${due}.${restarted}`;
  if (oldest < behindSeconds) return `Background jobs are running.${restarted}`;
  return `Background jobs are running: ${formatCount(running)} now, ${due}.${restarted}`;
}

function formatAge(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} s`;
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min`;
  return `${Math.round(seconds / 3_600)} h`;
}
