// Creates an API key and shows it once.
import { useState } from 'react';
import { type ApiScope, accessLifeDays, apiScopes, longestKeyName } from '../../../contract/api-access.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { FormDialog } from '../kit/dialogs.tsx';
import { useAct } from '../kit/use-act.ts';
import { type Life, LifeSelect } from '../life-select.tsx';
import { SecretOnce } from '../secret-once.tsx';
import { Tick } from '../settings/inputs.tsx';
import { useSetupTexts } from '../texts/shown-texts.ts';

type Draft = { name: string; scopes: ApiScope[]; expiresInDays: Life };

export function ApiKeyDialog({ onClose }: { onClose: () => void }) {
  const { apiKeys } = useSetupTexts();
  const create = useAct('POST /api/admin/api-keys', { renews: ['GET /api/admin/api-keys'] });
  const [draft, setDraft] = useState<Draft>({ name: '', scopes: ['orders:read'], expiresInDays: accessLifeDays.first });
  if (create.answer) {
    return (
      <Dialog title={apiKeys.keyFor(create.answer.name)} onClose={onClose}>
        <SecretOnce name={apiKeys.theKey} secret={create.answer.key} onClose={onClose}>
          {apiKeys.keyHelp}
        </SecretOnce>
      </Dialog>
    );
  }

  function choose(scope: ApiScope, chosen: boolean): void {
    setDraft({ ...draft, scopes: apiScopes.filter((one) => (one === scope ? chosen : draft.scopes.includes(one))) });
  }

  return (
    <FormDialog
      title={apiKeys.create}
      act={create}
      label={apiKeys.createNow}
      incomplete={draft.name.trim() === '' || draft.scopes.length === 0}
      onSubmit={() => create.run({ body: draft })}
      onClose={onClose}
    >
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
    </FormDialog>
  );
}
