// Lists the backups and starts a new one. Download and restore are not available here.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from '../../ui/button.tsx';
import { RelativeTime, useNow } from '../../ui/relative-time.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useAdmin } from '../admin-context.tsx';
import { Allowed } from '../allowed.tsx';
import { formatDecimal } from '../amounts.ts';
import { LoadFailure } from '../load-failure.tsx';
import { Panel } from '../panel.tsx';
import { Refusal } from '../refusal.tsx';
import { failureOf } from '../sign-in/guarded.tsx';
import { useSetupTexts, useTexts } from '../texts/shown-texts.ts';

const lookEveryMs = 5_000;

export function BackupsSection() {
  const { backups } = useSetupTexts();
  const { settingsSections } = useTexts();
  const { api } = useAdmin();
  const toast = useToast();
  const nowMs = useNow();
  const cache = useQueryClient();
  const kept = useQuery({
    queryKey: ['backups'],
    queryFn: ({ signal }) => api.call('GET /api/admin/backups', {}, { signal }),
    refetchInterval: lookEveryMs,
  });
  const make = useMutation({
    mutationFn: () => api.call('POST /api/admin/backups', {}),
    onSuccess: () => {
      toast({ title: backups.started, description: backups.startedHelp });
      void cache.invalidateQueries({ queryKey: ['backups'] });
    },
  });
  const { data } = kept;
  return (
    <Panel title={settingsSections.backups}>
      <div className="grid gap-3 py-1 text-sm">
        {kept.isPending ? <Skeleton className="h-16 w-full" /> : null}
        {kept.isError ? (
          <LoadFailure title={backups.failed} error={kept.error} onRetry={() => void kept.refetch()} />
        ) : null}
        {data && !data.configured ? <p className="max-w-prose text-muted">{backups.notConfigured}</p> : null}
        {data?.configured ? (
          <>
            <p className="max-w-prose text-muted">{data.backups.length === 0 ? backups.none : backups.help}</p>
            <ul className="divide-y divide-hairline">
              {data.backups.map(({ name, size_bytes, made_at }) => (
                <li key={name} className="flex flex-wrap justify-between gap-x-4 gap-y-1 py-2">
                  <span className="break-all">{name}</span>
                  <span className="text-muted tabular-nums">
                    <span>{`${megabytes(size_bytes)}, `}</span>
                    <RelativeTime at={made_at} nowMs={nowMs} />
                  </span>
                </li>
              ))}
            </ul>
            <Refusal>{failureOf(make)}</Refusal>
            <div>
              <Allowed call="makeBackup">
                <Button waiting={make.isPending} onClick={() => make.mutate()}>
                  {backups.start}
                </Button>
              </Allowed>
            </div>
          </>
        ) : null}
      </div>
    </Panel>
  );
}

function megabytes(bytes: number): string {
  return `${formatDecimal(bytes / 1e6)} MB`;
}
