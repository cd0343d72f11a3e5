// Test helper: the part of the Telegram Bot API that the channel uses, by https://core.telegram.org/bots/api ("Making
// requests", "sendMessage", "getMe", "getUpdates", "ResponseParameters").
import {
  createTelegramChannel,
  listTelegramChats,
  type TelegramChatsResult,
} from '../../server/modules/notifications/channels/telegram/telegram-channel.ts';
import type { ChannelStandIn } from '../conformance/channel.conformance.ts';
import { type StandInAnswer, type StandInCall, startStandInServer } from './channel-stand-in-server.ts';

const botToken = '110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw';
const chatId = '-1001234567';

export type TelegramStandIn = ChannelStandIn & {
  /** The requests of `sendMessage`. */
  sent: StandInCall['json'][];
  /** Pending updates of the bot. */
  updates: object[];
  chats(token?: string): Promise<TelegramChatsResult>;
  /** The chat became a supergroup. */
  upgrade(): void;
};

export async function startTelegramStandIn(): Promise<TelegramStandIn> {
  const sent: StandInCall['json'][] = [];
  const updates: object[] = [];
  let refusal: StandInAnswer | null = null;

  const server = await startStandInServer(({ method, path, json }) => {
    if (path.split('/')[1] !== `bot${botToken}` || method !== 'POST') return failure(404, 'Not Found');
    if (refusal) return refusal;
    if (path.endsWith('/getMe'))
      return success({ id: 110201543, is_bot: true, first_name: 'Shop', username: 'shop_bot' });
    if (path.endsWith('/getUpdates')) return success(updates);
    if (path.endsWith('/sendMessage')) return sendMessage(json);
    return failure(404, 'Not Found');
  });

  function sendMessage(json: StandInCall['json']): StandInAnswer {
    const { chat_id, text, entities, parse_mode } = json;
    if (String(chat_id) !== chatId) return failure(400, 'Bad Request: chat not found');
    if (typeof text !== 'string' || text === '') return failure(400, 'Bad Request: message text is empty');
    if (text.length > 4_096) return failure(400, 'Bad Request: message is too long');
    // The title is the bold entity, as a person sees it.
    const [bold] = entities;
    if (parse_mode || bold.type !== 'bold' || bold.offset + bold.length > text.length)
      return failure(400, 'Bad Request');
    sent.push(json);
    return success({ message_id: sent.length, date: 1, chat: { id: Number(chatId), type: 'supergroup' }, text });
  }

  const deps = { apiUrl: server.url, allowLoopback: true, now: () => new Date() };
  return {
    subject: createTelegramChannel({ botToken, chatId }, deps),
    guarded: createTelegramChannel({ botToken, chatId }, { ...deps, allowLoopback: false }),
    sent,
    updates,
    chats: (token = botToken) => listTelegramChats(token, deps),
    meet: server.meet,
    revoke: () => {
      refusal = failure(401, 'Unauthorized');
    },
    upgrade: () => {
      const parameters = { migrate_to_chat_id: -100 };
      refusal = failure(400, 'Bad Request: group chat was upgraded to a supergroup chat', parameters);
    },
    limit: (seconds) => {
      refusal = failure(429, `Too Many Requests: retry after ${seconds}`, { retry_after: seconds });
    },
    shown: () =>
      sent.map(({ text, entities: [{ offset, length }] }) => ({
        title: text.slice(offset, offset + length),
        text: text.slice(offset + length),
      })),
    callCount: () => server.calls.length,
    hangUp: server.stop,
    secrets: [botToken, encodeURIComponent(botToken)],
    stop: server.stop,
  };
}

function success(result: object): StandInAnswer {
  return { status: 200, body: { ok: true, result } };
}

function failure(status: number, description: string, parameters?: object): StandInAnswer {
  return { status, body: { ok: false, error_code: status, description, ...(parameters && { parameters }) } };
}
