// Messages to a Slack channel through an incoming webhook.
import type { ChannelConfigs } from '../../../../../contract/notification-channels.ts';
import type { NotificationChannel, NotificationMessage } from '../../../../ports/notification-channel.ts';
import { type ChannelOptions, type ChannelResponse, httpChannel, type Reading, secretsOfUrl } from '../channel-call.ts';
import { fitText } from '../fit-text.ts';

/** Of the text of one section. */
const maxSectionLength = 3_000;
const maxTitleLength = 300;

export function createSlackChannel({ url }: ChannelConfigs['slack'], deps: ChannelOptions): NotificationChannel {
  const secrets = secretsOfUrl(url);
  return httpChannel(
    deps,
    (message) => ({ who: 'slack', url, body: JSON.stringify(buildContent(message)), secrets }),
    readAnswer,
  );
}

function buildContent({ title, body, link }: NotificationMessage): object {
  const head = fitText(title, maxTitleLength, { encode: escapeSlack });
  const sections = [`*${head}*`];
  if (body !== '') sections.push(fitText(body, maxSectionLength, { encode: escapeSlack }));
  if (link) sections.push(`<${escapeSlack(link.url)}|${escapeSlack(link.text).replaceAll('|', '¦')}>`);
  return {
    // Shown by notifications of the phone.
    text: head,
    blocks: sections.map((text) => ({ type: 'section', text: { type: 'mrkdwn', text } })),
  };
}

/** The three characters that Slack reads as control characters. */
function escapeSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function readAnswer({ status, text }: ChannelResponse): Reading {
  const words = text.trim();
  return {
    words,
    isConfirmed: words === 'ok',
    // no_service, channel_not_found, channel_is_archived; 403 also means "not allowed for now".
    isGone: [404, 410].includes(status) || words === 'invalid_token',
  };
}
