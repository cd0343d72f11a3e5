// What the demo store answers about the shown order: its links, refunds, payments, timeline and mails.
import type { AnswerFor } from '../../../../contract/index.ts';
import { post, shownOrder } from './orders.ts';

type Delivery = AnswerFor<'GET /api/orders/{id}/api-orders'>[number];

/** What became of each link of the shown order: one done, one on its way, one refused, one that nobody knows of. */
export const deliveries: Delivery[] = [
  {
    api_order_id: '23501',
    category: 'Likes',
    status: 'sent',
    post_link: post('Cx7aBcDeFg1'),
    quantity: 2_500,
    live_status: 'Completed',
    remains: 0,
    following: false,
    created_at: '2026-03-14T13:14:00Z',
    cost: { amount: 2.1, currency: 'USD', estimated: false },
  },
  {
    api_order_id: '23502',
    category: 'Likes',
    status: 'sent',
    post_link: post('Cy2hIjKlMn2'),
    quantity: 2_500,
    live_status: 'In progress',
    remains: 640,
    following: true,
    created_at: '2026-03-14T13:14:05Z',
    cost: { amount: 2.1, currency: 'USD', estimated: true },
  },
  {
    api_order_id: null,
    category: 'Likes',
    status: 'failed',
    post_link: post('Cz9oPqRsTu3'),
    quantity: 2_500,
    error: 'Link is private or does not exist',
    hint: null,
    created_at: '2026-03-14T13:14:10Z',
  },
  {
    api_order_id: null,
    category: 'Likes',
    status: 'unknown',
    post_link: post('Da4vWxYzAb4'),
    quantity: 2_500,
    error: 'No answer within 10 s',
    created_at: '2026-03-14T13:14:15Z',
  },
];

export const refunds: AnswerFor<'GET /api/admin/orders/{id}/refunds'> = {
  refunds: [
    {
      id: `${shownOrder.id}-R1`,
      payment: 1,
      amount: 12,
      state: 'refunded',
      reason: 'One post was deleted by the buyer',
      undelivered_quantity: null,
      problem: null,
      requested_by: 'owner@shop.example',
      created_at: '2026-03-14T14:02:00Z',
      updated_at: '2026-03-14T14:02:20Z',
    },
  ],
  payments: [{ payment: 1, kind: 'paid', amount: 48, left: 36 }],
  undelivered: { quantity: 2_500, amount: 12, running: 1, unknown: 1 },
  proposed: false,
};

export const payments: AnswerFor<'GET /api/admin/orders/{id}/payments'> = [
  {
    number: 1,
    gateway: 'mpgs',
    gateway_order_id: `${shownOrder.id}-1`,
    state: 'paid',
    amount: 48,
    currency: 'USD',
    gateway_status: 'CAPTURED, SUCCESS',
    has_unknown_status: false,
    card_brand: 'Mastercard',
    card_last4: '0008',
    card_wallet: null,
    transaction_id: 'trans-8166c3d1da1c',
    decline: null,
    failed_tries: 1,
    dispute_due_at: null,
    opened_at: '2026-03-14T13:12:05Z',
    updated_at: '2026-03-14T13:13:30Z',
  },
];

export const timeline: AnswerFor<'GET /api/admin/orders/{id}/timeline'> = [
  {
    at: '2026-03-14T14:20:00Z',
    who: 'owner@shop.example',
    what: 'note',
    details: { note: 'Ana will send another link.' },
  },
  {
    at: '2026-03-14T14:02:00Z',
    who: 'owner@shop.example',
    what: 'refund.refunded',
    details: { amountCents: 1_200, reason: 'One post was deleted by the buyer' },
  },
  { at: '2026-03-14T13:14:15Z', who: 'provider', what: 'dispatch.unknown', details: { position: 3 } },
  {
    at: '2026-03-14T13:14:10Z',
    who: 'provider',
    what: 'dispatch.failed',
    details: { position: 2, error: 'Link is private or does not exist' },
  },
  {
    at: '2026-03-14T13:14:05Z',
    who: 'provider',
    what: 'dispatch.sent',
    details: { position: 1, providerOrderId: '23502' },
  },
  {
    at: '2026-03-14T13:14:00Z',
    who: 'provider',
    what: 'dispatch.sent',
    details: { position: 0, providerOrderId: '23501' },
  },
  {
    at: '2026-03-14T13:13:40Z',
    who: 'mail',
    what: 'mail.order_paid',
    details: { state: 'sent', recipient: shownOrder.customer_email },
  },
  { at: '2026-03-14T13:13:30Z', who: 'gateway', what: 'payment.captured', details: {} },
  { at: '2026-03-14T13:12:20Z', who: 'visitor', what: 'session.opened', details: { number: 1 } },
  { at: '2026-03-14T13:12:00Z', who: 'visitor', what: 'order.placed', details: {} },
];

export const mails: AnswerFor<'GET /api/admin/mails'> = [
  {
    id: '41',
    kind: 'order_paid',
    order_id: shownOrder.id,
    recipient: shownOrder.customer_email,
    state: 'sent',
    attempts: 1,
    last_error: null,
    created_at: '2026-03-14T13:13:35Z',
    sent_at: '2026-03-14T13:13:40Z',
  },
  {
    id: '39',
    kind: 'order_received',
    order_id: shownOrder.id,
    recipient: shownOrder.customer_email,
    state: 'failed',
    attempts: 8,
    last_error: '550 mailbox unavailable',
    created_at: '2026-03-14T13:12:01Z',
    sent_at: null,
  },
];
