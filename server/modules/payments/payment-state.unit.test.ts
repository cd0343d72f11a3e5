import { describe, expect, test } from 'vitest';
import { type PaymentStatus, paymentStatuses } from '../../../contract/payment-status.ts';
import { nextPaymentStatus, paymentTransitions } from './payment-state.ts';

const states = paymentStatuses;

describe('the states of a payment', () => {
  test('5.2: every state can be reached from none by events alone', () => {
    const reached = new Set<PaymentStatus>(['none']);
    for (let grown = 0; grown !== reached.size; ) {
      grown = reached.size;
      for (const from of [...reached]) for (const to of Object.values(paymentTransitions[from])) reached.add(to);
    }
    expect([...reached].sort()).toEqual([...states].sort());
  });

  test('5.2: every state has an exit', () => {
    for (const state of states) expect(Object.keys(paymentTransitions[state]).length, state).toBeGreaterThan(0);
  });

  test('rule 7: from paid only money that goes back leads on, and nothing but a dispute that was won leads back', () => {
    expect(Object.keys(paymentTransitions.paid).sort()).toEqual(['charged_back', 'refunded']);
    for (const state of ['paid', 'refunded', 'disputed'] as const) {
      for (const [event, to] of Object.entries(paymentTransitions[state])) {
        expect(event === 'won_back' ? ['paid'] : ['refunded', 'disputed']).toContain(to);
      }
    }
  });

  test('A-29: money that comes late is taken from every state that waits or gave up', () => {
    for (const state of ['none', 'session', 'failed', 'expired'] as const) {
      expect(nextPaymentStatus(state, 'captured')).toBe('paid');
      expect(nextPaymentStatus(state, 'confirmed')).toBe('paid');
    }
  });

  test('5.2: an event that means nothing in a state changes nothing', () => {
    expect(nextPaymentStatus('paid', 'captured')).toBe('paid');
    expect(nextPaymentStatus('paid', 'session_over')).toBe('paid');
    expect(nextPaymentStatus('none', 'refunded')).toBe('none');
    expect(nextPaymentStatus('failed', 'session_opened')).toBe('failed');
  });
});
