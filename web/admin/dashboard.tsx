// The dashboard (ADM-1, ADM-7): its tabs, and the one that the address asks for. Charts come when they are looked at.
import { lazy, type ReactNode, Suspense } from 'react';
import { useLocation, useSearch } from 'wouter';
import { type Tab, Tabs, tabPanelId } from '../ui/tabs.tsx';
import { CustomersTab } from './customers/customers-tab.tsx';
import { OverviewTab } from './overview/overview-tab.tsx';
import { type DashboardTab, dashboardTabs, tabOf, tabPath } from './paths.ts';
import { ApiTab } from './provider/api-tab.tsx';
import { SettingsPage } from './settings/settings-page.tsx';
import { Waiting } from './waiting.tsx';

const OrdersTab = lazy(() => import('./orders/orders-tab.tsx'));
const AnalyticsTab = lazy(() => import('./analytics/analytics-tab.tsx'));
const SessionTab = lazy(() => import('./session-tab/session-tab.tsx'));

const pages: Record<DashboardTab, () => ReactNode> = {
  overview: () => <OverviewTab />,
  orders: () => (
    <Suspense fallback={<Waiting />}>
      <OrdersTab />
    </Suspense>
  ),
  customers: () => <CustomersTab />,
  analytics: () => (
    <Suspense fallback={<Waiting />}>
      <AnalyticsTab />
    </Suspense>
  ),
  session: () => (
    <Suspense fallback={<Waiting />}>
      <SessionTab />
    </Suspense>
  ),
  api: () => <ApiTab />,
  settings: () => <SettingsPage />,
};

const tabs: readonly Tab[] = dashboardTabs.map((tab) => ({ ...tab, href: tabPath(tab.id) }));

export function Dashboard() {
  const tab = tabOf(useSearch());
  const [, navigate] = useLocation();
  return (
    <>
      <Tabs label="Dashboard" tabs={tabs} current={tab} onSelect={({ href }) => navigate(href)} />
      <div role="tabpanel" id={tabPanelId} aria-labelledby={`tab-${tab}`} key={tab}>
        {pages[tab]()}
      </div>
    </>
  );
}
