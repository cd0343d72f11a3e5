// Gateway conformance: reading orders.
import { expect, it } from 'vitest';
import { declineReason } from '../../server/modules/payments/decline-reasons.ts';
import type { GatewayStatus } from '../../server/modules/payments/gateway.ts';
import { type GatewayStandIn, held, troubles } from './gateway-stand-in.conformance.ts';

export function ordersConform(standIn: () => GatewayStandIn): void {
  it.each(troubles)(
    'A-24: retrieve that meets %s is no answer (%s to an act, %s to a read)',
    async (trouble, _, fault) => {
      const order = standIn().hold(held);
      standIn().meet(trouble);
      await expect(standIn().subject.retrieve(order)).rejects.toMatchObject({
        name: 'ExternalError',
        fault,
      });
    },
  );

  it('A-24: shows the actual state of an order in cents, counting failed payments only', async () => {
    const order = standIn().hold(held);
    await expect(standIn().subject.retrieve(order)).resolves.toMatchObject({ ...held, currency: 'USD' });
  });

  it('A-24: shows the card that paid and its transaction, whatever failed before', async () => {
    const view = await standIn().subject.retrieve(standIn().hold(held));
    expect(view?.lastTry).toMatchObject({
      cardBrand: 'Mastercard',
      cardLast4: '0008',
      cardWallet: null,
      declineCode: null,
      transactionId: expect.stringMatching(/./),
    });
  });

  it('A-24: shows the card of a declined try with a known reason', async () => {
    const view = await standIn().subject.retrieve(standIn().hold({ ...held, status: 'declined', capturedCents: 0 }));
    expect(view?.lastTry).toMatchObject({ cardBrand: 'Visa', cardLast4: '1019' });
    expect(view?.lastTry?.transactionId).toMatch(/./);
    expect(declineReason(view?.lastTry?.declineCode ?? '')).toMatchObject({ code: 'decline_expired' });
  });

  it('A-24: shows no try before the first', async () => {
    const order = standIn().hold({ ...held, status: 'unpaid', capturedCents: 0, failedTries: 0 });
    await expect(standIn().subject.retrieve(order)).resolves.toMatchObject({ lastTry: null });
  });

  it.each<GatewayStatus>([
    ...(['unpaid', 'declined', 'authorized', 'captured', 'partially_captured', 'partially_refunded'] as const),
    ...(['refunded', 'disputed', 'cancelled', 'expired', 'unclear'] as const),
  ])('A-24: an order that is %s is shown as such', async (status) => {
    const order = standIn().hold({ ...held, status });
    await expect(standIn().subject.retrieve(order)).resolves.toMatchObject({ status });
  });

  it('A-24: an order that the gateway does not know is null', async () => {
    const { sessionId } = standIn().hold(held);
    const other = { gatewayOrderId: 'K7M2NPQ4RSTV-2', sessionId: sessionId && `x${sessionId}` };
    await expect(standIn().subject.retrieve(other)).resolves.toBeNull();
  });
}
