// The requirements of every gateway adapter: one suite, run against a fake gateway that the adapter's own test
// provides.
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

export function gatewayConforms(adapter: GatewayAdapter): void {
  describe(`the gateway ${adapter.name}`, () => {
    let setup: GatewayStandIn;
    beforeEach(async () => {
      setup = await adapter.start();
    });
    afterEach(() => setup.stop());

    sessionsConform(adapter, () => setup);
    ordersConform(() => setup);
    refundsConform(() => setup);
    notificationsConform(() => setup);

    it('D-100: keys are tested by a read, which tells wrong keys from a gateway without an answer', async () => {
      await expect(setup.subject.verifyKeys()).resolves.toBeUndefined();
      setup.meet('bad_credentials');
      await expect(setup.subject.verifyKeys()).rejects.toMatchObject({ fault: 'refused' });
      for (const trouble of ['busy', 'html_page', 'server_error'] as const) {
        setup.meet(trouble);
        await expect(setup.subject.verifyKeys(), trouble).rejects.toMatchObject({ fault: 'unavailable' });
      }
    });

    it('PAY-7: where nobody listens, nothing happened', async () => {
      const order = setup.hold(held);
      await setup.hangUp();
      await expect(setup.subject.openSession(request)).rejects.toMatchObject({ fault: 'unavailable' });
      await expect(setup.subject.retrieve(order)).rejects.toMatchObject({ fault: 'unavailable' });
    });

    it.each(troubles)('rule 10: no secret and no address of the payer is logged or returned on %s', async (trouble) => {
      const order = setup.hold(held);
      setup.meet(trouble);
      const messages = await Promise.all(
        [
          setup.subject.openSession(request),
          setup.subject.retrieve(order),
          setup.subject.refund({ ...order, ...refund }),
        ].map((call) => call.then(() => 'fine', String)),
      );
      for (const secret of [...setup.secrets, request.customerEmail]) {
        expect(messages.join() + setup.logged()).not.toContain(secret);
      }
    });
  });
}
