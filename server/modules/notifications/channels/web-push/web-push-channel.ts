// Messages to a browser or a phone through the push service of its vendor (RFC 8030), which cannot read them.
import { offeredActs, withAct } from '../../../../../contract/action-item-kinds.ts';
import type { ChannelConfigs } from '../../../../../contract/notification-channels.ts';
import type { Severity } from '../../../../../contract/notification-kinds.ts';
import { adminWorkerScope, type PushPayload } from '../../../../../contract/push-payload.ts';
import type { NotificationChannel, NotificationMessage } from '../../../../ports/notification-channel.ts';
import { messageTexts } from '../../message-texts.ts';
import { type ChannelOptions, type ChannelResponse, httpChannel, type Reading, secretsOfUrl } from '../channel-call.ts';
import { fitText } from '../fit-text.ts';
import { encryptMessage, hashTopic, mostMessageBytes, type VapidKeys, vapidHeader } from './web-push-crypto.ts';

export type WebPushOptions = ChannelOptions & {
  vapid: VapidKeys;
  /** PUBLIC_URL; sent to the push service as the contact. */
  publicUrl: string;
};

const longestTitle = 200;
/** How soon a phone that saves power gets it. */
const urgencies: Record<Severity, string> = { info: 'low', warning: 'normal', critical: 'high' };
/** How long the push service keeps it for a device that is off. */
const lifeHours: Record<Severity, number> = { info: 12, warning: 24, critical: 72 };
/** The subscription has ended, or was made for another key of the store. */
const goneStatuses: readonly number[] = [401, 403, 404, 410];
const acceptedStatuses: readonly number[] = [201, 202];

export function createWebPushChannel(config: ChannelConfigs['web-push'], deps: WebPushOptions): NotificationChannel {
  const { endpoint: url } = config;
  // A stored address was checked; this is for one that a later version refuses.
  const endpoint = new URL(URL.canParse(url) ? url : 'https://invalid');
  const contact = toContact(deps.publicUrl);
  return httpChannel(
    deps,
    (message) => {
      const authorization = vapidHeader(deps.vapid, { endpoint, contact, now: deps.now() });
      const headers = {
        'content-type': 'application/octet-stream',
        'content-encoding': 'aes128gcm',
        authorization,
        ttl: String(lifeHours[message.severity] * 3_600),
        urgency: urgencies[message.severity],
        topic: hashTopic(message.tag),
      };
      const body = encryptMessage(buildPayload(message), config);
      return { who: 'push', url, body, headers, secrets: [...secretsOfUrl(url), authorization, config.auth] };
    },
    readAnswer,
  );
}

function buildPayload(message: NotificationMessage): Buffer {
  const payload: PushPayload = {
    title: fitText(message.title, longestTitle),
    body: '',
    tag: message.tag,
    ...buildLinks(message),
    isCritical: message.severity === 'critical',
    badge: message.badge,
    sentAt: message.sentAt.getTime(),
  };
  const bodyBytes = mostMessageBytes - Buffer.byteLength(JSON.stringify(payload));
  const measureSize = (text: string) => Buffer.byteLength(JSON.stringify(text)) - 2;
  return Buffer.from(JSON.stringify({ ...payload, body: fitText(message.body, bodyBytes, { measureSize }) }));
}

/** Paths, because the service worker opens nothing outside of its own store. */
function buildLinks({ kind, link, language }: NotificationMessage): Pick<PushPayload, 'path' | 'buttons'> {
  if (link === null) return { path: adminWorkerScope, buttons: [] };
  const { pathname, search, hash } = new URL(link.url);
  const path = `${pathname}${search}${hash}`;
  const open = { title: link.text, path };
  const act = kind in offeredActs ? offeredActs[kind as keyof typeof offeredActs] : undefined;
  if (act === undefined || !search.startsWith('?item=')) return { path, buttons: [open] };
  const opened = withAct(path, act);
  // Links to send have no page but their plan.
  return {
    path: act === 'send' ? opened : path,
    buttons: [{ title: messageTexts[language].acts[act], path: opened }, open],
  };
}

/** Push services take https and mailto only; a sandbox store may have neither. */
function toContact(publicUrl: string): string {
  const { protocol, origin, hostname } = new URL(publicUrl);
  return protocol === 'https:' ? origin : `mailto:admin@${hostname}`;
}

function readAnswer({ status, text }: ChannelResponse): Reading {
  return { words: text, isConfirmed: acceptedStatuses.includes(status), isGone: goneStatuses.includes(status) };
}
