// Gateway conformance: refunds.
import { expect, it } from 'vitest';
import type { RefundStatus } from '../../server/modules/payments/gateway.ts';
import { type GatewayStandIn, held, refund, troubles } from './gateway-stand-in.conformance.ts';

export function refundsConform(standIn: () => GatewayStandIn): void {
  it('D-6: gives a part back once, however often the same refund is sent', async () => {
    const order = standIn().hold(held);
    const first = await standIn().subject.refund({ ...order, ...refund });
    expect(first).toMatchObject({
      refundId: 'K7M2NPQ4RSTV-R1',
      status: 'refunded',
      amountCents: 110,
      currency: 'USD',
    });
    await expect(standIn().subject.refund({ ...order, ...refund })).resolves.toEqual(first);
    await expect(standIn().subject.retrieveRefund(order, refund.refundId)).resolves.toEqual(first);
    await expect(standIn().subject.retrieve(order)).resolves.toMatchObject({ refundedCents: 110 });
    await standIn().subject.refund({ ...order, ...refund, refundId: 'K7M2NPQ4RSTV-R2', amountCents: 40 });
    await expect(standIn().subject.retrieve(order)).resolves.toMatchObject({ refundedCents: 150 });
  });

  it.each<RefundStatus>(['refunded', 'pending', 'failed', 'unclear'])(
    'D-6: a refund that is %s is told as such, at once and later',
    async (status) => {
      const order = standIn().hold(held);
      standIn().refundsEnd(status);
      await expect(standIn().subject.refund({ ...order, ...refund })).resolves.toMatchObject({ status });
      await expect(standIn().subject.retrieveRefund(order, refund.refundId)).resolves.toMatchObject({ status });
    },
  );

  it('rule 8: a refund whose answer was lost is found again, and one that was never sent is not', async () => {
    const order = standIn().hold(held);
    await expect(standIn().subject.retrieveRefund(order, refund.refundId)).resolves.toBeNull();
    standIn().meet('lost_answer', 'acts');
    await expect(standIn().subject.refund({ ...order, ...refund })).rejects.toMatchObject({ fault: 'unknown' });
    standIn().meet(null);
    await expect(standIn().subject.retrieveRefund(order, refund.refundId)).resolves.toMatchObject({
      status: 'refunded',
    });
    await expect(standIn().subject.refund({ ...order, ...refund })).resolves.toMatchObject({ status: 'refunded' });
    await expect(standIn().subject.retrieve(order)).resolves.toMatchObject({ refundedCents: 110 });
  });

  it('D-6: more than was captured is refused, and of an order that is not known nothing is given back', async () => {
    const order = standIn().hold(held);
    const most = { ...order, ...refund, amountCents: held.capturedCents + 1 };
    await expect(standIn().subject.refund(most)).rejects.toMatchObject({ fault: 'refused' });
    const other = { gatewayOrderId: 'K7M2NPQ4RSTV-2', sessionId: order.sessionId && `x${order.sessionId}` };
    await expect(standIn().subject.refund({ ...other, ...refund })).rejects.toMatchObject({ fault: 'refused' });
    await expect(standIn().subject.retrieveRefund(other, refund.refundId)).resolves.toBeNull();
  });

  it.each(troubles)(
    'rule 8: a refund that meets %s fails as %s, a look at it as %s',
    async (trouble, fault, readFault) => {
      const order = standIn().hold(held);
      standIn().meet(trouble, 'acts');
      // A proxy may have sent it after the gateway had performed the refund.
      const expected = trouble === 'server_error' ? 'unknown' : fault;
      await expect(standIn().subject.refund({ ...order, ...refund })).rejects.toMatchObject({
        name: 'ExternalError',
        fault: expected,
      });
      standIn().meet(trouble);
      await expect(standIn().subject.retrieveRefund(order, refund.refundId)).rejects.toMatchObject({
        fault: readFault,
      });
    },
  );
}
