// Fixtures of the visitor dashboard tests: a store with visitors and no alerts, a tab, and its cards.
import { type FakeStore, settle } from './testing.tsx';
import { now, openAdmin, signIn } from './testing-signed-in.tsx';

export const noAlerts = { stats: { total: 0, critical: 0, recent: 0, activeThreats: 0 }, alerts: [] };
export const online = {
  uniqueOnlineUsers: 12,
  totalUsers: 345,
  todayUniqueVisitors: 678,
  timestamp: new Date(now).toISOString(),
  users: [
    {
      id: 'u1',
      ip: '8.8.8.0',
      country: 'Brazil',
      currentPage: '/checkout',
      userAgent: 'Mozilla/5.0 Chrome/140.0 Safari/537.36 Edg/140.0',
      lastActivity: new Date(now - 60_000).toISOString(),
    },
    {
      id: 'u2',
      ip: '9.9.9.0',
      country: 'Portugal',
      currentPage: '/<b>odd</b>',
      userAgent: 'curl',
      lastActivity: new Date(now).toISOString(),
    },
  ],
};

export const dashboard = {
  summary: {
    totalVisitors: 1200,
    totalPageViews: 3400,
    avgSessionDuration: 85,
    newVisitors: 900,
    returningVisitors: 300,
    retentionRate: 25,
  },
  geography: {
    totalCountries: 2,
    countries: [
      { country: 'Brazil', city: 'Unknown', count: 800, percentage: 66.7 },
      { country: 'Unknown', city: 'Unknown', count: 400, percentage: 33.3 },
    ],
  },
  timeline: {
    peakTime: { hour: '14:00', visitors: 99 },
    data: [
      { hour: '14:00', visitors: 99 },
      { hour: '15:00', visitors: 0 },
    ],
  },
  devices: { totalCombinations: 1, data: [{ device_type: 'mobile', browser: 'Safari', os: 'iOS', count: 1200 }] },
  rawAnalytics: [
    {
      id: 7,
      is_returning_visitor: true,
      ip_address: '8.8.8.0',
      visit_date: new Date(now).toISOString(),
      country: 'Brazil',
      city: 'Unknown',
      device_type: 'mobile',
      browser: 'Safari',
      session_duration: 42,
      page_url: '/about',
    },
  ],
  excluded: [{ reason: 'bot', count: 17 }],
  funnel: { visitors: 1200, picker: 1000, checkout: 300, checkouts: 120, paid: 90, delivered: 80 },
};

export const breakdown = {
  is_cut: false,
  summary: dashboard.summary,
  geography: dashboard.geography,
  timeline: dashboard.timeline,
  devices: dashboard.devices,
  rawAnalytics: dashboard.rawAnalytics,
  funnel: { visitors: 1200, picker: 1000, checkout: 300 },
  orders: null,
  sources: [
    { name: 'direct', count: 700 },
    { name: 'google.com', count: 500 },
  ],
  campaigns: [{ name: 'summer', count: 40 }],
  pages: [
    { name: '/', count: 1100, views: 2000 },
    { name: '/checkout', count: 300, views: 400 },
  ],
  entries: [{ name: '/', count: 1000 }],
  exits: [{ name: '/checkout', count: 200 }],
};

export function storeWithVisitors(): FakeStore {
  const store = signIn();
  store.on('GET /api/admin/security-alerts', { body: noAlerts });
  store.on('GET /api/admin/online-users', { body: online });
  store.on('GET /api/admin/visitor-dashboard/*', { body: dashboard });
  store.on('GET /api/admin/visitor-breakdown/*', { body: breakdown });
  return store;
}

export async function openTab(tab: string): Promise<void> {
  await openAdmin(`/admin?tab=${tab}`);
  await settle();
}

/** The figure on the card with this title. */
export function card(title: string): string {
  const head = [...document.querySelectorAll('h2')].find((element) => element.textContent === title);
  return head?.closest('section')?.querySelector('p')?.textContent ?? '';
}
