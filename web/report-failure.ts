// Reports a failure of the card form in this browser to the store. Never delays the page.
import type { ClientErrorStage } from '../../../contract/client-errors.ts';
import type { Api } from '../../api.ts';

const longestMessage = 300;

export function reportFailure(
  api: Pick<Api, 'call'>,
  { stage, orderId, cause }: { stage: ClientErrorStage; orderId: string | undefined; cause: unknown },
): void {
  const message = wordsOf(cause).slice(0, longestMessage);
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
