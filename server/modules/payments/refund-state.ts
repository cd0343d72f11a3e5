// The states of a refund in one table, and the meaning of a gateway's response for one. Pure.
import type { RefundState } from '../../../contract/payment-status.ts';
import type { RefundView } from './gateway.ts';

/**
 * done: the money is on its way to the payer. refused: final. waiting: the gateway has it and has not finished. lost:
 * unknown whether the gateway has it.
 */
export type RefundEvent = 'done' | 'refused' | 'waiting' | 'lost';

export const refundTransitions: Record<RefundState, Partial<Record<RefundEvent, RefundState>>> = {
  asking: { done: 'refunded', refused: 'failed', waiting: 'pending', lost: 'unclear' },
  unclear: { done: 'refunded', refused: 'failed', waiting: 'pending' },
  pending: { done: 'refunded', refused: 'failed' },
  refunded: {},
  failed: {},
};

/** The state after an event; an event without a transition changes nothing. */
export function nextRefundState(state: RefundState, event: RefundEvent): RefundState {
  return refundTransitions[state][event] ?? state;
}

/** The meaning of the gateway's view for a refund of this amount; a view with another amount or currency has none. */
export function refundEvent(request: { amountCents: number; currency: string }, view: RefundView): RefundEvent {
  if (view.status === 'failed') return 'refused';
  const isOther = view.amountCents !== request.amountCents || view.currency !== request.currency;
  if (isOther || view.status === 'unclear') return 'lost';
  return view.status === 'refunded' ? 'done' : 'waiting';
}
