// The emails of an order.
import { useQuery } from '@tanstack/react-query';
import { useNow } from '../../ui/relative-time.tsx';
import { useAdmin } from '../admin-context.tsx';
import { mailsOfOrderQuery } from '../inbox/mail-queries.ts';
import { MailRow } from '../inbox/mail-row.tsx';
import { LoadFailure } from '../load-failure.tsx';
import { Panel } from '../panel.tsx';

export function MailsPanel({ id }: { id: string }) {
  const { api } = useAdmin();
  const nowMs = useNow();
  const { data, isError, error, refetch } = useQuery(mailsOfOrderQuery(api, id));
  return (
    <Panel title="Mails">
      {isError ? (
        <LoadFailure title="The mails could not be loaded" error={error} onRetry={() => void refetch()} />
      ) : null}
      {data?.length === 0 ? <p className="text-sm text-muted">No emails about this order yet.</p> : null}
      <ul aria-label="Mails">
        {data?.map((mail) => (
          <MailRow key={mail.id} mail={mail} nowMs={nowMs} within={id} />
        ))}
      </ul>
    </Panel>
  );
}
