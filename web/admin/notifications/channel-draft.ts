// The draft of a notification channel: what a form edits, and what is sent of it. Pure.

import { webhookSecretMark } from '../../../contract/api-access.ts';
import type { AnswerFor, CallFor } from '../../../contract/index.ts';
import {
  type ChannelKind,
  isDefaultKind,
  type NotificationGroup,
  type NotificationKind,
  notificationKindNames,
  notificationKinds,
} from '../../../contract/notification-kinds.ts';

export type Channel = AnswerFor<'GET /api/admin/notification-channels'>[number];
export type NewChannel = CallFor<'POST /api/admin/notification-channels'>['body'];

/** Channels of web push are added on their device. */
export type AddedKind = Exclude<ChannelKind, 'web-push'>;
export const addedKinds: readonly AddedKind[] = ['email', 'telegram', 'ntfy', 'discord', 'slack', 'webhook'];

/** The fields of all kinds; a kind uses some of them. */
export type ConfigDraft = Record<
  'address' | 'botToken' | 'chatId' | 'chatName' | 'url' | 'server' | 'topic' | 'token' | 'secret',
  string
>;

export type Preferences = Omit<NewChannel, 'to' | 'kinds'> & { kinds: readonly NotificationKind[] };

export const defaultKinds: readonly NotificationKind[] = chosenOf(notificationKindNames.filter(isDefaultKind));

export function newConfig(): ConfigDraft {
  const empty = { address: '', botToken: '', chatId: '', chatName: '', url: '', token: '' };
  return { ...empty, server: 'https://ntfy.sh', topic: `shop-${randomText(9)}`, secret: newSecret() };
}

/** Without its secrets, which the API never returns. */
export function preferencesOf({ name, kinds, leastSeverity, quietFrom, quietUntil, language }: Channel): Preferences {
  return { name, kinds: kinds ?? defaultKinds, leastSeverity, quietFrom, quietUntil, language };
}

/** Null while a required field is empty. */
export function configOf(kind: AddedKind, draft: ConfigDraft): NewChannel['to'] | null {
  const { address, botToken, chatId, chatName, url, server, topic, token, secret } = trimmed(draft);
  switch (kind) {
    case 'email':
      return address === '' ? null : { kind, config: { address } };
    case 'telegram':
      return botToken === '' || chatId === '' ? null : { kind, config: { botToken, chatId, chatName } };
    case 'discord':
    case 'slack':
      return url === '' ? null : { kind, config: { url } };
    case 'ntfy':
      return server === '' || topic === '' ? null : { kind, config: { server, topic, ...(token && { token }) } };
    case 'webhook':
      return url === '' ? null : { kind, config: { url, secret } };
  }
}

/** Null for the default choice, so that a channel also gets the kinds of later versions. */
export function sentKinds(kinds: readonly NotificationKind[]): NotificationKind[] | null {
  const chosen = chosenOf(kinds);
  return chosen.join() === defaultKinds.join() ? null : chosen;
}

/** In the order of the contract. `test` is no choice. */
export function kindsOf(group: NotificationGroup): NotificationKind[] {
  return notificationKindNames.filter((kind) => kind !== 'test' && notificationKinds[kind].group === group);
}

export function withKinds(
  chosen: readonly NotificationKind[],
  changed: readonly NotificationKind[],
  isOn: boolean,
): NotificationKind[] {
  const others = chosen.filter((kind) => !changed.includes(kind));
  return isOn ? [...others, ...changed] : others;
}

/** Minutes of the day as the value of a time input. */
export function timeOf(minutes: number): string {
  const padded = (part: number) => String(part).padStart(2, '0');
  return `${padded(Math.floor(minutes / 60))}:${padded(minutes % 60)}`;
}

/** Null while the input is incomplete. */
export function minutesOf(time: string): number | null {
  const [, hours, minutes] = time.match(/^(\d\d):(\d\d)/) ?? [];
  return hours === undefined ? null : Number(hours) * 60 + Number(minutes);
}

/** The part of the configuration that identifies the channel among others of its kind. */
export function hintOf({ kind, config }: Channel): string {
  const { address, chatName, chatId, url, server, topic, deviceName } = config;
  switch (kind) {
    case 'email':
      return address ?? '';
    case 'telegram':
      return chatName || chatId || '';
    case 'ntfy':
      return `${(server ?? '').replace(/^https?:\/\//, '').replace(/\/$/, '')}/${topic ?? ''}`;
    case 'web-push':
      return deviceName ?? '';
    default:
      return url ?? '';
  }
}

function chosenOf(kinds: readonly NotificationKind[]): NotificationKind[] {
  return notificationKindNames.filter((kind) => kind !== 'test' && kinds.includes(kind));
}

function trimmed(draft: ConfigDraft): ConfigDraft {
  return Object.fromEntries(Object.entries(draft).map(([field, value]) => [field, value.trim()])) as ConfigDraft;
}

/** 24 random bytes, as Standard Webhooks has them. */
function newSecret(): string {
  return `${webhookSecretMark}${btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(24))))}`;
}

function randomText(bytes: number): string {
  return [...crypto.getRandomValues(new Uint8Array(bytes))].map((byte) => (byte % 36).toString(36)).join('');
}
