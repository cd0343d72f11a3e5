// The states of a refund as one table, and what an answer of the gateway means for one. Pure.
import type { RefundState } from '../../../contract/payment-status.ts';
import type { RefundView } from './gateway.ts';

/**
 * done: the money is on its way to the payer. refused: it is not, and never will be. waiting: the gateway has it and is
 * not done. lost: nobody knows whether the gateway has it.
 */
export type RefundEvent = 'done' | 'refused' | 'waiting' | 'lost';

export const refundTransitions: Record<RefundState, Partial<Record<RefundEvent, RefundState>>> = {
  asking: { done: 'refunded', refused: 'failed', waiting: 'pending', lost: 'unclear' },
  unclear: { done: 'refunded', refused: 'failed', waiting: 'pending' },
  pending: { done: 'refunded', refused: 'failed' },
  refunded: {},
  failed: {},
};

/** The state after an event; one that means nothing here changes nothing. */
export function nextRefundState(state: RefundState, event: RefundEvent): RefundState {
  return refundTransitions[state][event] ?? state;
}

/** What the gateway's view says about a refund that asked for this much; another amount or currency is no answer to it. */
export function refundEvent(request: { amountCents: number; currency: string }, view: RefundView): RefundEvent {
  if (view.status === 'failed') return 'refused';
  const isOther = view.amountCents !== request.amountCents || view.currency !== request.currency;
  if (isOther || view.status === 'unclear') return 'lost';
  return view.status === 'refunded' ? 'done' : 'waiting';
}
