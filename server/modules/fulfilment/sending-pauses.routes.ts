// Handlers for the pause of the sending of an order.
import type { z } from 'zod';
import type { order } from '../../../contract/orders.ts';
import type { SendingPauseView } from '../../../contract/sending-pause-rules.ts';
import { type Admin, adminOf, type Handlers } from '../../request-context.ts';
import type { orders } from '../orders/orders.schema.ts';

type OrderRow = Omit<typeof orders.$inferSelect, 'searchText'>;

export type SendingPauseRoutesDeps = {
  pauseSending: {
    pauseSending(token: string): Promise<SendingPauseView>;
    resumeSending(orderId: string, admin: Admin): Promise<OrderRow>;
  };
  viewOf(row: OrderRow): Promise<z.output<typeof order>>;
};

export function sendingPauseRoutes({
  pauseSending: { pauseSending, resumeSending },
  viewOf,
}: SendingPauseRoutesDeps): Handlers<'pauseSending' | 'resumeSending'> {
  return {
    pauseSending: async ({ body }) => pauseSending(body.token),
    resumeSending: async ({ params }, call) => ({
      success: true,
      order: await viewOf(await resumeSending(params.id, adminOf(call))),
    }),
  };
}
