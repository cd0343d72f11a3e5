// Makes the context of a process from what was chosen for it.
import type { StoreContext } from '../context.ts';
import { readToken } from '../modules/auth/tokens.ts';
import { createPauseLinks } from '../modules/dispatch/pause-links.ts';
import type { Provider } from '../modules/providers/provider.ts';
import { createReceiptLinks } from '../modules/receipts/receipt-links.ts';
import { createTrackingCodes } from '../modules/tracking/tracking-codes.ts';
import { createVisitorKeys } from '../modules/visitors/visitor-keys.ts';
import { systemWait, type Wait } from '../platform/clock.ts';
import { derivedSecret } from '../platform/secrets.ts';
import type { Core } from './core.ts';
import { chooseProviders } from './providers.ts';

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
    startedAt: core.clock.now(),
    wait,
    providers: chooseProviders(core, measured, () => ctx),
    receiptLinks: createReceiptLinks(secretFor('receipt links')),
    pauseLinks: createPauseLinks(secretFor('pause links')),
    trackingCodes: createTrackingCodes(secretFor('tracking codes')),
    visitorKeys: createVisitorKeys(core),
    isAdminToken: (token) => readToken(ctx, token) !== null,
    secretFor,
  };
  return ctx;
}
