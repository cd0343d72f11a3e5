// Gateway conformance: notifications.
import { expect, it } from 'vitest';
import type { GatewayStandIn } from './gateway-stand-in.conformance.ts';

const setAside = ['unusable', 'irrelevant'];

export function notificationsConform(standIn: () => GatewayStandIn): void {
  it('S-5: a notification with the secret is authentic, and the same one has the same id', async () => {
    const { headers, rawBody } = standIn().notice({ gatewayOrderId: 'K7M2NPQ4RSTV-1' });
    const first = await standIn().subject.readNotification(headers, rawBody);
    expect(first).toMatchObject({ outcome: 'authentic', gatewayOrderId: 'K7M2NPQ4RSTV-1' });
    await expect(standIn().subject.readNotification(headers, rawBody)).resolves.toEqual(first);
  });

  it.each(['', 'wrong', 'x'.repeat(10_000)])('S-5: a notification with another secret is forged', async (secret) => {
    const { headers, rawBody } = standIn().notice({ gatewayOrderId: 'K7M2NPQ4RSTV-1', secret });
    await expect(standIn().subject.readNotification(headers, rawBody)).resolves.toEqual({ outcome: 'forged' });
  });

  it('S-5: a notification without headers is forged', async () => {
    const { rawBody } = standIn().notice({ gatewayOrderId: 'K7M2NPQ4RSTV-1' });
    await expect(standIn().subject.readNotification({}, rawBody)).resolves.toEqual({ outcome: 'forged' });
  });

  it('S-5: a notification about another merchant is set aside', async () => {
    const { headers, rawBody } = standIn().notice({ gatewayOrderId: 'K7M2NPQ4RSTV-1', merchant: 'SOMEBODY' });
    expect(setAside).toContain((await standIn().subject.readNotification(headers, rawBody)).outcome);
  });

  it.each([undefined, null, '', 7, {}, 'x'.repeat(41), 'a\u0000b'])(
    'S-5: a notification about the order %j is set aside',
    async (gatewayOrderId) => {
      const { headers, rawBody } = standIn().notice({ gatewayOrderId });
      expect(setAside).toContain((await standIn().subject.readNotification(headers, rawBody)).outcome);
    },
  );

  it.each(['null', '{', '"text"', '[]', '3'])('S-5: a notification whose body is %s is unusable', async (instead) => {
    const { headers, rawBody } = standIn().notice({ gatewayOrderId: 'K7M2NPQ4RSTV-1', instead });
    const read = await standIn().subject.readNotification(headers, rawBody);
    expect(read).toMatchObject({ outcome: 'unusable' });
  });
}
