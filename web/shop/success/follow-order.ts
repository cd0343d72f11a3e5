// Follows one order after the payment until nothing of it changes any more (RES-4, A-27, D-48).
import { useEffect, useState } from 'react';
import { type Api, ApiError } from '../../api.ts';
import { hasEnded, isUnpaid } from '../order-state.ts';
import { readOrder, type ShownOrder } from '../read-order.ts';
import { repeatWhileVisible } from '../when-visible.ts';
import { isConfirming } from './order-view.ts';

export type Followed =
  | { state: 'checking' }
  | { state: 'not-named' }
  | { state: 'not-found' }
  | {
      state: 'found';
      order: ShownOrder;
      /** Returned to a buyer who comes from the payment, once the order is paid. */
      receiptPath?: string | undefined;
      /** Its payment has been confirming for more than two minutes. */
      isLong: boolean;
    };

const pollMs = 3_000;
const slowPollMs = 15_000;
const slowAfterMs = 10 * 60_000;
/** While a payment is confirming, the gateway is asked again through the store, within the limit of that call. */
const confirmAgainMs = 15_000;
const longAfterMs = 2 * 60_000;

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
  show: (followed: Followed) => void,
): () => void {
  const startedAtMs = Date.now();
  const params = { id: orderId };
  let hasLooked = false;
  let isOver = false;
  let confirmingSinceMs: number | null = null;
  /** When the store last answered the confirmation; null until it did. */
  let confirmedAtMs: number | null = null;
  let hasRequestedReceipt = false;
  let receiptPath: string | undefined;

  function take(sent: unknown): void {
    const order = withPayersWord(readOrder(sent, orderId));
    isOver = hasEnded(order);
    confirmingSinceMs = isConfirming(order) ? (confirmingSinceMs ?? Date.now()) : null;
    const isLong = confirmingSinceMs !== null && Date.now() - confirmingSinceMs >= longAfterMs;
    show({ state: 'found', order, receiptPath, isLong });
  }

  // A buyer who comes from a finished form counts as paid until the store answers.
  function withPayersWord(order: ShownOrder): ShownOrder {
    const isUnasked = resultIndicator !== null && confirmedAtMs === null;
    return isUnasked && isUnpaid(order) ? { ...order, payment: 'confirming' } : order;
  }

  async function confirm(signal: AbortSignal): Promise<void> {
    const body = resultIndicator ? { resultIndicator: resultIndicator.slice(0, 200) } : {};
    const answer = await api.call('POST /api/orders/{id}/confirm-payment', { params, body }, { signal });
    if (!answer.order) throw new Error('an answer without the order');
    confirmedAtMs = Date.now();
    receiptPath = answer.receipt_path ?? receiptPath;
    if (!signal.aborted) take(answer.order);
  }

  async function read(signal: AbortSignal): Promise<void> {
    const order = await api.call('GET /api/orders/{id}', { params }, { signal });
    if (signal.aborted) return;
    take(order);
    if (isConfirmationDue(order.payment_status)) await confirm(signal).catch(() => {});
  }

  function isConfirmationDue(paymentStatus: string): boolean {
    if (paymentStatus === 'paid') {
      // Paid since: only the confirmation says where the receipt is.
      const isDue = resultIndicator !== null && receiptPath === undefined && !hasRequestedReceipt;
      hasRequestedReceipt = true;
      return isDue;
    }
    return confirmingSinceMs !== null && Date.now() - (confirmedAtMs ?? 0) >= confirmAgainMs;
  }

  async function look(signal: AbortSignal): Promise<void> {
    hasLooked = true;
    try {
      // Whatever goes wrong with the confirmation, the order itself may still be readable.
      if (confirmedAtMs === null) await confirm(signal).catch(() => read(signal));
      else await read(signal);
    } catch (error) {
      if (signal.aborted || !(error instanceof ApiError && error.status === 404)) return;
      isOver = true;
      show({ state: 'not-found' });
    }
  }

  return repeatWhileVisible({
    run: look,
    nextMs() {
      if (isOver) return null;
      if (!hasLooked) return 0;
      return Date.now() - startedAtMs >= slowAfterMs ? slowPollMs : pollMs;
    },
  });
}
