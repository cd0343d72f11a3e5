// Test helper: a push service with one subscription, by RFC 8030 (delivery, TTL, Urgency, Topic), RFC 8291 (encryption) and
// RFC 8292 (VAPID). It refuses what a real one refuses, and reads what only the browser can read.
import { createPublicKey, verify } from 'node:crypto';
import type { PushPayload } from '../../contract/push-payload.ts';
import { createWebPushChannel } from '../../server/modules/notifications/channels/web-push/web-push-channel.ts';
import { deriveVapidKeys } from '../../server/modules/notifications/channels/web-push/web-push-crypto.ts';
import type { ChannelStandIn } from '../conformance/channel.conformance.ts';
import { decryptPush, newBrowserKeys, subscriptionKeys } from '../support/push-decryption.ts';
import { type StandInAnswer, type StandInCall, startStandInServer } from './channel-stand-in-server.ts';

const path = '/wpush/v2/gAAAAABlQ8mR-t0pS3cr3tPart_Zk';
const storeUrl = 'https://shop.example';
const mostBodyBytes = 4_096;

type Sent = { headers: Record<string, string>; payload: PushPayload };
export type PushStandIn = ChannelStandIn & {
  sent: Sent[];
  subscription: { endpoint: string; p256dh: string; auth: string };
  answer(status: number): void;
  /** The store has another key pair from now on. */
  withOtherKey: ChannelStandIn['subject'];
};

/** `storeKey`: the public key that its subscription was made with. */
export async function startPushStandIn(storeKey?: string): Promise<PushStandIn> {
  const sent: Sent[] = [];
  const keys = newBrowserKeys();
  const vapid = deriveVapidKeys('tests only: the secret of a store with pushes');
  let refusal: StandInAnswer | null = null;
  let origin = '';

  const server = await startStandInServer((call) => {
    if (call.path !== path) return failure(404, 'No such subscription');
    const problem = problemOfToken(call.headers.authorization ?? '', { origin, key: storeKey ?? vapid.publicKey });
    if (problem !== null) return failure(403, problem);
    if (refusal) return refusal;
    const problemOfHeaders = headerProblem(call.headers);
    if (problemOfHeaders !== null) return failure(400, problemOfHeaders);
    if (call.bytes.byteLength > mostBodyBytes) return failure(413, 'Payload too large');
    sent.push({ headers: call.headers, payload: JSON.parse(decryptPush(call.bytes, keys)) });
    return { status: 201, body: '', headers: { location: `${origin}/m/${sent.length}` } };
  });
  origin = server.url;

  const adminId = '7b3c1f5e-9a51-4a55-8a83-2f4f6b1b8a10';
  const subscription = { endpoint: `${origin}${path}`, ...subscriptionKeys(keys) };
  const config = { ...subscription, adminId, deviceName: 'Phone' };
  const deps = { allowLoopback: true, now: () => new Date(), vapid, publicUrl: storeUrl };
  return {
    subject: createWebPushChannel(config, deps),
    guarded: createWebPushChannel(config, { ...deps, allowLoopback: false }),
    withOtherKey: createWebPushChannel(config, { ...deps, vapid: deriveVapidKeys('another secret of the same store') }),
    sent,
    subscription,
    meet: server.meet,
    answer: (status) => {
      refusal = failure(status, 'Refused');
    },
    revoke: () => {
      refusal = failure(410, 'Subscription expired');
    },
    limit: (seconds) => {
      refusal = { ...failure(429, 'Too many requests'), headers: { 'retry-after': String(seconds) } };
    },
    shown: () =>
      sent.map(({ payload: { title, body, buttons } }) => {
        const open = buttons.at(-1);
        return { title, text: open ? `${body}\n${open.title}: ${new URL(open.path, storeUrl).href}` : body };
      }),
    callCount: () => server.calls.length,
    hangUp: server.stop,
    secrets: [path, config.auth],
    stop: server.stop,
  };
}

/** Null for a token of this store for this push service, not older than a day (RFC 8292, section 2). */
function problemOfToken(header: string, expected: { origin: string; key: string }): string | null {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(header) ?? [];
  if (key !== expected.key) return 'The key is not that of the subscription';
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, format: 'jwk' });
  const signed = Buffer.from(`${head}.${claims}`);
  const options = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const;
  if (!verify('sha256', signed, options, Buffer.from(signature, 'base64url'))) return 'The signature is wrong';
  const { alg } = JSON.parse(Buffer.from(head, 'base64url').toString());
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString());
  const leftSeconds = exp - Date.now() / 1000;
  if (alg !== 'ES256' || aud !== expected.origin) return 'The token is for another service';
  if (!(leftSeconds > 0 && leftSeconds <= 86_400)) return 'The token has expired, or lasts too long';
  return /^(https:|mailto:)/.test(sub) ? null : 'The token has no contact';
}

function headerProblem({ ttl = '', urgency = '', topic = '', ...headers }: StandInCall['headers']): string | null {
  if (headers['content-encoding'] !== 'aes128gcm') return 'Unknown content encoding';
  if (!/^\d+$/.test(ttl)) return 'TTL is missing';
  if (!['very-low', 'low', 'normal', 'high'].includes(urgency)) return 'Unknown urgency';
  return /^[\w-]{1,32}$/.test(topic) ? null : 'Topic is invalid';
}

function failure(status: number, reason: string): StandInAnswer {
  return { status, body: { reason } };
}
