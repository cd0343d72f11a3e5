// The API tab of the default provider: balance, connection, services, and a test tool.
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
import { ServiceChangesPanel } from './service-changes-panel.tsx';
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
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <div className="grid min-w-0 gap-4">
          <BalanceCard />
          {settings.isPending ? <Waits /> : null}
          {isError && !settings.data ? (
            <LoadFailure
              title={provider.settingsFailed}
              error={settings.error}
              onRetry={() => void settings.refetch()}
            />
          ) : null}
        </div>
        {settings.data ? <Tools saved={settings.data} /> : null}
        <div className="grid min-w-0 gap-4 lg:col-span-2">
          <ProvidersPanel />
          <ProviderScoresPanel />
          <ServiceChangesPanel />
          <TestHistory />
        </div>
      </div>
    </>
  );
}

function Tools({ saved }: { saved: ProviderSettings }) {
  const form = useProviderForm(saved);
  const isAllowed = useAllowed();
  return (
    <>
      <div className="grid min-w-0 gap-4 lg:col-start-1">
        <Locked locked={!isAllowed('saveProviderSettings')}>
          <ConnectionForm form={form} />
          <ServiceIdsForm form={form} />
        </Locked>
      </div>
      <div className="min-w-0 lg:col-start-2 lg:row-span-2 lg:row-start-1">
        <Allowed call="tryProvider">
          <TestTool form={form} />
        </Allowed>
      </div>
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
