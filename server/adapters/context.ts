// Makes the context of a process from what was chosen for it.
import type { StoreContext } from '../context.ts';
import { createInvitationLinks } from '../modules/auth/invitation-links.ts';
import { readToken } from '../modules/auth/tokens.ts';
import { createPauseLinks } from '../modules/dispatch/pause-links.ts';
import { type Breaker, createCircuits } from '../modules/providers/breaker.ts';
import { recordUnreachable } from '../modules/providers/check-provider-health.ts';
import type { Provider } from '../modules/providers/provider.ts';
import { createUnknownKindProvider } from '../modules/providers/unknown-kind.ts';
import { createReceiptLinks } from '../modules/receipts/receipt-links.ts';
import { alertProviderDown } from '../modules/security/outage-alerts.ts';
import { createTrackingCodes } from '../modules/tracking/tracking-codes.ts';
import { createVisitorKeys } from '../modules/visitors/visitor-keys.ts';
import { systemWait, type Wait } from '../platform/clock.ts';
import { derivedSecret } from '../platform/secrets.ts';
import type { Audit } from '../ports/audit.ts';
import type { ProviderSettings } from '../ports/settings.ts';
import { forgetOrderPage } from '../workflows/kept-order-pages.ts';
import { readMailFacts } from '../workflows/read-order-page.ts';
import type { Core } from './core.ts';
import { providerFactories } from './provider-kinds.ts';

type Others = Pick<
  StoreContext,
  'databaseHealth' | 'checkReady' | 'readQueue' | 'callTimes' | 'actionItems' | 'personalData' | 'gateways' | 'pages'
> & {
  wait?: Wait | undefined;
  measured: (provider: Provider) => Provider;
};

export function makeContext(core: Core, { wait = systemWait, measured, ...others }: Others): StoreContext {
  const secretFor = (purpose: string) => derivedSecret(core.jwtSecret, purpose);
  const ctx: StoreContext = {
    ...core,
    ...others,
    audit: noteChanges(core, (subject) => forgetOrderPage(ctx, subject)),
    startedAt: core.clock.now(),
    nodeVersion: process.versions.node,
    wait,
    providers: chooseProviders(core, measured, () => ctx),
    receiptLinks: createReceiptLinks(secretFor('receipt links')),
    invitationLinks: createInvitationLinks(secretFor('invitation links')),
    pauseLinks: createPauseLinks(secretFor('pause links')),
    trackingCodes: createTrackingCodes(secretFor('tracking codes')),
    visitorKeys: createVisitorKeys(core),
    readMailFacts: (at, orderId) => readMailFacts(ctx, at, orderId),
    isAdminToken: (token) => readToken(ctx, token) !== null,
    secretFor,
  };
  return ctx;
}

/** The audit log, which has an entry of each change of an order. `onChange` gets its subject after the commit. */
function noteChanges({ audit, database }: Core, onChange: (subject: string) => void): Audit {
  return {
    ...audit,
    record: async (at, entry) => {
      await audit.record(at, entry);
      database.afterCommit(at, () => onChange(entry.subject));
    },
  };
}

// The connections to the engagement providers: an adapter for each kind, a circuit breaker for each provider.

/** `ctxOf` returns the context that will contain these providers. */
function chooseProviders(
  core: Core,
  measured: (provider: Provider) => Provider,
  ctxOf: () => StoreContext,
): StoreContext['providers'] {
  const { config, clock, log, otherProviderKinds } = core;
  const circuits = createCircuits({
    clock,
    onOpen: (providerId, answer) => {
      alertProviderDown(core, answer);
      recordUnreachable(ctxOf(), providerId, answer).catch((error: unknown) => {
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
