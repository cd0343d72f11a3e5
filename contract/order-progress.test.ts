import { describe, expect, it } from 'vitest';
import { type DeliveryFacts, deliveryOf, type LinkFacts, type PaymentFacts, paymentStateOf } from './order-progress.ts';

const payment = (given: Partial<PaymentFacts>) =>
  paymentStateOf({
    status: 'pending',
    paymentStatus: 'none',
    amountCents: 600,
    refundedCents: 0,
    isConfirming: false,
    isDeclined: false,
    ...given,
  });

describe('D-34: the payment', () => {
  it.each<[string, Partial<PaymentFacts>, string]>([
    ['nobody opened a form', {}, 'unpaid'],
    ['a form is open', { paymentStatus: 'session' }, 'unpaid'],
    ['D-101: a transfer was chosen', { isAwaitingTransfer: true }, 'awaiting_transfer'],
    [
      'D-101: a transfer was chosen after a declined card',
      { paymentStatus: 'session', isAwaitingTransfer: true, isDeclined: true },
      'awaiting_transfer',
    ],
    [
      'D-101: the result of a card is open beside a transfer',
      { paymentStatus: 'session', isAwaitingTransfer: true, isConfirming: true },
      'confirming',
    ],
    ['D-101: the transfer was confirmed', { paymentStatus: 'paid', isAwaitingTransfer: true }, 'paid'],
    ['the form timed out', { paymentStatus: 'expired' }, 'expired'],
    ['the order was given up', { status: 'failed', paymentStatus: 'session' }, 'expired'],
    ['a card was declined in the form', { paymentStatus: 'session', isDeclined: true }, 'declined'],
    ['the payment is finally off', { status: 'failed', paymentStatus: 'failed' }, 'declined'],
    ['the gateway has not told the end', { paymentStatus: 'session', isConfirming: true }, 'confirming'],
    ['it came', { status: 'paid', paymentStatus: 'paid' }, 'paid'],
    ['it came, and the status was set back by hand', { paymentStatus: 'paid' }, 'paid'],
    ['a part went back', { paymentStatus: 'paid', refundedCents: 1 }, 'partly_refunded'],
    ['all went back in parts', { paymentStatus: 'paid', refundedCents: 600 }, 'refunded'],
    ['all went back', { status: 'failed', paymentStatus: 'refunded', refundedCents: 600 }, 'refunded'],
    ['its bank took it back', { status: 'failed', paymentStatus: 'disputed' }, 'disputed'],
  ])('%s', (_, facts, shown) => {
    expect(payment(facts)).toBe(shown);
  });
});

const link = (given: Partial<LinkFacts> = {}): LinkFacts => ({
  state: 'sent',
  liveStatus: 'In progress',
  remains: 100,
  quantity: 250,
  following: true,
  shortfall: null,
  ...given,
});
const completed = link({ liveStatus: 'Completed', remains: 0, following: false });
const partial = link({ liveStatus: 'Partial', following: false });
const canceled = link({ liveStatus: 'Canceled', remains: 250, following: false });
const delivery = (given: Partial<DeliveryFacts>) =>
  deliveryOf({
    status: 'processing',
    paymentStatus: 'paid',
    quantity: 500,
    links: 2,
    deliveredBefore: 0,
    sent: [],
    ...given,
  });

describe('D-34: the delivery', () => {
  it.each<[string, Partial<DeliveryFacts>, string, number | undefined]>([
    ['not paid', { status: 'pending', paymentStatus: 'session' }, 'none', 0],
    ['given up', { status: 'failed', paymentStatus: 'expired' }, 'none', 0],
    ['paid, no link sent', { status: 'paid' }, 'to_send', 0],
    ['paid, the only try was refused', { status: 'paid', sent: [link({ state: 'failed' })] }, 'to_send', 0],
    ['paid, a link is on its way', { status: 'paid', sent: [link({ state: 'sending' })] }, 'sending', 0],
    ['paid, the answer was lost', { status: 'paid', sent: [link({ state: 'unknown' })] }, 'sending', 0],
    ['one of two sent', { sent: [link()] }, 'sending', 150],
    ['one of two sent and delivered', { sent: [completed] }, 'sending', 250],
    [
      'all sent, nothing told',
      { sent: [link({ liveStatus: null }), link({ liveStatus: null })] },
      'in_progress',
      undefined,
    ],
    ['all sent, one count told', { sent: [link(), link({ liveStatus: null })] }, 'in_progress', 150],
    ['all sent', { sent: [link(), completed] }, 'in_progress', 400],
    ['all delivered', { status: 'completed', sent: [completed, completed] }, 'completed', 500],
    ['one ended short', { sent: [completed, partial] }, 'partial', 400],
    ['one was canceled', { sent: [completed, canceled] }, 'partial', 250],
    ['all were canceled', { sent: [canceled, canceled] }, 'not_delivered', 0],
    [
      'a failure that is not confirmed',
      { sent: [completed, link({ liveStatus: 'Fail', remains: 250 })] },
      'in_progress',
      250,
    ],
    [
      'a confirmed failure',
      { sent: [link({ liveStatus: 'Fail', remains: null, following: false })], links: 1 },
      'not_delivered',
      0,
    ],
    ['partial, and nobody knows how much', { sent: [{ ...partial, remains: null }], links: 1 }, 'partial', undefined],
    ['ended by hand with nothing sent', { status: 'completed' }, 'not_delivered', 0],
    ['ended by hand with one of two', { status: 'completed', sent: [completed] }, 'partial', 250],
    ['ended by hand while it runs', { status: 'completed', sent: [link()] }, 'in_progress', 150],
    ['given back, nothing sent', { status: 'failed', paymentStatus: 'refunded' }, 'not_delivered', 0],
    [
      'given back, delivered',
      { status: 'failed', paymentStatus: 'disputed', sent: [completed, completed] },
      'completed',
      500,
    ],
    [
      'a link was replaced halfway',
      {
        deliveredBefore: 50,
        sent: [completed, link({ quantity: 200, remains: 0, liveStatus: 'Completed', following: false })],
      },
      'completed',
      500,
    ],
  ])('%s', (_, facts, state, delivered) => {
    const shown = delivery(facts);
    expect(shown.state).toBe(state);
    expect(shown.delivered).toBe(delivered);
    expect('delivered' in shown).toBe(delivered !== undefined);
  });

  it('counts links and units, never more than ordered', () => {
    const over = link({ quantity: 400, liveStatus: 'Completed', remains: 0, following: false });
    expect(delivery({ sent: [over, over] })).toEqual({
      state: 'completed',
      links: 2,
      sent: 2,
      ended: 2,
      ordered: 500,
      delivered: 500,
    });
  });
});
