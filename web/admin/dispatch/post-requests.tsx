// Refill and cancel requests of one link with their results, newest first.
import { RelativeTime, useNow } from '../../ui/relative-time.tsx';
import type { PostRequest } from '../order-detail/order-queries.ts';

const shownAtFirst = 3;

export function PostRequests({ requests }: { requests: readonly PostRequest[] }) {
  const nowMs = useNow();
  if (requests.length === 0) return null;
  return (
    <ul className="mt-2 grid gap-1 text-xs text-muted">
      {requests.slice(0, shownAtFirst).map((request) => (
        <li key={`${request.kind} ${request.requested_at}`} className="break-words">
          {sentenceOf(request)} Asked for by {request.requested_by}{' '}
          <RelativeTime at={request.requested_at} nowMs={nowMs} />.
        </li>
      ))}
      {requests.length > shownAtFirst ? <li>{requests.length - shownAtFirst} earlier</li> : null}
    </ul>
  );
}

function sentenceOf({ kind, state, words }: PostRequest): string {
  const name = kind === 'refill' ? 'Refill' : 'Cancel';
  const answer = words ? `: the provider returned "${words}".` : '.';
  return `${name} ${stateWords[state]}${answer}`;
}

const stateWords: Record<PostRequest['state'], string> = {
  asking: 'on its way',
  accepted: 'taken by the provider, not done yet',
  done: 'done',
  rejected: 'not done',
  refused: 'refused',
  unknown: 'of unknown outcome',
};
