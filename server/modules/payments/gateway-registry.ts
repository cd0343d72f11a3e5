// Several gateways behind one port: those that are on open payments, and each is queried about its own.
import type { GatewayName } from '../../../contract/gateways.ts';
import { storeMessage } from '../../../contract/store-messages.ts';
import { ExternalError } from '../../ports/external-error.ts';
import type { GatewayKeys, MethodState } from '../../ports/payment-methods.ts';
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
import type { MethodHealth } from './method-health.ts';

/** A gateway order with the gateway that opened it. */
export type NamedOrder = GatewayOrder & { gateway: string };

/** A payment method that is on. `gateway`: null for one without a form. */
export type MethodOn = MethodState & { gateway: Gateway | null };

/** What the pages need: the same object until something changed. */
export type PaymentPages = Pick<GatewayBrowser, 'libraryUrl' | 'sources'> & {
  /** The checkout lists the methods, because more than the first card method is possible. */
  hasChoice: boolean;
  /** Several methods are on. */
  hasOtherWays: boolean;
  /** False where transfers are the only method. */
  takesCards: boolean;
  takesTransfers: boolean;
  /** Also where transfers are off now: orders may wait for one. */
  hasTransferTexts: boolean;
  /** A method is hidden from some orders. */
  hasLimits: boolean;
  /** The sandbox's gateway is there, and no method that is on moves money. */
  isSandbox: boolean;
};

/** The gateways with keys, as saved last. */
export type CurrentGateways = {
  /** In the order of the checkout; empty: the store takes no orders (gateway rule 10). */
  on: readonly MethodOn[];
  /** All with keys, those that are on first. */
  all: readonly Gateway[];
  pages: PaymentPages;
};

export type GatewayRegistry = Pick<Gateway, 'registerDomain'> & {
  /** Read at every use, because an owner changes it while the store runs. */
  current(): Promise<CurrentGateways>;
  /** The names of all with keys. */
  names(): Promise<string[]>;
  health: MethodHealth;
  /** An adapter with keys that are not saved, for their test. */
  connectOnce(keys: GatewayKeys): Promise<Pick<Gateway, 'verifyKeys' | 'retrieve'>>;
  /** As Gateway.retrieve. Also throws ExternalError `unavailable` when the order's gateway is no longer configured. */
  retrieve(order: NamedOrder): Promise<GatewayView | null>;
  /** As Gateway.endSession. Does nothing where the gateway cannot end one. */
  endSession(order: NamedOrder): Promise<void>;
  /** As Gateway.refund, at the gateway that captured the money. Also `unavailable` when it is no longer configured. */
  refund(request: RefundRequest & { gateway: string }): Promise<RefundView>;
  retrieveRefund(order: NamedOrder, refundId: string): Promise<RefundView | null>;
  /** Those that list their payouts. */
  payoutGateways(): Promise<string[]>;
  listPayouts(gateway: string, since: Date): Promise<PayoutView[]>;
  listPayoutTransactions(gateway: string, payoutId: string): Promise<PayoutTransaction[]>;
  /** As Gateway.readNotification, with the gateway that verified it. */
  readNotification(
    headers: Record<string, string | string[] | undefined>,
    rawBody: string,
  ): Promise<Notification & { gateway: string }>;
};

type RegistryParts = Pick<GatewayRegistry, 'current' | 'connectOnce' | 'health'>;

/** Those that are off were on before: their payment forms may still be open, and their payments may still need a refund. */
export function createGatewayRegistry(parts: RegistryParts): GatewayRegistry {
  return {
    ...parts,
    names: async () => (await parts.current()).all.map(({ name }) => name),
    registerDomain: async (domain) => {
      const { on } = await parts.current();
      await Promise.all(on.map(({ gateway }) => gateway?.registerDomain?.(domain)));
    },

    retrieve: async (order) => (await getGateway(order.gateway)).retrieve(order),
    endSession: async (order) => (await getGateway(order.gateway)).endSession?.(order),
    refund: async (request) => (await getGateway(request.gateway)).refund(request),
    retrieveRefund: async (order, refundId) => (await getGateway(order.gateway)).retrieveRefund(order, refundId),
    payoutGateways: async () => {
      const { all } = await parts.current();
      return all.filter(({ listPayouts }) => listPayouts !== undefined).map(({ name }) => name);
    },
    listPayouts: async (gateway, since) => (await (await getGateway(gateway)).listPayouts?.(since)) ?? [],
    listPayoutTransactions: async (gateway, payoutId) =>
      (await (await getGateway(gateway)).listPayoutTransactions?.(payoutId)) ?? [],

    readNotification: async (headers, rawBody) => {
      const { all } = await parts.current();
      for (const gateway of all) {
        const read = await gateway.readNotification(headers, rawBody);
        // A valid signature of one gateway excludes the others.
        if (read.outcome !== 'forged') return { ...read, gateway: gateway.name };
      }
      return { outcome: 'forged', gateway: all[0]?.name ?? 'none' };
    },
  };

  async function getGateway(name: string): Promise<Gateway> {
    const gateway = (await parts.current()).all.find((one) => one.name === name);
    if (!gateway) throw new ExternalError('unavailable', storeMessage('gateway_removed', { gateway: name }));
    return gateway;
  }
}

function isLimited({ minCents, maxCents, hiddenCountries }: MethodState): boolean {
  return minCents !== null || maxCents !== null || hiddenCountries.length > 0;
}

const noSources: GatewayBrowser['sources'] = { script: [], connect: [], frame: [], form: [], image: [] };

/** `built`: an adapter for each method with keys. */
export function combineGateways(
  states: readonly MethodState[],
  built: ReadonlyMap<GatewayName, Gateway>,
): CurrentGateways {
  const methods = states.map((state) => ({ ...state, gateway: built.get(state.method as GatewayName) ?? null }));
  const on = methods.filter(({ isOn }) => isOn);
  const ofCards = on.flatMap(({ gateway, keys }) => (gateway && keys ? [{ gateway, keys }] : []));
  const takesTransfers = on.some(({ method }) => method === 'manual');
  const browsers = ofCards.map(({ gateway }) => gateway.browser);
  const off = methods.filter(({ isOn }) => !isOn);
  return {
    on,
    all: [...on, ...off].flatMap(({ gateway }) => gateway ?? []),
    pages: {
      // Sessions of Hosted Checkout have no address of a library of their own.
      libraryUrl: (browsers.find(({ library }) => !library) ?? browsers[0])?.libraryUrl ?? '',
      hasChoice: on.length > 1 || takesTransfers,
      hasOtherWays: on.length > 1,
      // A closed store keeps the words of one with cards.
      takesCards: ofCards.length > 0 || !takesTransfers,
      takesTransfers,
      hasTransferTexts: takesTransfers || states.some(({ transfer }) => transfer !== null),
      hasLimits: on.some(isLimited),
      sources: joinSources(browsers.map(({ sources }) => sources)),
      isSandbox:
        !takesTransfers && states.some(({ keys }) => keys?.isSandbox) && ofCards.every(({ keys }) => keys.isSandbox),
    },
  };
}

function joinSources(all: readonly GatewayBrowser['sources'][]): GatewayBrowser['sources'] {
  const names = Object.keys(noSources) as (keyof GatewayBrowser['sources'])[];
  const joined = names.map((name) => [name, [...new Set(all.flatMap((sources) => sources[name]))]]);
  return Object.fromEntries(joined) as GatewayBrowser['sources'];
}
