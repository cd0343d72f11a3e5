// Several gateways as one: the chosen one opens payments, and each is asked about its own. Knows no adapter.
import { OutsideError } from '../ports/outside.ts';
import type { Gateway, GatewayOrder, GatewayView, Notification } from './gateway.ts';

/** An attempt names the gateway that it was opened at. */
export type NamedOrder = GatewayOrder & { gateway: string };

export type JoinedGateways = Pick<Gateway, 'name' | 'browser' | 'openSession'> & {
  /** Of everyone that can be asked. */
  names: readonly string[];
  /** As Gateway.retrieve. Throws OutsideError `unavailable` also where the order's gateway is configured no more. */
  retrieve(order: NamedOrder): Promise<GatewayView | null>;
  /** As Gateway.readNotification, and whose it is. */
  readNotification(
    headers: Record<string, string | string[] | undefined>,
    rawBody: string,
  ): Promise<Notification & { gateway: string }>;
};

/** `others` were chosen before: payers may still have their forms, and their money may still come back. */
export function joinGateways(chosen: Gateway, others: readonly Gateway[]): JoinedGateways {
  const all = [chosen, ...others];

  return {
    name: chosen.name,
    browser: chosen.browser,
    names: all.map(({ name }) => name),
    openSession: (request) => chosen.openSession(request),

    retrieve: async (order) => {
      const gateway = all.find(({ name }) => name === order.gateway);
      if (!gateway) throw new OutsideError('unavailable', `The gateway ${order.gateway} is not configured any more.`);
      return gateway.retrieve(order);
    },

    readNotification: async (headers, rawBody) => {
      for (const gateway of all) {
        const read = await gateway.readNotification(headers, rawBody);
        // Nobody else can have signed what one of them takes for its own.
        if (read.outcome !== 'forged') return { ...read, gateway: gateway.name };
      }
      return { outcome: 'forged', gateway: chosen.name };
    },
  };
}
