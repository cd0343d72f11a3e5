// Maps the result of a manual provider test to a message. Green only for a verified response of the provider. Pure.
import { ApiError } from '../../api.ts';
import { queryFailure } from '../query-client.ts';
import type { TriedCall } from './provider-queries.ts';

export type TestKind = 'connection' | 'service';
export type TestEnd = {
  tone: 'good' | 'bad' | 'neutral';
  title: string;
  words: string;
  /** True: the page shows the request parameters, whether they were sent or not. */
  showsParameters: boolean;
};

const doubt = 'It may have been placed: look at your provider before you try again.';

export function endOf(kind: TestKind, { ok, status, error = '', outcome, data }: TriedCall): TestEnd {
  if (ok) return { tone: 'good', ...success(kind, data), showsParameters: false };
  const isOk = status >= 200 && status < 300;
  if (outcome === 'refused' && isOk) return bad('API Error', error);
  const mayBePlaced = kind === 'service' && outcome === 'lost';
  if (status !== 0 && !isOk) {
    const text = error.replace(/^The provider answered \d+:\s*/, '').slice(0, 300);
    const words = `API responded with status: ${status} - ${text}`;
    return mayBePlaced ? neutral(`${words} ${doubt}`) : bad(failureOf(kind), words);
  }
  if (mayBePlaced) return neutral(`${error} ${doubt}`);
  // A response without a balance does not verify the key.
  return outcome === 'lost' && isOk ? neutral(error) : bad(failureOf(kind), error);
}

/** The store itself returned an error or was unreachable. */
export function endOfFailure(kind: TestKind, error: unknown): TestEnd {
  if (error instanceof ApiError) return bad(failureOf(kind), queryFailure(error));
  const words = 'Could not verify from the browser. Parameters that would be sent:';
  return {
    ...neutral(kind === 'service' ? `The store did not answer. ${doubt} ${words}` : words),
    title: 'Not verified',
  };
}

function success(kind: TestKind, data: unknown): { title: string; words: string } {
  const { balance, currency, order } = (typeof data === 'object' && data !== null ? data : {}) as Record<
    string,
    unknown
  >;
  if (kind === 'service') return { title: 'Test order placed', words: `The provider gave it the id ${String(order)}.` };
  const unit = typeof currency === 'string' && currency !== '' ? ` ${currency}` : '';
  return { title: 'Connection works', words: `The provider knows the key. Balance: ${String(balance)}${unit}.` };
}

const failureOf = (kind: TestKind) => (kind === 'connection' ? 'API connection failed' : 'Test failed');
const bad = (title: string, words: string): TestEnd => ({ tone: 'bad', title, words, showsParameters: false });
const neutral = (words: string): TestEnd => ({
  tone: 'neutral',
  title: 'Could not verify',
  showsParameters: true,
  words,
});
