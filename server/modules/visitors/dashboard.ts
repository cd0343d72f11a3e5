// The dashboard of visitors and its breakdown: figures and shares from the roll-ups, with a filter from the latest visits.
import type { AnswerFor } from '../../../contract/index.ts';
import { dollarsFromCents } from '../../../contract/money.ts';
import { exclusionReasons } from '../../../contract/visitors.ts';
import type { Database } from '../../database/database.ts';
import type { ReadOrderFigures } from '../../ports/figures.ts';
import { findBreakdown, mostPlaces, mostRecent, type VisitFilter } from './visit-breakdown.repository.ts';
import {
  findExclusions,
  findMachines,
  findNames,
  findPlaces,
  findRecent,
  findSteps,
  findSums,
  findTimeline,
  findVisits,
  type Period,
  type PeriodName,
  type Sums,
  toPeriod,
} from './visit-figures.repository.ts';
import type { visits } from './visitors.schema.ts';

export type Dashboard = AnswerFor<'GET /api/admin/visitor-dashboard/{period}'>;
export type VisitorBreakdown = AnswerFor<'GET /api/admin/visitor-breakdown/{period}'>;

export async function readDashboard(
  database: Database,
  orderFigures: ReadOrderFigures,
  name: PeriodName,
): Promise<Dashboard> {
  const period = toPeriod(name, database.now());
  const [{ figures, funnel }, placed, excluded] = await Promise.all([
    readFigures(database, period),
    period.grain === 'hour' ? orderFigures.withinHours(period.steps) : orderFigures.ofDays(period.steps, 0),
    findExclusions(database, period),
  ]);
  return {
    ...figures,
    excluded: excluded.flatMap(({ reason, count }) => {
      const known = exclusionReasons.find((each) => each === reason);
      return known ? [{ reason: known, count }] : [];
    }),
    funnel: { ...funnel, checkouts: placed.orders, paid: placed.paidOrders, delivered: placed.delivered },
  };
}

/** Without a filter from the roll-ups. With one, or before the roll-ups are complete, from the latest visits. */
export async function readBreakdown(
  database: Database,
  name: PeriodName,
  filter: VisitFilter,
  ownHost: string,
): Promise<Omit<VisitorBreakdown, 'orders'>> {
  const period = toPeriod(name, database.now());
  const names = listGiven(filter).length > 0 ? null : await findNames(database, period, ownHost);
  if (!names) return readLatest(database, period, filter, ownHost);
  const { figures, funnel } = await readFigures(database, period);
  return { is_cut: false, ...figures, funnel, ...names };
}

/** The orders of the one filter by which orders are counted too; null with others. */
export async function readOrders(
  database: Database,
  orderFigures: ReadOrderFigures,
  name: PeriodName,
  filter: VisitFilter,
): Promise<VisitorBreakdown['orders']> {
  const [first, ...others] = listGiven(filter);
  if (!first || others.length > 0) return null;
  const [list, named] = first;
  if (list !== 'source' && list !== 'campaign' && list !== 'country') return null;
  const { grain, steps } = toPeriod(name, database.now());
  const of = { list, name: named };
  const { orders, paidOrders, revenueCents } = await (grain === 'hour'
    ? orderFigures.namedWithinHours(of, steps)
    : orderFigures.namedOfDays(of, steps, 0));
  return { checkouts: orders, paid: paidOrders, sales: dollarsFromCents(revenueCents) };
}

function listGiven(filter: VisitFilter): [keyof VisitFilter, string][] {
  return (Object.entries(filter) as [keyof VisitFilter, string | undefined][]).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
}

async function readFigures(database: Database, period: Period) {
  const [sums, places, steps, machines, recent] = await Promise.all([
    findSums(database, period),
    findPlaces(database, period, mostPlaces),
    findTimeline(database, period),
    findMachines(database, period),
    findRecent(database, period, mostRecent),
  ]);
  return {
    figures: {
      summary: toSummary(sums),
      geography: { totalCountries: places[0]?.countries ?? 0, countries: toPlaces(places, sums.people) },
      timeline: toTimeline(period, steps),
      devices: { totalCombinations: machines.length, data: machines },
      rawAnalytics: recent.map(shownVisit),
    },
    funnel: toFunnel(sums),
  };
}

/** The narrowed figures have the definitions of the dashboard. */
async function readLatest(
  database: Database,
  period: Period,
  filter: VisitFilter,
  ownHost: string,
): Promise<Omit<VisitorBreakdown, 'orders'>> {
  const [found, steps] = await Promise.all([
    findBreakdown(database, period, filter, ownHost),
    findSteps(database, period),
  ]);
  const { isCut, sums, places, countries, machines, recent, steps: visited, ...names } = found;
  const visitorsOf = new Map(visited.map((step) => [step.name, step.count]));
  return {
    is_cut: isCut,
    summary: toSummary(sums),
    geography: { totalCountries: countries, countries: toPlaces(places, sums.people) },
    timeline: toTimeline(
      period,
      steps.map((step) => ({ name: step, visitors: visitorsOf.get(step) ?? 0 })),
    ),
    devices: { totalCombinations: machines.length, data: machines },
    rawAnalytics: (await findVisits(database, recent)).map(shownVisit),
    funnel: toFunnel(sums),
    ...names,
  };
}

function toFunnel({ people, sawPicker, sawCheckout }: Sums): VisitorBreakdown['funnel'] {
  return { visitors: people, picker: sawPicker, checkout: sawCheckout };
}

function toTimeline({ grain }: Period, steps: readonly { name: string; visitors: number }[]) {
  const data = steps.map(({ name, visitors }) =>
    grain === 'hour' ? { hour: name, visitors } : { day: name, visitors },
  );
  return { peakTime: data.reduce((peak, point) => (point.visitors > peak.visitors ? point : peak)), data };
}

function toPlaces(places: readonly { country: string; city: string; count: number }[], people: number) {
  return places.map(({ country, city, count }) => ({ country, city, count, percentage: share(count, people) }));
}

function shownVisit(visit: typeof visits.$inferSelect): Dashboard['rawAnalytics'][number] {
  return {
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
  };
}

function toSummary({ people, returning, pageViews, sessions, seconds }: Sums): Dashboard['summary'] {
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
