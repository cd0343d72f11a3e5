// Test helper: a Slack incoming webhook, by https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks, with
// the limits of "Section block", the escapes of "Formatting message text" and the answer of "Rate limits".
import { createSlackChannel } from '../../server/modules/notifications/channels/slack/slack-channel.ts';
import type { ChannelStandIn } from '../conformance/channel.conformance.ts';
import { type StandInAnswer, type StandInCall, startStandInServer } from './channel-stand-in-server.ts';

const token = 'XXXXXXXXXXXXXXXXXXXXXXXX';
const path = `/services/T00000000/B00000000/${token}`;
type Block = { type: string; text: { type: string; text: string } };

export async function startSlackStandIn(): Promise<ChannelStandIn> {
  const sent: StandInCall['json'][] = [];
  let refusal: StandInAnswer | null = null;

  const server = await startStandInServer(({ method, path: asked, json }) => {
    if (asked !== path || method !== 'POST') return { status: 404, body: 'no_service' };
    if (refusal) return refusal;
    const isValid = json.blocks.every(
      ({ type, text }: Block) =>
        type === 'section' && text.type === 'mrkdwn' && text.text.length >= 1 && text.text.length <= 3_000,
    );
    if (!isValid || typeof json.text !== 'string' || json.blocks.length > 50)
      return { status: 400, body: 'invalid_blocks' };
    sent.push(json);
    return { status: 200, body: 'ok' };
  });

  const url = `${server.url}${path}`;
  const deps = { allowLoopback: true, now: () => new Date() };
  return {
    subject: createSlackChannel({ url }, deps),
    guarded: createSlackChannel({ url }, { ...deps, allowLoopback: false }),
    meet: server.meet,
    revoke: () => {
      refusal = { status: 404, body: 'no_service' };
    },
    limit: (seconds) => {
      refusal = {
        status: 429,
        body: { ok: false, error: 'rate_limited' },
        headers: { 'retry-after': String(seconds) },
      };
    },
    shown: () =>
      sent.map(({ blocks: [first, ...others] }: { blocks: [Block, ...Block[]] }) => ({
        title: plainOf(first.text.text).replace(/^\*|\*$/g, ''),
        text: others.map(({ text }) => plainOf(text.text)).join('\n'),
      })),
    callCount: () => server.calls.length,
    hangUp: server.stop,
    secrets: [token, path],
    stop: server.stop,
  };
}

/** A link as its text and address. Fails for a control character that is neither escaped nor of a link. */
function plainOf(text: string): string {
  const written = text.replace(/^<(https?:[^|>]+)\|([^>]+)>$/, '$2: $1');
  if (/[<>]|&(?!(amp|lt|gt);)/.test(written)) throw new Error(`Not escaped: ${written}`);
  return written.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}
