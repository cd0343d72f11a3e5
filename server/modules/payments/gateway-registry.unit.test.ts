import { describe, expect, it } from 'vitest';
import type { Gateway, Notification } from './gateway.ts';
import { createGatewayRegistry } from './gateway-registry.ts';

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
    refund: async ({ refundId }) => ({ ...refunded, refundId, rawResult: name }),
    retrieveRefund: async (_, refundId) => ({ ...refunded, refundId, rawResult: name }),
    readNotification: async () => notification,
  };
}

const order = { gatewayOrderId: 'K7M2-1', sessionId: 's' };

describe('two gateways', () => {
  it('A-23: the chosen one opens payments and is the one on the page', async () => {
    const joined = createGatewayRegistry(gatewayOf('new'), [gatewayOf('old')]);
    expect(joined).toMatchObject({
      chosen: { name: 'new' },
      names: ['new', 'old'],
      browser: { libraryUrl: '/new.js' },
    });
    await expect(joined.chosen?.openSession({} as never)).resolves.toMatchObject({ sessionId: 'new session' });
  });

  it.each(['new', 'old'])('rule 8: an order of the %s one is asked for there', async (gateway) => {
    const joined = createGatewayRegistry(gatewayOf('new'), [gatewayOf('old')]);
    await expect(joined.retrieve({ ...order, gateway })).resolves.toMatchObject({ rawStatus: gateway });
    const request = { ...order, gateway, refundId: 'R1', amountCents: 1, currency: 'USD' } as const;
    await expect(joined.refund(request)).resolves.toMatchObject({ rawResult: gateway });
    await expect(joined.retrieveRefund({ ...order, gateway }, 'R1')).resolves.toMatchObject({ rawResult: gateway });
  });

  it('rule 9: of an order whose gateway is gone nothing is known, which is no end of it', async () => {
    const joined = createGatewayRegistry(gatewayOf('new'), []);
    await expect(joined.retrieve({ ...order, gateway: 'old' })).rejects.toMatchObject({ fault: 'unavailable' });
    await expect(joined.retrieveRefund({ ...order, gateway: 'old' }, 'R1')).rejects.toMatchObject({
      fault: 'unavailable',
    });
  });

  it('rule 10: without a chosen one nothing opens a payment, and the others still answer about their own', async () => {
    const joined = createGatewayRegistry(null, [gatewayOf('old')]);
    expect(joined).toMatchObject({ chosen: null, names: ['old'], browser: { libraryUrl: '', library: null } });
    await expect(joined.retrieve({ ...order, gateway: 'old' })).resolves.toMatchObject({ rawStatus: 'old' });
    await expect(createGatewayRegistry(null, []).readNotification({}, '{}')).resolves.toMatchObject({
      outcome: 'forged',
    });
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
      ...gatewayOf('new'),
      listPayouts: async () => [{ ...view, failure: null, contents: 'complete' }],
      listPayoutTransactions: async () => [],
    };
    const joined = createGatewayRegistry(listing, [gatewayOf('old')]);
    expect(joined.payoutGateways).toEqual(['new']);
    await expect(joined.listPayouts('new', new Date(0))).resolves.toMatchObject([view]);
    await expect(joined.listPayouts('old', new Date(0))).resolves.toEqual([]);
    await expect(joined.listPayouts('gone', new Date(0))).rejects.toMatchObject({ fault: 'unavailable' });
  });

  it('S-5: a notification is believed when one of them knows it, and forged when none does', async () => {
    const known = { outcome: 'authentic', notificationId: 'n', gatewayOrderId: 'K7M2-1' } as const;
    const read = (...gateways: [Gateway, ...Gateway[]]) =>
      createGatewayRegistry(gateways[0], gateways.slice(1)).readNotification({}, '{}');
    await expect(read(gatewayOf('new'), gatewayOf('old', known))).resolves.toEqual({ ...known, gateway: 'old' });
    await expect(read(gatewayOf('new', known), gatewayOf('old'))).resolves.toEqual({ ...known, gateway: 'new' });
    await expect(read(gatewayOf('new'), gatewayOf('old'))).resolves.toMatchObject({ outcome: 'forged' });
  });
});
