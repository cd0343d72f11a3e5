// Makes the context of a process from what was chosen for it.
import type { StoreContext } from '../context.ts';
import { createPauseLinks } from '../modules/fulfilment/pause-links.ts';
import type { GatewayRegistry } from '../modules/payments/gateway-registry.ts';
import { createReceiptLinks } from '../modules/receipts/receipt-links.ts';
import { createTrackingCodes } from '../modules/tracking/tracking-codes.ts';
import { systemWait, type Wait } from '../platform/clock.ts';
import { derivedSecret } from '../platform/secrets.ts';
import type { Core } from './core.ts';
import type { ProviderServices } from './providers.ts';

export function makeContext(
  core: Core,
  { launch, routes, registry, listPaused }: ProviderServices,
  gateways: GatewayRegistry,
  wait: Wait = systemWait,
): StoreContext {
  const { jwtSecret, ...rest } = core;
  const secretFor = (purpose: string) => derivedSecret(jwtSecret, purpose);
  return {
    config: rest.config,
    database: rest.database,
    connection: rest.connection,
    replicaReads: rest.replicaReads,
    clock: rest.clock,
    wait,
    ids: rest.ids,
    log: rest.log,
    jobs: rest.jobs,
    audit: rest.audit,
    alerts: rest.alerts,
    outbox: rest.outbox,
    notifications: rest.notifications,
    orderEvents: rest.orderEvents,
    live: rest.live,
    settings: rest.settings,
    isOpen: launch.isOpen,
    gateways,
    providers: { routes, registry, listPaused },
    orderViews: rest.orderViews,
    acceptedTerms: rest.acceptedTerms,
    receiptLinks: createReceiptLinks(secretFor('receipt links')),
    pauseLinks: createPauseLinks(secretFor('pause links')),
    trackingCodes: createTrackingCodes(secretFor('tracking codes')),
    jwtSecret,
    secretFor,
    spending: rest.spending,
    limits: rest.limits,
    geoIp: rest.geoIp,
    sealer: rest.sealer,
    addressCodes: rest.addressCodes,
  };
}
