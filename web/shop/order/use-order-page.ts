// Polls the page of an order while it can change.
import { useEffect, useState } from 'react';
import type { OrderPage } from '../../../contract/order-page.ts';
import { isFinal } from '../../../contract/order-state.ts';
import { type Api, ApiError } from '../../api.ts';
import { saveOrderKey } from '../order-email.ts';
import { pollDelayMs } from '../poll-pace.ts';
import { repeatWhileVisible } from '../when-visible.ts';

/** `staleSinceMs`: the time of the last answer, while the store does not answer; else null. */
export type PolledOrder = { order: OrderPage; staleSinceMs: number | null };
/** Reports a drop of a post, then shows the returned order. */
export type ReportDrop = (postLink: string) => Promise<void>;
/** Requests another link, then shows the returned order. */
export type RequestLink = (postLink: string, newLink: string) => Promise<void>;
export type OrderActs = { reportDrop: ReportDrop; requestLink: RequestLink };

/** `first`: as the server rendered it. */
export function useOrderPage(api: Pick<Api, 'call'>, first: OrderPage): PolledOrder & { acts: OrderActs } {
  const [start, setStart] = useState(first);
  const [polled, setPolled] = useState<PolledOrder>({ order: first, staleSinceMs: null });
  useEffect(() => {
    const startedAtMs = Date.now();
    const { id } = start;
    // Opens the payment, too.
    saveOrderKey(id, keyOf(window.location));
    let newest = start;
    let seenAtMs = readAtMs(start);
    let isGone = false;

    async function run(signal: AbortSignal): Promise<void> {
      try {
        const options = { signal, headers: proofOf(id) };
        const order = await api.call('GET /api/orders/{id}/page', { params: { id } }, options);
        if (signal.aborted) return;
        newest = order;
        seenAtMs = readAtMs(order);
        setPolled({ order, staleSinceMs: null });
      } catch (error) {
        if (signal.aborted) return;
        isGone = error instanceof ApiError && error.status === 404;
        setPolled({ order: newest, staleSinceMs: seenAtMs });
      }
    }
    return repeatWhileVisible({
      nextMs: () => (isGone || (isFinal(newest) && newest.as_of === undefined) ? null : pollDelayMs(startedAtMs)),
      run,
    });
  }, [api, start]);

  async function reportDrop(postLink: string): Promise<void> {
    const { id } = first;
    const input = { params: { id }, body: { postLink } };
    show(await api.call('POST /api/orders/{id}/report-drop', input, { headers: proofOf(id) }));
  }

  async function requestLink(postLink: string, newLink: string): Promise<void> {
    const { id } = first;
    const input = { params: { id }, body: { postLink, newLink } };
    show(await api.call('POST /api/orders/{id}/request-link', input, { headers: proofOf(id) }));
  }

  function show(order: OrderPage): void {
    setPolled({ order, staleSinceMs: null });
    // Polls again, where it had ended.
    setStart(order);
  }
  return { ...polled, acts: { reportDrop, requestLink } };
}

/** When the store read it. */
function readAtMs({ as_of }: OrderPage): number {
  return as_of === undefined ? Date.now() : Date.parse(as_of);
}

const proofOf = (id: string) => ({ 'order-key': `${id}.${keyOf(window.location)}` });

/** The last part of the address of the page. */
function keyOf({ pathname }: Location): string {
  return pathname.split('/').filter(Boolean).at(-1) ?? '';
}
