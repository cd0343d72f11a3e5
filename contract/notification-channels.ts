// Calls about the channels that notify the operator, and the devices of an admin that get push messages: each of those is a
// channel of the kind web-push.
import { z } from 'zod';
import { adminLanguages } from './admin-languages.ts';
import { cleanName } from './characters.ts';
import { endpoint } from './endpoint.ts';
import { channelKinds, channelStates, notificationKindNames, severities } from './notification-kinds.ts';
import { byUuid, codedMessage, success } from './shared-schemas.ts';
import { addressInput, nameInput } from './text-inputs.ts';

const line = (longest: number) => z.string().trim().min(1).max(longest);
const url = line(500);
/** Minutes of the day in the store's time zone. */
const minuteOfDay = z.number().int().min(0).max(1_439);

/** The configuration of each kind. Sealed at rest. */
export const channelConfigs = {
  email: z.object({ address: addressInput.min(1).max(254) }),
  telegram: z.object({
    botToken: line(100),
    chatId: line(40),
    chatName: z.string().overwrite(cleanName).max(100).optional(),
  }),
  discord: z.object({ url }),
  slack: z.object({ url }),
  ntfy: z.object({ server: url, topic: line(64), token: z.string().trim().max(100).optional() }),
  /** `secret` signs the requests (Standard Webhooks). */
  webhook: z.object({ url, secret: line(200) }),
  'web-push': z.object({
    endpoint: line(1_000),
    p256dh: line(200),
    auth: line(100),
    adminId: z.uuid(),
    deviceName: line(100),
  }),
} as const;

export type ChannelConfigs = { [K in keyof typeof channelConfigs]: z.output<(typeof channelConfigs)[K]> };

const preferences = z.object({
  name: nameInput(80),
  /** Null: all that are not optional. */
  kinds: z.array(z.enum(notificationKindNames)).nullable(),
  leastSeverity: z.enum(severities),
  /** Both null: no quiet hours. `quietFrom` may be later than `quietUntil`: over midnight. */
  quietFrom: minuteOfDay.nullable(),
  quietUntil: minuteOfDay.nullable(),
  language: z.enum(adminLanguages),
});

const ofKind = <K extends keyof typeof channelConfigs>(kind: K) =>
  z.object({ kind: z.literal(kind), config: channelConfigs[kind] });

/** A kind with its configuration. Devices for web push are added by their own call. */
const kindAndConfig = z.union([
  ofKind('email'),
  ofKind('telegram'),
  ofKind('discord'),
  ofKind('slack'),
  ofKind('ntfy'),
  ofKind('webhook'),
]);

/** Times in ISO 8601 UTC. */
export const notificationChannel = preferences.extend({
  id: z.string(),
  kind: z.enum(channelKinds),
  /** The configuration by field, to recognize the channel; every secret is masked. */
  config: z.record(z.string(), z.string()),
  enabled: z.boolean(),
  state: z.enum(channelStates),
  createdAt: z.string(),
  /** Null: never. */
  lastSentAt: z.string().nullable(),
  /** The last response of the other side, as one sentence. */
  lastAnswer: z.string().nullable(),
  lastAnswerCoded: codedMessage.optional(),
  lastFailedAt: z.string().nullable(),
  /** Whose device it is (web push); null for all other kinds. */
  adminId: z.string().nullable(),
});

/** Oldest first. */
export const listNotificationChannels = endpoint('GET /api/admin/notification-channels', {
  role: 'owner',
  summary: 'Lists the channels that notify the operator.',
  output: z.array(notificationChannel),
});

/** An address must be public and https, except the local machine of a sandbox store. */
export const addNotificationChannel = endpoint('POST /api/admin/notification-channels', {
  role: 'owner',
  stepUp: true,
  summary: 'Adds a notification channel.',
  input: { body: preferences.extend({ to: kindAndConfig }) },
  output: notificationChannel,
  errors: ['invalid_input', 'conflict'],
});

/**
 * Replaces the preferences. Without `to` the configuration stays; its kind must be the channel's. A masked secret keeps the
 * saved one, unless its address has another origin: 400 `invalid_input`, with the field of the secret.
 */
export const changeNotificationChannel = endpoint('PUT /api/admin/notification-channels/{id}', {
  role: 'owner',
  stepUp: true,
  summary: 'Changes a notification channel.',
  input: { params: byUuid, body: preferences.extend({ enabled: z.boolean(), to: kindAndConfig.optional() }) },
  output: notificationChannel,
  errors: ['invalid_input', 'not_found'],
});

