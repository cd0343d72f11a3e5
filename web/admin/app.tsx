// The routes of the admin. `contract/pages.ts` lists the same paths for the server.
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { Redirect, Route, Switch, useLocation, useSearch } from 'wouter';
import { ToastProvider } from '../ui/toast.tsx';
import type { Admin } from './admin-context.tsx';
import { AdminProvider } from './admin-provider.tsx';
import { customersInput } from './customers/customers-input.ts';
import { Guard } from './guard.tsx';
import { clearButKept, keptKey } from './kept-state.ts';
import { pageSize } from './kit/use-api.ts';
import { OverviewTab } from './overview/overview-tab.tsx';
import { type CodeOnDemand, pageOnDemand, preloadPages, withSetupTexts } from './page-on-demand.tsx';
import {
  catalogPath,
  customersPath,
  type DashboardPage,
  dashboardPath,
  emailOfPath,
  importPath,
  inboxPath,
  loginPath,
  ordersPath,
  pageOf,
  placeOf,
  systemPath,
  tabOf,
  tabPath,
} from './paths.ts';
import { prefetchedPage, usePrefetch } from './prefetch.ts';
import { useOpenRequests } from './push/use-open-requests.ts';
import { createQueryClient } from './query-client.ts';
import { Shell } from './shell.tsx';
import { LoginPage } from './sign-in/login-page.tsx';
import { RequireSignIn } from './sign-in/require-sign-in.tsx';
import { concernsToken } from './sign-in/token-storage.ts';
import { useStoreZone, ZoneNote } from './store-zone.tsx';
import { forgetDrafts } from './tab-drafts.ts';
import { useTextLanguage, useTexts } from './texts/shown-texts.ts';

const OrdersPage = pageOnDemand(() => import('./orders/orders-page.tsx'));
const OrderPage = pageOnDemand(() => import('./order-detail/order-page.tsx'));
const EvidencePage = pageOnDemand(() => import('./evidence/evidence-page.tsx'));
const InboxPage = pageOnDemand(() => import('./inbox/inbox-page.tsx'));
const CustomerPage = pageOnDemand(() => import('./customers/customer-page.tsx'));
const SystemPage = withSetupTexts(() => import('./system/system-page.tsx'));
const CatalogPage = withSetupTexts(() => import('./catalog/catalog-page.tsx'));
const ImportPage = withSetupTexts(() => import('./catalog/import-page.tsx'));

export function AdminApp({ admin }: { admin: Admin }) {
  const [queries] = useState(createQueryClient);
  const { common } = useTexts();
  usePageTurns();
  useOpenRequests();

  useEffect(() => {
    const { session } = admin;
    const stop = session.start();
    let writer: string | null = null;
    const forget = session.subscribe(() => {
      // The next admin must not see the data of the previous one. Only a sign-out removes what was typed.
      const { phase, isAuthenticated, user } = session.state();
      if (phase === 'leaving') {
        queries.clear();
        forgetDrafts();
      } else if (!isAuthenticated) clearButKept(queries);
      if (!user || user.email === writer) return;
      writer = user.email;
      queries.removeQueries({ queryKey: keptKey });
      forgetDrafts(user.email);
    });
    const retry = () => {
      if (session.state().phase === 'unreachable') void session.verify();
    };
    const follow = (event: StorageEvent) => {
      if (!concernsToken(event.key)) return;
      if (event.newValue) void session.verify();
      else session.end();
    };
    window.addEventListener('online', retry);
    window.addEventListener('storage', follow);
    return () => {
      stop();
      forget();
      window.removeEventListener('online', retry);
      window.removeEventListener('storage', follow);
    };
  }, [admin, queries]);

  return (
    <AdminProvider value={admin}>
      <QueryClientProvider client={queries}>
        <ToastProvider label={common.notices} closeLabel={common.closeNotice}>
          <Guard place="app">
            <Switch>
              <Route path={loginPath}>
                <LoginPage />
              </Route>
              <Route>
                <RequireSignIn>
                  <Shell>
                    <Pages />
                  </Shell>
                </RequireSignIn>
              </Route>
            </Switch>
          </Guard>
        </ToastProvider>
      </QueryClientProvider>
    </AdminProvider>
  );
}

