// The pause of the checkout: its state, and the act that changes it.
import { type ActOptions, useAct } from './kit/use-act.ts';
import { useApi } from './kit/use-api.ts';
import { settingsCalls } from './live-calls.ts';

const refetchMs = 30_000;

export function useCheckoutPause() {
  return useApi('GET /api/admin/checkout-pause', {}, { refetchInterval: refetchMs });
}

/** Pauses the checkout or opens it again. */
export function usePauseCheckout(toasts: Pick<ActOptions<boolean, { paused: boolean }>, 'onDone' | 'done' | 'failed'>) {
  return useAct((api, paused: boolean) => api.call('PUT /api/admin/checkout-pause', { body: { paused } }), {
    renews: settingsCalls,
    ...toasts,
  });
}
