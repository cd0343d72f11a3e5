// Test helper: an ntfy server, by https://docs.ntfy.sh/publish/ ("Publish as JSON", "Message priority", "Click action",
// "Access tokens", "Limitations") and its errors (https://docs.ntfy.sh/publish/#limitations).
import { createNtfyChannel } from '../../server/modules/notifications/channels/ntfy/ntfy-channel.ts';
import type { ChannelStandIn } from '../conformance/channel.conformance.ts';
import { type StandInAnswer, type StandInCall, startStandInServer } from './channel-stand-in-server.ts';

const topic = 'shop-alerts-Zq7';
const token = 'tk_AgQdq7mVBoFD37zQVN29RhuMzNIz2';

export type NtfyStandIn = ChannelStandIn & { url: string; topic: string; token: string; sent: StandInCall['json'][] };

export async function startNtfyStandIn(): Promise<NtfyStandIn> {
  const sent: StandInCall['json'][] = [];
  let refusal: StandInAnswer | null = null;

  const server = await startStandInServer(({ method, path, headers, json }) => {
    if (path !== '/' || !['POST', 'PUT'].includes(method)) return failure(404, 40401, 'page not found');
    if (headers.authorization !== `Bearer ${token}`) return failure(401, 40101, 'unauthorized');
    if (refusal) return refusal;
    if (!/^[-_A-Za-z0-9]{1,64}$/.test(json?.topic ?? '')) return failure(400, 40009, 'invalid request: topic invalid');
    if (![1, 2, 3, 4, 5].includes(json.priority)) return failure(400, 40007, 'invalid request: priority invalid');
    // A server with attachments would store a longer message as a file.
    if (Buffer.byteLength(json.message) > 4_096) return failure(413, 41301, 'attachment too large, or bandwidth limit');
    sent.push(json);
    return { status: 200, body: { id: `m${sent.length}`, time: 1, event: 'message', ...json } };
  });

  const config = { server: server.url, topic, token };
  const deps = { allowLoopback: true, now: () => new Date() };
  return {
    subject: createNtfyChannel(config, deps),
    guarded: createNtfyChannel(config, { ...deps, allowLoopback: false }),
    url: server.url,
    topic,
    token,
    sent,
    meet: server.meet,
    revoke: () => {
      refusal = failure(401, 40101, 'unauthorized');
    },
    limit: (seconds) => {
      const busy = failure(429, 42901, 'limit reached: too many requests, please be nice');
      refusal = { ...busy, headers: { 'retry-after': String(seconds) } };
    },
    shown: () =>
      sent.map(({ title, message, actions }) => {
        const [action] = actions ?? [];
        return { title, text: action ? `${message}\n${action.label}: ${action.url}` : message };
      }),
    callCount: () => server.calls.length,
    hangUp: server.stop,
    secrets: [token],
    stop: server.stop,
  };
}

function failure(http: number, code: number, error: string): StandInAnswer {
  return { status: http, body: { code, http, error, link: 'https://ntfy.sh/docs/publish/#limitations' } };
}
