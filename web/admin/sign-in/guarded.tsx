// One act that the store may ask the password for first (D-30): what it refused, and the question in between.
import type { UseMutationResult } from '@tanstack/react-query';
import { queryFailure } from '../query-client.ts';
import { needsPassword, StepUpDialog } from './step-up.tsx';

/** The store's sentence about a refusal of `act`; null for none, and for the question about the password. */
export function failureOf(act: Pick<UseMutationResult, 'isError' | 'error'>): string | null {
  return act.isError && !needsPassword(act.error) ? queryFailure(act.error) : null;
}

/** Asks for the password where `act` was refused for want of it, and does it again. */
export function StepUpFor<V>({ act, variables }: { act: UseMutationResult<unknown, Error, V>; variables: V }) {
  if (!needsPassword(act.error)) return null;
  return <StepUpDialog onDone={() => act.mutate(variables)} onClose={act.reset} />;
}
