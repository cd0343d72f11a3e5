// Follows one order after the payment (RES-4, A-27): asks once for a confirmation, then polls while it is pending.
import { useEffect, useState } from 'react';
import { type Api, ApiError } from '../../api.ts';
import { readOrder, type ShownOrder } from '../read-order.ts';
import { repeatWhileVisible } from '../when-visible.ts';
import { viewOf } from './order-view.ts';

export type Followed =
  | { state: 'checking' }
  | { state: 'not-named' }
  | { state: 'not-found' }
  /** `receiptPath`: told to whoever comes from the payment, once it is paid. */
  | { state: 'found'; order: ShownOrder; receiptPath?: string | undefined };

const pollMs = 3_000;
const slowPollMs = 15_000;
const slowAfterMs = 10 * 60_000;

export function useFollowedOrder(api: Pick<Api, 'call'>): Followed {
  const [followed, setFollowed] = useState<Followed>({ state: 'checking' });
  useEffect(() => {
    // A gateway may put its own query after that of the address it was given.
    const query = new URLSearchParams(window.location.search.replaceAll('?', '&'));
    const orderId = query.get('orderId')?.trim() ?? '';
    if (orderId === '') return setFollowed({ state: 'not-named' });
    return follow(api, orderId, query.get('resultIndicator'), setFollowed);
  }, [api]);
  return followed;
}

function follow(
  api: Pick<Api, 'call'>,
  orderId: string,
  resultIndicator: string | null,
  tell: (followed: Followed) => void,
): () => void {
  const startedAtMs = Date.now();
  const params = { id: orderId };
  let ended = false;
  let asked = false;

  function take(sent: unknown, receiptPath?: string): void {
    const order = readOrder(sent, orderId);
    ended = viewOf(order) !== 'pending';
    tell({ state: 'found', order, receiptPath });
  }

  async function confirm(signal: AbortSignal): Promise<void> {
    asked = true;
    const body = resultIndicator ? { resultIndicator: resultIndicator.slice(0, 200) } : {};
    const answer = await api.call('POST /api/orders/{id}/confirm-payment', { params, body }, { signal });
    if (!answer.order) throw new Error('an answer without the order');
    if (!signal.aborted) take(answer.order, answer.receipt_path);
  }

  async function read(signal: AbortSignal): Promise<void> {
    const order = await api.call('GET /api/orders/{id}', { params }, { signal });
    if (signal.aborted) return;
    take(order);
    // Paid since: only the confirmation says where the receipt is.
    if (resultIndicator && order.payment_status === 'paid') await confirm(signal).catch(() => {});
  }

  async function look(signal: AbortSignal): Promise<void> {
    try {
      // Whatever goes wrong with the confirmation, the order itself may still be readable.
      if (asked) await read(signal);
      else await confirm(signal).catch(() => read(signal));
    } catch (error) {
      if (signal.aborted || !(error instanceof ApiError && error.status === 404)) return;
      ended = true;
      tell({ state: 'not-found' });
    }
  }

  return repeatWhileVisible({
    run: look,
    nextMs() {
      if (ended) return null;
      if (!asked) return 0;
      return Date.now() - startedAtMs >= slowAfterMs ? slowPollMs : pollMs;
    },
  });
}
