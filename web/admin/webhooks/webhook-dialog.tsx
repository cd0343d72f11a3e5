// Adds or edits a webhook endpoint. A new signing secret is shown once.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { accessLifeDays } from '../../../contract/access-life.ts';
import {
  longestWebhookUrl,
  type WebhookEvent,
  webhookEvents,
  webhookEventTitles,
} from '../../../contract/webhook-rules.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { formatDate } from '../../ui/format-date.ts';
import { useAdmin } from '../admin-context.tsx';
import { type Life, LifeSelect } from '../life-select.tsx';
import { Refusal } from '../refusal.tsx';
import { SecretOnce } from '../secret-once.tsx';
import { Tick } from '../settings/inputs.tsx';
import { failureOf } from '../sign-in/guarded.tsx';
import { type Webhook, webhooksKey } from './webhook-queries.ts';

type Draft = { url: string; events: WebhookEvent[]; enabled: boolean; expiresInDays: Life; newSecret: boolean };

export function WebhookDialog({ webhook, onClose }: { webhook: Webhook | null; onClose: () => void }) {
  const { api } = useAdmin();
  const queries = useQueryClient();
  const save = useMutation({
    mutationFn: ({ enabled, newSecret, ...body }: Draft) =>
      webhook
        ? api.call('PATCH /api/admin/webhooks/{id}', {
            params: { id: webhook.id },
            body: { ...body, enabled, newSecret },
          })
        : api.call('POST /api/admin/webhooks', { body }),
    onSuccess: ({ secret }) => {
      void queries.invalidateQueries({ queryKey: webhooksKey });
      if (secret === null) onClose();
    },
  });
  if (save.data?.secret) {
    return (
      <Dialog title="Signing secret" onClose={onClose}>
        <SecretOnce name="the secret" secret={save.data.secret} onClose={onClose}>
          The endpoint checks by it that a call came from here. Copy it there: it is shown only now.
        </SecretOnce>
      </Dialog>
    );
  }
  return (
    <Dialog title={webhook ? 'Change the endpoint' : 'Add an endpoint'} onClose={onClose} busy={save.isPending}>
      <DraftForm
        webhook={webhook}
        busy={save.isPending}
        problem={failureOf(save)}
        onSave={save.mutate}
        onClose={onClose}
      />
    </Dialog>
  );
}

type DraftFormProps = {
  webhook: Webhook | null;
  busy: boolean;
  problem: string | null;
  onSave: (draft: Draft) => void;
  onClose: () => void;
};

function DraftForm({ webhook, busy, problem, onSave, onClose }: DraftFormProps) {
  const [draft, setDraft] = useState<Draft>({
    url: webhook?.url ?? '',
    events: webhook?.events ?? [...webhookEvents],
    enabled: webhook?.enabled ?? true,
    expiresInDays: webhook ? undefined : accessLifeDays.first,
    newSecret: false,
  });
  const incomplete = draft.url.trim() === '' || draft.events.length === 0;

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!busy && !incomplete) onSave(draft);
  }

  function choose(event: WebhookEvent, chosen: boolean): void {
    setDraft({
      ...draft,
      events: webhookEvents.filter((one) => (one === event ? chosen : draft.events.includes(one))),
    });
  }

  return (
    <form onSubmit={submit} className="mt-2 grid gap-4 text-sm">
      <Field
        label="Address"
        type="url"
        name="webhook-url"
        autoComplete="off"
        placeholder="https://"
        maxLength={longestWebhookUrl}
        value={draft.url}
        help="A public one, with https."
        onChange={({ target }) => setDraft({ ...draft, url: target.value })}
      />
      <fieldset className="grid gap-2">
        <legend className="mb-1.5 font-semibold">Events</legend>
        {webhookEvents.map((event) => (
          <Tick key={event} checked={draft.events.includes(event)} onChange={(chosen) => choose(event, chosen)}>
            {webhookEventTitles[event]} <code className="text-muted">{event}</code>
          </Tick>
        ))}
      </fieldset>
      <LifeSelect
        value={draft.expiresInDays}
        endless="Until it is removed"
        {...(webhook ? { unchanged: endOf(webhook) } : {})}
        onChange={(expiresInDays) => setDraft({ ...draft, expiresInDays })}
      />
      {webhook ? (
        <div className="grid gap-2">
          <Tick isSwitch checked={draft.enabled} onChange={(enabled) => setDraft({ ...draft, enabled })}>
            On
          </Tick>
          <Tick checked={draft.newSecret} onChange={(newSecret) => setDraft({ ...draft, newSecret })}>
            Make a new signing secret; the old one signs nothing from then on
          </Tick>
        </div>
      ) : null}
      <Refusal>{problem}</Refusal>
      <div className="flex flex-wrap justify-end gap-2">
        <Button size="sm" disabled={busy} onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" size="sm" variant="primary" waiting={busy} disabled={incomplete || busy}>
          {webhook ? 'Save' : 'Add'}
        </Button>
      </div>
    </form>
  );
}

function endOf({ enabled, live, expires_at }: Webhook): string {
  if (expires_at === null) return 'never expires';
  return `${enabled && !live ? 'expired' : 'until'} ${formatDate(expires_at)}`;
}
