// Test helper: a program that receives notifications and checks their signature by Standard Webhooks
// (https://github.com/standard-webhooks/standard-webhooks, "Verifying signatures"), independent of the store's code.
import { createHmac } from 'node:crypto';
import { createWebhookChannel } from '../../server/modules/notifications/channels/webhook/webhook-channel.ts';
import type { ChannelStandIn } from '../conformance/channel.conformance.ts';
import { type StandInAnswer, type StandInCall, startStandInServer } from './channel-stand-in-server.ts';

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const key = 'k-4f8a61c0';

export type WebhookStandIn = ChannelStandIn & { config: { url: string; secret: string }; received: StandInCall[] };

export async function startWebhookStandIn(): Promise<WebhookStandIn> {
  const received: StandInCall[] = [];
  let refusal: StandInAnswer | null = null;

  const server = await startStandInServer((call) => {
    if (refusal) return refusal;
    if (!isSigned(call)) return { status: 401, body: 'wrong signature' };
    received.push(call);
    return { status: 202, body: 'queued' };
  });

  const url = `${server.url}/hooks/told?key=${key}`;
  const deps = { allowLoopback: true, now: () => new Date() };
  return {
    subject: createWebhookChannel({ url, secret }, deps),
    guarded: createWebhookChannel({ url, secret }, { ...deps, allowLoopback: false }),
    config: { url, secret },
    received,
    meet: server.meet,
    revoke: () => {
      refusal = { status: 410, body: 'no more, please' };
    },
    limit: (seconds) => {
      refusal = { status: 429, body: '', headers: { 'retry-after': String(seconds) } };
    },
    shown: () =>
      received.map(({ json: { title, body, link } }) => ({
        title,
        text: link ? `${body}\n${link.text}: ${link.url}` : body,
      })),
    callCount: () => server.calls.length,
    hangUp: server.stop,
    secrets: [secret, key],
    stop: server.stop,
  };
}

function isSigned({ headers, text }: StandInCall): boolean {
  const age = Date.now() / 1000 - Number(headers['webhook-timestamp']);
  const signed = [headers['webhook-id'], headers['webhook-timestamp'], text].join('.');
  const expected = createHmac('sha256', Buffer.from(secret.split('_')[1] ?? '', 'base64')).update(signed, 'utf8');
  return Math.abs(age) < 300 && headers['webhook-signature'] === `v1,${expected.digest('base64')}`;
}
