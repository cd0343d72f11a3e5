// The emails of an order.
import { useQuery } from '@tanstack/react-query';
import { useNow } from '../../ui/relative-time.tsx';
import { useAdmin } from '../admin-context.tsx';
import { mailsOfOrderQuery } from '../inbox/mail-queries.ts';
import { MailRow } from '../inbox/mail-row.tsx';
import { LoadFailure } from '../load-failure.tsx';
import { Panel } from '../panel.tsx';
import { usePageTexts } from '../texts/shown-texts.ts';

export function MailsPanel({ id }: { id: string }) {
  const { api } = useAdmin();
  const { timeline } = usePageTexts();
  const nowMs = useNow();
  const { data, isError, error, refetch } = useQuery(mailsOfOrderQuery(api, id));
  return (
    <Panel title={timeline.emails}>
      {isError ? <LoadFailure title={timeline.emailsFailed} error={error} onRetry={() => void refetch()} /> : null}
      {data?.length === 0 ? <p className="text-sm text-muted">{timeline.noEmails}</p> : null}
      <ul aria-label={timeline.emails}>
        {data?.map((mail) => (
          <MailRow key={mail.id} mail={mail} nowMs={nowMs} within={id} />
        ))}
      </ul>
    </Panel>
  );
}
