// The paths of the admin pages, and the tabs of the navigation in display order.

export const loginPath = '/admin-login';
export const dashboardPath = '/admin';
export const settingsPath = `${dashboardPath}?tab=settings`;
export const ordersPath = '/admin/orders';
export const inboxPath = '/admin/inbox';

export const dashboardTabs = [
  'overview',
  'orders',
  'customers',
  'analytics',
  'visitors',
  'security',
  'session',
  'liveusers',
  'api',
  'settings',
] as const;

export type DashboardTab = (typeof dashboardTabs)[number];
/** A place of the navigation: a tab, or the inbox. */
export type Place = DashboardTab | 'inbox';

/** The dashboard tab of a URL. `finances` opens the analytics; an unknown name opens the overview. */
export function tabOf(search: string): DashboardTab {
  const requested = new URLSearchParams(search).get('tab');
  if (requested === 'finances') return 'analytics';
  return dashboardTabs.find((id) => id === requested) ?? 'overview';
}

export function tabPath(id: DashboardTab | 'finances'): string {
  return `${dashboardPath}?tab=${id}`;
}

export function placePath(place: Place): string {
  return place === 'inbox' ? inboxPath : tabPath(place);
}

/** The place of the navigation that a page belongs to. */
export function placeOf(path: string, search: string): Place {
  if (path === inboxPath) return 'inbox';
  return path.startsWith(ordersPath) ? 'orders' : tabOf(search);
}

export const listName = 'list';

/** `list`: the query of the order list that the page steps through and leads back to. */
export function orderPath(id: string, list?: string): string {
  const path = `${ordersPath}/${encodeURIComponent(id)}`;
  return list === undefined ? path : `${path}?${new URLSearchParams({ [listName]: list })}`;
}
