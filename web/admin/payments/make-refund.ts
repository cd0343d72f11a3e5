// The refunds of an order, and the acts that create one.
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { AnswerFor } from '../../../contract/index.ts';
import { type Api, ApiError } from '../../api.ts';
import { newKey } from '../../new-key.ts';
import { type ToastNotice, useToast } from '../../ui/toast.tsx';
import { useAdmin } from '../admin-context.tsx';
import { formatDollars } from '../dollars.ts';
import { useAct } from '../kit/use-act.ts';
import { apiQuery, type ReadCall } from '../kit/use-api.ts';
import { orderCalls } from '../live-calls.ts';
import { isAnswerLost } from '../lost-answer.ts';
import { shownItemTexts, shownMessage, useItemTexts } from '../texts/shown-texts.ts';
import { paymentOf, type RefundRequest } from './refund-intents.ts';

export type RefundSituation = AnswerFor<'GET /api/admin/orders/{id}/refunds'>;
export type Refund = RefundSituation['refunds'][number];
export type Refundable = RefundSituation['payments'][number];

const unsettledMs = 5_000;

/** Polls faster while a refund is unsettled. */
export function refundsQuery(api: Api, id: string) {
  return queryOptions({
    ...apiQuery(api, 'GET /api/admin/orders/{id}/refunds', { params: { id } }),
    refetchInterval: ({ state }) => (state.data?.refunds.some(isUnsettled) ? unsettledMs : false),
  });
}

export function isUnsettled({ state }: Refund): boolean {
  return state !== 'refunded' && state !== 'failed';
}

/**
 * True when it is unknown whether the store recorded the refund: no response, or a server error.
 * Only a retry of the same request is safe.
 */
export function isUnanswered(error: unknown): boolean {
  if (error === null) return false;
  return !(error instanceof ApiError) || (error.status >= 500 && !error.body.refund);
}

/** Finds the refund of a request among the refunds that the store recorded since. */
async function madeRefund(api: Api, orderId: string, { amount, reason }: RefundRequest, known: readonly string[]) {
  const { refunds } = await api.call('GET /api/admin/orders/{id}/refunds', { params: { id: orderId } });
  return refunds.find((refund) => !known.includes(refund.id) && refund.amount === amount && refund.reason === reason);
}

/**
 * True when the store rejected the request before it read the body. The result of an earlier attempt is still unknown.
 */
function isTurnedAway(error: unknown): boolean {
  return error instanceof ApiError && [401, 403, 429].includes(error.status);
}

type RefundOptions = {
  /** The calls that are read again, also after a failure. */
  renews?: readonly ReadCall[];
  onDone?: () => void;
};

/**
 * Creates a refund. A repeat of the same request, also after step-up, a lost response or a reload, reuses its
 * idempotency key.
 * After a lost response, the refunds are read again; a request without a recorded refund stays pending.
 */
export function useMakeRefund(orderId: string, { renews = orderCalls, onDone }: RefundOptions = {}) {
  const { refundIntents } = useAdmin();
  const queries = useQueryClient();
  const toast = useToast();
  const last = useRef({ asked: '', key: '', isRepeat: false });

  function keyOf(request: RefundRequest): string {
    const fingerprint = JSON.stringify(request);
    const unanswered = refundIntents.of(orderId, paymentOf(request));
    const isRepeat = unanswered !== null && JSON.stringify(unanswered.request) === fingerprint;
    if (isRepeat) last.current = { asked: fingerprint, key: unanswered.key, isRepeat };
    else if (last.current.asked !== fingerprint) last.current = { asked: fingerprint, key: newKey(), isRepeat };
    return last.current.key;
  }

  async function send(api: Api, body: RefundRequest): Promise<{ refund: Refund }> {
    const key = keyOf(body);
    refundIntents.keep(orderId, { request: body, key, askedAtMs: Date.now() });
    const headers = { 'idempotency-key': key };
    const known = queries.getQueryData(refundsQuery(api, orderId).queryKey)?.refunds.map(({ id }) => id);
    try {
      return await api.call('POST /api/admin/orders/{id}/refunds', { params: { id: orderId }, body }, { headers });
    } catch (error) {
      if (!isAnswerLost(error) || !known) throw error;
      const refund = await madeRefund(api, orderId, body, known).catch(() => undefined);
      if (!refund) throw error;
      return { refund };
    }
  }

  function forgetIfAnswered(error: unknown, body: RefundRequest): void {
    if (!isUnanswered(error) && !(last.current.isRepeat && isTurnedAway(error))) {
      refundIntents.forget(orderId, paymentOf(body));
    }
    // The store recorded this refund and it failed, so the next attempt is a new refund.
    if (error instanceof ApiError && error.body.refund) last.current = { asked: '', key: '', isRepeat: false };
  }

  async function refund(api: Api, body: RefundRequest): Promise<void> {
    const made = await send(api, body).catch((error: unknown) => {
      forgetIfAnswered(error, body);
      throw error;
    });
    refundIntents.forget(orderId, paymentOf(body));
    toast(noticeOf(made.refund));
  }

  return useAct(refund, { renews, ...(onDone ? { onDone } : {}) });
}

function noticeOf({ amount: dollars, state, problem, problem_coded }: Refund): ToastNotice {
  const { refunds } = shownItemTexts();
  const amount = formatDollars(dollars);
  if (state === 'refunded') return { title: refunds.done, description: refunds.doneHelp(amount), tone: 'success' };
  const description = problem ? shownMessage(problem_coded, problem) : refunds.pendingHelp(amount);
  return { title: refunds.pending, description };
}

/**
 * Refunds the undelivered part of an order. `reason` is stored with the refund. `isHeld`: another refund of it must be
 * resolved first, or the same money could be paid back twice.
 */
export function useRefundUndelivered(orderId: string, renews: readonly ReadCall[] = orderCalls) {
  const { refundIntents } = useAdmin();
  const reason = useItemTexts().refunds.proposalReason;
  const refund = useMakeRefund(orderId, { renews });
  const [isHeld, setHeld] = useState(false);

  function send(amount: number): void {
    const request = { undelivered: true, amount, reason };
    const before = refundIntents.of(orderId, null)?.request;
    const isOther = before !== undefined && JSON.stringify(before) !== JSON.stringify(request);
    setHeld(isOther);
    if (!isOther) refund.run(request);
  }

  return { refund, reason, isHeld, send };
}
