// The events of orders, with a notification of each payment.

import type { Notifications } from '../../ports/notifications.ts';
import type { OrderEvents } from '../../ports/order-events.ts';

export function withOrderNotifications(events: OrderEvents, notifications: Notifications): OrderEvents {
  return {
    note: async (at, before, after) => {
      await events.note(at, before, after);
      if (before.paidAt === null && after.paidAt !== null) {
        await notifications.notify(at, { kind: 'paid_order', facts: { orderId: after.id } });
      }
    },
  };
}
