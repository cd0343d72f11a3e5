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
import { LoadFailure } from '../load-failure.tsx';
import { Panel } from '../panel.tsx';
import { Refusal } from '../refusal.tsx';
import { failureOf } from '../sign-in/guarded.tsx';
import { ApiKeyDialog } from './api-key-dialog.tsx';
import { apiKeysKey, apiKeysQuery, type ListedKey } from './api-keys-queries.ts';

export function ApiKeysSection() {
  const { api } = useAdmin();
  const nowMs = useNow();
  const keys = useQuery(apiKeysQuery(api));
  const [makes, setMakes] = useState(false);
  const [revokes, setRevokes] = useState<ListedKey | null>(null);
  return (
    <Panel title="API keys">
      <p className="pt-1 text-sm text-muted">
        For other programs: each key reaches what its scopes say, and never settings or accounts.{' '}
        <a href="/api/docs" className="underline hover:text-ink">
          What can be asked
        </a>
      </p>
      {keys.isPending ? <Skeleton className="my-2 h-12 w-full" /> : null}
      {keys.isError ? (
        <LoadFailure title="Failed to load the API keys" error={keys.error} onRetry={() => void keys.refetch()} />
      ) : null}
      <ul className="divide-y divide-hairline">
        {keys.data?.map((key) => (
          <KeyRow key={key.id} listed={key} nowMs={nowMs} onRevoke={() => setRevokes(key)} />
        ))}
      </ul>
      <Button size="sm" className="my-2" onClick={() => setMakes(true)}>
        Make a key
      </Button>
      {makes ? <ApiKeyDialog onClose={() => setMakes(false)} /> : null}
      {revokes ? <RevokeDialog listed={revokes} onClose={() => setRevokes(null)} /> : null}
    </Panel>
  );
}

type KeyRowProps = { listed: ListedKey; nowMs: number; onRevoke: () => void };

function KeyRow({ listed, nowMs, onRevoke }: KeyRowProps) {
  const { name, prefix, scopes, live, revoked_at, expires_at, last_used_at, created_by, has_owner } = listed;
  return (
    <li className="flex items-center justify-between gap-3 py-2.5 text-sm">
      <div className="min-w-0">
        <p className="flex min-w-0 flex-wrap items-center gap-x-2 font-medium">
          <span className="truncate">{name}</span>
          <code className="font-normal text-muted">{prefix}…</code>
          {live ? null : <Badge tone="grey">{revoked_at ? 'Revoked' : 'Expired'}</Badge>}
        </p>
        <p className="text-muted">{scopes.join(', ')}</p>
        <p className="text-muted">
          Made by {created_by}
          {has_owner ? '' : ', who is no admin any more'},{' '}
          {last_used_at ? (
            <>
              used <RelativeTime at={last_used_at} nowMs={nowMs} />
            </>
          ) : (
            'never used'
          )}
          {live && expires_at ? `, until ${formatDate(expires_at)}` : null}
        </p>
      </div>
      {live ? (
        <Button size="sm" aria-label={`Revoke ${name}`} onClick={onRevoke}>
          Revoke
        </Button>
      ) : null}
    </li>
  );
}

function RevokeDialog({ listed, onClose }: { listed: ListedKey; onClose: () => void }) {
  const { api } = useAdmin();
  const queries = useQueryClient();
  const toast = useToast();
  const revoke = useMutation({
    mutationFn: (id: string) => api.call('DELETE /api/admin/api-keys/{id}', { params: { id } }),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: apiKeysKey });
      toast({ title: 'API key revoked', description: `${listed.name} opens nothing any more.`, tone: 'success' });
      onClose();
    },
  });
  return (
    <Dialog title={`Revoke ${listed.name}?`} onClose={onClose} busy={revoke.isPending}>
      <div className="mt-2 grid gap-4 text-sm">
        <p>Requests with this key will be refused. A revoked key cannot be restored: create a new one instead.</p>
        <Refusal>{failureOf(revoke)}</Refusal>
        <div className="flex flex-wrap justify-end gap-2">
          <Button size="sm" disabled={revoke.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button
            size="sm"
            variant="danger"
            waiting={revoke.isPending}
            disabled={revoke.isPending}
            onClick={() => revoke.mutate(listed.id)}
          >
            Revoke
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
