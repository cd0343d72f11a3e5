// The sentence about an action that failed.
import type { UseMutationResult } from '@tanstack/react-query';
import { queryFailure } from '../query-client.ts';
import { needsPassword } from './step-up.tsx';

/** The store's sentence about a refusal of `act`; null for none, and where the admin did not confirm the password. */
export function failureOf(act: Pick<UseMutationResult, 'isError' | 'error'>): string | null {
  return act.isError && !needsPassword(act.error) ? queryFailure(act.error) : null;
}
