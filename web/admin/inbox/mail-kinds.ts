// Display names of email kinds.
import type { BuyerEmailKind } from '../../../contract/email-kinds.ts';

export const buyerEmailNames: Record<BuyerEmailKind, string> = {
  order_received: 'Order received',
  order_paid: 'Order paid',
  order_completed: 'Order completed',
  order_refunded: 'Order refunded',
  link_replaced: 'Link replaced',
};

const otherNames: Record<string, string> = {
  contact: 'Message to the support',
  alert: 'Alert',
  track_code: 'Code for My Orders',
};

export function mailKindName(kind: string): string {
  return ({ ...buyerEmailNames, ...otherNames } as Record<string, string>)[kind] ?? kind;
}
