import { describe, expect, it } from 'vitest';
import { readAmountCents, readOrder } from './read-order.ts';

const link = 'https://www.instagram.com/p/abc/';

describe('readOrder', () => {
  it('DATA-1: reads every field of an order', () => {
    expect(
      readOrder({
        id: 'ABC',
        customer_email: 'buyer@mail.test',
        customer_username: 'customer',
        amount: 30,
        refunded_amount: 12.5,
        status: 'paid',
        payment_status: 'paid',
        payment: 'partly_refunded',
        delivery: { state: 'sending', links: 2, sent: 1, ended: 0, ordered: 5000 },
        undo_status: { status: 'paid', until: '2026-01-01T00:10:00.000Z' },
        quantity: 5000,
        category: 'Likes',
        post_links: [link],
        delivered_before: [300],
        earlier_sends: [
          { position: 0, api_order_id: '7', delivered: 300, cost: { amount: 0.2, currency: 'EUR' } },
          { position: 0, api_order_id: null, delivered: 0, cost: null },
        ],
        send_barrier: 'refund_open',
        sending_paused_until: '2026-12-01T06:35:00.000Z',
        created_at: '2026-01-01T00:00:00.000Z',
        link_requests: [{ position: 0, new_link: 'https://www.instagram.com/p/new/', subject: 'ABC 1' }],
        receipt_path: '/receipt/ABC/key',
        source: { source: 'news', medium: 'email' },
      }),
    ).toEqual({
      linkRequests: [{ position: 0, new_link: 'https://www.instagram.com/p/new/', subject: 'ABC 1' }],
      receiptPath: '/receipt/ABC/key',
      id: 'ABC',
      customerEmail: 'buyer@mail.test',
      customerUsername: 'customer',
      amountCents: 3000,
      refundedCents: 1250,
      status: 'paid',
      paymentStatus: 'paid',
      payment: 'partly_refunded',
      delivery: { state: 'sending', links: 2, sent: 1, ended: 0, ordered: 5000 },
      undoStatus: { status: 'paid', until: '2026-01-01T00:10:00.000Z' },
      quantity: 5000,
      category: 'Likes',
      offer: null,
      offerName: null,
      linkQuantities: [4700],
      deliveredBefore: [300],
      earlierSends: [
        { delivered: 300, cost: { amount: 0.2, currency: 'EUR' } },
        { delivered: 0, cost: null },
      ],
      sendBarrier: 'refund_open',
      pausedUntil: '2026-12-01T06:35:00.000Z',
      postLinks: [link],
      createdAt: '2026-01-01T00:00:00.000Z',
      source: { source: 'news', medium: 'email' },
    });
  });

  it.each([null, undefined, 'text', 7, {}])('never throws: %j is an empty order', (sent) => {
    expect(readOrder(sent)).toMatchObject({ id: '', amountCents: null, postLinks: [], createdAt: null });
  });
});

describe('readAmountCents', () => {
  it.each([
    [30, 3000],
    [19.99, 1999],
    ['30.00', 3000],
    ['19.99', 1999],
    ['0', 0],
    ['', null],
    ['free', null],
    [null, null],
    [Number.NaN, null],
  ])('DATA-2, A-36: reads %j as %j cents', (sent, cents) => {
    expect(readAmountCents(sent)).toBe(cents);
  });
});
