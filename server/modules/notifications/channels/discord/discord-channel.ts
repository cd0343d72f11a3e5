// Messages to a Discord channel through a webhook of that channel.
import { z } from 'zod';
import type { ChannelConfigs } from '../../../../../contract/notification-channels.ts';
import type { Severity } from '../../../../../contract/notification-kinds.ts';
import type { NotificationChannel, NotificationMessage } from '../../../../ports/notification-channel.ts';
import { type ChannelOptions, type ChannelResponse, httpChannel, type Reading, secretsOfUrl } from '../channel-call.ts';
import { fitText } from '../fit-text.ts';

const maxTitleLength = 256;
const maxDescriptionLength = 4_096;
const colors: Record<Severity, number> = { info: 0x2e90fa, warning: 0xf79009, critical: 0xd92d20 };

const wireMessage = z.object({ id: z.string() });
const wireError = z.object({ message: z.string(), retry_after: z.number().optional() });

export function createDiscordChannel(config: ChannelConfigs['discord'], deps: ChannelOptions): NotificationChannel {
  const [url, secrets] = [confirmedUrl(config.url), secretsOfUrl(config.url)];
  return httpChannel(
    deps,
    (message) => ({ who: 'discord', url, body: JSON.stringify(buildContent(message)), secrets }),
    readAnswer,
  );
}

// With `wait`, Discord responds after it stored the message.
function confirmedUrl(written: string): string {
  if (!URL.canParse(written)) return written;
  const url = new URL(written);
  url.searchParams.set('wait', 'true');
  return url.href;
}

function buildContent({ title, body, link, severity, sentAt }: NotificationMessage): object {
  const end = link ? `[${escapeMarkdown(link.text)}](${link.url.replaceAll('(', '%28').replaceAll(')', '%29')})` : '';
  const space = body !== '' && end !== '' ? '\n\n' : '';
  const room = maxDescriptionLength - end.length - space.length;
  return {
    embeds: [
      {
        title: fitText(title, maxTitleLength, { encode: escapeMarkdown }),
        description: `${fitText(body, room, { encode: escapeMarkdown })}${space}${end}`,
        color: colors[severity],
        timestamp: sentAt.toISOString(),
      },
    ],
    // No text can notify a role or everyone.
    allowed_mentions: { parse: [] },
  };
}

function escapeMarkdown(text: string): string {
  return text.replace(/[\\*_~`|>#[\]()<-]/g, '\\$&');
}

function readAnswer({ status, text, json }: ChannelResponse): Reading {
  const id = wireMessage.safeParse(json).data?.id;
  const error = wireError.safeParse(json).data;
  return {
    words: id === undefined ? (error?.message ?? text) : `message ${id}`,
    isConfirmed: id !== undefined,
    // 404: Unknown Webhook. 401: Invalid Webhook Token.
    isGone: [401, 404, 410].includes(status),
    retryAfterSeconds: error?.retry_after,
  };
}
