// Webhook deliveries with their results, newest first. Each can be sent again.
import { Link } from 'wouter';
import type { AnswerFor } from '../../../contract/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { formatDate } from '../../ui/format-date.ts';
import { RelativeTime, useNow } from '../../ui/relative-time.tsx';
import type { Tone } from '../../ui/status-tone.ts';
import { Loaded } from '../kit/loaded.tsx';
import { OlderButton } from '../kit/older-button.tsx';
import { RunButton } from '../kit/run-button.tsx';
import { useAct } from '../kit/use-act.ts';
import { useApiList } from '../kit/use-api-list.ts';
import { orderPath } from '../paths.ts';
import { useSetupTexts } from '../texts/shown-texts.ts';

type Delivery = AnswerFor<'GET /api/admin/webhook-deliveries'>[number];

/** The answers that an act on a webhook or a delivery changes. */
export const webhookCalls = ['GET /api/admin/webhooks', 'GET /api/admin/webhook-deliveries'] as const;

const pageSize = 10;
const onItsWayMs = 3_000;

const tones: Record<Delivery['state'], Tone> = {
  waiting: 'yellow',
  sending: 'blue',
  delivered: 'green',
  failed: 'red',
};

export function DeliveryLog() {
  const { webhooks } = useSetupTexts();
  const nowMs = useNow();
  const { query, rows } = useApiList(
    'GET /api/admin/webhook-deliveries',
    { query: { limit: pageSize } },
    { refetchInterval: (loaded) => loaded.slice(0, pageSize).some(isOnItsWay) && onItsWayMs },
  );
  return (
    <div className="border-t border-hairline pt-3">
      <h3 className="text-sm font-semibold">{webhooks.log}</h3>
      <Loaded query={query} failed={webhooks.logFailed} skeleton="my-2 h-24 w-full">
        {() => (
          <>
            {rows.length === 0 ? <p className="py-2 text-sm text-muted">{webhooks.logEmpty}</p> : null}
            <ul aria-label={webhooks.deliveries} className="divide-y divide-hairline">
              {rows.map((delivery) => (
                <DeliveryRow key={delivery.id} delivery={delivery} nowMs={nowMs} />
              ))}
            </ul>
          </>
        )}
      </Loaded>
      <OlderButton query={query}>{webhooks.older}</OlderButton>
    </div>
  );
}

function DeliveryRow({ delivery, nowMs }: { delivery: Delivery; nowMs: number }) {
  const { webhooks } = useSetupTexts();
  const { id, event, order_id, url, state, attempts, last_status, last_error, next_attempt_at, created_at } = delivery;
  const resend = useAct('POST /api/admin/webhook-deliveries/{id}/replay', {
    renews: webhookCalls,
    failed: webhooks.resendFailed,
  });
  return (
    <li className="flex items-start justify-between gap-3 py-2.5 text-sm">
      <div className="min-w-0">
        <p className="flex min-w-0 flex-wrap items-center gap-x-2">
          <Badge tone={tones[state]}>{webhooks.states[state]}</Badge>
          <code>{event}</code>
          {order_id ? (
            <Link
              href={orderPath(order_id)}
              className="font-semibold underline-offset-2 hover:underline"
              translate="no"
            >
              {`#${order_id}`}
            </Link>
          ) : null}
        </p>
        <p className="break-all text-muted">{url}</p>
        <p className="text-muted">
          <RelativeTime at={created_at} nowMs={nowMs} />
          <span>{`${attempts > 1 ? webhooks.attempts(attempts) : ''}${last_status === null ? '' : webhooks.response(last_status)}${attempts > 0 && next_attempt_at ? webhooks.nextAttempt(formatDate(next_attempt_at)) : ''}`}</span>
        </p>
        {last_error ? (
          <p lang="en" className="break-words">
            {last_error}
          </p>
        ) : null}
      </div>
      <RunButton
        act={resend}
        className="shrink-0 whitespace-nowrap"
        aria-label={webhooks.resendNamed(event, order_id)}
        disabled={state === 'sending'}
        onClick={() => resend.run({ params: { id } })}
      >
        {webhooks.resend}
      </RunButton>
    </li>
  );
}

/** True for a first attempt that is due or running. Retries are too far apart to poll for. */
function isOnItsWay({ state, attempts }: Delivery): boolean {
  return state === 'sending' || (state === 'waiting' && attempts === 0);
}
