// Messages of a Telegram bot to one chat, and the chats of a bot, so that nobody has to look up a chat ID.
import { z } from 'zod';
import type { ChannelConfigs } from '../../../../../contract/notification-channels.ts';
import type { StoreMessage } from '../../../../../contract/store-messages.ts';
import type {
  NotificationChannel,
  NotificationMessage,
  NotificationResult,
} from '../../../../ports/notification-channel.ts';
import {
  type CallOutcome,
  type ChannelOptions,
  type ChannelRequest,
  type ChannelResponse,
  callChannel,
  type Reading,
} from '../channel-call.ts';
import { fitText } from '../fit-text.ts';

// The responses of the Telegram Bot API, read tolerantly (core.telegram.org/bots/api).
const wireAnswer = z.object({
  ok: z.boolean(),
  description: z.string().optional(),
  parameters: z.object({ retry_after: z.number().optional() }).optional(),
});

const wireMessage = z.object({ ok: z.literal(true), result: z.object({ message_id: z.number() }) });

const wireBot = z.object({ ok: z.literal(true), result: z.object({ username: z.string() }) });

/** A person has names, a group a title. */
const wireChat = z.object({
  id: z.number(),
  title: z.string().optional(),
  first_name: z.string().optional(),
  last_name: z.string().optional(),
});

const message = z.object({ chat: wireChat }).optional().catch(undefined);

const wireUpdates = z.object({
  ok: z.literal(true),
  result: z.array(
    z.object({
      message,
      channel_post: message,
      /** The bot was added to the chat, or removed from it. */
      my_chat_member: z
        .object({ chat: wireChat, new_chat_member: z.object({ status: z.string() }) })
        .optional()
        .catch(undefined),
    }),
  ),
});

type WireUpdate = z.output<typeof wireUpdates>['result'][number];

/** UTF-16 code units, as the Bot API counts. */
const maxTextLength = 4_096;
const maxTitleLength = 256;

export function createTelegramChannel(config: ChannelConfigs['telegram'], deps: TelegramOptions): NotificationChannel {
  return {
    send: async (message) => {
      const body = { chat_id: config.chatId, ...buildContent(message) };
      return (await callBot(config.botToken, 'sendMessage', body, deps)).result;
    },
  };
}

// Without a parse mode, so no character has a meaning. The address is plain text: Telegram refuses buttons to a local one.
function buildContent({ title, body, link, severity }: NotificationMessage): object {
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

export type TelegramOptions = ChannelOptions & {
  /** Another address of the Bot API. */
  apiUrl?: string;
};

const usualApiUrl = 'https://api.telegram.org';

/** Calls one method. `token` as @BotFather gives it: part of the address, so it is removed from every answer. Never throws. */
function callBot(token: string, method: string, body: object, deps: TelegramOptions): Promise<CallOutcome> {
  // A pasted token cannot lead to another path; its colon stays as Telegram writes it.
  const segment = `bot${encodeURIComponent(token).replaceAll('%3A', ':')}`;
  const url = `${deps.apiUrl ?? usualApiUrl}/${segment}/${method}`;
  const request: ChannelRequest = { who: 'telegram', url, body: JSON.stringify(body), secrets: [url, token] };
  return callChannel(request, readAnswer, deps);
}

function readAnswer({ status, text, json }: ChannelResponse): Reading {
  const answer = wireAnswer.safeParse(json).data;
  const messageId = wireMessage.safeParse(json).data?.result.message_id;
  const words = answer?.description ?? text;
  return {
    words: answer?.ok ? `message ${messageId ?? 'unknown'}` : words,
    isConfirmed: messageId !== undefined,
    // 401 and 404: the token. 403: blocked or removed from the chat.
    isGone: [401, 403, 404].includes(status) || (status === 400 && /chat not found|upgraded/i.test(words)),
    retryAfterSeconds: answer?.parameters?.retry_after,
  };
}

type Chat = { id: string; name: string };
export type TelegramChatsResult =
  | { outcome: 'ok'; botName: string; chats: Chat[] }
  /** `answer` as in `NotificationResult`. */
  | { outcome: 'refused' | 'unavailable'; answer: StoreMessage };

/** As @BotFather writes tokens. Nothing else is sent anywhere. */
const tokenForm = /^\d+:[\w-]{20,}$/;

/** The chats that wrote to the bot in the last day, or that it was added to; newest first. */
export async function listTelegramChats(botToken: string, deps: TelegramOptions): Promise<TelegramChatsResult> {
  if (!tokenForm.test(botToken)) return { outcome: 'refused', answer: { code: 'bot_token_form' } };
  const bot = await callBot(botToken, 'getMe', {}, deps);
  const found = wireBot.safeParse(bot.json).data;
  if (!found) return toFailure(bot.result);
  // Without an offset, updates stay for another call.
  const updates = await callBot(botToken, 'getUpdates', { limit: 100 }, deps);
  const listed = wireUpdates.safeParse(updates.json).data;
  if (!listed) return toFailure(updates.result);
  return { outcome: 'ok', botName: found.result.username, chats: chatsIn(listed.result) };
}

function chatsIn(updates: readonly WireUpdate[]): Chat[] {
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

function toFailure(result: NotificationResult): TelegramChatsResult {
  return { outcome: result.outcome === 'refused' ? 'refused' : 'unavailable', answer: result.answer };
}
