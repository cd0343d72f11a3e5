// The tabs of the admin. The URL selects the tab, and all but the first ones load lazily.
import { lazy, type ReactNode, Suspense } from 'react';
import { useSearch } from 'wouter';
import { OverviewTab } from './overview/overview-tab.tsx';
import { type DashboardTab, tabOf } from './paths.ts';
import { useTexts } from './texts/shown-texts.ts';
import { withSetupTexts } from './texts/with-setup-texts.ts';
import { Waiting } from './waiting.tsx';

const CustomersTab = lazy(() => import('./customers/customers-tab.tsx'));
const OrdersTab = lazy(() => import('./orders/orders-tab.tsx'));
const AnalyticsTab = lazy(() => import('./analytics/analytics-tab.tsx'));
const VisitorsTab = lazy(() => import('./visitors/visitors-tab.tsx'));
const SecurityTab = lazy(() => import('./security/security-tab.tsx'));
const SessionTab = lazy(() => import('./session-tab/session-tab.tsx'));
const LiveUsersTab = lazy(() => import('./live-users/live-users-tab.tsx'));
const ApiTab = withSetupTexts(() => import('./provider/api-tab.tsx'));
const SettingsPage = withSetupTexts(() => import('./settings/settings-page.tsx'));

const pages: Record<DashboardTab, () => ReactNode> = {
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
  const texts = useTexts();
  // In "As specified" these two are in Portuguese.
  const lang = tab === 'visitors' || tab === 'security' ? texts[tab].lang : undefined;
  return (
    <div key={tab} lang={lang}>
      <Suspense fallback={<Waiting />}>{pages[tab]()}</Suspense>
    </div>
  );
}
