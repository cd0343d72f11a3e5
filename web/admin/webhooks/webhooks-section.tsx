// Webhook endpoints that receive order events, and the log of deliveries.
import { useState } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { formatDate } from '../../ui/format-date.ts';
import { RelativeTime, useNow } from '../../ui/relative-time.tsx';
import { ConfirmDialog } from '../kit/dialogs.tsx';
import { Loaded } from '../kit/loaded.tsx';
import { RunButton } from '../kit/run-button.tsx';
import { useAct } from '../kit/use-act.ts';
import { useApi } from '../kit/use-api.ts';
import { SettingsPanel } from '../settings/settings-panel.tsx';
import { useSetupTexts } from '../texts/shown-texts.ts';
import { DeliveryLog, webhookCalls } from './delivery-log.tsx';
import { type Webhook, WebhookDialog } from './webhook-dialog.tsx';

type OpenDialog = { what: 'add' } | { what: 'change' | 'remove'; webhook: Webhook } | null;

export function WebhooksSection() {
  const { webhooks: texts } = useSetupTexts();
  const webhooks = useApi('GET /api/admin/webhooks', {});
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const close = () => setDialog(null);
  return (
    <SettingsPanel id="webhooks">
      <p className="pt-1 text-sm text-muted">{texts.help}</p>
      <Loaded query={webhooks} failed={texts.failed}>
        {(listed) => (
          <ul className="divide-y divide-hairline">
            {listed.map((webhook) => (
              <WebhookRow key={webhook.id} webhook={webhook} onOpen={(what) => setDialog({ what, webhook })} />
            ))}
          </ul>
        )}
      </Loaded>
      <Button size="sm" className="my-2" onClick={() => setDialog({ what: 'add' })}>
        {texts.add}
      </Button>
      {webhooks.data && webhooks.data.length > 0 ? <DeliveryLog /> : null}
      {dialog?.what === 'add' ? <WebhookDialog webhook={null} onClose={close} /> : null}
      {dialog?.what === 'change' ? <WebhookDialog webhook={dialog.webhook} onClose={close} /> : null}
      {dialog?.what === 'remove' ? <RemoveDialog webhook={dialog.webhook} onClose={close} /> : null}
    </SettingsPanel>
  );
}

type WebhookRowProps = { webhook: Webhook; onOpen: (what: 'change' | 'remove') => void };

function WebhookRow({ webhook, onOpen }: WebhookRowProps) {
  const { webhooks } = useSetupTexts();
  const nowMs = useNow();
  const { id, url, events, enabled, live, expires_at, failing_since } = webhook;
  const isExpired = enabled && !live;
  const test = useAct('POST /api/admin/webhooks/{id}/test', {
    renews: webhookCalls,
    done: { title: webhooks.tested, description: webhooks.testedHelp, tone: 'plain' },
    failed: webhooks.testFailed,
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
        <RunButton
          act={test}
          aria-label={webhooks.testNamed(url)}
          disabled={!live}
          onClick={() => test.run({ params: { id } })}
        >
          {webhooks.test}
        </RunButton>
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

function RemoveDialog({ webhook: { id, url }, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { webhooks } = useSetupTexts();
  const remove = useAct('DELETE /api/admin/webhooks/{id}', {
    renews: webhookCalls,
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      title={webhooks.removeTitle}
      act={remove}
      label={webhooks.remove}
      onConfirm={() => remove.run({ params: { id } })}
      onClose={onClose}
    >
      <p>
        <span className="break-all font-medium">{url}</span>
        <span>{` ${webhooks.removeHelp}`}</span>
      </p>
    </ConfirmDialog>
  );
}
