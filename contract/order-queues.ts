// The parts of the order list. Apart from the states of an order, which public pages load. Without zod.

/** The parts of the order list that an operator works through. An order may be in several. */
export const orderQueues = ['to_send', 'in_delivery', 'problems', 'done', 'unpaid'] as const;
/**
 * to_send: paid, with links that can be sent now. in_delivery: links at a provider that have not ended. problems: a send that
 * failed or has an unknown result, a delivery that ended short, a payment in dispute, or a paid order set to Failed.
 * done: completed, or refunded. unpaid: no payment arrived.
 */
export type OrderQueue = (typeof orderQueues)[number];