function Pages() {
  const { navigation, shell } = useTexts();
  const zone = useStoreZone();
  const [path] = useLocation();
  useEffect(() => preloadPages(mainPages), []);
  usePrefetch(prefetchedPages);
  return (
    <>
      <Guard key={path} place={placeOf(path, '')}>
        <Switch key={zone}>
          <Route path={dashboardPath}>
            <Dashboard />
          </Route>
          <Route path={ordersPath}>
            <OrdersPage heading={navigation.orders} />
          </Route>
          <Route path={inboxPath}>
            <InboxPage />
          </Route>
          <Route path={catalogPath}>
            <CatalogPage />
          </Route>
          <Route path={importPath}>
            <ImportPage />
          </Route>
          <Route path={systemPath}>
            <SystemPage />
          </Route>
          <Route path={`${customersPath}/:email`}>
            {({ email }) => <CustomerPage key={email} email={emailOfPath(window.location.pathname)} />}
          </Route>
          <Route path={`${ordersPath}/:id/evidence`}>{({ id }) => <EvidencePage key={id} id={id} />}</Route>
          <Route path={`${ordersPath}/:id`}>{({ id }) => <OrderPage key={id} id={id} />}</Route>
          <Route>
            <Redirect to={dashboardPath} replace />
          </Route>
        </Switch>
      </Guard>
      <ZoneNote of={shell.daysAndTimes} className="mt-6 print:hidden" />
    </>
  );
}

/** Dispatches a window event after each navigation. The visit tracker listens to it. */
function usePageTurns(): void {
  const [path] = useLocation();
  const shown = useRef(path);
  useEffect(() => {
    if (shown.current === path) return;
    shown.current = path;
    window.dispatchEvent(new Event('pageturn'));
  }, [path]);
}

// The tabs of the admin. The URL selects the tab, and all but the first ones load lazily.

const CustomersTab = pageOnDemand(() => import('./customers/customers-tab.tsx'));
const OrdersTab = pageOnDemand(() => import('./orders/orders-tab.tsx'));
const AnalyticsTab = pageOnDemand(() => import('./analytics/analytics-tab.tsx'));
const FinancesTab = pageOnDemand(() => import('./finances/finances-tab.tsx'));
const VisitorsTab = pageOnDemand(() => import('./visitors/visitors-tab.tsx'));
const SecurityTab = pageOnDemand(() => import('./security/security-tab.tsx'));
const SessionTab = pageOnDemand(() => import('./session-tab/session-tab.tsx'));
const LiveUsersTab = pageOnDemand(() => import('./live-users/live-users-tab.tsx'));
const ApiTab = withSetupTexts(() => import('./provider/api-tab.tsx'));
const SettingsPage = withSetupTexts(() => import('./settings/settings-page.tsx'));

const pages: Record<DashboardPage, () => ReactElement> = {
  overview: () => <OverviewTab />,
  orders: () => <OrdersTab />,
  customers: () => <CustomersTab />,
  analytics: () => <AnalyticsTab />,
  finances: () => <FinancesTab />,
  visitors: () => <VisitorsTab />,
  security: () => <SecurityTab />,
  session: () => <SessionTab />,
  liveusers: () => <LiveUsersTab />,
  api: () => <ApiTab />,
  settings: () => <SettingsPage />,
};

/** Preloaded before all others. */
const mainPages: readonly CodeOnDemand[] = [OrdersTab, OrderPage, CustomersTab, InboxPage, OrdersPage];

const prefetchedPages = {
  [tabPath('orders')]: prefetchedPage(OrdersTab, 'listOrders', 'GET /api/orders', { query: { limit: pageSize } }),
  [tabPath('customers')]: prefetchedPage(CustomersTab, 'listCustomers', 'GET /api/admin/customers', customersInput()),
};

function Dashboard() {
  const search = useSearch();
  const page = pageOf(search);
  const tab = tabOf(search);
  const heading = useTexts().headings[tab];
  const language = useTextLanguage();
  // With the texts "As specified" these two tabs and their headings are in Portuguese.
  const tabLanguage = typeof heading === 'string' ? language : heading.lang;
  const lang = tab === 'visitors' || tab === 'security' ? tabLanguage : undefined;
  return (
    <div key={page} lang={lang}>
      <Guard place={tab}>{pages[page]()}</Guard>
    </div>
  );
}
