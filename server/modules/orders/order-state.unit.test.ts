import { describe, expect, test } from 'vitest';
import { type OrderStatus, orderStatuses, settableStatuses } from '../../../contract/order-status.ts';
import { nextStatus, orderTransitions, readChosenStatus } from './order-state.ts';

const states = orderStatuses;

describe('the states of an order', () => {
  test('STATE-9: every state can be reached from pending by events alone', () => {
    const reached = new Set<OrderStatus>(['pending']);
    for (let grown = 0; grown !== reached.size; ) {
      grown = reached.size;
      for (const from of [...reached]) for (const to of Object.values(orderTransitions[from])) reached.add(to);
    }
    expect([...reached].sort()).toEqual([...states].sort());
  });

  test('every state has an exit', () => {
    for (const state of states) expect(Object.keys(orderTransitions[state]).length, state).toBeGreaterThan(0);
  });

  test('an event that means nothing in a state changes nothing', () => {
    expect(nextStatus('completed', 'captured', false)).toBe('completed');
    expect(nextStatus('paid', 'over', false)).toBe('paid');
    expect(nextStatus('failed', 'all_delivered', false)).toBe('failed');
  });

  test('a late payment opens a failed order again', () => {
    expect(nextStatus('failed', 'captured', false)).toBe('paid');
  });

  test('A-44: a status chosen by an admin is left alone by automation, but not by money', () => {
    expect(nextStatus('processing', 'all_delivered', true)).toBe('processing');
    expect(nextStatus('failed', 'captured', true)).toBe('failed');
    expect(nextStatus('pending', 'captured', true)).toBe('paid');
    expect(nextStatus('completed', 'refunded', true)).toBe('failed');
  });

  test('D-16: money that is all given back ends an order in every status, also one set to pending by hand', () => {
    for (const state of states) {
      for (const byHand of [false, true]) expect(nextStatus(state, 'refunded', byHand), state).toBe('failed');
    }
  });

  test('STATE-1: an admin may choose four statuses in any case, never paid', () => {
    expect(settableStatuses).toEqual(['pending', 'processing', 'completed', 'failed']);
    expect(readChosenStatus(' Completed ')).toBe('completed');
    expect(readChosenStatus('PENDING')).toBe('pending');
    expect(readChosenStatus('paid')).toBeNull();
    expect(readChosenStatus('shipped')).toBeNull();
  });
});
