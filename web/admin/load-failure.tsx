// The error state of a failed query: what failed, the reason, and a retry button. Without color while the store is unreachable.
import type { UseQueryResult } from '@tanstack/react-query';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { queryFailure } from './query-client.ts';
import { useTexts } from './texts/shown-texts.ts';
import { isUnreachable } from './unreachable.ts';

type LoadFailureProps = {
  title: string;
  error: unknown;
  onRetry: () => void;
  /** Earlier data is shown below. */
  hasData?: boolean;
};

export function LoadFailure({ title, error, onRetry, hasData = false }: LoadFailureProps) {
  const { common } = useTexts();
  // A bar above the page has the reason, once for all parts, and the page tries again by itself.
  const isQuiet = isUnreachable(error);
  if (isQuiet && hasData) return null;
  return (
    <FailureNotice title={title} action={common.tryAgain} onAct={onRetry} isQuiet={isQuiet}>
      {queryFailure(error)}
    </FailureNotice>
  );
}

type QueryFailureProps = { title: string; query: Pick<UseQueryResult, 'data' | 'error' | 'refetch'> };

/** The failure of a query, whose earlier data stays below. */
export function QueryFailure({ title, query: { data, error, refetch } }: QueryFailureProps) {
  if (!error) return null;
  return <LoadFailure title={title} error={error} hasData={data !== undefined} onRetry={() => void refetch()} />;
}

type FailureNoticeProps = { title: string; action: string; onAct: () => void; isQuiet?: boolean; children: string };

/** For a tab with a reason or a button of its own. */
export function FailureNotice({ title, action, onAct, isQuiet = false, children }: FailureNoticeProps) {
  return (
    <div
      role={isQuiet ? 'status' : 'alert'}
      className={classNames(
        'mb-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border px-4 py-3 text-sm',
        isQuiet ? 'border-hairline text-muted' : 'border-red bg-red-soft text-red-ink',
      )}
    >
      <p className="min-w-0 flex-1">
        <strong className="block font-semibold">{title}</strong>
        <span>{children}</span>
      </p>
      <Button size="sm" onClick={onAct}>
        {action}
      </Button>
    </div>
  );
}
