// A store with two card methods on: the sandbox's Mastercard Gateway, and Stripe on a stand-in, with keys from the settings.
import { derivedSecret } from '../../server/platform/secrets.ts';
import { type StripeServer, startStripeServer } from '../stand-ins/stripe-stand-in-server.ts';
import { jwtSecret, startStore, type TestStore } from './store.ts';
import { keys } from './stripe-setup.ts';

export const stripeKeyBody = {
  publishable_key: keys.publishableKey,
  secret_key: keys.secretKey,
  webhook_secret: keys.webhookSecret,
};
/** As a method is before an owner changed it. */
export const plainMethod = { titles: {}, minimum: null, maximum: null, hidden_countries: [] };

export type MethodSetup = { store: TestStore; stripe: StripeServer; stop(): Promise<void> };

/** Stripe has no keys yet. */
export async function startMethodSetup(env: Record<string, string> = {}): Promise<MethodSetup> {
  const stripe = await startStripeServer(keys);
  const store = await startStore({ STRIPE_API_URL: stripe.url, ...env });
  return {
    store,
    stripe,
    stop: async () => {
      await store.stop();
      await stripe.stop();
    },
  };
}

/** Another process of the store, at the same gateways. */
export function startOtherProcess({ store, stripe }: MethodSetup): Promise<TestStore> {
  const secretOf = (purpose: string) => derivedSecret(jwtSecret, purpose);
  const mpgs = {
    MPGS_BASE_URL: `${store.url}/sandbox/gateway`,
    MPGS_MERCHANT_ID: 'SANDBOX',
    MPGS_API_PASSWORD: secretOf('sandbox gateway'),
    MPGS_WEBHOOK_SECRET: secretOf('sandbox notifications'),
  };
  return startStore({ ...mpgs, STRIPE_API_URL: stripe.url }, store);
}

export async function turnOnStripe({ admin }: TestStore): Promise<void> {
  const params = { method: 'stripe' } as const;
  await admin.call('PUT /api/admin/payment-methods/{method}/keys', { params, body: stripeKeyBody });
  await admin.call('POST /api/admin/payment-methods/{method}/test', { params });
  await setMethod({ admin }, 'stripe', { is_on: true });
}

export async function setMethod(
  { admin }: Pick<TestStore, 'admin'>,
  method: 'mpgs' | 'stripe',
  change: {
    is_on: boolean;
    position?: number;
    minimum?: number | null;
    maximum?: number | null;
    hidden_countries?: string[];
  },
) {
  const body = { ...plainMethod, ...change };
  return admin.call('PUT /api/admin/payment-methods/{method}', { params: { method }, body });
}
