// Tells the store of a card form that failed in this browser, so that ERR-10 says the truth. Never holds the page up.
import type { ClientErrorStage } from '../../../contract/client-errors.ts';
import type { Api } from '../../api.ts';

const longestMessage = 300;

export function reportFailure(
  api: Pick<Api, 'call'>,
  { stage, orderId, cause }: { stage: ClientErrorStage; orderId: string | undefined; cause: unknown },
): void {
  const message = wordsOf(cause).slice(0, longestMessage);
  const body = { stage, message, ...(orderId === undefined ? {} : { orderId }) };
  // Outlives the page: the buyer may leave at once. What becomes of it changes nothing here.
  api.call('POST /api/client-errors', { body }, { keepalive: true }).catch(() => {});
}

// What went wrong, never all that came with it: that may be personal.
function wordsOf(cause: unknown): string {
  if (cause instanceof Error) return `${cause.name}: ${cause.message}`;
  if (typeof cause === 'string') return cause;
  const failure = (cause ?? {}) as { cause?: unknown; explanation?: unknown };
  return [failure.cause, failure.explanation].filter((one) => typeof one === 'string').join(': ');
}
