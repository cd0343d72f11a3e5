// Adds or edits a webhook endpoint. A new signing secret is shown once.

import { accessLifeDays, longestWebhookUrl, type WebhookEvent, webhookEvents } from '../../../contract/api-access.ts';
import type { AnswerFor } from '../../../contract/index.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { formatDate } from '../../ui/format-date.ts';
import { useKeptState } from '../kept-state.ts';
import { FormDialog } from '../kit/dialogs.tsx';
import { useAct } from '../kit/use-act.ts';
import { type Life, LifeSelect } from '../life-select.tsx';
import { SecretOnce } from '../secret-once.tsx';
import { Tick } from '../settings/inputs.tsx';
import type { SetupTexts } from '../texts/setup-texts.ts';
import { useSetupTexts } from '../texts/shown-texts.ts';
import { webhookCalls } from './delivery-log.tsx';

export type Webhook = AnswerFor<'GET /api/admin/webhooks'>[number];
type Draft = { url: string; events: WebhookEvent[]; enabled: boolean; expiresInDays: Life; newSecret: boolean };

export function WebhookDialog({ webhook, onClose }: { webhook: Webhook | null; onClose: () => void }) {
  const { webhooks } = useSetupTexts();
  const [draft, setDraft] = useKeptState<Draft>(`webhook ${webhook?.id ?? ''}`, {
    url: webhook?.url ?? '',
    events: webhook?.events ?? [...webhookEvents],
    enabled: webhook?.enabled ?? true,
    expiresInDays: webhook ? undefined : accessLifeDays.first,
    newSecret: false,
  });
  const save = useAct(
    (api, { enabled, newSecret, ...body }: Draft) =>
      webhook
        ? api.call('PATCH /api/admin/webhooks/{id}', {
            params: { id: webhook.id },
            body: { ...body, enabled, newSecret },
          })
        : api.call('POST /api/admin/webhooks', { body }),
    {
      renews: webhookCalls,
      onDone: (answer) => {
        if (!answer?.secret) onClose();
      },
    },
  );
  if (save.answer?.secret) {
    return (
      <Dialog title={webhooks.secretTitle} onClose={onClose}>
        <SecretOnce name={webhooks.theSecret} secret={save.answer.secret} onClose={onClose}>
          {webhooks.secretHelp}
        </SecretOnce>
      </Dialog>
    );
  }

  function choose(event: WebhookEvent, chosen: boolean): void {
    setDraft({
      ...draft,
      events: webhookEvents.filter((one) => (one === event ? chosen : draft.events.includes(one))),
    });
  }

  return (
    <FormDialog
      title={webhook ? webhooks.editTitle : webhooks.add}
      act={save}
      label={webhook ? webhooks.save : webhooks.addNow}
      incomplete={draft.url.trim() === '' || draft.events.length === 0}
      onSubmit={() => save.run(draft)}
      onClose={onClose}
    >
      <Field
        label={webhooks.address}
        type="url"
        name="webhook-url"
        autoComplete="off"
        placeholder="https://"
        maxLength={longestWebhookUrl}
        value={draft.url}
        help={webhooks.addressHelp}
        onChange={({ target }) => setDraft({ ...draft, url: target.value })}
      />
      <fieldset className="grid gap-2">
        <legend className="mb-1.5 font-semibold">{webhooks.events}</legend>
        {webhookEvents.map((event) => (
          <Tick key={event} checked={draft.events.includes(event)} onChange={(chosen) => choose(event, chosen)}>
            <span>{`${webhooks.eventTitles[event]} `}</span>
            <code className="text-muted">{event}</code>
          </Tick>
        ))}
      </fieldset>
      <LifeSelect
        value={draft.expiresInDays}
        endless={webhooks.endless}
        {...(webhook ? { unchanged: endOf(webhook, webhooks) } : {})}
        onChange={(expiresInDays) => setDraft({ ...draft, expiresInDays })}
      />
      {webhook ? (
        <div className="grid gap-2">
          <Tick isSwitch checked={draft.enabled} onChange={(enabled) => setDraft({ ...draft, enabled })}>
            {webhooks.isOn}
          </Tick>
          <Tick checked={draft.newSecret} onChange={(newSecret) => setDraft({ ...draft, newSecret })}>
            {webhooks.newSecret}
          </Tick>
        </div>
      ) : null}
    </FormDialog>
  );
}

function endOf({ enabled, live, expires_at }: Webhook, texts: SetupTexts['webhooks']): string {
  if (expires_at === null) return texts.neverExpires;
  const date = formatDate(expires_at);
  return enabled && !live ? texts.expiredAt(date) : texts.untilAt(date);
}
