// Queries and cache keys of the settings page, without UI.
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { AnswerFor } from '../../../contract/index.ts';
import type { Api } from '../../api.ts';
import { readNextCursor } from '../kit/use-api.ts';

export type SavedSettings = AnswerFor<'GET /api/admin/store-settings'>;
export type SettingsStep = AnswerFor<'GET /api/admin/store-settings/history'>[number];
export type LaunchAnswer = AnswerFor<'GET /api/admin/launch'>;

export const settingsKeys = {
  all: ['settings'] as const,
  saved: ['settings', 'saved'] as const,
  history: ['settings', 'history'] as const,
  launch: ['settings', 'launch'] as const,
};

export function savedSettingsQuery(api: Api) {
  return queryOptions({
    queryKey: settingsKeys.saved,
    queryFn: ({ signal }) => api.call('GET /api/admin/store-settings', {}, { signal }),
  });
}

export function launchQuery(api: Api) {
  return queryOptions({
    queryKey: settingsKeys.launch,
    queryFn: ({ signal }) => api.call('GET /api/admin/launch', {}, { signal }),
  });
}

/** True once every required task is done and the store is open. */
export function isLaunchDone({ open, checks }: LaunchAnswer): boolean {
  return open && checks.every(({ done, required }) => done || !required);
}

/** Newest first. */
export function historyQuery(api: Api) {
  return infiniteQueryOptions({
    queryKey: settingsKeys.history,
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }) => {
      const query = pageParam === null ? { limit: 10 } : { limit: 10, cursor: pageParam };
      const { data, headers } = await api.request('GET /api/admin/store-settings/history', { query }, { signal });
      return { steps: data, nextCursor: readNextCursor(headers.get('link')) };
    },
    getNextPageParam: (page) => page.nextCursor,
  });
}
