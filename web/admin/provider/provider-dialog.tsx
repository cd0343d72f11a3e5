// The settings of one provider. For the default provider without its connection: the API tab has the form for it.
import { type FormEvent, useId, useState } from 'react';
import type { CallFor } from '../../../contract/index.ts';
import {
  defaultProviderKind,
  isProviderKind,
  type ProviderKind,
  providerKinds,
  providerKindTitles,
} from '../../../contract/provider-kinds.ts';
import { ApiError } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { inputClassName } from '../../ui/input-class.ts';
import { DialogEnd } from '../dialog-end.tsx';
import { useKeptState } from '../kept-state.ts';
import { useAct } from '../kit/use-act.ts';
import { providerCalls } from '../live-calls.ts';
import { Refusal } from '../refusal.tsx';
import { Tick } from '../settings/inputs.tsx';
import { useSetupTexts } from '../texts/shown-texts.ts';
import { readAmount, readInteger } from '../typed-amounts.ts';
import type { Provider } from './provider-check.tsx';

type ProviderFields = CallFor<'POST /api/admin/providers'>['body'];

const fields = [
  { name: 'api_url', type: 'url', inputMode: 'url', isOwn: true },
  { name: 'api_key', type: 'password', inputMode: 'text', isOwn: true },
  { name: 'likes_service_id', type: 'text', inputMode: 'text', isOwn: true },
  { name: 'views_service_id', type: 'text', inputMode: 'text', isOwn: true },
  { name: 'priority', type: 'text', inputMode: 'numeric', isOwn: false },
  { name: 'low_balance', type: 'text', inputMode: 'decimal', isOwn: false },
] as const;

export function ProviderDialog({ provider, onClose }: { provider: Provider | null; onClose: () => void }) {
  const [draft, setDraft] = useKeptState(`provider ${provider?.id ?? ''}`, () => draftOf(provider));
  const [isUnread, setUnread] = useState(false);
  const sent = fieldsOf(draft, provider);
  const isDefault = provider?.id === 'default';
  const { provider: connection, providers: texts, typedNumbers } = useSetupTexts();
  const save = useAct(
    (api, body: ProviderFields) =>
      provider === null
        ? api.call('POST /api/admin/providers', { body })
        : api.call('PUT /api/admin/providers/{id}', { params: { id: provider.id }, body }),
    { renews: [...providerCalls, 'GET /api/admin/pauses'], onDone: onClose, done: { title: texts.saved } },
  );
  const labels = {
    api_url: connection.apiUrl,
    api_key: connection.apiKey,
    likes_service_id: connection.serviceId.Likes,
    views_service_id: connection.serviceId.Views,
    priority: texts.priority,
    low_balance: texts.lowBalance,
  };

  function submit(event: FormEvent): void {
    event.preventDefault();
    const isRead = !Object.values(sent).some(Number.isNaN);
    setUnread(!isRead);
    if (isRead) save.run(sent);
  }

  function edit(change: Partial<Draft>): void {
    setDraft({ ...draft, ...change });
    // The error belongs to the previous input.
    if (isCheckFailed(save.error)) save.reset();
  }

  const problemOf = (name: keyof ProviderFields) => {
    if (isUnread && Number.isNaN(sent[name])) return typedNumbers.enterNumber;
    return save.failedField === name ? save.failure : null;
  };
  return (
    <Dialog title={provider ? texts.edit(provider.name) : texts.add} onClose={onClose} busy={save.isPending}>
      <form onSubmit={submit} noValidate className="mt-3 grid gap-4 text-sm">
        <Field
          label={texts.name}
          maxLength={60}
          autoComplete="off"
          value={draft.name}
          error={problemOf('name')}
          onChange={({ target }) => edit({ name: target.value })}
        />
        {providerKinds.length > 1 ? <KindField value={draft.kind} onChange={(kind) => edit({ kind })} /> : null}
        {fields
          .filter(({ isOwn }) => !(isOwn && isDefault))
          .map(({ name, type, inputMode }) => (
            <Field
              key={name}
              label={labels[name]}
              type={type}
              inputMode={inputMode}
              autoComplete="off"
              help={name === 'priority' ? texts.priorityHelp : undefined}
              value={draft[name]}
              error={problemOf(name)}
              onFocus={({ target }) => (name === 'api_key' ? target.select() : undefined)}
              onChange={({ target }) => edit({ [name]: target.value })}
            />
          ))}
        <Tick isSwitch checked={draft.enabled} onChange={(enabled) => edit({ enabled })}>
          {texts.enabled}
        </Tick>
        {provider?.enabled && !draft.enabled ? <p role="status">{texts.pauseHelp}</p> : null}
        <Refusal>{save.failedField === null ? save.failure : null}</Refusal>
        {isCheckFailed(save.error) ? (
          <div>
            <Button size="sm" disabled={save.isPending} onClick={() => save.run({ ...sent, save_anyway: true })}>
              {texts.saveAnyway}
            </Button>
          </div>
        ) : null}
        <DialogEnd waiting={save.isPending} onCancel={onClose}>
          {texts.save}
        </DialogEnd>
      </form>
    </Dialog>
  );
}

/** The select of the API that a provider speaks. */
function KindField({ value, onChange }: { value: string; onChange: (kind: string) => void }) {
  const id = useId();
  const { providers: texts } = useSetupTexts();
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-semibold">
        {texts.kind}
      </label>
      <select
        id={id}
        value={value}
        aria-describedby={`${id}-help`}
        onChange={({ target }) => onChange(target.value)}
        className={`${inputClassName} border-edge hover:border-ink`}
      >
        {isProviderKind(value) ? null : <option value={value}>{texts.unknownKind(value)}</option>}
        {providerKinds.map((kind) => (
          <option key={kind} value={kind}>
            {providerKindTitles[kind]}
          </option>
        ))}
      </select>
      <p id={`${id}-help`} className="mt-1.5 text-muted">
        {texts.kindHelp}
      </p>
    </div>
  );
}

function isCheckFailed(error: unknown): boolean {
  return error instanceof ApiError && error.body.code === 'provider_check_failed';
}

type Draft = Record<(typeof fields)[number]['name'] | 'name' | 'kind', string> & { enabled: boolean };

function draftOf(provider: Provider | null): Draft {
  return {
    name: provider?.name ?? '',
    kind: kindOf(provider),
    api_url: provider?.api_url ?? '',
    api_key: provider?.api_key ?? '',
    likes_service_id: provider?.likes_service_id ?? '',
    views_service_id: provider?.views_service_id ?? '',
    priority: String(provider?.priority ?? 200),
    low_balance: provider?.low_balance == null ? '' : String(provider.low_balance),
    enabled: provider?.enabled ?? true,
  };
}

function kindOf(provider: Provider | null): string {
  return provider?.kind ?? defaultProviderKind;
}

function fieldsOf(
  { priority, low_balance, name, kind, enabled, ...own }: Draft,
  saved: Provider | null,
): ProviderFields {
  const low = low_balance.trim() === '' ? null : readAmount(low_balance);
  // A kind that only a newer version has cannot be sent, and is not changed either.
  const chosen = kind === kindOf(saved) ? {} : { kind: kind as ProviderKind };
  return {
    ...(saved?.id === 'default' ? {} : own),
    ...chosen,
    name,
    enabled,
    priority: readInteger(priority),
    low_balance: low,
  };
}
