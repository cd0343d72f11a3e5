// One call of a bot's method. The token is part of the address, so it is removed from every answer.
import {
  type CallOutcome,
  type ChannelOptions,
  type ChannelRequest,
  type ChannelResponse,
  callChannel,
  type Reading,
} from '../channel-call.ts';
import { wireAnswer, wireMessage } from './telegram-wire-types.ts';

export type TelegramOptions = ChannelOptions & {
  /** Another address of the Bot API. */
  apiUrl?: string;
};

const usualApiUrl = 'https://api.telegram.org';

/** `token` as @BotFather gives it. Never throws. */
export function callBot(token: string, method: string, body: object, deps: TelegramOptions): Promise<CallOutcome> {
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
