// Events as Stripe sends them to a webhook endpoint, and their signature.
import { createHmac, randomUUID } from 'node:crypto';
import { STRIPE_API_VERSION } from './api.ts';

export function stripeEvent(type: string, object: unknown, now: Date): Record<string, unknown> {
  return {
    id: `evt_${randomUUID().replaceAll('-', '')}`,
    object: 'event',
    api_version: STRIPE_API_VERSION,
    created: Math.floor(now.getTime() / 1000),
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  };
}

/** By the time of this machine, as the receiver's library compares it. */
export function signature(rawBody: string, secret: string, ageSeconds = 0): string {
  const at = Math.floor(Date.now() / 1000) - ageSeconds;
  return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${rawBody}`).digest('hex')}`;
}
