// Webhook endpoints that receive order events, and the log of deliveries.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { formatDate } from '../../ui/format-date.ts';
import { RelativeTime, useNow } from '../../ui/relative-time.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useAdmin } from '../admin-context.tsx';
import { LoadFailure } from '../load-failure.tsx';
import { Panel } from '../panel.tsx';
import { queryFailure } from '../query-client.ts';
import { DeliveryLog } from './delivery-log.tsx';
import { RemoveWebhookDialog } from './remove-webhook-dialog.tsx';
import { WebhookDialog } from './webhook-dialog.tsx';
import { type Webhook, webhooksKey, webhooksQuery } from './webhook-queries.ts';

type OpenDialog = { what: 'add' } | { what: 'change' | 'remove'; webhook: Webhook } | null;

export function WebhooksSection() {
  const { api } = useAdmin();
  const webhooks = useQuery(webhooksQuery(api));
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const close = () => setDialog(null);
  return (
    <Panel title="Webhooks">
      <p className="pt-1 text-sm text-muted">
        Other programs are told when an order is paid, completed or given back. What is sent is signed, and is tried
        again for about a day.
      </p>
      {webhooks.isPending ? <Skeleton className="my-2 h-12 w-full" /> : null}
      {webhooks.isError ? (
        <LoadFailure
          title="Failed to load the webhooks"
          error={webhooks.error}
          onRetry={() => void webhooks.refetch()}
        />
      ) : null}
      <ul className="divide-y divide-hairline">
        {webhooks.data?.map((webhook) => (
          <WebhookRow key={webhook.id} webhook={webhook} onOpen={(what) => setDialog({ what, webhook })} />
        ))}
      </ul>
      <Button size="sm" className="my-2" onClick={() => setDialog({ what: 'add' })}>
        Add an endpoint
      </Button>
      {webhooks.data && webhooks.data.length > 0 ? <DeliveryLog /> : null}
      {dialog?.what === 'add' ? <WebhookDialog webhook={null} onClose={close} /> : null}
      {dialog?.what === 'change' ? <WebhookDialog webhook={dialog.webhook} onClose={close} /> : null}
      {dialog?.what === 'remove' ? <RemoveWebhookDialog webhook={dialog.webhook} onClose={close} /> : null}
    </Panel>
  );
}

type WebhookRowProps = { webhook: Webhook; onOpen: (what: 'change' | 'remove') => void };

function WebhookRow({ webhook, onOpen }: WebhookRowProps) {
  const { api } = useAdmin();
  const queries = useQueryClient();
  const toast = useToast();
  const nowMs = useNow();
  const { id, url, events, enabled, live, expires_at, failing_since } = webhook;
  const isExpired = enabled && !live;
  const tryOut = useMutation({
    mutationFn: () => api.call('POST /api/admin/webhooks/{id}/test', { params: { id } }),
    onSuccess: () => toast({ title: 'Test event queued', description: 'The log below shows the result.' }),
    onError: (error) => toast({ title: 'No test event', description: queryFailure(error), tone: 'error' }),
    onSettled: () => queries.invalidateQueries({ queryKey: webhooksKey }),
  });
  return (
    <li className="grid gap-2 py-2.5 text-sm">
      <div className="min-w-0">
        <p className="flex min-w-0 flex-wrap items-center gap-x-2 font-medium">
          <span className="break-all">{url}</span>
          {enabled ? null : <Badge tone="grey">Off</Badge>}
          {isExpired ? <Badge tone="red">Expired</Badge> : null}
          {live && failing_since ? <Badge tone="red">Failing</Badge> : null}
        </p>
        <p className="text-muted">{events.join(', ')}</p>
        {live && expires_at ? <p className="text-muted">Until {formatDate(expires_at)}</p> : null}
        {isExpired ? (
          <p className="text-muted">
            Expired {formatDate(expires_at)}. Events are not sent. Change it to choose another end.
          </p>
        ) : null}
        {live && failing_since ? (
          <p className="text-muted">
            Nothing arrives since <RelativeTime at={failing_since} nowMs={nowMs} />
          </p>
        ) : null}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          aria-label={`Send a test event to ${url}`}
          waiting={tryOut.isPending}
          disabled={tryOut.isPending || !live}
          onClick={() => tryOut.mutate()}
        >
          Send a test event
        </Button>
        <Button size="sm" aria-label={`Change ${url}`} onClick={() => onOpen('change')}>
          Change
        </Button>
        <Button size="sm" aria-label={`Remove ${url}`} onClick={() => onOpen('remove')}>
          Remove
        </Button>
      </div>
    </li>
  );
}
