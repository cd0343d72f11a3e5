// Creates an API key and shows it once.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { accessLifeDays } from '../../../contract/access-life.ts';
import { type ApiScope, apiScopes, longestKeyName } from '../../../contract/api-scopes.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { useAdmin } from '../admin-context.tsx';
import { DialogEnd } from '../dialog-end.tsx';
import { type Life, LifeSelect } from '../life-select.tsx';
import { Refusal } from '../refusal.tsx';
import { SecretOnce } from '../secret-once.tsx';
import { Tick } from '../settings/inputs.tsx';
import { failureOf } from '../sign-in/guarded.tsx';
import { useSetupTexts } from '../texts/shown-texts.ts';
import { apiKeysKey } from './api-keys-queries.ts';

type Draft = { name: string; scopes: ApiScope[]; expiresInDays: Life };

export function ApiKeyDialog({ onClose }: { onClose: () => void }) {
  const { apiKeys } = useSetupTexts();
  const { api } = useAdmin();
  const queries = useQueryClient();
  const make = useMutation({
    mutationFn: (body: Draft) => api.call('POST /api/admin/api-keys', { body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: apiKeysKey }),
  });
  if (make.data) {
    return (
      <Dialog title={apiKeys.keyFor(make.data.name)} onClose={onClose}>
        <SecretOnce name={apiKeys.theKey} secret={make.data.key} onClose={onClose}>
          {apiKeys.keyHelp}
        </SecretOnce>
      </Dialog>
    );
  }
  return (
    <Dialog title={apiKeys.create} onClose={onClose} busy={make.isPending}>
      <DraftForm busy={make.isPending} problem={failureOf(make)} onMake={make.mutate} onClose={onClose} />
    </Dialog>
  );
}

type DraftFormProps = { busy: boolean; problem: string | null; onMake: (draft: Draft) => void; onClose: () => void };

function DraftForm({ busy, problem, onMake, onClose }: DraftFormProps) {
  const { apiKeys } = useSetupTexts();
  const [draft, setDraft] = useState<Draft>({ name: '', scopes: ['orders:read'], expiresInDays: accessLifeDays.first });
  const incomplete = draft.name.trim() === '' || draft.scopes.length === 0;

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!busy && !incomplete) onMake(draft);
  }

  function choose(scope: ApiScope, chosen: boolean): void {
    setDraft({ ...draft, scopes: apiScopes.filter((one) => (one === scope ? chosen : draft.scopes.includes(one))) });
  }

  return (
    <form onSubmit={submit} className="mt-2 grid gap-4 text-sm">
      <Field
        label={apiKeys.name}
        name="key-name"
        autoComplete="off"
        maxLength={longestKeyName}
        value={draft.name}
        help={apiKeys.nameHelp}
        onChange={({ target }) => setDraft({ ...draft, name: target.value })}
      />
      <fieldset className="grid gap-2">
        <legend className="mb-1.5 font-semibold">{apiKeys.permissions}</legend>
        {apiScopes.map((scope) => (
          <Tick key={scope} checked={draft.scopes.includes(scope)} onChange={(chosen) => choose(scope, chosen)}>
            <span>{`${apiKeys.scopes[scope]} `}</span>
            <code className="text-muted">{scope}</code>
          </Tick>
        ))}
      </fieldset>
      <LifeSelect
        value={draft.expiresInDays}
        endless={apiKeys.endless}
        onChange={(expiresInDays) => setDraft({ ...draft, expiresInDays })}
      />
      <Refusal>{problem}</Refusal>
      <DialogEnd waiting={busy} incomplete={incomplete} onCancel={onClose}>
        {apiKeys.createNow}
      </DialogEnd>
    </form>
  );
}
