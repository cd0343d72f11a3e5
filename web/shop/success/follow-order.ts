// Polls one order after the payment until its state is final.
import { useEffect, useState } from 'react';
import type { OrderPage } from '../../../contract/order-page.ts';
import { isFinal, isPaid, isUnpaid } from '../../../contract/order-state.ts';
import { type Api, ApiError } from '../../api.ts';
import { findOrderKey, orderKeyHeader } from '../order-email.ts';
import { pollDelayMs } from '../poll-pace.ts';
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
      /** Its links or its transfer, once it is paid or waits for one; null without its key. */
      page: OrderPage | null;
      /** Returned after the payment, once the order is paid. */
      receiptPath?: string | undefined;
      /** Likewise; this page adds its own proof. */
      orderPath?: string | undefined;
      /** The payment has been confirming for more than two minutes. */
      isLong: boolean;
    };

/**
 * Interval of gateway checks while a payment is confirming. It stays within the rate limit of the confirmation call.
 */
const confirmAgainMs = 15_000;
const longAfterMs = 2 * 60_000;

export function useFollowedOrder(api: Pick<Api, 'call'>): Followed {
  const [followed, setFollowed] = useState<Followed>({ state: 'checking' });
  useEffect(() => {
    // A gateway may append its own query with a second "?".
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
  /** The time of the last successful confirmation; null before it. */
  let confirmedAtMs: number | null = null;
  let hasRequestedReceipt = false;
  let receiptPath: string | undefined;
  let orderPath: string | undefined;
  let page: OrderPage | null = null;
  let hasPage = false;

  function take(sent: unknown): void {
    const order = withPayersWord(readOrder(sent, orderId));
    hasPage = isPaid(order) || order.payment === 'awaiting_transfer';
    // The transfer that it shows was given up.
    if (!hasPage) page = null;
    isOver = isFinal(page ?? order);
    confirmingSinceMs = isConfirming(order) ? (confirmingSinceMs ?? Date.now()) : null;
    const isLong = confirmingSinceMs !== null && Date.now() - confirmingSinceMs >= longAfterMs;
    show({ state: 'found', order, page, receiptPath, orderPath, isLong });
  }

  // After a completed payment form, the order counts as paid until the store responds.
  function withPayersWord(order: ShownOrder): ShownOrder {
    const isUnasked = resultIndicator !== null && confirmedAtMs === null;
    return isUnasked && isUnpaid(order) ? { ...order, payment: 'confirming' } : order;
  }

  async function confirm(signal: AbortSignal): Promise<void> {
    const body = resultIndicator ? { resultIndicator: resultIndicator.slice(0, 200) } : {};
    const answer = await api.call(
      'POST /api/orders/{id}/confirm-payment',
      { params, body },
      { signal, headers: orderKeyHeader() },
    );
    if (!answer.order) throw new Error('an answer without the order');
    confirmedAtMs = Date.now();
    receiptPath = answer.receipt_path ?? receiptPath;
    orderPath = answer.order_path ?? orderPath;
    if (!signal.aborted) take(answer.order);
  }

  /** False without the key of the order. */
  async function readPage(signal: AbortSignal): Promise<boolean> {
    const key = orderPath?.split('/').at(-1) ?? findOrderKey(orderId);
    if (!hasPage || !key) return false;
    const headers = { 'order-key': `${orderId}.${key}` };
    const found = await api.call('GET /api/orders/{id}/page', { params }, { signal, headers }).catch(() => null);
    if (signal.aborted) return true;
    // After a lost response the page keeps its links.
    if (!found) return page !== null;
    page = found;
    take(found);
    return true;
  }

  async function read(signal: AbortSignal): Promise<void> {
    if (await readPage(signal)) return;
    const order = await api.call('GET /api/orders/{id}', { params }, { signal, headers: orderKeyHeader() });
    if (signal.aborted) return;
    take(order);
    if (isConfirmationDue(order.payment_status)) await confirm(signal).catch(() => {});
  }

  function isConfirmationDue(paymentStatus: string): boolean {
    if (paymentStatus === 'paid') {
      // The order was paid later: only the confirmation returns the receipt path.
      const isDue = resultIndicator !== null && receiptPath === undefined && !hasRequestedReceipt;
      hasRequestedReceipt = true;
      return isDue;
    }
    return confirmingSinceMs !== null && Date.now() - (confirmedAtMs ?? 0) >= confirmAgainMs;
  }

  async function look(signal: AbortSignal): Promise<void> {
    hasLooked = true;
    try {
      // The order may be readable even when the confirmation fails.
      if (confirmedAtMs !== null) return await read(signal);
      await confirm(signal).catch(() => read(signal));
      if (page === null) await readPage(signal);
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
      return pollDelayMs(startedAtMs);
    },
  });
}
