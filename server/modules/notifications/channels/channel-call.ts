// One call of a channel's API: to a checked address, limited in time and size. No secret is in what it returns.
import type { Peer } from '../../../../contract/message-texts/en-connections.ts';
import { englishMessage } from '../../../../contract/message-texts/english-message.ts';
import { type StoreMessage, storeMessage } from '../../../../contract/store-messages.ts';
import { secretRemover } from '../../../platform/secret-remover.ts';
import type {
  NotificationChannel,
  NotificationMessage,
  NotificationResult,
} from '../../../ports/notification-channel.ts';
import { type Resolve, resolveByDns, urlProblem } from '../../../safe-fetch/addresses.ts';
import { type Exchange, post } from '../../../safe-fetch/exchange.ts';
import { fitText } from './fit-text.ts';

/** What every channel over HTTP is given. */
export type ChannelOptions = {
  /** True in sandbox mode only. */
  allowLoopback: boolean;
  now: () => Date;
  resolve?: Resolve;
  timeoutMs?: number;
};

export type ChannelRequest = {
  who: Peer;
  url: string;
  body: string | Uint8Array;
  headers?: Record<string, string>;
  /** Removed from everything that the other side returns. */
  secrets: readonly string[];
};

/** `json`: undefined where the text is none. */
export type ChannelResponse = { status: number; text: string; json: unknown };

/** What a response means in the protocol of the channel. */
export type Reading = {
  /** The other side's own words. */
  words: string;
  /** Of a 2xx status: the response confirms the message. */
  isConfirmed: boolean;
  /** Of a refusal: the chat or webhook was deleted, or the token revoked. */
  isGone: boolean;
  /** Where the protocol has it in the body. */
  retryAfterSeconds?: number | undefined;
};

/** `json`: of the response; undefined without one. */
export type CallOutcome = { json?: unknown; result: NotificationResult };

const usualTimeoutMs = 9_000;
const maxAnswerBytes = 262_144;
const maxSentenceLength = 300;
/** So that an odd header cannot silence a channel for a year. */
const maxRetryAfterMs = 86_400_000;
/** Not performed, and worth a retry: request timeout, too early. */
const retriedStatuses: readonly number[] = [408, 425];

/** Sends each message by one call. */
export function httpChannel(
  options: ChannelOptions,
  requestFor: (message: NotificationMessage) => ChannelRequest,
  read: (response: ChannelResponse) => Reading,
): NotificationChannel {
  return { send: async (message) => (await callChannel(requestFor(message), read, options)).result };
}

/** Posts once, as JSON unless the headers name another type. Never throws. */
export async function callChannel(
  request: ChannelRequest,
  read: (response: ChannelResponse) => Reading,
  deps: ChannelOptions,
): Promise<CallOutcome> {
  const { who, url, body, headers = {} } = request;
  const rule = { who, allowLoopback: deps.allowLoopback };
  const problem = urlProblem(url, rule);
  if (problem !== null) return { result: { outcome: 'refused', answer: problem, isGone: false } };
  const exchange = await post(
    new URL(url),
    { body, headers: { 'content-type': 'application/json', ...headers } },
    { ...rule, timeoutMs: deps.timeoutMs ?? usualTimeoutMs, resolve: deps.resolve ?? resolveByDns, maxAnswerBytes },
  );
  const fitted = wordsFitter(request.secrets);
  if (exchange.outcome !== 'answered' && exchange.outcome !== 'oversized') {
    return { result: resultWithoutAnswer(who, exchange, fitted) };
  }
  const text = exchange.outcome === 'answered' ? exchange.text : '';
  const response = { status: exchange.httpStatus, text, json: parsed(text) };
  const reading = read(response);
  const retryAfter = exchange.outcome === 'answered' ? exchange.retryAfter : null;
  const retryAfterMs = parseRetryAfterMs(reading.retryAfterSeconds ?? retryAfter, deps.now());
  const answer = fitted(reading.words, (words) =>
    storeMessage('peer_answered', { who, status: response.status, words }),
  );
  return { json: response.json, result: toResult(response.status, reading, { answer, retryAfterMs }) };
}

/** What a URL with a secret path must not show: the whole, and its parts. */
export function secretsOfUrl(written: string): string[] {
  if (!URL.canParse(written)) return [written];
  const { href, pathname, search, searchParams } = new URL(written);
  const last = pathname.split('/').at(-1) ?? '';
  const parts = [`${pathname}${search}`, last, ...searchParams.values()];
  return [written, href, ...parts.filter((part) => part.length >= 8)];
}

function toResult(
  status: number,
  { isConfirmed, isGone }: Reading,
  { answer, retryAfterMs }: { answer: StoreMessage; retryAfterMs: number | null },
): NotificationResult {
  if (status >= 200 && status < 300) return { outcome: isConfirmed ? 'ok' : 'unknown', answer };
  const isBusy = status === 429 || status >= 500 || retriedStatuses.includes(status);
  if (isBusy) return { outcome: 'unavailable', answer, retryAfterMs };
  return { outcome: 'refused', answer, isGone };
}

function resultWithoutAnswer(
  who: Peer,
  exchange: Exclude<Exchange, { httpStatus: number }>,
  fitted: WordsFitter,
): NotificationResult {
  if (exchange.outcome === 'barred') return { outcome: 'refused', answer: exchange.reason, isGone: false };
  const { outcome, text } = exchange;
  if (outcome === 'lost')
    return { outcome: 'unknown', answer: fitted(text, (words) => storeMessage('peer_silent', { who, words })) };
  const answer = fitted(text, (words) => storeMessage('peer_unreachable', { who, words }));
  return { outcome: 'unavailable', answer, retryAfterMs: null };
}

type WordsFitter = ReturnType<typeof wordsFitter>;

/** Makes a message with the other side's words: without secrets, and short enough for the sentence. */
function wordsFitter(secrets: readonly string[]) {
  const clean = secretRemover(...secrets);
  return (text: string, messageOf: (words: string) => StoreMessage): StoreMessage => {
    const words = clean(text)
      .replace(/[\s\p{C}]+/gu, ' ')
      .trim();
    const around = englishMessage(messageOf(' ')).length - 1;
    return messageOf(fitText(words, maxSentenceLength - around));
  };
}

/** `value`: seconds, or a header, which may be a date. */
function parseRetryAfterMs(value: number | string | null, now: Date): number | null {
  if (value === null || value === '') return null;
  const seconds = Number(value);
  const ms = Number.isNaN(seconds) ? Date.parse(String(value)) - now.getTime() : seconds * 1_000;
  return Number.isNaN(ms) ? null : Math.ceil(Math.min(Math.max(ms, 0), maxRetryAfterMs));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
