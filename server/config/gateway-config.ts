// The variables of the card gateways.
import type { Environment } from './environment.ts';

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

export function readMpgs(environment: Environment, live: boolean, required: boolean): MpgsConfig | null {
  const { read, wrong, checkHttpUrl, readGroup } = environment;
  const names = ['MPGS_BASE_URL', 'MPGS_MERCHANT_ID', 'MPGS_API_PASSWORD', 'MPGS_WEBHOOK_SECRET'];
  const values = readGroup(names, required ? 'in live mode' : null);
  if (values === null) return null;
  const [baseUrl = '', merchantId = '', apiPassword = '', webhookSecret = ''] = values;
  if (baseUrl) checkHttpUrl('MPGS_BASE_URL', baseUrl, live);
  if (live && merchantId.startsWith('YOUR_')) wrong('MPGS_MERCHANT_ID', 'is still the placeholder of the example.');
  const apiVersion = read('MPGS_API_VERSION') || '100';
  if (!/^\d+$/.test(apiVersion)) wrong('MPGS_API_VERSION', 'must be a whole number.');
  return { baseUrl: baseUrl.replace(/\/+$/, ''), apiVersion, merchantId, apiPassword, webhookSecret };
}

export function readStripe(environment: Environment, live: boolean, chosen: boolean): StripeConfig | null {
  const { read, wrong, checkHttpUrl, readGroup } = environment;
  const names = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'];
  const values = readGroup(names, chosen ? 'together with PAYMENT_GATEWAY=stripe' : null);
  if (values === null) return null;
  const [secretKey = '', publishableKey = '', webhookSecret = ''] = values;
  // Test keys in a live store would give goods for nothing; live keys in a sandbox would take real money.
  const checkKey = (name: string, key: string, kinds: string[]) => {
    const heads = kinds.map((kind) => `${kind}_${live ? 'live' : 'test'}_`);
    if (key === '' || heads.some((head) => key.startsWith(head))) return;
    wrong(name, `must begin with ${heads.join(' or ')} in ${live ? 'live' : 'sandbox'} mode.`);
  };
  checkKey('STRIPE_SECRET_KEY', secretKey, ['sk', 'rk']);
  checkKey('STRIPE_PUBLISHABLE_KEY', publishableKey, ['pk']);
  const apiUrl = read('STRIPE_API_URL');
  if (apiUrl) checkHttpUrl('STRIPE_API_URL', apiUrl, live);
  const webhookSecrets = webhookSecret.split(/[\s,]+/).filter(Boolean);
  return { secretKey, publishableKey, webhookSecrets, apiUrl: apiUrl || null };
}
