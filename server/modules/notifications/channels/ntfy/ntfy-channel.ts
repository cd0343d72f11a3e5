// Messages to a topic of ntfy.sh or of an own ntfy server.
import { z } from 'zod';
import type { ChannelConfigs } from '../../../../../contract/notification-channels.ts';
import type { Severity } from '../../../../../contract/notification-kinds.ts';
import type { NotificationChannel, NotificationMessage } from '../../../../ports/notification-channel.ts';
import { type ChannelOptions, type ChannelResponse, httpChannel, type Reading } from '../channel-call.ts';
import { fitText } from '../fit-text.ts';

/** A longer message would become an attachment. */
const maxMessageBytes = 4_096;
const maxTitleLength = 256;
const priorities: Record<Severity, number> = { info: 3, warning: 4, critical: 5 };
/** Short codes that ntfy shows as an emoji before the title. */
const tags: Record<Severity, string[]> = { info: [], warning: ['warning'], critical: ['rotating_light'] };

const wireMessage = z.object({ id: z.string(), event: z.literal('message') });
const wireError = z.object({ error: z.string() });

export function createNtfyChannel(
  { server, topic, token }: ChannelConfigs['ntfy'],
  deps: ChannelOptions,
): NotificationChannel {
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  const request = { who: 'ntfy' as const, url: toRoot(server), headers, secrets: token ? [token] : [] };
  return httpChannel(
    deps,
    (message) => ({ ...request, body: JSON.stringify({ topic, ...buildContent(message) }) }),
    readAnswer,
  );
}

// JSON is published to the root: a path would be read as a topic, and the JSON as its text.
function toRoot(server: string): string {
  return URL.canParse(server) ? new URL('/', server).href : server;
}

function buildContent({ title, body, link, severity }: NotificationMessage): object {
  return {
    title: fitText(title, maxTitleLength),
    // Without a message, ntfy shows "triggered".
    message: fitText(body || title, maxMessageBytes, { measureSize: Buffer.byteLength }),
    priority: priorities[severity],
    tags: tags[severity],
    ...(link && { click: link.url, actions: [{ action: 'view', label: link.text, url: link.url }] }),
  };
}

function readAnswer({ status, text, json }: ChannelResponse): Reading {
  const id = wireMessage.safeParse(json).data?.id;
  return {
    words: id === undefined ? (wireError.safeParse(json).data?.error ?? text) : `message ${id}`,
    isConfirmed: id !== undefined,
    isGone: [401, 404, 410].includes(status),
  };
}
