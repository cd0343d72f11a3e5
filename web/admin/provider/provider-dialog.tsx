// The settings of one provider. For the default provider without its connection: the API tab has the form for it.
import { type FormEvent, useState } from 'react';
import { defaultProviderKind, type ProviderKind, providerKinds } from '../../../contract/provider-kinds.ts';
import { ApiError } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { DialogEnd } from '../dialog-end.tsx';
import { queryFailure } from '../query-client.ts';
import { Refusal } from '../refusal.tsx';
import { Tick } from '../settings/inputs.tsx';
import { needsPassword } from '../sign-in/step-up.tsx';
import { shownRefusal, useSetupTexts } from '../texts/shown-texts.ts';
import { readAmount, readInteger } from '../typed-amounts.ts';
import { KindField } from './kind-field.tsx';
import { type Provider, type ProviderFields, useSaveProvider } from './providers-queries.ts';

const fields = [
  { name: 'api_url', type: 'url', inputMode: 'url', isOwn: true },
  { name: 'api_key', type: 'password', inputMode: 'text', isOwn: true },
  { name: 'likes_service_id', type: 'text', inputMode: 'text', isOwn: true },
  { name: 'views_service_id', type: 'text', inputMode: 'text', isOwn: true },
  { name: 'priority', type: 'text', inputMode: 'numeric', isOwn: false },
  { name: 'low_balance', type: 'text', inputMode: 'decimal', isOwn: false },
] as const;

export function ProviderDialog({ provider, onClose }: { provider: Provider | null; onClose: () => void }) {
  const save = useSaveProvider(provider?.id ?? null, onClose);
  const [draft, setDraft] = useState(() => draftOf(provider));
  const [isUnread, setUnread] = useState(false);
  const sent = fieldsOf(draft, provider);
  const isDefault = provider?.id === 'default';
  const { provider: connection, providers: texts, typedNumbers } = useSetupTexts();
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
    if (isRead && !save.isPending) save.mutate(sent);
  }

  function edit(change: Partial<Draft>): void {
    setDraft({ ...draft, ...change });
    // The error belongs to the previous input.
    if (isCheckFailed(save.error)) save.reset();
  }

  const { error } = save;
  const problemOf = (name: keyof ProviderFields) => {
    if (isUnread && Number.isNaN(sent[name])) return typedNumbers.enterNumber;
    return error instanceof ApiError && error.body.field === name ? shownRefusal(error) : null;
  };
  const isFieldError = error instanceof ApiError && typeof error.body.field === 'string';
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
        <Refusal>{error && !isFieldError && !needsPassword(error) ? queryFailure(error) : null}</Refusal>
        {isCheckFailed(error) ? (
          <div>
            <Button size="sm" disabled={save.isPending} onClick={() => save.mutate({ ...sent, save_anyway: true })}>
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
