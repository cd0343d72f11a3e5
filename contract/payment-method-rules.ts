// What the keys of the card gateways are, for pages and server. Without zod.
import type { GatewayName } from './gateways.ts';

export const gatewayKeyNames = [
  'base_url',
  'merchant_id',
  'api_password',
  'publishable_key',
  'secret_key',
  'webhook_secret',
] as const;
export type GatewayKeyName = (typeof gatewayKeyNames)[number];

/** `shown`: no secrets. `secret`: encrypted, and only shown masked. `variables`: of the environment, which win. */
export const gatewayKeys: Record<
  GatewayName,
  {
    shown: readonly GatewayKeyName[];
    secret: readonly GatewayKeyName[];
    variables: readonly string[];
  }
> = {
  mpgs: {
    shown: ['base_url', 'merchant_id'],
    secret: ['api_password', 'webhook_secret'],
    variables: ['MPGS_BASE_URL', 'MPGS_MERCHANT_ID', 'MPGS_API_PASSWORD', 'MPGS_WEBHOOK_SECRET'],
  },
  stripe: {
    shown: ['publishable_key'],
    secret: ['secret_key', 'webhook_secret'],
    variables: ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'],
  },
};

/** Characters of a title. */
export const longestMethodTitle = 40;

/** A method is unhealthy after so many calls within the seconds that the gateway did not answer. */
export const methodHealth = { calls: 3, seconds: 60 } as const;

/**
 * What keys of Stripe begin with. Test keys in a live store would give goods for nothing; live keys in a sandbox would take real
 * money.
 */
export function stripeKeyHeads(live: boolean): Record<'secret_key' | 'publishable_key', readonly string[]> {
  const mode = live ? 'live' : 'test';
  return { secret_key: [`sk_${mode}_`, `rk_${mode}_`], publishable_key: [`pk_${mode}_`] };
}

/** True for a test merchant of Mastercard Gateway, and for any merchant at its addresses for tests. */
export function isMpgsTest(baseUrl: string, merchantId: string): boolean {
  const host = URL.canParse(baseUrl) ? new URL(baseUrl).hostname : '';
  return /^TEST/i.test(merchantId) || /^(test-|test\.|mtf\.)/.test(host);
}
