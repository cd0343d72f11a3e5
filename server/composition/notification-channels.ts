// Which adapter sends by which kind of channel, and what each kind's configuration has to be.
import { isPlainAddress } from '../../contract/email-address.ts';
import type { AnswerFor } from '../../contract/index.ts';
import type { ChannelConfigs } from '../../contract/notification-channels.ts';
import type { ChannelKind } from '../../contract/notification-kinds.ts';
import { StoreError } from '../../contract/store-error.ts';
import type { StoreMessage } from '../../contract/store-messages.ts';
import { createNotificationMailer } from '../modules/email/notification-email.ts';
import { createSmtpMailer } from '../modules/email/smtp-mailer.ts';
import type { ChannelFactory, KindAndConfig } from '../modules/notifications/channel-config.ts';
import type { ChannelDeps } from '../modules/notifications/channels/channel-call.ts';
import { createDiscordChannel } from '../modules/notifications/channels/discord/discord-channel.ts';
import { createEmailChannel } from '../modules/notifications/channels/email/email-channel.ts';
import { createNtfyChannel } from '../modules/notifications/channels/ntfy/ntfy-channel.ts';
import { createSlackChannel } from '../modules/notifications/channels/slack/slack-channel.ts';
import { createTelegramChannel } from '../modules/notifications/channels/telegram/telegram-channel.ts';
import { listTelegramChats } from '../modules/notifications/channels/telegram/telegram-chats.ts';
import { createWebPushChannel } from '../modules/notifications/channels/web-push/web-push-channel.ts';
import { createWebhookChannel } from '../modules/notifications/channels/webhook/webhook-channel.ts';
import type { NotificationChannel } from '../ports/notification-channel.ts';
import type { Core } from './core.ts';

type Factories = { [K in ChannelKind]: (config: ChannelConfigs[K]) => NotificationChannel };

/** Shorter than the time that a channel has. */
const mailTimeoutMs = 9_000;

export function channelFactory(core: Core): ChannelFactory {
  const { config, settings } = core;
  const deps = channelDeps(core);
  const mail =
    config.mail &&
    createNotificationMailer({
      mailer: createSmtpMailer({ ...config.mail, limitMs: mailTimeoutMs }),
      settings,
      publicUrl: config.publicUrl,
    });
  const factories: Factories = {
    email: (to) => createEmailChannel(to, { mail }),
    telegram: (to) => createTelegramChannel(to, deps),
    discord: (to) => createDiscordChannel(to, deps),
    slack: (to) => createSlackChannel(to, deps),
    ntfy: (to) => createNtfyChannel(to, deps),
    webhook: (to) => createWebhookChannel(to, deps),
    'web-push': (to) => createWebPushChannel(to, { ...deps, vapid: core.vapidKeys, publicUrl: config.publicUrl }),
  };
  const create = <K extends ChannelKind>(kind: K, to: ChannelConfigs[K]) => factories[kind](to);
  return ({ kind, config: to }) => create(kind, to);
}

/** The field that is not acceptable, with the reason; null where all are. */
export function channelConfigProblem(
  core: Core,
): (of: KindAndConfig) => { field: string; reason: StoreMessage } | null {
  return (to) => {
    const reason = problemOf(to, core.channelUrlProblem);
    return reason === null ? null : { field: 'to', reason };
  };
}

/** Throws invalid_input with the words of Telegram, or channel_unavailable. */
export async function telegramChats(
  core: Core,
  botToken: string,
): Promise<AnswerFor<'POST /api/admin/notification-channels/telegram-chats'>> {
  const found = await listTelegramChats(botToken, channelDeps(core));
  if (found.outcome === 'ok') return { botName: found.botName, chats: found.chats };
  if (found.outcome === 'refused') throw new StoreError('invalid_input', { field: 'botToken', reason: found.answer });
  throw new StoreError('channel_unavailable', { reason: found.answer });
}

function channelDeps({ config, clock }: Core): ChannelDeps {
  return { allowLoopback: config.mode === 'sandbox', now: () => clock.now() };
}

function problemOf(
  { kind, config }: KindAndConfig,
  urlProblem: (url: string) => StoreMessage | null,
): StoreMessage | null {
  if (kind === 'email') return isPlainAddress(config.address) ? null : { code: 'channel_email_missing' };
  if (kind === 'ntfy') return urlProblem(config.server);
  return 'url' in config ? urlProblem(config.url) : null;
}
