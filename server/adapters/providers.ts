// How the engagement providers are reached: the adapter of each kind, one circuit breaker for each provider.
import type { StoreContext } from '../context.ts';
import { type Breaker, createCircuits } from '../modules/providers/breaker.ts';
import { keepUnreachable } from '../modules/providers/check-provider-health.ts';
import type { Provider } from '../modules/providers/provider.ts';
import { createUnknownKindProvider } from '../modules/providers/unknown-kind.ts';
import { alertProviderDown } from '../modules/security/outage-alerts.ts';
import type { ProviderSettings } from '../ports/settings.ts';
import type { Core } from './core.ts';
import { providerFactories } from './provider-kinds.ts';

/** `ctxOf`: the context that these providers become a part of. */
export function chooseProviders(
  core: Core,
  measured: (provider: Provider) => Provider,
  ctxOf: () => StoreContext,
): StoreContext['providers'] {
  const { config, clock, log, otherProviderKinds } = core;
  const circuits = createCircuits({
    clock,
    onOpen: (providerId) => {
      alertProviderDown(core);
      keepUnreachable(ctxOf(), providerId).catch((error: unknown) => {
        log.warn({ problem: error instanceof Error ? error.name : '' }, 'an outage of a provider could not be kept');
      });
    },
  });
  const factories = new Map(Object.entries({ ...providerFactories, ...otherProviderKinds }));
  const make = ({ kind, apiUrl, apiKey }: ProviderSettings, breaker: { breaker?: Breaker }) => {
    const create = factories.get(kind);
    if (!create) return createUnknownKindProvider(kind);
    return measured(create({ apiUrl, apiKey, allowLoopback: config.mode === 'sandbox', log, ...breaker }));
  };
  return {
    connect: (to) => make(to, { breaker: circuits.of(to.id, to.apiUrl) }),
    connectOnce: (to) => make(to, {}),
    isKnownKind: (kind) => factories.has(kind),
    circuits,
  };
}
