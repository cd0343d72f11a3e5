// The engagement providers: connections, observed state, and whether the store may sell.
import { categories } from '../../contract/category.ts';
import * as actionItemsRepository from '../modules/action-items/action-items.repository.ts';
import { hasCommonFirstPassword } from '../modules/auth/first-admin.ts';
import type { Breaker } from '../modules/fulfilment/breaker.ts';
import * as catalogueRepository from '../modules/fulfilment/catalogue.repository.ts';
import { createCheckProviderHealth } from '../modules/fulfilment/check-provider-health.ts';
import { createCircuits } from '../modules/fulfilment/circuits.ts';
import { isAmount } from '../modules/fulfilment/inspect-provider.ts';
import { createPausedServices, pausedAmong } from '../modules/fulfilment/paused-services.ts';
import type { Provider } from '../modules/fulfilment/provider.ts';
import { createProviderOutlook } from '../modules/fulfilment/provider-outlook.ts';
import { createProviderRegistry, routeOf } from '../modules/fulfilment/provider-registry.ts';
import { createProviderScores } from '../modules/fulfilment/provider-scores.ts';
import { createTestProvider } from '../modules/fulfilment/test-provider.ts';
import { createUnknownKindProvider } from '../modules/fulfilment/unknown-kind.ts';
import { alertProviderDown } from '../modules/security/provider-down.ts';
import { createLaunch } from '../modules/settings/launch.ts';
import type { ProviderSettings } from '../ports/settings.ts';
import type { Core } from './core.ts';
import { providerFactories } from './provider-kinds.ts';

export type ProviderServices = ReturnType<typeof wireProviders>;

export function wireProviders(core: Core, measured: (provider: Provider) => Provider) {
  const { config, providerSettings, providers } = core;
  const { database, alerts, audit, clock, log, settings } = core;
  const circuits = createCircuits({
    clock,
    onOpen: (providerId) => {
      alertProviderDown(core);
      health.keepUnreachable(providerId).catch((error: unknown) => {
        log.warn({ problem: error instanceof Error ? error.name : '' }, 'an outage of a provider could not be kept');
      });
    },
  });
  const factories = new Map(Object.entries({ ...providerFactories, ...core.otherProviderKinds }));
  const make = ({ kind, apiUrl, apiKey }: ProviderSettings, breaker: { breaker?: Breaker }) => {
    const create = factories.get(kind);
    if (!create) return createUnknownKindProvider(kind);
    return measured(create({ apiUrl, apiKey, allowLoopback: config.mode === 'sandbox', log, ...breaker }));
  };
  const connect = (to: ProviderSettings) => make(to, { breaker: circuits.of(to.id, to.apiUrl) });
  const connectOnce = (to: ProviderSettings) => make(to, {});
  const listPaused = createPausedServices({
    database,
    entries: providers.list,
    settings,
    acceptedSubjects: () => actionItemsRepository.listDismissed(database.db, 'service_above_price'),
  });
  const health = createCheckProviderHealth({
    database,
    listPaused,
    entries: providers.list,
    settings,
    connect,
    connectOnce,
    isKnownKind: (kind) => factories.has(kind),
    alerts,
    log,
  });
  const launch = createLaunch({
    database,
    repository: core.settingsRepository,
    audit,
    mode: config.mode,
    readProvider: providerSettings.read,
    rangeProblems: health.rangeProblems,
    mailConfigured: config.mail !== null,
    hasCommonFirstPassword: () => hasCommonFirstPassword(core),
    onSettingsChanged: core.storeSettings.forget,
  });
  const testProvider = createTestProvider({
    database,
    saved: async () => (await settings.providers()).find(({ id }) => id === 'default') ?? null,
    connect,
    audit,
    spending: core.spending,
    mostUnits: async () => (await settings.current()).spending_caps.test_units,
    costOf: async (serviceId, quantity) => {
      const service = { providerId: 'default', serviceId };
      const micros = (await catalogueRepository.ratesOf(database.db, [service])).get(`default ${serviceId}`);
      // An unknown price counts as what the store takes for a unit.
      const perThousand = micros ?? (await settings.current()).prices.unit_price_micros * 1_000;
      return Math.ceil((perThousand * quantity) / 10_000_000);
    },
    saveFunds: async (id, funds) => {
      if (isAmount(funds.balance)) await catalogueRepository.saveSnapshot(database.db, id, { ...funds, problem: null });
    },
  });
  return {
    circuits,
    listPaused,
    scores: createProviderScores({
      database,
      entries: providers.list,
    }),
    health,
    ...createProviderOutlook({ database, entries: providers.list }),
    launch,
    testProvider,
    routes: async () => {
      const known = await settings.providers();
      const isPaused = pausedAmong(await listPaused());
      return known
        .filter(({ enabled }) => enabled)
        .map((to) => {
          const paused = categories.filter((category) => isPaused({ providerId: to.id, category }));
          return routeOf(to, connect(to), paused);
        });
    },
    registry: async () => {
      const known = await settings.providers();
      return known.length === 0 ? null : createProviderRegistry(new Map(known.map((to) => [to.id, connect(to)])));
    },
  };
}
