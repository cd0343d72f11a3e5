// Webhook deliveries with their results, newest first. Each can be sent again.
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from 'wouter';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { formatDate } from '../../ui/format-date.ts';
import { RelativeTime, useNow } from '../../ui/relative-time.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { Tone } from '../../ui/status-tone.ts';
import { useToast } from '../../ui/toast.tsx';
import { useAdmin } from '../admin-context.tsx';
import { LoadFailure } from '../load-failure.tsx';
import { orderPath } from '../paths.ts';
import { queryFailure } from '../query-client.ts';
import { useSetupTexts } from '../texts/shown-texts.ts';
import { type Delivery, deliveriesQuery, webhooksKey } from './webhook-queries.ts';

const tones: Record<Delivery['state'], Tone> = {
  waiting: 'yellow',
  sending: 'blue',
  delivered: 'green',
  failed: 'red',
};

export function DeliveryLog() {
  const { webhooks } = useSetupTexts();
  const { api } = useAdmin();
  const nowMs = useNow();
  const log = useInfiniteQuery(deliveriesQuery(api));
  const deliveries = log.data?.pages.flatMap((page) => page.deliveries);
  return (
    <div className="border-t border-hairline pt-3">
      <h3 className="text-sm font-semibold">{webhooks.log}</h3>
      {log.isPending ? <Skeleton className="my-2 h-24 w-full" /> : null}
      {log.isError ? (
        <LoadFailure title={webhooks.logFailed} error={log.error} onRetry={() => void log.refetch()} />
      ) : null}
      {deliveries?.length === 0 ? <p className="py-2 text-sm text-muted">{webhooks.logEmpty}</p> : null}
      <ul aria-label={webhooks.deliveries} className="divide-y divide-hairline">
        {deliveries?.map((delivery) => (
          <DeliveryRow key={delivery.id} delivery={delivery} nowMs={nowMs} />
        ))}
      </ul>
      {log.hasNextPage ? (
        <Button
          size="sm"
          className="my-2"
          disabled={log.isFetchingNextPage}
          waiting={log.isFetchingNextPage}
          onClick={() => void log.fetchNextPage()}
        >
          {webhooks.older}
        </Button>
      ) : null}
    </div>
  );
}

function DeliveryRow({ delivery, nowMs }: { delivery: Delivery; nowMs: number }) {
  const { webhooks } = useSetupTexts();
  const { api } = useAdmin();
  const queries = useQueryClient();
  const toast = useToast();
  const { id, event, order_id, url, state, attempts, last_status, last_error, next_attempt_at, created_at } = delivery;
  const replay = useMutation({
    mutationFn: () => api.call('POST /api/admin/webhook-deliveries/{id}/replay', { params: { id } }),
    onError: (error) => toast({ title: webhooks.resendFailed, description: queryFailure(error), tone: 'error' }),
    onSettled: () => queries.invalidateQueries({ queryKey: webhooksKey }),
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
      <Button
        size="sm"
        className="shrink-0 whitespace-nowrap"
        aria-label={webhooks.resendNamed(event, order_id)}
        waiting={replay.isPending}
        disabled={replay.isPending || state === 'sending'}
        onClick={() => replay.mutate()}
      >
        {webhooks.resend}
      </Button>
    </li>
  );
}
