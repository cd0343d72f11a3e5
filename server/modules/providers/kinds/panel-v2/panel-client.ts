// One call of the panel API. The key is added here and never returned.
import { type Sentence, sentenceOf, wordsOf } from '../../../../../contract/sentences.ts';
import { storeMessage, type Words } from '../../../../../contract/store-messages.ts';
import type { Log } from '../../../../observability/log.ts';
import { secretRemover } from '../../../../platform/secret-remover.ts';
import { ExternalError } from '../../../../ports/external-error.ts';
import { type Resolve, urlProblem } from '../../../../safe-fetch/addresses.ts';
import { type Exchange, post } from '../../../../safe-fetch/exchange.ts';
import type { Breaker } from '../../breaker.ts';
import type { RefusalReason } from '../../provider.ts';
import { errorTextIn, idText, type Redact, refusalReason } from './panel-map.ts';
import { wireEntry } from './panel-wire-types.ts';

export type PanelAnswer =
  /** JSON without an error, below 500. `said`: the response as received, safe to display. */
  | { outcome: 'answered'; httpStatus: number; json: unknown; said: Sentence }
  /** A refusal of the provider (provider rule 3), with the response as received. */
  | { outcome: 'refused'; httpStatus: number; reason: RefusalReason; text: string; json: unknown }
  /** Nothing was sent. */
  | ({ outcome: 'not_sent' } & Sentence)
  /** It may have been performed: no response, or an unreadable one. */
  | ({ outcome: 'lost'; httpStatus?: number; json?: unknown } & Sentence);

export type PanelClient = {
  /** One call without a retry, at most `timeoutMs`. Never throws. */
  call(action: string, parameters: Record<string, string>, maxAnswerBytes?: number): Promise<PanelAnswer>;
  redact: Redact;
  /** Removes every encoded form of the key; does not shorten. */
  withoutKey: (text: string) => string;
};

export type PanelClientOptions = {
  apiUrl: string;
  apiKey: string;
  timeoutMs: number;
  allowLoopback: boolean;
  breaker: Breaker;
  resolve: Resolve;
  log: Log;
};

const maxTextLength = 300;
const maxPageLength = 10_000;
const usualAnswerBytes = 1_000_000;

export function createPanelClient(options: PanelClientOptions): PanelClient {
  const { breaker, log } = options;
  const withoutKey = secretRemover(options.apiKey);
  const redact: Redact = (text) =>
    withoutKey(text)
      .replace(/[\s\p{C}]+/gu, ' ')
      .trim()
      .slice(0, maxTextLength)
      // The database refuses half of a character.
      .replace(/[\uD800-\uDBFF]$/, '');

  async function call(
    action: string,
    parameters: Record<string, string>,
    maxAnswerBytes = usualAnswerBytes,
  ): Promise<PanelAnswer> {
    const rule = { who: 'provider', allowLoopback: options.allowLoopback } as const;
    const problem = urlProblem(options.apiUrl, rule);
    if (problem !== null) return { outcome: 'not_sent', ...sentenceOf(problem) };
    const report = breaker.enter();
    if (!report) return { outcome: 'not_sent', ...sentenceOf(storeMessage('provider_failed_often')) };

    const form = new URLSearchParams({ key: options.apiKey, action, ...parameters });
    const sent = { body: form.toString(), headers: { 'content-type': 'application/x-www-form-urlencoded' } };
    const exchange = await post(new URL(options.apiUrl), sent, { ...options, ...rule, maxAnswerBytes });
    const answer = answerIn(exchange, redact);
    const words = answer.outcome === 'lost' && answer.httpStatus !== undefined ? wordsOf(answer) : undefined;
    report(isOutage(exchange, answer) ? 'failed' : 'fine', words);
    const { json: _, coded: __, ...told } = { json: undefined, coded: undefined, ...answer };
    const fields = { action, breaker: breaker.report().state, ...told };
    if (answer.outcome === 'refused') log.info(fields, 'The provider refused');
    else if (answer.outcome !== 'answered') log.warn(fields, 'The request to the provider failed');
    return answer;
  }

  return { call, redact, withoutKey };
}

/** Connection errors, timeouts and 5xx open the circuit; refusals and invalid responses do not (provider rule 10). */
function isOutage(exchange: Exchange, answer: PanelAnswer): boolean {
  if (exchange.outcome === 'answered' || exchange.outcome === 'oversized') {
    return exchange.httpStatus >= 500 && answer.outcome !== 'refused';
  }
  return exchange.outcome !== 'barred';
}

