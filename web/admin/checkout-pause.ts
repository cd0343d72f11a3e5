// The pause of the checkout: its state, and the call that changes it.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Api } from '../api.ts';
import { useAdmin } from './admin-context.tsx';
import { settingsKeys } from './settings/settings-queries.ts';

const checkoutPauseKey = ['checkout-pause'] as const;
const everyMs = 30_000;

export function checkoutPauseQuery(api: Api) {
  return queryOptions({
    queryKey: checkoutPauseKey,
    queryFn: ({ signal }) => api.call('GET /api/admin/checkout-pause', {}, { signal }),
    refetchInterval: everyMs,
  });
}

/** Pauses the checkout or opens it again. */
export function useCheckoutPause({ onDone, onError }: { onDone: (paused: boolean) => void; onError: () => void }) {
  const { api } = useAdmin();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (paused: boolean) => api.call('PUT /api/admin/checkout-pause', { body: { paused } }),
    onSuccess: ({ paused }) => onDone(paused),
    onError,
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: checkoutPauseKey }),
        queries.invalidateQueries({ queryKey: settingsKeys.all }),
      ]),
  });
}
