// The variables of the card gateways.
import { isHttpUrl, type Read, type Wrong } from './config-values.ts';

export type MpgsConfig = {
  baseUrl: string;
  apiVersion: string;
  merchantId: string;
  apiPassword: string;
  webhookSecret: string;
};

export type StripeConfig = {
  secretKey: string;
  publishableKey: string;
  /** Several while one is being replaced. */
  webhookSecrets: string[];
  /** Null: Stripe's own address. */
  apiUrl: string | null;
};

export function mpgsOf(read: Read, live: boolean, required: boolean, wrong: Wrong): MpgsConfig | null {
  const names = ['MPGS_BASE_URL', 'MPGS_MERCHANT_ID', 'MPGS_API_PASSWORD', 'MPGS_WEBHOOK_SECRET'] as const;
  const [baseUrl = '', merchantId = '', apiPassword = '', webhookSecret = ''] = names.map(read);
  const given = names.filter((name) => read(name) !== '');
  if (given.length === 0 && !required) return null;
  for (const name of names) {
    if (read(name) === '')
      wrong(name, required ? 'is required in live mode.' : `is required together with ${given[0]}.`);
  }
  if (baseUrl && !isHttpUrl(baseUrl)) wrong('MPGS_BASE_URL', 'must be an absolute http or https address.');
  else if (live && baseUrl && !baseUrl.startsWith('https:'))
    wrong('MPGS_BASE_URL', 'must be an https address in live mode.');
  if (live && merchantId.startsWith('YOUR_')) wrong('MPGS_MERCHANT_ID', 'is still the placeholder of the example.');
  const apiVersion = read('MPGS_API_VERSION') || '100';
  if (!/^\d+$/.test(apiVersion)) wrong('MPGS_API_VERSION', 'must be a whole number.');
  return { baseUrl: baseUrl.replace(/\/+$/, ''), apiVersion, merchantId, apiPassword, webhookSecret };
}

export function stripeOf(read: Read, live: boolean, chosen: boolean, wrong: Wrong): StripeConfig | null {
  const names = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] as const;
  const [secretKey = '', publishableKey = '', webhookSecret = ''] = names.map(read);
  const given = names.filter((name) => read(name) !== '');
  if (given.length === 0 && !chosen) return null;
  for (const name of names) {
    if (read(name) === '') wrong(name, `is required together with ${chosen ? 'PAYMENT_GATEWAY=stripe' : given[0]}.`);
  }
  // Test keys in a live store would give goods for nothing; live keys in a sandbox would take real money.
  const kind = live ? 'live' : 'test';
  const keys = [
    ['STRIPE_SECRET_KEY', secretKey, ['sk', 'rk']],
    ['STRIPE_PUBLISHABLE_KEY', publishableKey, ['pk']],
  ] as const;
  for (const [name, key, heads] of keys) {
    if (key && !heads.some((head) => key.startsWith(`${head}_${kind}_`))) {
      wrong(
        name,
        `must begin with ${heads.map((head) => `${head}_${kind}_`).join(' or ')} in ${live ? 'live' : 'sandbox'} mode.`,
      );
    }
  }
  const apiUrl = read('STRIPE_API_URL');
  if (apiUrl && !isHttpUrl(apiUrl)) wrong('STRIPE_API_URL', 'must be an absolute http or https address.');
  else if (live && apiUrl && !apiUrl.startsWith('https:'))
    wrong('STRIPE_API_URL', 'must be an https address in live mode.');
  const webhookSecrets = webhookSecret.split(/[\s,]+/).filter(Boolean);
  return { secretKey, publishableKey, webhookSecrets, apiUrl: apiUrl || null };
}
