// A store that takes payments by Stripe, on a stand-in of Stripe's API. Started later.
import type { StripeObject } from '../../server/modules/payments/gateways/stripe/stand-in-objects.ts';
import { type StripeServer, startStripeServer } from '../../server/modules/payments/gateways/stripe/stand-in-server.ts';
import { type Placed, placeOrder, sessionBody } from './orders.ts';
import { startStore, type TestStore } from './store.ts';

export const keys = { secretKey: 'sk_test_flows', publishableKey: 'pk_test_flows', webhookSecret: 'whsec_flows' };

export function stripeWorld() {
  const world = {} as { stripe: StripeServer; store: TestStore };

  async function start(): Promise<void> {
    world.stripe = await startStripeServer(keys);
    world.store = await startStore({
      PAYMENT_GATEWAY: 'stripe',
      STRIPE_SECRET_KEY: keys.secretKey,
      STRIPE_PUBLISHABLE_KEY: keys.publishableKey,
      STRIPE_WEBHOOK_SECRET: keys.webhookSecret,
      STRIPE_API_URL: world.stripe.url,
    });
  }

  async function stop(): Promise<void> {
    await world.store?.stop();
    await world.stripe?.stop();
  }

  const init = (order: Placed, at = world.store) =>
    at.visitor.ask('POST /api/bigpay/init-session', { body: sessionBody(order) });

  function sessionOf(secret: string): StripeObject {
    const session = world.stripe.objects.get(secret.split('_secret_')[0] ?? '', 'checkout.session');
    if (!session) throw new Error('Stripe has no such session.');
    return session;
  }

  return {
    world,
    start,
    stop,
    init,
    sessionOf,
    openedOrder: async (): Promise<{ order: Placed; session: StripeObject }> => {
      const order = await placeOrder(world.store);
      const { body } = await init(order);
      return { order, session: sessionOf(body.sessionId ?? '') };
    },
    completed: (session: StripeObject) => world.stripe.event(session, { type: 'checkout.session.completed' }),
    notify: async ({ headers, rawBody }: { headers: Record<string, string>; rawBody: string }): Promise<number> =>
      (await world.store.raw('/api/bigpay/webhook', { method: 'POST', headers, body: rawBody })).status,
  };
}
