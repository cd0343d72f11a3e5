// Messages of a Telegram bot to one chat.
import type { ChannelConfigs } from '../../../../../contract/notification-channels.ts';
import type { NotificationChannel, NotificationMessage } from '../../../../ports/notification-channel.ts';
import { fitText } from '../fit-text.ts';
import { callBot, type TelegramOptions } from './telegram-client.ts';

/** UTF-16 code units, as the Bot API counts. */
const maxTextLength = 4_096;
const maxTitleLength = 256;

export function createTelegramChannel(config: ChannelConfigs['telegram'], deps: TelegramOptions): NotificationChannel {
  return {
    send: async (message) => {
      const body = { chat_id: config.chatId, ...contentOf(message) };
      return (await callBot(config.botToken, 'sendMessage', body, deps)).result;
    },
  };
}

// Without a parse mode, so no character has a meaning. The address is plain text: Telegram refuses buttons to a local one.
function contentOf({ title, body, link, severity }: NotificationMessage): object {
  const head = fitText(title, maxTitleLength);
  const end = link ? `\n\n${link.text}: ${link.url}` : '';
  const middle = body === '' ? '' : `\n${fitText(body, maxTextLength - head.length - end.length - 1)}`;
  return {
    text: `${head}${middle}${end}`,
    entities: [{ type: 'bold', offset: 0, length: head.length }],
    link_preview_options: { is_disabled: true },
    disable_notification: severity === 'info',
  };
}
