import { describe, expect, test } from 'vitest';
import {
  isSettledRefund,
  type RefundState,
  refundStates,
  settledRefundStates,
} from '../../../contract/payment-status.ts';
import type { RefundView } from './gateway.ts';
import { nextRefundState, refundEvent, refundTransitions } from './refund-state.ts';

const states = refundStates;

function reachableFrom(start: RefundState): Set<RefundState> {
  const reached = new Set<RefundState>([start]);
  for (let grown = 0; grown !== reached.size; ) {
    grown = reached.size;
    for (const from of [...reached]) for (const to of Object.values(refundTransitions[from])) reached.add(to);
  }
  return reached;
}

describe('the states of a refund', () => {
  test('every state can be reached from asking', () => {
    expect([...reachableFrom('asking')].sort()).toEqual([...states].sort());
  });

  test('every state but the settled ones has an exit, and can still be settled both ways', () => {
    for (const state of states.filter((one) => !isSettledRefund(one))) {
      expect(Object.keys(refundTransitions[state]).length, state).toBeGreaterThan(0);
      for (const settled of settledRefundStates) expect(reachableFrom(state)).toContain(settled);
    }
  });

  test('what is settled stays so, and nothing leads back to asking', () => {
    for (const settled of settledRefundStates) {
      for (const event of ['done', 'refused', 'waiting', 'lost'] as const) {
        expect(nextRefundState(settled, event)).toBe(settled);
      }
    }
    for (const state of states) expect(Object.values(refundTransitions[state])).not.toContain('asking');
  });

  test('an empty response does not mark a refund that the gateway has as lost', () => {
    expect(nextRefundState('pending', 'lost')).toBe('pending');
    expect(nextRefundState('unclear', 'lost')).toBe('unclear');
  });
});

describe('the state of a refund at the gateway', () => {
  const request = { amountCents: 110, currency: 'USD' };
  const view: RefundView = { refundId: 'R1', status: 'refunded', rawResult: '', ...request };

  test('is believed as it says', () => {
    expect(refundEvent(request, view)).toBe('done');
    expect(refundEvent(request, { ...view, status: 'pending' })).toBe('waiting');
    expect(refundEvent(request, { ...view, status: 'unclear' })).toBe('lost');
    expect(refundEvent(request, { ...view, status: 'failed', amountCents: null })).toBe('refused');
  });

  test('is no answer when the amount or the currency is another one', () => {
    expect(refundEvent(request, { ...view, amountCents: 100 })).toBe('lost');
    expect(refundEvent(request, { ...view, amountCents: null })).toBe('lost');
    expect(refundEvent(request, { ...view, currency: 'EUR' })).toBe('lost');
  });
});
