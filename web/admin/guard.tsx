// The error boundary of a page or a tab of the admin. Filters are in the address; `useKeptState` keeps
// what was typed.
import { useQueryClient } from '@tanstack/react-query';
import { createApi } from '../api.ts';
import { reportFailure } from '../report-failure.ts';
import { Boundary } from '../ui/boundary.tsx';
import { Button } from '../ui/button.tsx';
import type { Elements } from '../ui/elements.ts';
import { keepState } from './kept-state.ts';
import { useTexts } from './texts/shown-texts.ts';

/** `place`: its name in the report. */
export function Guard({ place, children }: { place: string; children: Elements }) {
  const queries = useQueryClient();
  function onError(cause: unknown): void {
    keepState(queries);
    reportFailure(createApi(), { stage: 'page', place: `admin ${place}`, cause });
  }
  return (
    <Boundary onError={onError} failed={<Failed />}>
      {children}
    </Boundary>
  );
}

function Failed() {
  const { common } = useTexts();
  return (
    <div
      role="alert"
      className="m-4 flex flex-wrap items-center gap-4 rounded-card border border-red bg-red-soft px-4 py-3 text-sm"
    >
      <p className="min-w-0 flex-1 font-semibold text-red-ink">{common.partFailed}</p>
      <Button size="sm" onClick={() => window.location.reload()}>
        {common.reload}
      </Button>
    </div>
  );
}
