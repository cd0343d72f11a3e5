// The TanStack Query client of the admin pages. It defines no query.
import { QueryClient } from '@tanstack/react-query';
import { ApiError, tooLate } from '../api.ts';
import { heldKey, keptKey } from './kept-state.ts';
import { LostAnswer } from './lost-answer.ts';
import { shownRefusal, shownTexts } from './texts/shown-texts.ts';

/** One retry, but none for a 4xx, which a repeat would return again, and after a long wait: a frozen store is shown as such. */
export function createQueryClient(): QueryClient {
  const queries = new QueryClient({
    defaultOptions: {
      queries: {
        retry: (failures, error) => failures < 1 && !isFinal(error),
        refetchOnWindowFocus: false,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  for (const queryKey of [heldKey, keptKey]) queries.setQueryDefaults(queryKey, { gcTime: Number.POSITIVE_INFINITY });
  return queries;
}

function isFinal(error: Error): boolean {
  if (error instanceof ApiError) return error.status < 500;
  return error.cause === tooLate;
}

/** The error message of the store, or a generic one. */
export function queryFailure(error: unknown): string {
  if (error instanceof LostAnswer) return error.message;
  const isRefusal = error instanceof ApiError && typeof error.body.message === 'string' && error.body.message !== '';
  return isRefusal ? shownRefusal(error) : shownTexts().common.requestFailed;
}
