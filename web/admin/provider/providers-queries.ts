// Queries and mutations of the provider list. Without UI.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { AnswerFor, CallFor } from '../../../contract/index.ts';
import type { Api } from '../../api.ts';
import { useToast } from '../../ui/toast.tsx';
import { useAdmin } from '../admin-context.tsx';
import { queryFailure } from '../query-client.ts';
import { settingsKeys } from '../settings/settings-queries.ts';
import { needsPassword } from '../sign-in/step-up.tsx';
import { shownSetupTexts } from '../texts/shown-texts.ts';

export type Provider = AnswerFor<'GET /api/admin/providers'>[number];
export type ProviderFields = CallFor<'POST /api/admin/providers'>['body'];
export type Service = AnswerFor<'GET /api/admin/providers/{id}/services'>[number];

export const providersKey = ['provider', 'all'] as const;

export function providersQuery(api: Api) {
  return queryOptions({
    queryKey: providersKey,
    queryFn: async ({ signal }): Promise<Provider[]> => {
      const sent: unknown = await api.call('GET /api/admin/providers', {}, { signal });
      return Array.isArray(sent) ? sent : [];
    },
  });
}

export function servicesQuery(api: Api, id: string, search: string) {
  return queryOptions({
    queryKey: ['provider', 'services', id, search] as const,
    queryFn: ({ signal }) =>
      api.call('GET /api/admin/providers/{id}/services', { params: { id }, query: { search, limit: 50 } }, { signal }),
  });
}

/** Creates a provider, or updates the one with `id`. */
export function useSaveProvider(id: string | null, onDone: () => void) {
  const { api } = useAdmin();
  const refresh = useRefresh();
  const toast = useToast();
  return useMutation({
    mutationFn: (body: ProviderFields) =>
      id === null
        ? api.call('POST /api/admin/providers', { body })
        : api.call('PUT /api/admin/providers/{id}', { params: { id }, body }),
    onSuccess: () => {
      toast({ title: shownSetupTexts().providers.saved, tone: 'success' });
      onDone();
      return refresh();
    },
  });
}

/** Refreshes the balance and the catalog, or closes the circuit breaker. */
export function useProviderAct(id: string, act: 'look' | 'reset-circuit') {
  const { api } = useAdmin();
  const refresh = useRefresh();
  const toast = useToast();
  return useMutation({
    mutationFn: () => api.call(`POST /api/admin/providers/{id}/${act}`, { params: { id } }),
    onSuccess: () => {
      const { imported, resumed } = shownSetupTexts().providers;
      toast({ title: act === 'look' ? imported : resumed, tone: 'success' });
    },
    onError: (error) => {
      if (needsPassword(error)) return;
      toast({ title: shownSetupTexts().providers.requestFailed, description: queryFailure(error), tone: 'error' });
    },
    onSettled: refresh,
  });
}

function useRefresh() {
  const queries = useQueryClient();
  return async () => {
    await Promise.all([
      queries.invalidateQueries({ queryKey: providersKey }),
      queries.invalidateQueries({ queryKey: ['provider', 'services'] }),
      queries.invalidateQueries({ queryKey: ['provider', 'service-changes'] }),
      queries.invalidateQueries({ queryKey: ['provider', 'scores'] }),
      queries.invalidateQueries({ queryKey: settingsKeys.launch }),
    ]);
  };
}
