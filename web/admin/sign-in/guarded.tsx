// Runs an action that may require the password again: shows the dialog and its failure.
import type { UseMutationResult } from '@tanstack/react-query';
import { queryFailure } from '../query-client.ts';
import { needsPassword, StepUpDialog } from './step-up.tsx';

/** The store's sentence about a refusal of `act`; null for none, and for the question about the password. */
export function failureOf(act: Pick<UseMutationResult, 'isError' | 'error'>): string | null {
  return act.isError && !needsPassword(act.error) ? queryFailure(act.error) : null;
}

/** Asks for the password when the store requires it for `act`, and repeats `act`. */
export function StepUpFor<V>({ act, variables }: { act: UseMutationResult<unknown, Error, V>; variables: V }) {
  if (!needsPassword(act.error)) return null;
  return <StepUpDialog onDone={() => act.mutate(variables)} onClose={act.reset} />;
}
