// The tabs of the admin. The URL selects the tab, and all but the first ones load lazily.
import { type ReactElement, Suspense } from 'react';
import { useSearch } from 'wouter';
import { Guard } from './guard.tsx';
import { OverviewTab } from './overview/overview-tab.tsx';
import { pageOnDemand, withSetupTexts } from './page-on-demand.tsx';
import { type DashboardTab, tabOf } from './paths.ts';
import { useTextLanguage, useTexts } from './texts/shown-texts.ts';
import { Waiting } from './waiting.tsx';

const CustomersTab = pageOnDemand(() => import('./customers/customers-tab.tsx'));
const OrdersTab = pageOnDemand(() => import('./orders/orders-tab.tsx'));
const AnalyticsTab = pageOnDemand(() => import('./analytics/analytics-tab.tsx'));
const VisitorsTab = pageOnDemand(() => import('./visitors/visitors-tab.tsx'));
const SecurityTab = pageOnDemand(() => import('./security/security-tab.tsx'));
const SessionTab = pageOnDemand(() => import('./session-tab/session-tab.tsx'));
const LiveUsersTab = pageOnDemand(() => import('./live-users/live-users-tab.tsx'));
const ApiTab = withSetupTexts(() => import('./provider/api-tab.tsx'));
const SettingsPage = withSetupTexts(() => import('./settings/settings-page.tsx'));

const pages: Record<DashboardTab, () => ReactElement> = {
  overview: () => <OverviewTab />,
  orders: () => <OrdersTab />,
  customers: () => <CustomersTab />,
  analytics: () => <AnalyticsTab />,
  visitors: () => <VisitorsTab />,
  security: () => <SecurityTab />,
  session: () => <SessionTab />,
  liveusers: () => <LiveUsersTab />,
  api: () => <ApiTab />,
  settings: () => <SettingsPage />,
};

export function Dashboard() {
  const tab = tabOf(useSearch());
  const heading = useTexts().headings[tab];
  const language = useTextLanguage();
  // In "As specified" these two are in Portuguese, and so are their headings.
  const tabLanguage = typeof heading === 'string' ? language : heading.lang;
  const lang = tab === 'visitors' || tab === 'security' ? tabLanguage : undefined;
  return (
    <div key={tab} lang={lang}>
      <Guard place={tab}>
        <Suspense fallback={<Waiting />}>{pages[tab]()}</Suspense>
      </Guard>
    </div>
  );
}
