// A store that takes payments by Stripe, on a stand-in of Stripe's API. Started later.
import type { StripeObject } from '../../sandbox/stripe/objects.ts';
import { type StripeServer, startStripeServer } from '../stand-ins/stripe-stand-in-server.ts';
import { type Placed, placeOrder, sessionBody } from './orders.ts';
import { startStore, type TestStore } from './store.ts';

export const keys = { secretKey: 'sk_test_flows', publishableKey: 'pk_test_flows', webhookSecret: 'whsec_flows' };

export function stripeSetup() {
  const setup = {} as { stripe: StripeServer; store: TestStore };

  async function start(): Promise<void> {
    setup.stripe = await startStripeServer(keys);
    setup.store = await startStore({
      PAYMENT_GATEWAY: 'stripe',
      STRIPE_SECRET_KEY: keys.secretKey,
      STRIPE_PUBLISHABLE_KEY: keys.publishableKey,
      STRIPE_WEBHOOK_SECRET: keys.webhookSecret,
      STRIPE_API_URL: setup.stripe.url,
    });
  }

  async function stop(): Promise<void> {
    await setup.store?.stop();
    await setup.stripe?.stop();
  }

  const init = (order: Placed, at = setup.store) =>
    at.visitor.ask('POST /api/bigpay/init-session', { body: sessionBody(order) });

  function sessionOf(secret: string): StripeObject {
    const session = setup.stripe.objects.get(secret.split('_secret_')[0] ?? '', 'checkout.session');
    if (!session) throw new Error('Stripe has no such session.');
    return session;
  }

  return {
    setup,
    start,
    stop,
    init,
    sessionOf,
    openedOrder: async (): Promise<{ order: Placed; session: StripeObject }> => {
      const order = await placeOrder(setup.store);
      const { body } = await init(order);
      return { order, session: sessionOf(body.sessionId ?? '') };
    },
    completed: (session: StripeObject) => setup.stripe.event(session, { type: 'checkout.session.completed' }),
    notify: async ({ headers, rawBody }: { headers: Record<string, string>; rawBody: string }): Promise<number> =>
      (await setup.store.raw('/api/bigpay/webhook', { method: 'POST', headers, body: rawBody })).status,
  };
}
