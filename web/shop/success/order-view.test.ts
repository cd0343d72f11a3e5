import { describe, expect, it } from 'vitest';
import { viewOf } from './order-view.ts';

it('RES-2: the status of an order is compared in lower case', () => {
  const written = ['completed', 'Completed', 'COMPLETED', 'failed', 'Failed', 'FAILED', 'PENDING', 'Paid'];
  expect(written.map((status) => viewOf({ status }))).toEqual([
    ...['completed', 'completed', 'completed'],
    ...['failed', 'failed', 'failed'],
    ...['pending', 'pending'],
  ]);
});

describe('which state is shown', () => {
  it.each([
    ['RES-3: completed', { status: 'completed' }, 'completed'],
    ['RES-2: capital letters', { status: 'COMPLETED' }, 'completed'],
    ['RES-3: failed', { status: 'Failed' }, 'failed'],
    ['RES-3, A-26: paid without payment_status stays pending as written', { status: 'paid' }, 'pending'],
    ['RES-3: processing without payment_status', { status: 'processing' }, 'pending'],
    ['A-26: paid', { status: 'paid', payment_status: 'paid' }, 'completed'],
    ['A-26: paid and in delivery', { status: 'processing', payment_status: 'paid' }, 'completed'],
    ['A-26: payment failed', { status: 'pending', payment_status: 'failed' }, 'failed'],
    ['A-26: still paying', { status: 'pending', payment_status: 'session' }, 'pending'],
    ['A-29, A-30: expired', { status: 'failed', payment_status: 'expired' }, 'failed'],
    [
      'D-35: disputed, without proof',
      { status: 'processing', payment_status: 'disputed', payment: 'paid' },
      'completed',
    ],
    ['D-35: disputed, with proof', { status: 'failed', payment_status: 'disputed', payment: 'disputed' }, 'failed'],
    ['RES-3: an unknown status', { status: 'odd' }, 'pending'],
  ] as const)('%s', (_, given, view) => {
    expect(viewOf(given)).toBe(view);
  });
});
