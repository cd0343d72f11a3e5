// The providers that are set up now, ready to be called.
import { categories } from '../../../contract/category.ts';
import type { StoreContext } from '../../context.ts';
import { listPaused, pausedAmong } from './paused-services.ts';
import { createProviderRegistry, type ProviderRegistry, type Route, routeOf } from './provider-registry.ts';

/** Those that accept new links, in order of use. */
export async function readProviderRoutes(ctx: StoreContext): Promise<Route[]> {
  const known = await ctx.settings.providers();
  const isPaused = pausedAmong(await listPaused(ctx));
  return known
    .filter(({ enabled }) => enabled)
    .map((to) => {
      const paused = categories.filter((category) => isPaused({ providerId: to.id, category }));
      return routeOf(to, ctx.providers.connect(to), paused);
    });
}

/** All, for the links that they have already; null when none is set up. */
export async function readProviderRegistry({ providers, settings }: StoreContext): Promise<ProviderRegistry | null> {
  const known = await settings.providers();
  return known.length === 0 ? null : createProviderRegistry(new Map(known.map((to) => [to.id, providers.connect(to)])));
}
