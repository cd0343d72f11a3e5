// The error state of a failed query: what failed, the reason, and a retry button.
import { Button } from '../ui/button.tsx';
import { queryFailure } from './query-client.ts';
import { useTexts } from './texts/shown-texts.ts';

type LoadFailureProps = { title: string; error: unknown; onRetry: () => void };

export function LoadFailure({ title, error, onRetry }: LoadFailureProps) {
  const { common } = useTexts();
  return (
    <FailureNotice title={title} action={common.tryAgain} onAct={onRetry}>
      {queryFailure(error)}
    </FailureNotice>
  );
}

type FailureNoticeProps = { title: string; action: string; onAct: () => void; children: string };

/** For a tab with a reason or a button of its own. */
export function FailureNotice({ title, action, onAct, children }: FailureNoticeProps) {
  return (
    <div
      role="alert"
      className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-red bg-red-soft px-4 py-3 text-sm text-red-ink"
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
