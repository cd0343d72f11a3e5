// Signs requests by Standard Webhooks: the receiver computes the same signature with its secret.
import { createHmac } from 'node:crypto';
import { webhookSecretMark } from '../../contract/api-access.ts';

/** `secretHex`: 24 to 64 random bytes. */
export function formatSecret(secretHex: string): string {
  return `${webhookSecretMark}${Buffer.from(secretHex, 'hex').toString('base64')}`;
}

/** Headers of one attempt: its own time, and the event's ID. */
export function signedHeaders(
  secret: string,
  { id, at, body }: { id: string; at: Date; body: string },
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const key = Buffer.from(secret.slice(webhookSecretMark.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}
