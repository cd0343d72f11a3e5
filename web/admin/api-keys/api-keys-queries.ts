// Queries and cache keys of the API keys section, without UI.
import { queryOptions } from '@tanstack/react-query';
import type { AnswerFor } from '../../../contract/index.ts';
import type { Api } from '../../api.ts';

export type ListedKey = AnswerFor<'GET /api/admin/api-keys'>[number];

export const apiKeysKey = ['api-keys'] as const;

export function apiKeysQuery(api: Api) {
  return queryOptions({
    queryKey: apiKeysKey,
    queryFn: ({ signal }) => api.call('GET /api/admin/api-keys', {}, { signal }),
  });
}
