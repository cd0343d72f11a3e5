import { describe, expect, it } from 'vitest';
import type { GatewayName } from '../../../contract/gateways.ts';
import type { GatewayKeys } from '../../ports/payment-methods.ts';
import type { Gateway, Notification } from './gateway.ts';
import { combineGateways, createGatewayRegistry, type MethodOn } from './gateway-registry.ts';

const browser = {
  libraryUrl: '/lib.js',
  library: null,
  sources: { script: [], connect: [], frame: [], form: [], image: [] },
};

const refunded = { status: 'refunded', amountCents: 1, currency: 'USD' } as const;

function gatewayOf(name: string, notification: Notification = { outcome: 'forged' }): Gateway {
  return {
    name,
    browser: { ...browser, libraryUrl: `/${name}.js` },
    openSession: async () => ({ sessionId: `${name} session`, successIndicator: 'i' }),
    retrieve: async ({ gatewayOrderId }) => ({
      gatewayOrderId,
      status: 'unpaid',
      rawStatus: name,
      rawResult: '',
      amountCents: 1,
      capturedCents: 0,
      refundedCents: 0,
      currency: 'USD',
      failedTries: 0,
      formOpen: true,
      disputeDueAt: null,
      lastUpdatedAt: null,
      unknownStatus: null,
      transactionCount: null,
      lastTry: null,
    }),
    verifyKeys: async () => {},
    refund: async ({ refundId }) => ({ ...refunded, refundId, rawResult: name }),
    retrieveRefund: async (_, refundId) => ({ ...refunded, refundId, rawResult: name }),
    readNotification: async () => notification,
  };
}

const order = { gatewayOrderId: 'K7M2-1', sessionId: 's' };
const keys = { isSandbox: false } as GatewayKeys;

function methodOf(gateway: Gateway, change: Partial<MethodOn> = {}): MethodOn {
  return {
    method: gateway.name as MethodOn['method'],
    isOn: true,
    titles: {},
    minCents: null,
    maxCents: null,
    hiddenCountries: [],
    keys,
    transfer: null,
    gateway,
    ...change,
  };
}

/** Those of `off` have keys. */
function registryOf(on: Gateway[], off: Gateway[] = []) {
  const methods = [...on, ...off].map((gateway) => methodOf(gateway, { isOn: on.includes(gateway) }));
  const built = new Map([...on, ...off].map((gateway) => [gateway.name as GatewayName, gateway]));
  const current = combineGateways(methods, built);
  const health = { isHealthy: () => true, noteUnavailable: () => {} };
  const connectOnce = () => Promise.reject(new Error('not used'));
  return { current, registry: createGatewayRegistry({ current: async () => current, health, connectOnce }) };
}

