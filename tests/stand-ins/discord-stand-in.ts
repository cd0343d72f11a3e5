// Test helper: Discord's "Execute Webhook", by https://discord.com/developers/docs/resources/webhook#execute-webhook, with
// the limits of "Embed Limits" and the responses of "Rate Limits" and "JSON Error Codes".
import { createDiscordChannel } from '../../server/modules/notifications/channels/discord/discord-channel.ts';
import type { ChannelStandIn } from '../conformance/channel.conformance.ts';
import { type StandInAnswer, type StandInCall, startStandInServer } from './channel-stand-in-server.ts';

const token = 'UKt9_bBG1l-qRoJ6tZ3wQm0eXaMpLeOfAtOkEnThAtIsLoNgEnOuGh';
const path = `/api/webhooks/223704706495545344/${token}`;

export type DiscordStandIn = ChannelStandIn & { sent: StandInCall['json'][] };

export async function startDiscordStandIn(): Promise<DiscordStandIn> {
  const sent: StandInCall['json'][] = [];
  let refusal: StandInAnswer | null = null;

  const server = await startStandInServer(({ method, path: asked, query, json }) => {
    if (asked !== path || method !== 'POST') return failure(404, { message: 'Unknown Webhook', code: 10015 });
    if (refusal) return refusal;
    const [embed, ...others] = json.embeds;
    const isValid =
      others.length === 0 &&
      embed.title.length <= 256 &&
      embed.description.length <= 4_096 &&
      embed.title.length + embed.description.length <= 6_000 &&
      Number.isInteger(embed.color) &&
      !Number.isNaN(Date.parse(embed.timestamp));
    if (!isValid) return failure(400, { message: 'Invalid Form Body', code: 50035 });
    sent.push(json);
    // Without `wait` the message is not confirmed.
    return query.get('wait') === 'true' ? { status: 200, body: { id: '1045', type: 0 } } : { status: 204, body: '' };
  });

  const url = `${server.url}${path}`;
  const deps = { allowLoopback: true, now: () => new Date() };
  return {
    subject: createDiscordChannel({ url }, deps),
    guarded: createDiscordChannel({ url }, { ...deps, allowLoopback: false }),
    sent,
    meet: server.meet,
    revoke: () => {
      refusal = failure(404, { message: 'Unknown Webhook', code: 10015 });
    },
    limit: (seconds) => {
      const headers = { 'retry-after': String(Math.ceil(seconds)) };
      const body = { message: 'You are being rate limited.', retry_after: seconds, global: false };
      refusal = { status: 429, body, headers };
    },
    shown: () =>
      sent.map(({ embeds: [{ title, description }] }) => ({ title: plainOf(title), text: plainOf(description) })),
    callCount: () => server.calls.length,
    hangUp: server.stop,
    secrets: [token, path],
    stop: server.stop,
  };
}

/** The text without markdown; a link as its text and address. Fails for formatting that is not escaped. */
function plainOf(markdown: string): string {
  const link = markdown.match(/(?<!\\)\[(.*?)(?<!\\)\]\((\S+?)\)$/);
  const text = link ? markdown.slice(0, -link[0].length) : markdown;
  const formatted = text.replace(/\\[^0-9A-Za-z\s]/g, '').match(/[*_~`|<[\]]/);
  if (formatted) throw new Error(`Not escaped: ${formatted[0]}`);
  const plain = text.replace(/\\([^0-9A-Za-z\s])/g, '$1');
  return link ? `${plain}${link[1]}: ${link[2]}` : plain;
}

function failure(status: number, body: object): StandInAnswer {
  return { status, body };
}
