// The addresses of the admin's pages (ROUTE-7..10), and the tabs of its dashboard in their order (ADM-1).

export const loginPath = '/admin-login';
export const dashboardPath = '/admin';
export const settingsPath = `${dashboardPath}?tab=settings`;
export const ordersPath = '/admin/orders';
export const inboxPath = '/admin/inbox';

/** Those that there are; the last three of all are left out on a phone (ADM-2). */
export const dashboardTabs = [
  { id: 'overview', label: 'Overview' },
  { id: 'orders', label: 'Orders' },
  { id: 'customers', label: 'Customers' },
  { id: 'analytics', label: 'Analytics' },
  { id: 'visitors', label: 'Visitors' },
  { id: 'security', label: 'Security' },
  { id: 'session', label: 'Session' },
  { id: 'liveusers', label: 'Live Users', wideOnly: true },
  { id: 'api', label: 'API', wideOnly: true },
  { id: 'settings', label: 'Settings', wideOnly: true },
] as const;

export type DashboardTab = (typeof dashboardTabs)[number]['id'];

/** The tab of the dashboard that an address asks for (ADM-7); `finances` is the analytics, unknown ones the overview. */
export function tabOf(search: string): DashboardTab {
  const requested = new URLSearchParams(search).get('tab');
  if (requested === 'finances') return 'analytics';
  return dashboardTabs.find(({ id }) => id === requested)?.id ?? 'overview';
}

export function tabPath(id: DashboardTab | 'finances'): string {
  return `${dashboardPath}?tab=${id}`;
}

export function orderPath(id: string): string {
  return `${ordersPath}/${encodeURIComponent(id)}`;
}
