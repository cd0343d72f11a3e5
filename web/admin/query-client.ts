// How the admin's pages read from the store: TanStack Query with the specified habits. Owns no query.
import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../api.ts';
import { LostAnswer } from './lost-answer.ts';

/** API-5: one repeat, but none for what the store refused (4xx): asking again would change nothing. API-6. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: (failures, error) => failures < 1 && !(error instanceof ApiError && error.status < 500),
        refetchOnWindowFocus: false,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

/** API-7: the store's own sentence where it gave one. */
export function queryFailure(error: unknown): string {
  if (error instanceof LostAnswer) return error.message;
  const message = error instanceof ApiError ? error.body.message : undefined;
  return typeof message === 'string' && message !== '' ? message : 'Network response was not ok';
}
