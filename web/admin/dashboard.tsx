// The dashboard with its tabs. The URL selects the tab, and tabs with charts load lazily.
import { lazy, type ReactNode, Suspense } from 'react';
import { useLocation, useSearch } from 'wouter';
import { type Tab, Tabs, tabPanelId } from '../ui/tabs.tsx';
import { CustomersTab } from './customers/customers-tab.tsx';
import { OverviewTab } from './overview/overview-tab.tsx';
import { type DashboardTab, dashboardTabs, tabOf, tabPath } from './paths.ts';
import { ApiTab } from './provider/api-tab.tsx';
import { useAlertBadge } from './security/alert-badge.ts';
import { SettingsPage } from './settings/settings-page.tsx';
import { Waiting } from './waiting.tsx';

const OrdersTab = lazy(() => import('./orders/orders-tab.tsx'));
const AnalyticsTab = lazy(() => import('./analytics/analytics-tab.tsx'));
const VisitorsTab = lazy(() => import('./visitors/visitors-tab.tsx'));
const SecurityTab = lazy(() => import('./security/security-tab.tsx'));
const SessionTab = lazy(() => import('./session-tab/session-tab.tsx'));
const LiveUsersTab = lazy(() => import('./live-users/live-users-tab.tsx'));

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
  const [, navigate] = useLocation();
  const badge = useAlertBadge(tab === 'security');
  const tabs: readonly Tab[] = dashboardTabs.map((each) => ({
    ...each,
    href: tabPath(each.id),
    ...(each.id === 'security' && badge ? { badge: { text: badge, label: `${badge} new alerts` } } : {}),
  }));
  return (
    <>
      <Tabs label="Dashboard" tabs={tabs} current={tab} onSelect={({ href }) => navigate(href)} />
      <div role="tabpanel" id={tabPanelId} aria-labelledby={`tab-${tab}`} key={tab}>
        <Suspense fallback={<Waiting />}>{pages[tab]()}</Suspense>
      </div>
    </>
  );
}
