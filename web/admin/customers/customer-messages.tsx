// The messages of a customer to the support, newest first. Each opens to its text.
import { Badge } from '../../ui/badge.tsx';
import { RelativeTime, useNow } from '../../ui/relative-time.tsx';
import { LoadMoreList } from '../kit/list.tsx';
import { useApiList } from '../kit/use-api.ts';
import { Panel } from '../panel.tsx';
import { usePageTexts } from '../texts/shown-texts.ts';

const messagesAtOnce = 20;

export function MessagesPanel({ email }: { email: string }) {
  const { customerPage: texts, inbox } = usePageTexts();
  const nowMs = useNow();
  const { query, rows: messages } = useApiList('GET /api/admin/contact-messages', {
    query: { email, limit: messagesAtOnce },
  });
  return (
    <Panel title={inbox.messages}>
      <LoadMoreList
        query={query}
        failure={inbox.messagesFailed}
        nothing={messages.length === 0 ? texts.noMessages : null}
        isInPanel
      >
        <ul className="text-sm">
          {messages.map(({ id, subject, message, received_at, answered_at }) => (
            <li key={id} className="border-t border-hairline first:border-t-0">
              <details>
                <summary className="flex cursor-pointer flex-wrap items-center gap-x-3 gap-y-1 py-2.5">
                  <span className="min-w-0 flex-1 basis-48 font-semibold break-words">{subject}</span>
                  <Badge tone={answered_at ? 'green' : 'yellow'}>
                    {answered_at ? inbox.answered : inbox.boxes.unanswered}
                  </Badge>
                  <span className="text-xs whitespace-nowrap text-muted">
                    <RelativeTime at={received_at} nowMs={nowMs} />
                  </span>
                </summary>
                <p className="pb-3 break-words whitespace-pre-line">{message}</p>
              </details>
            </li>
          ))}
        </ul>
      </LoadMoreList>
    </Panel>
  );
}
