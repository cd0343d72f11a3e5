// The engagement providers: connections, observed state, and whether the store may sell.
import { createCatalogueRepository } from '../modules/fulfilment/catalogue.repository.ts';
import { createCheckProviderHealth } from '../modules/fulfilment/check-provider-health.ts';
import { createCircuits } from '../modules/fulfilment/circuits.ts';
import type { Provider } from '../modules/fulfilment/provider.ts';
import { createProviderRegistry, routeOf } from '../modules/fulfilment/provider-registry.ts';
import { createProviderTestsRepository } from '../modules/fulfilment/provider-tests.repository.ts';
import { createPanelProvider } from '../modules/fulfilment/providers/panel-v2/provider.ts';
import { createTestProvider } from '../modules/fulfilment/test-provider.ts';
import { providerDown } from '../modules/security/provider-down.ts';
import { createLaunch } from '../modules/settings/launch.ts';
import type { ProviderSettings } from '../ports/settings.ts';
import type { Core } from './core.ts';

export type ProviderServices = ReturnType<typeof wireProviders>;

export function wireProviders(core: Core, measured: (provider: Provider) => Provider) {
  const { config, providerSettings, providers } = core;
  const { database, alerts, audit, clock, log, settings } = core.ports;
  const circuits = createCircuits({ clock, onOpen: providerDown({ database, alerts, clock, log }) });
  const connect = (to: ProviderSettings) => {
    const allowLoopback = config.mode === 'sandbox';
    return measured(createPanelProvider({ ...to, allowLoopback, breaker: circuits.of(to.id, to.apiUrl), log }));
  };
  const connectOnce = (to: ProviderSettings) =>
    measured(createPanelProvider({ ...to, allowLoopback: config.mode === 'sandbox', log }));
  const catalogue = createCatalogueRepository(database);
  const health = createCheckProviderHealth({
    database,
    repository: catalogue,
    entries: providers.list,
    settings,
    connect,
    connectOnce,
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
    onSettingsChanged: core.storeSettings.forget,
  });
  const tests = createProviderTestsRepository(database);
  const testProvider = createTestProvider({
    database,
    repository: tests,
    saved: providerSettings.provider,
    connect,
    audit,
  });
  return {
    circuits,
    catalogue,
    health,
    launch,
    tests,
    testProvider,
    routes: async () => {
      const known = await settings.providers();
      return known.filter(({ enabled }) => enabled).map((to) => routeOf(to, connect(to)));
    },
    provider: async () => {
      const known = await settings.providers();
      return known.length === 0 ? null : createProviderRegistry(new Map(known.map((to) => [to.id, connect(to)])));
    },
  };
}
