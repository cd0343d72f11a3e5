// The API keys of other programs: scopes, last use, and revocation.
import { useState } from 'react';
import { type ApiScope, accessLifeDays, apiScopes, longestKeyName } from '../../../contract/api-access.ts';
import type { AnswerFor } from '../../../contract/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { formatDate } from '../../ui/format-date.ts';
import { RelativeTime, useNow } from '../../ui/relative-time.tsx';
import { useKeptState } from '../kept-state.ts';
import { ConfirmDialog, FormDialog } from '../kit/dialogs.tsx';
import { Loaded } from '../kit/loaded.tsx';
import { useAct } from '../kit/use-act.ts';
import { useApi } from '../kit/use-api.ts';
import { type Life, LifeSelect } from '../life-select.tsx';
import { SecretOnce } from '../secret-once.tsx';
import { Tick } from '../settings/inputs.tsx';
import { SettingsPanel } from '../settings/settings-panel.tsx';
import { useSetupTexts } from '../texts/shown-texts.ts';

type ListedKey = AnswerFor<'GET /api/admin/api-keys'>[number];

export function ApiKeysSection() {
  const { apiKeys } = useSetupTexts();
  const nowMs = useNow();
  const keys = useApi('GET /api/admin/api-keys', {});
  const [makes, setMakes] = useState(false);
  const [revokes, setRevokes] = useState<ListedKey | null>(null);
  return (
    <SettingsPanel id="api-keys">
      <p className="pt-1 text-sm text-muted">
        <span>{`${apiKeys.help} `}</span>
        <a href="/api/docs" className="underline hover:text-ink">
          {apiKeys.reference}
        </a>
      </p>
      <Loaded query={keys} failed={apiKeys.failed}>
        {(listed) => (
          <ul className="divide-y divide-hairline">
            {listed.map((key) => (
              <KeyRow key={key.id} listed={key} nowMs={nowMs} onRevoke={() => setRevokes(key)} />
            ))}
          </ul>
        )}
      </Loaded>
      <Button size="sm" className="my-2" onClick={() => setMakes(true)}>
        {apiKeys.create}
      </Button>
      {makes ? <ApiKeyDialog onClose={() => setMakes(false)} /> : null}
      {revokes ? <RevokeDialog listed={revokes} onClose={() => setRevokes(null)} /> : null}
    </SettingsPanel>
  );
}

type KeyRowProps = { listed: ListedKey; nowMs: number; onRevoke: () => void };

function KeyRow({ listed, nowMs, onRevoke }: KeyRowProps) {
  const { apiKeys } = useSetupTexts();
  const { name, prefix, scopes, live, revoked_at, expires_at, last_used_at, created_by, has_owner } = listed;
  return (
    <li className="flex items-center justify-between gap-3 py-2.5 text-sm">
      <div className="min-w-0">
        <p className="flex min-w-0 flex-wrap items-center gap-x-2 font-medium">
          <bdi className="truncate">{name}</bdi>
          <code className="font-normal text-muted">{`${prefix}…`}</code>
          {live ? null : <Badge tone="grey">{revoked_at ? apiKeys.revoked : apiKeys.expired}</Badge>}
        </p>
        <p className="text-muted">{scopes.join(', ')}</p>
        <p className="text-muted">
          <span>{`${apiKeys.createdBy(created_by, has_owner)} `}</span>
          <span>{last_used_at ? `${apiKeys.used} ` : apiKeys.neverUsed}</span>
          {last_used_at ? <RelativeTime at={last_used_at} nowMs={nowMs} /> : null}
          <span>{live && expires_at ? apiKeys.until(formatDate(expires_at)) : null}</span>
        </p>
      </div>
      {live ? (
        <Button size="sm" aria-label={apiKeys.revokeNamed(name)} onClick={onRevoke}>
          {apiKeys.revoke}
        </Button>
      ) : null}
    </li>
  );
}

function RevokeDialog({ listed: { id, name }, onClose }: { listed: ListedKey; onClose: () => void }) {
  const { apiKeys } = useSetupTexts();
  const revoke = useAct('DELETE /api/admin/api-keys/{id}', {
    renews: ['GET /api/admin/api-keys'],
    onDone: onClose,
    done: { title: apiKeys.isRevoked, description: apiKeys.isRevokedHelp(name) },
  });
  return (
    <ConfirmDialog
      title={apiKeys.revokeTitle(name)}
      act={revoke}
      label={apiKeys.revoke}
      onConfirm={() => revoke.run({ params: { id } })}
      onClose={onClose}
    >
      {apiKeys.revokeHelp}
    </ConfirmDialog>
  );
}

// Creates an API key and shows it once.

type Draft = { name: string; scopes: ApiScope[]; expiresInDays: Life };

function ApiKeyDialog({ onClose }: { onClose: () => void }) {
  const { apiKeys } = useSetupTexts();
  const create = useAct('POST /api/admin/api-keys', { renews: ['GET /api/admin/api-keys'] });
  const [draft, setDraft] = useKeptState<Draft>('API key', {
    name: '',
    scopes: ['orders:read'],
    expiresInDays: accessLifeDays.first,
  });
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
