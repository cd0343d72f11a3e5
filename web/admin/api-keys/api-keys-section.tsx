// The API keys of other programs: scopes, last use, and revocation.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { formatDate } from '../../ui/format-date.ts';
import { RelativeTime, useNow } from '../../ui/relative-time.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useAdmin } from '../admin-context.tsx';
import { DialogEnd } from '../dialog-end.tsx';
import { LoadFailure } from '../load-failure.tsx';
import { Panel } from '../panel.tsx';
import { Refusal } from '../refusal.tsx';
import { failureOf } from '../sign-in/guarded.tsx';
import { useSetupTexts, useTexts } from '../texts/shown-texts.ts';
import { ApiKeyDialog } from './api-key-dialog.tsx';
import { apiKeysKey, apiKeysQuery, type ListedKey } from './api-keys-queries.ts';

export function ApiKeysSection() {
  const { apiKeys } = useSetupTexts();
  const { settingsSections } = useTexts();
  const { api } = useAdmin();
  const nowMs = useNow();
  const keys = useQuery(apiKeysQuery(api));
  const [makes, setMakes] = useState(false);
  const [revokes, setRevokes] = useState<ListedKey | null>(null);
  return (
    <Panel title={settingsSections['api-keys']}>
      <p className="pt-1 text-sm text-muted">
        <span>{`${apiKeys.help} `}</span>
        <a href="/api/docs" className="underline hover:text-ink">
          {apiKeys.reference}
        </a>
      </p>
      {keys.isPending ? <Skeleton className="my-2 h-12 w-full" /> : null}
      {keys.isError ? (
        <LoadFailure title={apiKeys.failed} error={keys.error} onRetry={() => void keys.refetch()} />
      ) : null}
      <ul className="divide-y divide-hairline">
        {keys.data?.map((key) => (
          <KeyRow key={key.id} listed={key} nowMs={nowMs} onRevoke={() => setRevokes(key)} />
        ))}
      </ul>
      <Button size="sm" className="my-2" onClick={() => setMakes(true)}>
        {apiKeys.create}
      </Button>
      {makes ? <ApiKeyDialog onClose={() => setMakes(false)} /> : null}
      {revokes ? <RevokeDialog listed={revokes} onClose={() => setRevokes(null)} /> : null}
    </Panel>
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

function RevokeDialog({ listed, onClose }: { listed: ListedKey; onClose: () => void }) {
  const { apiKeys } = useSetupTexts();
  const { api } = useAdmin();
  const queries = useQueryClient();
  const toast = useToast();
  const revoke = useMutation({
    mutationFn: (id: string) => api.call('DELETE /api/admin/api-keys/{id}', { params: { id } }),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: apiKeysKey });
      toast({ title: apiKeys.isRevoked, description: apiKeys.isRevokedHelp(listed.name), tone: 'success' });
      onClose();
    },
  });
  return (
    <Dialog title={apiKeys.revokeTitle(listed.name)} onClose={onClose} busy={revoke.isPending}>
      <div className="mt-2 grid gap-4 text-sm">
        <p>{apiKeys.revokeHelp}</p>
        <Refusal>{failureOf(revoke)}</Refusal>
        <DialogEnd waiting={revoke.isPending} danger onCancel={onClose} onAct={() => revoke.mutate(listed.id)}>
          {apiKeys.revoke}
        </DialogEnd>
      </div>
    </Dialog>
  );
}
