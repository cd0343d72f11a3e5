// Which adapter sends by which kind of notification channel.
import type { ChannelConfigs } from '../../contract/notification-channels.ts';
import type { ChannelKind } from '../../contract/notification-kinds.ts';
import { StoreError } from '../../contract/store-error.ts';
import type { Config } from '../config/config.ts';
import { mailNotification } from '../modules/email/notification-email.ts';
import { createSmtpMailer } from '../modules/email/smtp-mailer.ts';
import type { ChannelFactory, Channels } from '../modules/notifications/channel-config.ts';
import { createDiscordChannel } from '../modules/notifications/channels/discord/discord-channel.ts';
import { createEmailChannel, type MailNotification } from '../modules/notifications/channels/email/email-channel.ts';
import { createNtfyChannel } from '../modules/notifications/channels/ntfy/ntfy-channel.ts';
import { createSlackChannel } from '../modules/notifications/channels/slack/slack-channel.ts';
import {
  createTelegramChannel,
  listTelegramChats,
} from '../modules/notifications/channels/telegram/telegram-channel.ts';
import { createWebPushChannel } from '../modules/notifications/channels/web-push/web-push-channel.ts';
import { deriveVapidKeys } from '../modules/notifications/channels/web-push/web-push-crypto.ts';
import { createWebhookChannel } from '../modules/notifications/channels/webhook/webhook-channel.ts';
import type { Clock } from '../platform/clock.ts';
import type { Infrastructure } from '../ports/infrastructure.ts';
import type { NotificationChannel } from '../ports/notification-channel.ts';
import type { Settings } from '../ports/settings.ts';

type Factories = { [K in ChannelKind]: (config: ChannelConfigs[K]) => NotificationChannel };

/** Shorter than the time that a channel has. */
const mailTimeoutMs = 9_000;

type Options = {
  config: Config;
  clock: Clock;
  settings: Pick<Settings, 'profile'>;
  infrastructure: Pick<Infrastructure, 'mail'>;
  secretsKey: string;
  otherChannels?: ChannelFactory | undefined;
};

/** `otherChannels` send instead of the adapters. */
export function chooseChannels({
  config,
  clock,
  settings,
  infrastructure,
  secretsKey,
  otherChannels,
}: Options): Channels {
  const deps = { allowLoopback: config.mode === 'sandbox', now: () => clock.now() };
  const vapid = deriveVapidKeys(secretsKey);
  const { publicUrl } = config;
  const mail: MailNotification = async (address, message) => {
    const server = await infrastructure.mail();
    if (server === null) return null;
    const mailer = createSmtpMailer({ ...server, limitMs: mailTimeoutMs });
    return mailNotification({ mailer, settings, publicUrl }, address, message);
  };
  const factories: Factories = {
    email: (to) => createEmailChannel(to, { mail }),
    telegram: (to) => createTelegramChannel(to, deps),
    discord: (to) => createDiscordChannel(to, deps),
    slack: (to) => createSlackChannel(to, deps),
    ntfy: (to) => createNtfyChannel(to, deps),
    webhook: (to) => createWebhookChannel(to, deps),
    'web-push': (to) => createWebPushChannel(to, { ...deps, vapid, publicUrl: config.publicUrl }),
  };
  const create = <K extends ChannelKind>(kind: K, to: ChannelConfigs[K]) => factories[kind](to);
  return {
    create: otherChannels ?? (({ kind, config: to }) => create(kind, to)),
    listTelegramChats: async (botToken) => {
      const found = await listTelegramChats(botToken, deps);
      if (found.outcome === 'ok') return { botName: found.botName, chats: found.chats };
      const { answer: reason } = found;
      if (found.outcome === 'refused') throw new StoreError('invalid_input', { field: 'botToken', reason });
      throw new StoreError('channel_unavailable', { reason });
    },
    pushKey: vapid.publicKey,
  };
}
