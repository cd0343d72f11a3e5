// Several providers behind one port.
import { orderOfferKey } from '../../../contract/offers.ts';
import { ownId, partsOf } from '../../../contract/provider-order-id.ts';
import { storeMessage } from '../../../contract/store-messages.ts';
import type { StoreContext } from '../../context.ts';
import { ExternalError } from '../../ports/external-error.ts';
import type { ProviderSettings } from '../../ports/settings.ts';
import { listHeldServices } from './held-services.ts';
import { listPaused, pausedAmong } from './paused-services.ts';
import type { Provider } from './provider.ts';
import { type SoldOrder, serviceOf } from './service-of.ts';

/** Calls about links and refills, routed by the ID's prefix. */
export type ProviderRegistry = Pick<Provider, 'statuses' | 'refill' | 'refillStatuses' | 'cancel'> & {
  /** Configured providers. */
  ids: string[];
};

export type Route = {
  settings: ProviderSettings;
  place: Provider['place'];
  /** Keys of the offers whose service costs more than it sells for: used by hand only, after the others. */
  paused: readonly string[];
  /** Keys of the offers whose service means something else than what the operator chose: never used. */
  held: readonly string[];
};

export function buildRoute(
  settings: ProviderSettings,
  provider: Provider,
  { paused, held }: Pick<Route, 'paused' | 'held'>,
): Route {
  return {
    settings,
    paused,
    held,
    place: async (request) => {
      const end = await provider.place(request);
      return end.outcome === 'placed' ? { ...end, providerOrderId: ownId(settings.id, end.providerOrderId) } : end;
    },
  };
}

/** When one of several providers fails, the others' results count. Throws only when all fail. */
export function createProviderRegistry(known: ReadonlyMap<string, Provider>): ProviderRegistry {
  function getProvider(providerId: string): Provider {
    const provider = known.get(providerId);
    if (!provider) throw new ExternalError('unavailable', storeMessage('provider_removed'));
    return provider;
  }

  async function requestEach<T>(
    ids: readonly string[],
    request: (provider: Provider, own: string[]) => Promise<Map<string, T>>,
  ): Promise<Map<string, T>> {
    const groups = new Map<string, string[]>();
    for (const id of ids) {
      const { providerId, id: own } = partsOf(id);
      groups.set(providerId, [...(groups.get(providerId) ?? []), own]);
    }
    const results = await Promise.allSettled(
      [...groups].map(async ([providerId, own]) => {
        const answers = await request(getProvider(providerId), own);
        return [...answers].map(([id, answer]): [string, T] => [ownId(providerId, id), answer]);
      }),
    );
    const failed = results.find((each) => each.status === 'rejected');
    if (failed && results.every((each) => each.status === 'rejected')) throw failed.reason;
    return new Map(results.flatMap((each) => (each.status === 'fulfilled' ? each.value : [])));
  }

  return {
    ids: [...known.keys()],
    statuses: (ids) => requestEach(ids, (provider, own) => provider.statuses(own)),
    refillStatuses: (ids) => requestEach(ids, (provider, own) => provider.refillStatuses(own)),
    cancel: (ids) => requestEach(ids, (provider, own) => provider.cancel(own)),
    refill: async (id) => {
      const { providerId, id: own } = partsOf(id);
      const end = await getProvider(providerId).refill(own);
      return end.outcome === 'accepted' && end.refillId !== null
        ? { ...end, refillId: ownId(providerId, end.refillId) }
        : end;
    },
  };
}

/** Those that accept new links, in order of use. */
export async function readProviderRoutes(ctx: StoreContext): Promise<Route[]> {
  const known = await ctx.settings.providers();
  const isPaused = pausedAmong(await listPaused(ctx));
  const allHeld = await listHeldServices(ctx);
  return known
    .filter(({ enabled }) => enabled)
    .map((to) => {
      const paused = Object.keys(to.serviceIds).filter((offer) => isPaused({ providerId: to.id, offer }));
      const held = allHeld.filter(({ providerId }) => providerId === to.id).map(({ offer }) => offer);
      return buildRoute(to, ctx.providers.connect(to), { paused, held });
    });
}

/** Without held services. Those that cost more than they sell for come last; a send without an admin does not use them. */
export function listServing(routes: readonly Route[], order: SoldOrder, isAutomatic: boolean): Route[] {
  const key = orderOfferKey(order);
  const serving = routes.filter(({ settings, held }) => serviceOf(settings, order) !== '' && !held.includes(key));
  const usual = serving.filter(({ paused }) => !paused.includes(key));
  return isAutomatic ? usual : [...usual, ...serving.filter((route) => !usual.includes(route))];
}

/** All, for the links that they have already; null when none is set up. */
export async function readProviderRegistry({ providers, settings }: StoreContext): Promise<ProviderRegistry | null> {
  const known = await settings.providers();
  return known.length === 0 ? null : createProviderRegistry(new Map(known.map((to) => [to.id, providers.connect(to)])));
}
