// Lists the backups and starts a new one. Download and restore are not available here.
import { Button } from '../../ui/button.tsx';
import { RelativeTime, useNow } from '../../ui/relative-time.tsx';
import { Allowed } from '../allowed.tsx';
import { formatDecimal } from '../amounts.ts';
import { Loaded } from '../kit/loaded.tsx';
import { useAct } from '../kit/use-act.ts';
import { useApi } from '../kit/use-api.ts';
import { Refusal } from '../refusal.tsx';
import { SettingsPanel } from '../settings/settings-panel.tsx';
import { useSetupTexts } from '../texts/shown-texts.ts';

/** A started backup appears in the list once it is complete. */
const refetchMs = 5_000;

export function BackupsSection() {
  const { backups } = useSetupTexts();
  const nowMs = useNow();
  const kept = useApi('GET /api/admin/backups', {}, { refetchInterval: refetchMs });
  const start = useAct('POST /api/admin/backups', {
    renews: ['GET /api/admin/backups'],
    done: { title: backups.started, description: backups.startedHelp, tone: 'plain' },
  });
  return (
    <SettingsPanel id="backups">
      <div className="grid gap-3 py-1 text-sm">
        <Loaded query={kept} failed={backups.failed} skeleton="h-16 w-full">
          {({ configured, backups: listed }) =>
            configured ? (
              <>
                <p className="max-w-prose text-muted">{listed.length === 0 ? backups.none : backups.help}</p>
                <ul className="divide-y divide-hairline">
                  {listed.map(({ name, size_bytes, made_at }) => (
                    <li key={name} className="flex flex-wrap justify-between gap-x-4 gap-y-1 py-2">
                      <span className="break-all">{name}</span>
                      <span className="text-muted tabular-nums">
                        <span>{`${megabytes(size_bytes)}, `}</span>
                        <RelativeTime at={made_at} nowMs={nowMs} />
                      </span>
                    </li>
                  ))}
                </ul>
                <Refusal>{start.failure}</Refusal>
                <div>
                  <Allowed call="makeBackup">
                    <Button waiting={start.isPending} onClick={() => start.run({})}>
                      {backups.start}
                    </Button>
                  </Allowed>
                </div>
              </>
            ) : (
              <p className="max-w-prose text-muted">{backups.notConfigured}</p>
            )
          }
        </Loaded>
      </div>
    </SettingsPanel>
  );
}

function megabytes(bytes: number): string {
  return `${formatDecimal(bytes / 1e6)} MB`;
}
