// Which adapter sends by which kind of channel, and what each kind's configuration has to be.
import { StoreError } from '../../contract/errors.ts';
import type { ChannelKind } from '../../contract/notification-kinds.ts';
import type { KindAndConfig } from '../modules/notifications/channel-config.ts';
import type { NotificationChannel } from '../ports/notification-channel.ts';
import type { Core } from './core.ts';

/** Makes the channel of a configuration; runs for each message, so it opens no connection. */
export type ChannelFactory = (of: KindAndConfig) => NotificationChannel;

const missing: ChannelFactory = ({ kind }) => ({
  send: async () => ({ outcome: 'refused', answer: `This version cannot send by ${kind}.`, isGone: false }),
});

export function channelFactories(_core: Core): Record<ChannelKind, ChannelFactory> {
  return {
    email: missing,
    telegram: missing,
    discord: missing,
    slack: missing,
    ntfy: missing,
    webhook: missing,
    'web-push': missing,
  };
}

/** The field that is not acceptable, with the reason as a sentence; null where all are. */
export function channelConfigProblem(core: Core): (of: KindAndConfig) => { field: string; message: string } | null {
  return ({ kind, config }) => {
    const url = 'url' in config ? config.url : kind === 'ntfy' ? config.server : null;
    const message = url === null ? null : core.channelUrlProblem(url);
    return message === null ? null : { field: 'to', message };
  };
}

export async function listTelegramChats(
  _botToken: string,
): Promise<{ botName: string; chats: { id: string; name: string }[] }> {
  throw new StoreError('channel_unavailable');
}
