// Calls about visits and visitors online now: pages record them, admins read them.
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { success } from './shared-schemas.ts';

const text = z.string().max(2_000).nullish();

/**
 * Public. An admin token marks a visit of staff, which is counted but not stored. A repeat for the same page within 30
 * minutes only extends the visit. Address and country come from the connection; of the user agent only classes are
 * stored. With a GPC or DNT signal, and for bots, only a counter is stored.
 */
export const recordVisit = endpoint('POST /api/admin/visitor-analytics', {
  access: 'public',
  summary: 'Records a page view, or its continuation.',
  input: {
    body: z.object({
      /** A path or a URL; its query is dropped. */
      page_url: z.string().max(4_000),
      /** Seconds on this page so far. */
      session_duration: z.number().nullish(),
      is_returning_visitor: z.boolean().nullish(),
      is_mobile: z.boolean().nullish(),
      device_type: text,
      browser: text,
      os: text,
      user_agent: text,
      referrer: z.string().max(4_000).nullish(),
      screen_resolution: text,
      timezone: text,
      language: text,
      /** The `utm_campaign` of the link that led to the store. */
      campaign: text,
    }),
  },
  output: success,
  limit: 'visitor_record',
  lenient: true,
  noStore: true,
});

const point = z.object({ hour: z.string().optional(), day: z.string().optional(), visitors: z.number() });

/** Why a record was not stored. */
export const exclusionReasons = ['staff', 'gpc', 'dnt', 'bot', 'program', 'prefetch', 'flood'] as const;

/** The figures that a filter narrows. */
const visitorFigures = {
  summary: z.object({
    totalVisitors: z.number(),
    totalPageViews: z.number(),
    avgSessionDuration: z.number(),
    newVisitors: z.number(),
    returningVisitors: z.number(),
    retentionRate: z.number(),
  }),
  geography: z.object({
    totalCountries: z.number(),
    countries: z.array(z.object({ country: z.string(), city: z.string(), count: z.number(), percentage: z.number() })),
  }),
  timeline: z.object({ peakTime: point, data: z.array(point) }),
  devices: z.object({
    totalCombinations: z.number(),
    data: z.array(z.object({ device_type: z.string(), browser: z.string(), os: z.string(), count: z.number() })),
  }),
  rawAnalytics: z.array(
    z.object({
      id: z.number(),
      is_returning_visitor: z.boolean(),
      ip_address: z.string(),
      visit_date: z.string(),
      country: z.string(),
      city: z.string(),
      device_type: z.string(),
      browser: z.string(),
      session_duration: z.number(),
      page_url: z.string(),
    }),
  ),
};

/**
 * day: the last 24 hours. week, month: the last 7 and 30 days in the store's time zone; their visitors are sums of
 * daily visitors. `avgSessionDuration` in seconds. `excluded`: records counted but not stored, by reason. `funnel`:
 * visitors, views of picker and checkout, and orders created (`checkouts`), paid and delivered; see docs/figures.md.
 */
export const visitorDashboard = endpoint('GET /api/admin/visitor-dashboard/{period}', {
  role: 'viewer',
  summary: 'Returns the visitors of a period.',
  input: { params: z.object({ period: z.enum(['day', 'week', 'month']) }) },
  output: z.object({
    ...visitorFigures,
    excluded: z.array(z.object({ reason: z.enum(exclusionReasons), count: z.number() })),
    funnel: z.object({
      visitors: z.number(),
      picker: z.number(),
      checkout: z.number(),
      checkouts: z.number(),
      paid: z.number(),
      delivered: z.number(),
    }),
  }),
});

const name = z.string().min(1).max(400).optional();
const named = z.object({ name: z.string(), count: z.number() });

/**
 * The figures of the visitors that match every filter, and where they come from. `source`: host of the referring page,
 * or `direct`, of the first visit of the day; `campaign` likewise. `page`, `entry`, `exit`: a page that the visitor saw,
 * began or ended at; without a language prefix. Counts are visitors, of `entries` and `exits` sessions. Without a filter
 * they cover the whole period. With one they cover the latest 20,000 page views that are kept; `is_cut`: the period has
 * more. `orders`: of the same period with this source, campaign or country; null without a filter, and with another one.
 */
export const visitorBreakdown = endpoint('GET /api/admin/visitor-breakdown/{period}', {
  role: 'viewer',
  summary: 'Returns sources, pages and campaigns of the visitors of a period, narrowed by filters.',
  input: {
    params: z.object({ period: z.enum(['day', 'week', 'month']) }),
    query: z.object({ source: name, campaign: name, page: name, entry: name, exit: name, country: name }),
  },
  output: z.object({
    is_cut: z.boolean(),
    ...visitorFigures,
    funnel: z.object({ visitors: z.number(), picker: z.number(), checkout: z.number() }),
    orders: z.object({ checkouts: z.number(), paid: z.number(), sales: z.number() }).nullable(),
    sources: z.array(named),
    campaigns: z.array(named),
    pages: z.array(named.extend({ views: z.number() })),
    entries: z.array(named),
    exits: z.array(named),
  }),
  errors: ['invalid_input'],
});

/** A path; its query is dropped. */
const page = z.string().max(4_000);

/** With a GPC or DNT signal, the server stores nothing and returns an unlinked ID. */
export const trackUser = endpoint('POST /api/admin/track-user', {
  access: 'public',
  summary: 'Registers an open page.',
  input: { body: z.object({ page }) },
  output: z.object({ userId: z.string() }),
  limit: 'track_user',
  lenient: true,
  noStore: true,
});

/** Sent on each navigation and every 30 s. 404: register again. */
export const trackUserAgain = endpoint('PATCH /api/admin/track-user/{userId}', {
  access: 'public',
  summary: 'Updates the page that is open.',
  input: { params: z.object({ userId: z.string().max(100) }), body: z.object({ page }) },
  output: success,
  errors: ['not_found'],
  limit: 'track_user_again',
  lenient: true,
  noStore: true,
});

/**
 * Online: active within 90 s. `uniqueOnlineUsers`: visitors. `totalUsers`: sessions of the last 24 hours.
 * `todayUniqueVisitors`: visitors since midnight in the store's time zone. `users`: the 200 most recently active.
 */
export const onlineUsers = endpoint('GET /api/admin/online-users', {
  role: 'viewer',
  summary: 'Lists the visitors who are online.',
  output: z.object({
    uniqueOnlineUsers: z.number(),
    totalUsers: z.number(),
    todayUniqueVisitors: z.number(),
    timestamp: z.string(),
    users: z.array(
      z.object({
        id: z.string(),
        ip: z.string(),
        country: z.string(),
        currentPage: z.string(),
        userAgent: z.string(),
        lastActivity: z.string(),
      }),
    ),
  }),
});
