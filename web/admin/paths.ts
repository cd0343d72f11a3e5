// The addresses of the admin's pages (ROUTE-7..10).

export const loginPath = '/admin-login';
export const dashboardPath = '/admin';
export const settingsPath = `${dashboardPath}?tab=settings`;
export const ordersPath = '/admin/orders';

/** The tab of the dashboard that an address asks for (ADM-7); `overview` where it names none of ours. */
export function tabOf(search: string): 'overview' | 'settings' {
  return new URLSearchParams(search).get('tab') === 'settings' ? 'settings' : 'overview';
}

export function orderPath(id: string): string {
  return `${ordersPath}/${encodeURIComponent(id)}`;
}
