// Creates an API key and shows it once.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { accessLifeDays } from '../../../contract/access-life.ts';
import { type ApiScope, apiScopes, apiScopeTitles, longestKeyName } from '../../../contract/api-scopes.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { useAdmin } from '../admin-context.tsx';
import { type Life, LifeSelect } from '../life-select.tsx';
import { Refusal } from '../refusal.tsx';
import { SecretOnce } from '../secret-once.tsx';
import { Tick } from '../settings/inputs.tsx';
import { failureOf } from '../sign-in/guarded.tsx';
import { apiKeysKey } from './api-keys-queries.ts';

type Draft = { name: string; scopes: ApiScope[]; expiresInDays: Life };

export function ApiKeyDialog({ onClose }: { onClose: () => void }) {
  const { api } = useAdmin();
  const queries = useQueryClient();
  const make = useMutation({
    mutationFn: (body: Draft) => api.call('POST /api/admin/api-keys', { body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: apiKeysKey }),
  });
  if (make.data) {
    return (
      <Dialog title={`Key for ${make.data.name}`} onClose={onClose}>
        <SecretOnce name="the key" secret={make.data.key} onClose={onClose}>
          Copy it to where it is used: the store keeps no copy, and shows it only now.
        </SecretOnce>
      </Dialog>
    );
  }
  return (
    <Dialog title="Make a key" onClose={onClose} busy={make.isPending}>
      <DraftForm busy={make.isPending} problem={failureOf(make)} onMake={make.mutate} onClose={onClose} />
    </Dialog>
  );
}

type DraftFormProps = { busy: boolean; problem: string | null; onMake: (draft: Draft) => void; onClose: () => void };

function DraftForm({ busy, problem, onMake, onClose }: DraftFormProps) {
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
        label="Name"
        name="key-name"
        autoComplete="off"
        maxLength={longestKeyName}
        value={draft.name}
        help="Which program uses it. The audit log calls it so."
        onChange={({ target }) => setDraft({ ...draft, name: target.value })}
      />
      <fieldset className="grid gap-2">
        <legend className="mb-1.5 font-semibold">May</legend>
        {apiScopes.map((scope) => (
          <Tick key={scope} checked={draft.scopes.includes(scope)} onChange={(chosen) => choose(scope, chosen)}>
            {apiScopeTitles[scope]} <code className="text-muted">{scope}</code>
          </Tick>
        ))}
      </fieldset>
      <LifeSelect
        value={draft.expiresInDays}
        endless="Until it is revoked"
        onChange={(expiresInDays) => setDraft({ ...draft, expiresInDays })}
      />
      <Refusal>{problem}</Refusal>
      <div className="flex flex-wrap justify-end gap-2">
        <Button size="sm" disabled={busy} onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" size="sm" variant="primary" waiting={busy} disabled={incomplete || busy}>
          Make
        </Button>
      </div>
    </form>
  );
}
