// The states of an order, its payment and its delivery, in English.
import type { DeliveryState, PaymentState } from '../../../../contract/order-progress.ts';
import type { OrderStatus } from '../../../../contract/order-status.ts';

export const states = {
  order: {
    pending: 'Pending',
    paid: 'Paid',
    processing: 'Processing',
    completed: 'Completed',
    failed: 'Failed',
  } satisfies Record<OrderStatus, string>,
  payment: {
    unpaid: 'Unpaid',
    confirming: 'Confirming',
    declined: 'Declined',
    expired: 'Expired',
    paid: 'Paid',
    partly_refunded: 'Partly refunded',
    refunded: 'Refunded',
    disputed: 'Disputed',
  } satisfies Record<PaymentState, string>,
  /** Without counts, for filters. */
  delivery: {
    none: 'Nothing to deliver',
    to_send: 'No link sent yet',
    sending: 'Some links sent',
    in_progress: 'In delivery',
    completed: 'Delivered',
    partial: 'Not all delivered',
    not_delivered: 'Nothing delivered',
  } satisfies Record<DeliveryState, string>,
  linksSent: (sent: string, links: string) => `${sent} of ${links} links sent`,
  delivered: (delivered: string, ordered: string) => `Provider: ${delivered} of ${ordered} delivered`,
  /** The name of a category. An unknown one stays as it is. */
  category: (name: string) => name,
};