/** Also deletes its messages, sent and pending. */
export const removeNotificationChannel = endpoint('DELETE /api/admin/notification-channels/{id}', {
  role: 'owner',
  stepUp: true,
  summary: 'Removes a notification channel.',
  input: { params: byUuid },
  output: success,
  errors: ['not_found'],
});

/** Sends a test message at once, also by a channel that is switched off. `answer`: what the other side returned. */
export const testNotificationChannel = endpoint('POST /api/admin/notification-channels/{id}/test', {
  role: 'owner',
  stepUp: { neverBecause: 'the channel was saved after a proof, and the message says nothing of the store' },
  summary: 'Sends a test message by a notification channel.',
  input: { params: byUuid },
  output: z.object({ arrived: z.boolean(), answer: z.string(), answerCoded: codedMessage }),
  errors: ['not_found'],
});

/** The chats that wrote to the bot in the last day, newest first. Throws `invalid_input` for a token that Telegram refuses. */
export const listTelegramChats = endpoint('POST /api/admin/notification-channels/telegram-chats', {
  role: 'owner',
  stepUp: { neverBecause: 'it stores nothing and reads only what the given token opens' },
  summary: 'Lists the Telegram chats that started a bot.',
  input: { body: z.object({ botToken: line(100) }) },
  output: z.object({
    /** For the link that opens the bot. */
    botName: z.string(),
    chats: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
  errors: ['invalid_input', 'channel_unavailable'],
});

const address = z.string().min(1).max(1_000);
/** 16 bytes in base64url. */
const authSecret = z.string().regex(/^[\w-]{22}=*$/);

/** What `PushSubscription.toJSON()` has: the address at the push service, the browser's public key and its secret. */
const subscription = z.object({
  endpoint: address,
  /** An uncompressed point of P-256 in base64url. */
  p256dh: z.string().regex(/^B[\w-]{86}=*$/),
  auth: authSecret,
});

const device = z.object({
  /** Of its notification channel. */
  id: z.string(),
  name: z.string(),
  state: z.enum(channelStates),
  created_at: z.string(),
  last_sent_at: z.string().nullable(),
  last_answer: z.string().nullable(),
  last_answer_coded: codedMessage.optional(),
});

/** `key`: the store's public key, the `applicationServerKey` of a subscription. Another one ends all subscriptions. */
export const listPushDevices = endpoint('GET /api/admin/push-devices', {
  role: 'viewer',
  summary: 'Lists the devices of the signed-in admin that get push messages.',
  output: z.object({ key: z.string(), devices: z.array(device) }),
});

/** A repeat for the same subscription returns the same device, now of the signed-in admin. */
export const addPushDevice = endpoint('POST /api/admin/push-devices', {
  role: 'viewer',
  stepUp: true,
  summary: 'Sends push messages to this browser of the signed-in admin.',
  input: {
    body: z.object({ subscription, name: nameInput(80), language: z.enum(adminLanguages) }),
  },
  output: device,
  errors: ['invalid_input', 'conflict'],
});

/** Throws `not_found` for the device of another admin. */
export const removePushDevice = endpoint('DELETE /api/admin/push-devices/{id}', {
  role: 'viewer',
  stepUp: { neverBecause: 'it only ends messages to an own device, and sign-out makes this call' },
  summary: 'Ends push messages to a device of the signed-in admin.',
  input: { params: byUuid },
  output: success,
  errors: ['not_found'],
});

/** `answer`: what the push service returned. Throws `not_found` for the device of another admin. */
export const testPushDevice = endpoint('POST /api/admin/push-devices/{id}/test', {
  role: 'viewer',
  stepUp: { neverBecause: 'the device was added after a proof, and the message says nothing of the store' },
  summary: 'Sends a test message to a device of the signed-in admin.',
  input: { params: byUuid },
  output: z.object({ arrived: z.boolean(), answer: z.string(), answer_coded: codedMessage }),
  errors: ['not_found'],
});

/**
 * For browsers, which replace a subscription without a page and so without a session: the former address and secret are
 * the proof. Throws `not_found` for a wrong or unknown pair.
 */
export const renewPushDevice = endpoint('POST /api/push-devices/renewal', {
  access: 'public',
  limit: 'push_renewal',
  summary: 'Replaces the push subscription of a device.',
  input: { body: z.object({ former: z.object({ endpoint: address, auth: authSecret }), subscription }) },
  output: success,
  errors: ['invalid_input', 'not_found'],
});
