// Maps the result of a manual provider test to a message. Green only for a verified response of the provider.
import type { AnswerFor } from '../../../contract/index.ts';
import { ApiError } from '../../api.ts';
import { queryFailure } from '../query-client.ts';
import { shownMessage, shownSetupTexts } from '../texts/shown-texts.ts';

export type TriedCall = AnswerFor<'POST /api/proxy'>;
export type TestKind = 'connection' | 'service';
export type TestEnd = {
  tone: 'good' | 'bad' | 'neutral';
  title: string;
  words: string;
  /** True: the page shows the request parameters, whether they were sent or not. */
  showsParameters: boolean;
};

export function endOf(
  kind: TestKind,
  { ok, status, error: sentence = '', error_coded: coded, outcome, data }: TriedCall,
): TestEnd {
  const texts = shownSetupTexts().providerTest;
  if (ok) return { tone: 'good', ...success(kind, data), showsParameters: false };
  const error = shownMessage(coded, sentence);
  const isOk = status >= 200 && status < 300;
  if (outcome === 'refused' && isOk) return bad(texts.apiError, error);
  const mayBePlaced = kind === 'service' && outcome === 'lost';
  if (status !== 0 && !isOk) {
    const text = String(coded?.code === 'provider_answered' ? coded.params?.answer : error).slice(0, 300);
    const words = texts.status(status, text);
    return mayBePlaced ? unclearResult(words) : bad(failureOf(kind), words);
  }
  if (mayBePlaced) return unclearResult(error);
  // A response without a balance does not verify the key.
  return outcome === 'lost' && isOk ? neutral(error) : bad(failureOf(kind), error);
}

/** The result of a failed service test that may have placed an order (ADM-API-32, ADM-API-35). */
function unclearResult(words: string): TestEnd {
  const sentence = /[.!?]$/.test(words.trim()) ? words.trim() : `${words.trim()}.`;
  const { doubt, failed } = shownSetupTexts().providerTest;
  return { ...neutral(`${sentence} ${doubt}`), title: failed.service };
}

/** The store itself returned an error or was unreachable. */
export function endOfFailure(kind: TestKind, error: unknown): TestEnd {
  if (error instanceof ApiError) return bad(failureOf(kind), queryFailure(error));
  const { fromBrowser, noResponse, notVerified } = shownSetupTexts().providerTest;
  return { ...neutral(kind === 'service' ? noResponse : fromBrowser), title: notVerified };
}

function success(kind: TestKind, data: unknown): { title: string; words: string } {
  const { order } = fieldsOf(data);
  const texts = shownSetupTexts().providerTest;
  if (kind === 'service') return { title: texts.placed, words: texts.placedHelp(String(order)) };
  const { balance, currency } = balanceIn(data) ?? {};
  const unit = typeof currency === 'string' && currency !== '' ? ` ${currency}` : '';
  return { title: texts.works, words: texts.worksHelp(`${String(balance)}${unit}`) };
}

function fieldsOf(data: unknown): Record<string, unknown> {
  return typeof data === 'object' && data !== null ? { ...data } : {};
}

/** Some panels wrap the balance: `{"data":{"balance":...}}`. */
function balanceIn(data: unknown, depth = 0): Record<string, unknown> | undefined {
  const fields = fieldsOf(data);
  if ('balance' in fields || depth > 3) return fields;
  return Object.values(fields)
    .map((part) => balanceIn(part, depth + 1))
    .find((found) => found && 'balance' in found);
}

const failureOf = (kind: TestKind) => shownSetupTexts().providerTest.failed[kind];
const bad = (title: string, words: string): TestEnd => ({ tone: 'bad', title, words, showsParameters: false });
const neutral = (words: string): TestEnd => ({
  tone: 'neutral',
  title: shownSetupTexts().providerTest.cannotVerify,
  showsParameters: true,
  words,
});
