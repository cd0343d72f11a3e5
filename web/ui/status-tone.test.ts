import { describe, expect, it } from 'vitest';
import { deliveryTone, orderTone, paymentTone, providerTone, shownStatus } from './status-tone.ts';

describe('STATE-2..8: the colour of an order', () => {
  it.each([
    ['STATE-2', 'completed', 'green'],
    ['STATE-3', 'pending', 'yellow'],
    ['STATE-4', 'processing', 'blue'],
    ['STATE-5', 'failed', 'red'],
    ['STATE-6', 'paid', 'purple'],
    ['STATE-7', 'anything else', 'grey'],
    ['STATE-8', 'CoMpLeTeD', 'green'],
  ])('%s: %s is %s', (_, status, tone) => {
    expect(orderTone(status)).toBe(tone);
  });

  it('A-30: known statuses are capitalised, unknown ones stay as they are', () => {
    expect(shownStatus('paid')).toBe('Paid');
    expect(shownStatus('FAILED')).toBe('Failed');
    expect(shownStatus('on hold')).toBe('on hold');
  });
});

describe('D-49: the colours of payment and delivery', () => {
  it.each([
    ['paid', 'purple'],
    ['confirming', 'yellow'],
    ['unpaid', 'yellow'],
    ['declined', 'red'],
    ['disputed', 'red'],
    ['refunded', 'grey'],
    ['partly_refunded', 'grey'],
    ['expired', 'grey'],
  ] as const)('payment %s is %s', (payment, tone) => {
    expect(paymentTone(payment)).toBe(tone);
  });

  it.each([
    ['completed', 'green'],
    ['in_progress', 'blue'],
    ['sending', 'blue'],
    ['to_send', 'orange'],
    ['partial', 'orange'],
    ['not_delivered', 'red'],
  ] as const)('delivery %s is %s', (state, tone) => {
    expect(deliveryTone(state)).toBe(tone);
  });
});

describe('STATE-11: the colour of a provider order', () => {
  it.each([
    ['Completed', 'green'],
    ['Processing', 'blue'],
    ['In progress', 'blue'],
    ['Partial', 'orange'],
    ['Pending', 'yellow'],
    ['Canceled', 'red'],
    ['cancelled', 'red'],
    ['Sent', 'grey'],
    ['Fail', 'red'],
    ['FAILED', 'red'],
    ['error', 'red'],
    ['in_progress', 'blue'],
    ['toString', 'grey'],
  ])('STATE-11, A-43: %s is %s', (status, tone) => {
    expect(providerTone(status)).toBe(tone);
  });
});
