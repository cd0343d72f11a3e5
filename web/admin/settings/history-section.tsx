// The change history of the settings: admin, time and changes.
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { RelativeTime, useNow } from '../../ui/relative-time.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useAdmin } from '../admin-context.tsx';
import { LoadFailure } from '../load-failure.tsx';
import { Panel } from '../panel.tsx';
import { queryFailure } from '../query-client.ts';
import { useSetupTexts, useTexts } from '../texts/shown-texts.ts';
import { ChangeList } from './change-list.tsx';
import { changesOf, draftOf } from './settings-draft.ts';
import type { SettingsForm } from './settings-form.ts';
import { historyQuery, type SettingsStep } from './settings-queries.ts';

export function HistorySection({ form, locked }: { form: SettingsForm; locked: boolean }) {
  const { history: texts } = useSetupTexts();
  const { settingsSections } = useTexts();
  const { api } = useAdmin();
  const history = useInfiniteQuery(historyQuery(api));
  const nowMs = useNow();
  const steps = history.data?.pages.flatMap((page) => page.steps) ?? [];
  return (
    <Panel title={settingsSections.history}>
      {history.isPending ? <Skeleton className="my-2 h-16 w-full" /> : null}
      {history.isError ? (
        <LoadFailure title={texts.failed} error={history.error} onRetry={() => void history.refetch()} />
      ) : null}
      <ol className="divide-y divide-hairline">
        {steps.map((step) => (
          <Step key={step.version} step={step} nowMs={nowMs}>
            {locked || step.version === form.saved.version ? null : <Restore version={step.version} form={form} />}
          </Step>
        ))}
      </ol>
      {history.hasNextPage ? (
        <Button
          size="sm"
          className="my-2"
          disabled={history.isFetchingNextPage}
          waiting={history.isFetchingNextPage}
          onClick={() => void history.fetchNextPage()}
        >
          {texts.older}
        </Button>
      ) : null}
    </Panel>
  );
}

function Step({ step, nowMs, children }: { step: SettingsStep; nowMs: number; children: ReactNode }) {
  const { history: texts } = useSetupTexts();
  const { version, changed_at, changed_by, changes } = step;
  return (
    <li className="grid gap-x-6 gap-y-1.5 py-3 lg:grid-cols-[14rem_minmax(0,1fr)]">
      <p className="min-w-0 text-sm text-muted">
        <span className="block truncate font-medium text-ink" title={changed_by ?? undefined}>
          {changed_by ?? texts.theStore}
        </span>
        <RelativeTime at={changed_at} nowMs={nowMs} />
        <span>{texts.version(version)}</span>
        {children ? <span className="mt-1.5 flex">{children}</span> : null}
      </p>
      {changes.length > 0 ? <ChangeList changes={changes} /> : <p className="text-sm">{texts.first}</p>}
    </li>
  );
}

/**
 * Undoes the last change, or a change of prices alone, at once. Any other version is loaded into the draft: the usual
 * review shows what a save would change.
 */
function Restore({ version, form }: { version: number; form: SettingsForm }) {
  const { settingsPages: texts } = useTexts();
  const { api } = useAdmin();
  const toast = useToast();
  const restore = useMutation({
    mutationFn: () => api.call('GET /api/admin/store-settings/versions/{version}', { params: { version } }),
    onSuccess: ({ settings }) => {
      const review = () => {
        form.restore(settings);
        toast({ title: texts.restored(version), tone: 'success' });
      };
      const { saved } = form;
      const changes = changesOf(saved.settings, draftOf(settings));
      const isPriceAlone = changes.every(({ field }) => field.startsWith('prices.'));
      if (isPriceAlone || version === saved.version - 1) form.restoreNow(settings, review);
      else review();
    },
    onError: (error) => toast({ title: texts.restoreFailed, description: queryFailure(error), tone: 'error' }),
  });
  return (
    <Button
      size="sm"
      aria-label={texts.restoreLabel(version)}
      waiting={restore.isPending}
      disabled={restore.isPending}
      onClick={() => restore.mutate()}
    >
      {texts.restore}
    </Button>
  );
}
