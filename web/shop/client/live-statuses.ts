// Keeps the provider's statuses of the orders on the page fresh (STATE-13, A-46): at once, then every 60 s, until each
// is final. Pauses in a hidden tab. A look-up that fails leaves the last known status.
import { useEffect, useState } from 'react';
import { isFinalProviderStatus } from '../../../contract/provider-status.ts';
import type { Api } from '../../api.ts';
import type { TrackedOrder } from '../read-order.ts';
import { repeatWhileVisible } from '../when-visible.ts';

export type LiveStatus = { status: string; remains: number };
export type LiveStatuses = Readonly<Record<string, LiveStatus>>;

const refreshMs = 60_000;
/** The newest ones; more would run into the limit of the call. */
const followedAtOnce = 40;

export function useLiveStatuses(api: Pick<Api, 'call'>, orders: readonly TrackedOrder[]): LiveStatuses {
  const [statuses, setStatuses] = useState<LiveStatuses>({});
  useEffect(() => {
    const open = new Set(openIds(orders));
    let first = true;

    async function lookUp(providerId: string, signal: AbortSignal): Promise<void> {
      const call = api.call('GET /api/admin/order-status/{providerId}', { params: { providerId } }, { signal });
      const live = await call.catch(() => null);
      if (!live || signal.aborted) return;
      if (isFinalProviderStatus(live.status)) open.delete(providerId);
      setStatuses((known) => ({ ...known, [providerId]: live }));
    }

    return repeatWhileVisible({
      nextMs: () => (open.size === 0 ? null : first ? 0 : refreshMs),
      async run(signal) {
        first = false;
        await Promise.all([...open].map((providerId) => lookUp(providerId, signal)));
      },
    });
  }, [api, orders]);
  return statuses;
}

function openIds(orders: readonly TrackedOrder[]): string[] {
  const sent = orders.flatMap((order) => order.api_orders);
  const open = sent.filter(({ live_status }) => !isFinalProviderStatus(live_status ?? ''));
  return open.flatMap(({ api_order_id }) => (api_order_id ? [api_order_id] : [])).slice(0, followedAtOnce);
}
