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
import { useSetupTexts, useTexts } from '../texts/shown-texts.ts';
import { DeliveryLog } from './delivery-log.tsx';
import { RemoveWebhookDialog } from './remove-webhook-dialog.tsx';
import { WebhookDialog } from './webhook-dialog.tsx';
import { type Webhook, webhooksKey, webhooksQuery } from './webhook-queries.ts';

type OpenDialog = { what: 'add' } | { what: 'change' | 'remove'; webhook: Webhook } | null;

export function WebhooksSection() {
  const { webhooks: texts } = useSetupTexts();
  const { settingsSections } = useTexts();
  const { api } = useAdmin();
  const webhooks = useQuery(webhooksQuery(api));
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const close = () => setDialog(null);
  return (
    <Panel title={settingsSections.webhooks}>
      <p className="pt-1 text-sm text-muted">{texts.help}</p>
      {webhooks.isPending ? <Skeleton className="my-2 h-12 w-full" /> : null}
      {webhooks.isError ? (
        <LoadFailure title={texts.failed} error={webhooks.error} onRetry={() => void webhooks.refetch()} />
      ) : null}
      <ul className="divide-y divide-hairline">
        {webhooks.data?.map((webhook) => (
          <WebhookRow key={webhook.id} webhook={webhook} onOpen={(what) => setDialog({ what, webhook })} />
        ))}
      </ul>
      <Button size="sm" className="my-2" onClick={() => setDialog({ what: 'add' })}>
        {texts.add}
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
  const { webhooks } = useSetupTexts();
  const { api } = useAdmin();
  const queries = useQueryClient();
  const toast = useToast();
  const nowMs = useNow();
  const { id, url, events, enabled, live, expires_at, failing_since } = webhook;
  const isExpired = enabled && !live;
  const tryOut = useMutation({
    mutationFn: () => api.call('POST /api/admin/webhooks/{id}/test', { params: { id } }),
    onSuccess: () => toast({ title: webhooks.tested, description: webhooks.testedHelp }),
    onError: (error) => toast({ title: webhooks.testFailed, description: queryFailure(error), tone: 'error' }),
    onSettled: () => queries.invalidateQueries({ queryKey: webhooksKey }),
  });
  return (
    <li className="grid gap-2 py-2.5 text-sm">
      <div className="min-w-0">
        <p className="flex min-w-0 flex-wrap items-center gap-x-2 font-medium">
          <span className="break-all">{url}</span>
          {enabled ? null : <Badge tone="grey">{webhooks.off}</Badge>}
          {isExpired ? <Badge tone="red">{webhooks.expired}</Badge> : null}
          {live && failing_since ? <Badge tone="red">{webhooks.failing}</Badge> : null}
        </p>
        <p className="text-muted">{events.join(', ')}</p>
        {live && expires_at ? <p className="text-muted">{webhooks.until(formatDate(expires_at))}</p> : null}
        {isExpired ? <p className="text-muted">{webhooks.expiredHelp(formatDate(expires_at))}</p> : null}
        {live && failing_since ? (
          <p className="text-muted">
            <span>{`${webhooks.failingSince} `}</span>
            <RelativeTime at={failing_since} nowMs={nowMs} />
          </p>
        ) : null}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          aria-label={webhooks.testNamed(url)}
          waiting={tryOut.isPending}
          disabled={tryOut.isPending || !live}
          onClick={() => tryOut.mutate()}
        >
          {webhooks.test}
        </Button>
        <Button size="sm" aria-label={webhooks.editNamed(url)} onClick={() => onOpen('change')}>
          {webhooks.edit}
        </Button>
        <Button size="sm" aria-label={webhooks.removeNamed(url)} onClick={() => onOpen('remove')}>
          {webhooks.remove}
        </Button>
      </div>
    </li>
  );
}
