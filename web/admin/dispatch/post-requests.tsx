// Refill and cancel requests of one link with their results, newest first.
import { RelativeTime, useNow } from '../../ui/relative-time.tsx';
import type { PostRequest } from '../order-detail/order-queries.ts';
import { shownStatus, useTexts } from '../texts/shown-texts.ts';
import type { Texts } from '../texts/texts.ts';

const shownAtFirst = 3;

export function PostRequests({ requests }: { requests: readonly PostRequest[] }) {
  const { links } = useTexts();
  const nowMs = useNow();
  if (requests.length === 0) return null;
  return (
    <ul className="mt-2 grid gap-1 text-xs text-muted">
      {requests.slice(0, shownAtFirst).map((request) => (
        <li key={`${request.kind} ${request.requested_at}`} className="break-words">
          <span>{`${sentenceOf(links, request)} ${links.requestedBy} ${request.requested_by} `}</span>
          <RelativeTime at={request.requested_at} nowMs={nowMs} />
          <span>.</span>
        </li>
      ))}
      {requests.length > shownAtFirst ? <li>{links.earlierRequests(requests.length - shownAtFirst)}</li> : null}
    </ul>
  );
}

function sentenceOf(
  links: Texts['links'],
  { kind, state, words, words_coded, moves_rest, ended_at }: PostRequest,
): string {
  const answer = words ? `: ${links.providerReturned(shownStatus(words, words_coded))}` : '';
  const next = moves_rest && ended_at === null ? ` ${links.movesAfterCancel}` : '';
  return `${links.requests[kind][state]}${answer}.${next}`;
}
