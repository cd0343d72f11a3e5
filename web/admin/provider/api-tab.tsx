// The API tab: the providers, the connection and services of the default one, and its tests, folded.
import { useEffect } from 'react';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useToast } from '../../ui/toast.tsx';
import { Allowed, Locked, useAllowed } from '../allowed.tsx';
import { useApi } from '../kit/use-api.ts';
import { LoadFailure } from '../load-failure.tsx';
import { PageHeading } from '../page-heading.tsx';
import { Panel } from '../panel.tsx';
import { usePageTitle } from '../shell.tsx';
import { useSetupTexts, useTexts } from '../texts/shown-texts.ts';
import { BalanceCard } from './balance-card.tsx';
import { type ProviderSettings, useProviderForm } from './provider-form.ts';
import { ProviderScoresPanel } from './provider-scores-panel.tsx';
import { ProvidersPanel } from './providers-panel.tsx';
import { ServiceChangesPanel, servicesId } from './service-changes-panel.tsx';
import { ConnectionForm, ServiceIdsForm } from './settings-forms.tsx';
import { TestHistory } from './test-history.tsx';
import { TestTool } from './test-tool.tsx';

export default function ApiTab() {
  const { navigation } = useTexts();
  usePageTitle(navigation.api);
  const { provider } = useSetupTexts();
  const toast = useToast();
  const settings = useApi('GET /api/admin/settings', {});
  const { isError } = settings;

  useEffect(() => {
    if (!isError) return;
    toast({ ...provider.settingsFailedNotice, tone: 'error' });
  }, [isError, toast, provider]);

  return (
    <>
      <PageHeading of="api" className="mb-4" />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <div id={servicesId} className="scroll-mt-20">
          <ProvidersPanel />
        </div>
        <BalanceCard />
        {settings.isPending ? <Waits /> : null}
        {isError && !settings.data ? (
          <LoadFailure title={provider.settingsFailed} error={settings.error} onRetry={() => void settings.refetch()} />
        ) : null}
        {settings.data ? <Tools saved={settings.data} /> : null}
        <TestHistory />
        <ProviderScoresPanel />
        <ServiceChangesPanel />
      </div>
    </>
  );
}

function Tools({ saved }: { saved: ProviderSettings }) {
  const form = useProviderForm(saved);
  const isAllowed = useAllowed();
  return (
    <>
      <div className="grid min-w-0 items-start gap-4 lg:grid-cols-2">
        <Locked locked={!isAllowed('saveProviderSettings')}>
          <ConnectionForm form={form} />
          <ServiceIdsForm form={form} />
        </Locked>
      </div>
      <Allowed call="tryProvider">
        <TestTool form={form} />
      </Allowed>
    </>
  );
}

function Waits() {
  const { provider } = useSetupTexts();
  return (
    <Panel title={provider.connection}>
      <div aria-busy="true" className="grid gap-4 py-1">
        <Skeleton className="h-9 w-full" />
        <Skeleton className="h-9 w-full" />
      </div>
    </Panel>
  );
}
