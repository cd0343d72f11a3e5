// The paths of the admin pages, and the tabs of the navigation in display order.
import { type ActionItemKind, itemParameters } from '../../contract/action-item-kinds.ts';

export const loginPath = '/admin-login';
export const dashboardPath = '/admin';
export const settingsPath = `${dashboardPath}?tab=settings`;
/** The section of the settings about this browser. */
export const thisDevicePath = `${settingsPath}&page=notifications#this-device`;
/** An action item on the overview. */
export function itemPath(kind: ActionItemKind, subject: string): string {
  return `${dashboardPath}?${new URLSearchParams({ [itemParameters.kind]: kind, [itemParameters.subject]: subject })}`;
}
export const ordersPath = '/admin/orders';
export const customersPath = '/admin/customers';
export const inboxPath = '/admin/inbox';
export const catalogPath = '/admin/catalog';
export const importPath = `${catalogPath}/import`;
/** In the area of the settings. */
export const systemPath = '/admin/system';

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
/** A place of the navigation: a tab, the inbox, or the catalog. */
export type Place = DashboardTab | 'inbox' | 'catalog';

/** The finances are a page of their own, and in the navigation a part of the analytics. */
export type DashboardPage = DashboardTab | 'finances';

/** The dashboard page of a URL. An unknown name opens the overview. */
export function pageOf(search: string): DashboardPage {
  const requested = new URLSearchParams(search).get('tab');
  if (requested === 'finances') return requested;
  return dashboardTabs.find((id) => id === requested) ?? 'overview';
}

/** The tab of the navigation that a dashboard page belongs to. */
export function tabOf(search: string): DashboardTab {
  const page = pageOf(search);
  return page === 'finances' ? 'analytics' : page;
}

/** The source that the figures of a page are narrowed to. */
export const sourceParameter = 'source';

/** A link from one page with figures by source to another one keeps the source. */
export function keepSource(to: string, search: string): string {
  const source = new URLSearchParams(search).get(sourceParameter);
  const isOfSource = (query = '') => /^(analytics|visitors|finances)$/.test(pageOf(query));
  if (!source || !isOfSource(search) || !isOfSource(to.split('?')[1])) return to;
  return `${to}&${new URLSearchParams({ [sourceParameter]: source })}`;
}

export function tabPath(id: DashboardPage): string {
  return `${dashboardPath}?tab=${id}`;
}

export function placePath(place: Place): string {
  if (place === 'inbox') return inboxPath;
  return place === 'catalog' ? catalogPath : tabPath(place);
}

/** The place of the navigation that a page belongs to. */
export function placeOf(path: string, search: string): Place {
  if (path === inboxPath) return 'inbox';
  if (path.startsWith(catalogPath)) return 'catalog';
  if (path === systemPath) return 'settings';
  if (path.startsWith(customersPath)) return 'customers';
  return path.startsWith(ordersPath) ? 'orders' : tabOf(search);
}

/** The thread of a message in the inbox. */
export function messagePath(id: string): string {
  return `${inboxPath}?box=messages&message=${encodeURIComponent(id)}`;
}

export const listName = 'list';

/** `list`: the query of the order list that the page steps through and leads back to. */
export function orderPath(id: string, list?: string): string {
  const path = `${ordersPath}/${encodeURIComponent(id)}`;
  return list === undefined ? path : `${path}?${new URLSearchParams({ [listName]: list })}`;
}

/** A panel on the page of an order. */
export type OrderPart = 'payment' | 'refunds';

export function orderPartPath(id: string, part: OrderPart): string {
  return `${orderPath(id)}#${part}`;
}

export function evidencePath(orderId: string): string {
  return `${orderPath(orderId)}/evidence`;
}

export function customerPath(email: string): string {
  return `${customersPath}/${encodeURIComponent(email)}`;
}

/** The email of a customer page. From the raw path, because the router decodes a part of it. */
export function emailOfPath(rawPath: string): string {
  const encoded = rawPath.slice(customersPath.length + 1).replace(/\/+$/, '');
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded;
  }
}

export const payoutsPath = `${tabPath('finances')}&view=payouts`;

/** Opens the form of a new exchange rate. `from`: its first day. */
export function ratePath(currency: string, from?: string): string {
  return `${tabPath('finances')}&${new URLSearchParams({ rate: currency, ...(from ? { rate_from: from } : {}) })}`;
}

export const editedName = 'edit';

/** The catalog with the dialog of an offer open. */
export function offerPath(id: string): string {
  return `${catalogPath}?${new URLSearchParams({ [editedName]: id })}`;
}

/** The services of a provider, to import them. */
export function importPathOf(providerId: string): string {
  return `${importPath}?${new URLSearchParams({ provider: providerId })}`;
}

/** What a payout contains, in the finances. */
export function payoutPath(id: string): string {
  return `${payoutsPath}&payout=${id}`;
}
