// Polls the page of an order while it can change.
import { useEffect, useState } from 'react';
import type { OrderPage } from '../../../contract/order-page.ts';
import { type Api, ApiError } from '../../api.ts';
import { saveOrderKey } from '../order-email.ts';
import { pollDelayMs } from '../poll-pace.ts';
import { repeatWhileVisible } from '../when-visible.ts';
import { isFinal } from './order-heading.ts';

/** `staleSinceMs`: the time of the last answer, while the store does not answer; else null. */
export type PolledOrder = { order: OrderPage; staleSinceMs: number | null };

/** `first`: as the server rendered it. */
export function useOrderPage(api: Pick<Api, 'call'>, first: OrderPage): PolledOrder {
  const [polled, setPolled] = useState<PolledOrder>({ order: first, staleSinceMs: null });
  useEffect(() => {
    const startedAtMs = Date.now();
    const { id } = first;
    const key = keyOf(window.location);
    // Opens the payment, too.
    saveOrderKey(id, key);
    let newest = first;
    let seenAtMs = startedAtMs;
    let isGone = false;

    async function run(signal: AbortSignal): Promise<void> {
      try {
        const headers = { 'order-key': `${id}.${key}` };
        const order = await api.call('GET /api/orders/{id}/page', { params: { id } }, { signal, headers });
        if (signal.aborted) return;
        newest = order;
        seenAtMs = Date.now();
        setPolled({ order, staleSinceMs: null });
      } catch (error) {
        if (signal.aborted) return;
        isGone = error instanceof ApiError && error.status === 404;
        setPolled({ order: newest, staleSinceMs: seenAtMs });
      }
    }
    return repeatWhileVisible({ nextMs: () => (isGone || isFinal(newest) ? null : pollDelayMs(startedAtMs)), run });
  }, [api, first]);
  return polled;
}

/** The last part of the address of the page. */
function keyOf({ pathname }: Location): string {
  return pathname.split('/').filter(Boolean).at(-1) ?? '';
}
