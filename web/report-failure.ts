// Reports a failure in this browser to the store. Never delays the page.
import type { ClientErrorStage } from '../contract/client-errors.ts';
import type { Api } from './api.ts';

const longestMessage = 300;

export type ClientFailure = {
  stage: ClientErrorStage;
  orderId?: string | undefined;
  /** The page or the tab whose part failed. */
  place?: string;
  cause: unknown;
};

export function reportFailure(api: Pick<Api, 'call'>, { stage, orderId, place, cause }: ClientFailure): void {
  const message = [place, wordsOf(cause)].filter(Boolean).join(': ').slice(0, longestMessage);
  const body = { stage, message, ...(orderId === undefined ? {} : { orderId }) };
  // `keepalive`, because the buyer may leave the page. The result is ignored.
  api.call('POST /api/client-errors', { body }, { keepalive: true }).catch(() => {});
}

// Only the message: other details may be personal data.
function wordsOf(cause: unknown): string {
  if (cause instanceof Error) return `${cause.name}: ${cause.message}`;
  if (typeof cause === 'string') return cause;
  const failure = (cause ?? {}) as { cause?: unknown; explanation?: unknown };
  return [failure.cause, failure.explanation].filter((one) => typeof one === 'string').join(': ');
}
