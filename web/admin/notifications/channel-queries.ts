// Queries and cache keys of the notification channels, without UI.
import { queryOptions } from '@tanstack/react-query';
import type { AnswerFor, CallFor } from '../../../contract/index.ts';
import type { Api } from '../../api.ts';

export type Channel = AnswerFor<'GET /api/admin/notification-channels'>[number];
export type NewChannel = CallFor<'POST /api/admin/notification-channels'>['body'];

export const channelsKey = ['notification channels'] as const;

export function channelsQuery(api: Api) {
  return queryOptions({
    queryKey: channelsKey,
    queryFn: ({ signal }) => api.call('GET /api/admin/notification-channels', {}, { signal }),
  });
}
