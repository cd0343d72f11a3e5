// Maps a status to its color, case-insensitively. An unknown status is gray.
import {
  type DeliveryState,
  deliveryTones,
  type PaymentState,
  paymentTones,
  type Tone,
} from '../../contract/order-progress.ts';
import type { OrderStatus } from '../../contract/order-status.ts';
import { type ProviderStatusKind, providerStatusKind } from '../../contract/provider-status.ts';

export type { Tone };

const orderTones: Record<string, Tone> = {
  completed: 'green',
  pending: 'yellow',
  processing: 'blue',
  failed: 'red',
  paid: 'purple',
} satisfies Record<OrderStatus, Tone>;

const providerTones: Record<ProviderStatusKind, Tone> = {
  completed: 'green',
  active: 'blue',
  partial: 'orange',
  pending: 'yellow',
  canceled: 'red',
  failed: 'red',
  refunded: 'grey',
  unknown: 'grey',
};

export function orderTone(status: string): Tone {
  return orderTones[status.toLowerCase()] ?? 'grey';
}

export function paymentTone(payment: PaymentState): Tone {
  return paymentTones[payment];
}

export function deliveryTone(state: DeliveryState): Tone {
  return deliveryTones[state];
}

export function providerTone(status: string): Tone {
  return providerTones[providerStatusKind(status)];
}

/** Capitalizes a status: "paid" becomes "Paid". Unknown values are unchanged. */
export function shownStatus(status: string): string {
  const lower = status.toLowerCase();
  return lower in orderTones ? lower.charAt(0).toUpperCase() + lower.slice(1) : status;
}
