// Who visits the demo store, who is there right now, and what it warns of.
import type { AnswerFor } from '../../../../contract/index.ts';

const chrome = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/145.0.0.0 Safari/537.36';
const safari = 'Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1';
const places = [
  { country: 'Brazil', city: 'São Paulo', count: 214, percentage: 41.2 },
  { country: 'United States', city: 'New York', count: 121, percentage: 23.3 },
  { country: 'Portugal', city: 'Lisbon', count: 84, percentage: 16.2 },
  { country: 'Germany', city: 'Berlin', count: 61, percentage: 11.8 },
  { country: 'Japan', city: 'Tokyo', count: 39, percentage: 7.5 },
];
const hours = Array.from({ length: 24 }, (_, at) => ({
  hour: `${String((16 + at) % 24).padStart(2, '0')}:00`,
  visitors: Math.round(22 + 17 * Math.sin((at - 4) / 3.6)),
}));

export const visitors: AnswerFor<'GET /api/admin/visitor-dashboard/{period}'> = {
  summary: {
    totalVisitors: 519,
    totalPageViews: 1_904,
    avgSessionDuration: 147,
    newVisitors: 402,
    returningVisitors: 117,
    retentionRate: 22.5,
  },
  geography: { totalCountries: 5, countries: places },
  timeline: { peakTime: hours[10] ?? { visitors: 0 }, data: hours },
  devices: {
    totalCombinations: 4,
    data: [
      { device_type: 'mobile', browser: 'Safari', os: 'iOS', count: 231 },
      { device_type: 'mobile', browser: 'Chrome', os: 'Android', count: 164 },
      { device_type: 'desktop', browser: 'Chrome', os: 'Windows', count: 92 },
      { device_type: 'desktop', browser: 'Firefox', os: 'Linux', count: 32 },
    ],
  },
  rawAnalytics: places.map(({ country, city }, at) => ({
    id: 900 - at,
    is_returning_visitor: at % 2 === 1,
    ip_address: `203.0.113.${at * 7}`,
    country,
    city,
    visit_date: `2026-03-14T14:${50 - at * 9}:00Z`,
    device_type: at < 3 ? 'mobile' : 'desktop',
    browser: at % 2 === 0 ? 'Safari' : 'Chrome',
    session_duration: 40 + at * 61,
    page_url: ['/', '/checkout', '/client', '/about', '/pt'][at] ?? '/',
  })),
  excluded: [
    { reason: 'staff', count: 12 },
    { reason: 'gpc', count: 31 },
    { reason: 'bot', count: 88 },
  ],
  funnel: { visitors: 519, picker: 301, checkout: 96, checkouts: 52, paid: 41, delivered: 28 },
};

export const visitorBreakdown: AnswerFor<'GET /api/admin/visitor-breakdown/{period}'> = {
  is_cut: false,
  summary: visitors.summary,
  geography: visitors.geography,
  timeline: visitors.timeline,
  devices: visitors.devices,
  rawAnalytics: visitors.rawAnalytics,
  funnel: { visitors: 519, picker: 301, checkout: 96 },
  orders: null,
  sources: [
    { name: 'direct', count: 201 },
    { name: 'l.instagram.com', count: 166 },
    { name: 'google.com', count: 112 },
    { name: 'tiktok.com', count: 40 },
  ],
  campaigns: [{ name: 'creator-week', count: 58 }],
  pages: [
    { name: '/', count: 301, views: 1_022 },
    { name: '/client', count: 144, views: 390 },
    { name: '/checkout', count: 96, views: 281 },
  ],
  entries: [{ name: '/', count: 288 }],
  exits: [{ name: '/checkout', count: 90 }],
};

export const liveUsers: AnswerFor<'GET /api/admin/online-users'> = {
  uniqueOnlineUsers: 4,
  totalUsers: 37,
  todayUniqueVisitors: 214,
  timestamp: '2026-03-14T15:00:00Z',
  users: ['/', '/checkout', '/client', '/about'].map((currentPage, at) => ({
    id: `live-${at}`,
    ip: `203.0.113.${at * 7}`,
    country: places[at]?.country ?? '',
    currentPage,
    userAgent: at % 2 === 0 ? safari : chrome,
    lastActivity: `2026-03-14T14:59:${50 - at * 11}Z`,
  })),
};

export const alerts: AnswerFor<'GET /api/admin/security-alerts'> = {
  stats: { total: 4, critical: 1, recent: 2, activeThreats: 2 },
  alerts: [
    {
      id: '4',
      type: 'brute_force',
      severity: 'critical',
      message: 'Ten wrong passwords from one address',
      timestamp: '2026-03-14T14:41:00Z',
      details: {
        email: 'owner@shop.example',
        ip: '198.51.100.23',
        location: 'Germany',
        attempts: 10,
        userAgent: chrome,
      },
    },
    {
      id: '3',
      type: 'payment_mismatch',
      severity: 'high',
      message: 'Captured 40.00 USD, expected 48.00 USD',
      timestamp: '2026-03-14T14:12:00Z',
      details: { orderId: 'Q4WN8TZK2M7P' },
    },
    {
      id: '2',
      type: 'rate_limited',
      severity: 'medium',
      message: 'Asked more often than allowed',
      timestamp: '2026-03-14T11:30:00Z',
      details: { ip: '203.0.113.80', location: 'Japan' },
    },
    {
      id: '1',
      type: 'failed_login',
      severity: 'low',
      message: 'A wrong password',
      timestamp: '2026-03-13T22:05:00Z',
      details: { email: 'owner@shop.example', ip: '203.0.113.9' },
    },
  ],
};
