// Queries of the comparison of providers. Without UI.
import { queryOptions } from '@tanstack/react-query';
import type { AnswerFor } from '../../../contract/index.ts';
import type { Api } from '../../api.ts';

export type ProviderScores = AnswerFor<'GET /api/admin/provider-scores'>;
export type ServiceChange = AnswerFor<'GET /api/admin/service-changes'>[number];

export function providerScoresQuery(api: Api, bands: 'all' | 'each') {
  return queryOptions({
    queryKey: ['provider', 'scores', bands] as const,
    queryFn: ({ signal }) => api.call('GET /api/admin/provider-scores', { query: { days: 30, bands } }, { signal }),
  });
}

export function serviceChangesQuery(api: Api) {
  return queryOptions({
    queryKey: ['provider', 'service-changes'] as const,
    queryFn: ({ signal }) => api.call('GET /api/admin/service-changes', { query: { limit: 50 } }, { signal }),
  });
}
