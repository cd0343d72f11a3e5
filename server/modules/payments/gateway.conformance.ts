// What every gateway adapter must do, whichever gateway it speaks to: one suite, run on a stand-in that the adapter's
// own test provides. Knows the port and no wire.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { notificationsConform } from './gateway-notifications.conformance.ts';
import { ordersConform } from './gateway-orders.conformance.ts';
import { refundsConform } from './gateway-refunds.conformance.ts';
import { sessionsConform } from './gateway-sessions.conformance.ts';
import {
  type GatewayAdapter,
  type GatewayStandIn,
  held,
  refund,
  request,
  troubles,
} from './gateway-stand-in.conformance.ts';

/** Registers the suite. */
export function gatewayConforms(adapter: GatewayAdapter): void {
  describe(`the gateway ${adapter.name}`, () => {
    let world: GatewayStandIn;
    beforeEach(async () => {
      world = await adapter.start();
    });
    afterEach(() => world.stop());

    sessionsConform(adapter, () => world);
    ordersConform(() => world);
    refundsConform(() => world);
    notificationsConform(() => world);

    it('PAY-7: where nobody listens, nothing happened', async () => {
      const order = world.hold(held);
      await world.hangUp();
      await expect(world.subject.openSession(request)).rejects.toMatchObject({ fault: 'unavailable' });
      await expect(world.subject.retrieve(order)).rejects.toMatchObject({ fault: 'unavailable' });
    });

    it.each(troubles)('rule 10: no secret and no address of the payer is logged or returned on %s', async (trouble) => {
      const order = world.hold(held);
      world.meet(trouble);
      const messages = await Promise.all(
        [
          world.subject.openSession(request),
          world.subject.retrieve(order),
          world.subject.refund({ ...order, ...refund }),
        ].map((call) => call.then(() => 'fine', String)),
      );
      for (const secret of [...world.secrets, request.customerEmail]) {
        expect(messages.join() + world.logged()).not.toContain(secret);
      }
    });
  });
}