function answerIn(exchange: Exchange, redact: Redact): PanelAnswer {
  switch (exchange.outcome) {
    case 'barred':
      return { outcome: 'not_sent', ...sentenceOf(exchange.reason) };
    case 'not_sent':
      return {
        outcome: 'not_sent',
        ...sentenceOf(storeMessage('provider_unreachable', { cause: redact(exchange.text) })),
      };
    case 'lost':
      return { outcome: 'lost', ...sentenceOf(storeMessage('provider_answer_lost', { cause: redact(exchange.text) })) };
    case 'oversized':
      return {
        outcome: 'lost',
        httpStatus: exchange.httpStatus,
        ...sentenceOf(storeMessage('provider_answer_too_large', { httpStatus: exchange.httpStatus })),
      };
    case 'answered':
      return answerInText(exchange.httpStatus, exchange.text, redact);
  }
}

function answerInText(httpStatus: number, text: string, redact: Redact): PanelAnswer {
  const json = parsed(text);
  const error = errorTextIn(json);
  const answer = redact(json === undefined ? visibleText(text) : readableJson(text));
  if (error !== null) {
    return { outcome: 'refused', httpStatus, reason: refusalReason(error), text: redact(error) || answer, json };
  }
  const description = sentenceOf(storeMessage('provider_answered', { httpStatus, answer }));
  if (json === undefined || httpStatus >= 500) return { outcome: 'lost', httpStatus, ...description, json };
  return { outcome: 'answered', httpStatus, json, said: description };
}

/** Of a page in HTML, such as a proxy's error, what a browser would show, or its title; any other text as it is. */
function visibleText(text: string): string {
  if (!/^\s*<[!?a-z]/i.test(text)) return text;
  const page = text.slice(0, maxPageLength);
  const body = page.replace(/<(style|script|title)\b[^>]*>.*?(<\/\1>|$)/gis, ' ').replace(/<[^>]*>/g, ' ');
  if (body.trim() !== '') return body;
  return /<title\b[^>]*>(.*?)<\/title>/is.exec(page)?.[1] ?? text;
}

/** PHP escapes every letter outside ASCII, and slashes. */
function readableJson(text: string): string {
  return text
    .replace(/\\u([\da-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll('\\/', '/');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
}

/** An answer that is none to the question, in its own words. */
export function oddAnswer(answer: PanelAnswer): ExternalError {
  return new ExternalError('unavailable', describeAnswer(answer));
}

export function describeAnswer(answer: PanelAnswer): Words {
  return wordsOf(answer.outcome === 'answered' ? answer.said : answer);
}

/** For reads: every failure is safe to repeat, except a refusal other than a rate limit. */
export function readJson(answer: PanelAnswer): unknown {
  if (answer.outcome === 'answered') return answer.json;
  const isFinal = answer.outcome === 'refused' && answer.reason !== 'rate';
  throw new ExternalError(isFinal ? 'refused' : 'unavailable', wordsOf(answer));
}

/** For requests about several orders: after a lost response they may have been accepted. */
export function requestedJson(answer: PanelAnswer): unknown {
  if (answer.outcome === 'answered') return answer.json;
  const fault = { refused: 'refused', not_sent: 'unavailable', lost: 'unknown' } as const;
  throw new ExternalError(fault[answer.outcome], wordsOf(answer));
}

export function refusal({ reason, text }: { reason: RefusalReason; text: string }) {
  return { outcome: 'refused', reason, text } as const;
}

/**
 * Entries by ID, from a list with IDs, an object keyed by ID, or the single entry for one ID. Missing IDs are absent.
 */
export function entriesById(json: unknown, ids: readonly string[], idName: 'order' | 'refill'): Map<string, unknown> {
  const [only] = ids.length === 1 ? ids : [];
  if (Array.isArray(json)) {
    const named = json.flatMap((entry) => {
      const id = idText(wireEntry.safeParse(entry).data?.[idName]) ?? (json.length === 1 ? only : undefined);
      return id !== undefined && ids.includes(id) ? [[id, entry] as const] : [];
    });
    return new Map(named);
  }
  if (typeof json !== 'object' || json === null) return new Map();
  const keyed = Object.entries(json).filter(([id]) => ids.includes(id));
  if (keyed.length === 0 && only !== undefined) return new Map([[only, json]]);
  return new Map(keyed);
}

/** The refusal in an entry or in its value; null without one. */
export function refusalIn(entry: unknown, value: unknown, redact: Redact) {
  const error = errorTextIn(entry) ?? errorTextIn(value);
  return error === null ? null : refusal({ reason: refusalReason(error), text: redact(error) });
}
