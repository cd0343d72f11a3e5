// Several gateways behind one port: the chosen one opens payments, and each is queried about its own.
import { storeMessage } from '../../../contract/store-messages.ts';
import { ExternalError } from '../../ports/external-error.ts';
import type {
  Gateway,
  GatewayBrowser,
  GatewayOrder,
  GatewayView,
  Notification,
  PayoutTransaction,
  PayoutView,
  RefundRequest,
  RefundView,
} from './gateway.ts';

/** A gateway order with the gateway that opened it. */
export type NamedOrder = GatewayOrder & { gateway: string };

export type GatewayRegistry = Pick<Gateway, 'browser' | 'registerDomain'> & {
  /** The gateway that opens payments; null: none is configured, and the store takes no orders (gateway rule 10). */
  chosen: Pick<Gateway, 'name' | 'openSession'> | null;
  /** All configured gateways. */
  names: readonly string[];
  /** As Gateway.retrieve. Also throws ExternalError `unavailable` when the order's gateway is no longer configured. */
  retrieve(order: NamedOrder): Promise<GatewayView | null>;
  /** As Gateway.refund, at the gateway that captured the money. Also `unavailable` when it is no longer configured. */
  refund(request: RefundRequest & { gateway: string }): Promise<RefundView>;
  retrieveRefund(order: NamedOrder, refundId: string): Promise<RefundView | null>;
  /** Those that list their payouts. */
  payoutGateways: readonly string[];
  listPayouts(gateway: string, since: Date): Promise<PayoutView[]>;
  listPayoutTransactions(gateway: string, payoutId: string): Promise<PayoutTransaction[]>;
  /** As Gateway.readNotification, with the gateway that verified it. */
  readNotification(
    headers: Record<string, string | string[] | undefined>,
    rawBody: string,
  ): Promise<Notification & { gateway: string }>;
};

const noBrowser: GatewayBrowser = {
  libraryUrl: '',
  library: null,
  sources: { script: [], connect: [], frame: [], form: [], image: [] },
};

/** `others` were chosen before: their payment forms may still be open, and their payments may still need a refund. */
export function createGatewayRegistry(chosen: Gateway | null, others: readonly Gateway[]): GatewayRegistry {
  const all = chosen ? [chosen, ...others] : others;

  return {
    chosen,
    browser: chosen?.browser ?? noBrowser,
    ...(chosen?.registerDomain ? { registerDomain: chosen.registerDomain } : {}),
    names: all.map(({ name }) => name),

    retrieve: async (order) => named(order.gateway).retrieve(order),
    refund: async (request) => named(request.gateway).refund(request),
    retrieveRefund: async (order, refundId) => named(order.gateway).retrieveRefund(order, refundId),
    payoutGateways: all.filter(({ listPayouts }) => listPayouts !== undefined).map(({ name }) => name),
    listPayouts: async (gateway, since) => (await named(gateway).listPayouts?.(since)) ?? [],
    listPayoutTransactions: async (gateway, payoutId) =>
      (await named(gateway).listPayoutTransactions?.(payoutId)) ?? [],

    readNotification: async (headers, rawBody) => {
      for (const gateway of all) {
        const read = await gateway.readNotification(headers, rawBody);
        // A valid signature of one gateway excludes the others.
        if (read.outcome !== 'forged') return { ...read, gateway: gateway.name };
      }
      return { outcome: 'forged', gateway: chosen?.name ?? 'none' };
    },
  };

  function named(name: string): Gateway {
    const gateway = all.find((one) => one.name === name);
    if (!gateway) throw new ExternalError('unavailable', storeMessage('gateway_removed', { gateway: name }));
    return gateway;
  }
}
