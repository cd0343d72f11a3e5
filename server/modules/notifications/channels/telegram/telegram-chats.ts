// Finds the chats of a bot, so that nobody has to look up a chat ID.
import type { StoreMessage } from '../../../../../contract/store-messages.ts';
import type { NotificationResult } from '../../../../ports/notification-channel.ts';
import { callBot, type TelegramOptions } from './telegram-client.ts';
import { type WireUpdate, wireBot, wireUpdates } from './telegram-wire-types.ts';

export type TelegramChats = { botName: string; chats: { id: string; name: string }[] };
export type TelegramChatsResult =
  | ({ outcome: 'ok' } & TelegramChats)
  /** `answer` as in `NotificationResult`. */
  | { outcome: 'refused' | 'unavailable'; answer: StoreMessage };

/** As @BotFather writes tokens. Nothing else is sent anywhere. */
const tokenForm = /^\d+:[\w-]{20,}$/;

/** The chats that wrote to the bot in the last day, or that it was added to; newest first. */
export async function listTelegramChats(botToken: string, deps: TelegramOptions): Promise<TelegramChatsResult> {
  if (!tokenForm.test(botToken)) return { outcome: 'refused', answer: { code: 'bot_token_form' } };
  const bot = await callBot(botToken, 'getMe', {}, deps);
  const found = bot.outcome === 'answered' ? wireBot.safeParse(bot.response.json).data : undefined;
  if (!found) return failureOf(bot.result);
  // Without an offset, updates stay for another call.
  const updates = await callBot(botToken, 'getUpdates', { limit: 100 }, deps);
  const listed = updates.outcome === 'answered' ? wireUpdates.safeParse(updates.response.json).data : undefined;
  if (!listed) return failureOf(updates.result);
  return { outcome: 'ok', botName: found.result.username, chats: chatsIn(listed.result) };
}

function chatsIn(updates: readonly WireUpdate[]): TelegramChats['chats'] {
  // Null: the bot was removed from it since.
  const names = new Map<string, string | null>();
  for (const { message, channel_post: post, my_chat_member: change } of [...updates].reverse()) {
    const chat = (message ?? post ?? change)?.chat;
    if (!chat || names.has(String(chat.id))) continue;
    const person = [chat.first_name, chat.last_name].filter(Boolean).join(' ');
    const isRemoved = ['left', 'kicked'].includes(change?.new_chat_member.status ?? '');
    names.set(String(chat.id), isRemoved ? null : (chat.title ?? (person || String(chat.id))));
  }
  return [...names].flatMap(([id, name]) => (name === null ? [] : [{ id, name }]));
}

function failureOf(result: NotificationResult): TelegramChatsResult {
  return { outcome: result.outcome === 'refused' ? 'refused' : 'unavailable', answer: result.answer };
}
