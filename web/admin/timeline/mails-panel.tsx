// The emails of an order.
import { useNow } from '../../ui/relative-time.tsx';
import { isOnItsWay, MailRow } from '../inbox/mail-row.tsx';
import { useApi } from '../kit/use-api.ts';
import { LoadFailure } from '../load-failure.tsx';
import { Panel } from '../panel.tsx';
import { usePageTexts } from '../texts/shown-texts.ts';

const onItsWayMs = 5_000;

export function MailsPanel({ id }: { id: string }) {
  const { timeline } = usePageTexts();
  const nowMs = useNow();
  const { data, isError, error, refetch } = useApi(
    'GET /api/admin/mails',
    { query: { order: id } },
    { refetchInterval: ({ state }) => (state.data?.some(isOnItsWay) ? onItsWayMs : false) },
  );
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
