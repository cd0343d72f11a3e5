// The pause of the checkout: its state, and the act that changes it.
import { useQueryClient } from '@tanstack/react-query';
import { type ActOptions, useAct } from './kit/use-act.ts';
import { useApi } from './kit/use-api.ts';
import { settingsKeys } from './settings/settings-queries.ts';

const refetchMs = 30_000;

export function useCheckoutPause() {
  return useApi('GET /api/admin/checkout-pause', {}, { refetchInterval: refetchMs });
}

/** Pauses the checkout or opens it again. */
export function usePauseCheckout(toasts: Pick<ActOptions<boolean, { paused: boolean }>, 'onDone' | 'done' | 'failed'>) {
  const queries = useQueryClient();
  return useAct(
    async (api, paused: boolean) => {
      try {
        return await api.call('PUT /api/admin/checkout-pause', { body: { paused } });
      } finally {
        void queries.invalidateQueries({ queryKey: settingsKeys.all });
      }
    },
    { renews: ['GET /api/admin/checkout-pause', 'GET /api/admin/pauses'], ...toasts },
  );
}