describe('two gateways', () => {
  it('A-23, D-100: those that are on open payments, and the first one is on the page', () => {
    const { current } = registryOf([gatewayOf('stripe'), gatewayOf('mpgs')]);
    expect(current.on.map(({ gateway }) => gateway?.name)).toEqual(['stripe', 'mpgs']);
    expect(current.pages).toMatchObject({ libraryUrl: '/stripe.js', isSandbox: false });
  });

  it('D-61: the page has the library that sessions do not name; two methods are a choice', () => {
    const library = { name: 'stripe', url: '/own.js', publishableKey: 'pk' } as const;
    const stripe: Gateway = { ...gatewayOf('stripe'), browser: { ...browser, libraryUrl: '/stripe.js', library } };
    const pagesOf = (...on: Gateway[]) => registryOf(on).current.pages;
    expect(pagesOf(stripe, gatewayOf('mpgs'))).toMatchObject({ libraryUrl: '/mpgs.js', hasChoice: true });
    expect(pagesOf(stripe)).toMatchObject({ libraryUrl: '/stripe.js', hasChoice: false, takesTransfers: false });
  });

  it('D-61: the page has the texts of limits and of transfers only where the store has them', () => {
    const stripe = gatewayOf('stripe');
    const pagesOf = (change: Partial<MethodOn>, ...more: MethodOn[]) =>
      combineGateways([methodOf(stripe, change), ...more], new Map([['stripe', stripe]])).pages;
    const manual = methodOf(gatewayOf('manual'), { isOn: false, keys: null });
    const transfer = {} as NonNullable<MethodOn['transfer']>;
    expect(pagesOf({}, manual)).toMatchObject({ hasLimits: false, hasTransferTexts: false });
    // Turned off, while orders may wait for one.
    expect(pagesOf({}, { ...manual, transfer })).toMatchObject({ takesTransfers: false, hasTransferTexts: true });
    for (const limit of [{ minCents: 1 }, { maxCents: 1 }, { hiddenCountries: ['BR'] }])
      expect(pagesOf(limit)).toMatchObject({ hasLimits: true, hasChoice: false });
  });

  it('D-100: the page may load what the gateways that are on need, and nothing of the others', () => {
    const withSource = (name: string): Gateway => {
      const sources = { ...browser.sources, script: [`https://${name}.example`, 'https://shared.example'] };
      return { ...gatewayOf(name), browser: { ...browser, sources } };
    };
    const on = [withSource('one'), withSource('other')];
    expect(registryOf(on, [withSource('off')]).current.pages.sources.script).toEqual([
      'https://one.example',
      'https://shared.example',
      'https://other.example',
    ]);
  });

  it.each(['mpgs', 'stripe'])('rule 8: an order of the %s one is asked for there', async (gateway) => {
    const { registry } = registryOf([gatewayOf('mpgs')], [gatewayOf('stripe')]);
    await expect(registry.names()).resolves.toEqual(['mpgs', 'stripe']);
    await expect(registry.retrieve({ ...order, gateway })).resolves.toMatchObject({ rawStatus: gateway });
    const request = { ...order, gateway, refundId: 'R1', amountCents: 1, currency: 'USD' } as const;
    await expect(registry.refund(request)).resolves.toMatchObject({ rawResult: gateway });
    await expect(registry.retrieveRefund({ ...order, gateway }, 'R1')).resolves.toMatchObject({ rawResult: gateway });
  });

  it('rule 9: of an order whose gateway is gone nothing is known, which is no end of it', async () => {
    const { registry } = registryOf([gatewayOf('mpgs')]);
    await expect(registry.retrieve({ ...order, gateway: 'old' })).rejects.toMatchObject({ fault: 'unavailable' });
    await expect(registry.retrieveRefund({ ...order, gateway: 'old' }, 'R1')).rejects.toMatchObject({
      fault: 'unavailable',
    });
  });

  it('rule 9: a form is closed where its gateway can', async () => {
    const ended: unknown[] = [];
    const endSession = async (given: unknown) => void ended.push(given);
    const { registry } = registryOf([gatewayOf('mpgs'), { ...gatewayOf('stripe'), endSession }]);
    for (const gateway of ['mpgs', 'stripe']) await registry.endSession({ ...order, gateway });
    expect(ended).toEqual([{ ...order, gateway: 'stripe' }]);
  });

  it('rule 10: without one that is on nothing opens a payment, and the others still answer about their own', async () => {
    const { current, registry } = registryOf([], [gatewayOf('mpgs')]);
    expect(current).toMatchObject({ on: [], pages: { libraryUrl: '' } });
    await expect(registry.retrieve({ ...order, gateway: 'mpgs' })).resolves.toMatchObject({ rawStatus: 'mpgs' });
    await expect(registryOf([]).registry.readNotification({}, '{}')).resolves.toMatchObject({ outcome: 'forged' });
  });

  it('D-98: a gateway may list its payouts; of one that does not, none are read', async () => {
    const view = {
      payoutId: 'po_1',
      state: 'paid',
      amountCents: 1,
      currency: 'USD',
      arrivalDay: '2026-03-01',
    } as const;
    const listing: Gateway = {
      ...gatewayOf('stripe'),
      listPayouts: async () => [{ ...view, failure: null, contents: 'complete' }],
      listPayoutTransactions: async () => [],
    };
    const { registry: joined } = registryOf([listing], [gatewayOf('mpgs')]);
    await expect(joined.payoutGateways()).resolves.toEqual(['stripe']);
    await expect(joined.listPayouts('stripe', new Date(0))).resolves.toMatchObject([view]);
    await expect(joined.listPayouts('mpgs', new Date(0))).resolves.toEqual([]);
    await expect(joined.listPayouts('gone', new Date(0))).rejects.toMatchObject({ fault: 'unavailable' });
  });

  it('S-5: a notification is believed when one of them knows it, and forged when none does', async () => {
    const known = { outcome: 'authentic', notificationId: 'n', gatewayOrderId: 'K7M2-1' } as const;
    const read = (on: Gateway, off: Gateway) => registryOf([on], [off]).registry.readNotification({}, '{}');
    await expect(read(gatewayOf('mpgs'), gatewayOf('stripe', known))).resolves.toEqual({ ...known, gateway: 'stripe' });
    await expect(read(gatewayOf('mpgs', known), gatewayOf('stripe'))).resolves.toEqual({ ...known, gateway: 'mpgs' });
    await expect(read(gatewayOf('mpgs'), gatewayOf('stripe'))).resolves.toMatchObject({ outcome: 'forged' });
  });
});
