// The dashboard of visitors: figures and shares from the roll-ups.
import type { AnswerFor } from '../../../contract/index.ts';
import { exclusionReasons } from '../../../contract/visitors.ts';
import type { Database } from '../../database/database.ts';
import type { ReadOrderFigures } from '../../ports/order-figures.ts';
import { findMachines } from './queries/devices.ts';
import { findPlaces } from './queries/geography.ts';
import { type PeriodName, periodOf } from './queries/period.ts';
import { findExclusions, findRecent } from './queries/recent.ts';
import { findSums, type Sums } from './queries/summary.ts';
import { findTimeline } from './queries/timeline.ts';

export type Dashboard = AnswerFor<'GET /api/admin/visitor-dashboard/{period}'>;

const mostPlaces = 200;
const mostRecent = 100;

export async function readDashboard(
  database: Database,
  orderFigures: ReadOrderFigures,
  name: PeriodName,
): Promise<Dashboard> {
  const period = periodOf(name, database.now());
  const [sums, placed, places, steps, machines, recent, excluded] = await Promise.all([
    findSums(database, period),
    period.grain === 'hour' ? orderFigures.withinHours(period.steps) : orderFigures.ofDays(period.steps, 0),
    findPlaces(database, period, mostPlaces),
    findTimeline(database, period),
    findMachines(database, period),
    findRecent(database, period, mostRecent),
    findExclusions(database, period),
  ]);
  const points = steps.map(({ name, visitors }) =>
    period.grain === 'hour' ? { hour: name, visitors } : { day: name, visitors },
  );
  const peakTime = points.reduce((peak, point) => (point.visitors > peak.visitors ? point : peak));
  return {
    summary: summaryOf(sums),
    geography: {
      totalCountries: places[0]?.countries ?? 0,
      countries: places.map(({ country, city, count }) => ({
        country,
        city,
        count,
        percentage: share(count, sums.people),
      })),
    },
    timeline: { peakTime, data: points },
    devices: { totalCombinations: machines.length, data: machines },
    rawAnalytics: recent.map((visit) => ({
      id: visit.id,
      is_returning_visitor: visit.returning,
      ip_address: visit.ipAddress,
      visit_date: visit.visitedAt.toISOString(),
      country: visit.country,
      city: visit.city,
      device_type: visit.deviceType,
      browser: visit.browser,
      session_duration: visit.sessionSeconds,
      page_url: visit.pageUrl,
    })),
    excluded: excluded.flatMap(({ reason, count }) => {
      const known = exclusionReasons.find((each) => each === reason);
      return known ? [{ reason: known, count }] : [];
    }),
    funnel: {
      visitors: sums.people,
      picker: sums.sawPicker,
      checkout: sums.sawCheckout,
      checkouts: placed.orders,
      paid: placed.paidOrders,
      delivered: placed.delivered,
    },
  };
}

function summaryOf({ people, returning, pageViews, sessions, seconds }: Sums): Dashboard['summary'] {
  return {
    totalVisitors: people,
    totalPageViews: pageViews,
    avgSessionDuration: sessions > 0 ? Math.round((seconds / sessions) * 10) / 10 : 0,
    newVisitors: people - returning,
    returningVisitors: returning,
    retentionRate: share(returning, people),
  };
}

// In percent with one decimal.
function share(part: number, all: number): number {
  return all > 0 ? Math.round((part / all) * 1000) / 10 : 0;
}
