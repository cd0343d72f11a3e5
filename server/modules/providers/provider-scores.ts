// Compares the services of providers by the links of the last days, and suggests which provider should be first.
import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { type Category, categories } from '../../../contract/category.ts';
import { bucketEnd } from '../../../contract/measured-speed.ts';
import { type OfferSetting, titleOfKey } from '../../../contract/offers.ts';
import { type getProviderScores, leastSuggestedLinks } from '../../../contract/providers.ts';
import type { StoreContext } from '../../context.ts';
import { dbNow, type Queryable } from '../../database/database.ts';
import { quantileBucket, sumCounts, type Times } from '../../platform/censored-quantile.ts';
import { type SpeedMeasure, serviceCostDays, serviceSpeedDays } from '../dispatch/delivery-marks.schema.ts';
import { dispatches } from '../dispatch/dispatch.schema.ts';
import * as catalogueRepository from './catalogue.repository.ts';
import { providerCheckDays } from './providers.schema.ts';
import { listProviders, usedServices } from './providers.service.ts';

type Scores = z.output<typeof getProviderScores.output>;
type ProviderScore = Scores['scores'][number];

/** By the links of the last `days`; `isByBand`: one row for each band of quantities. */
export async function readProviderScores(
  ctx: StoreContext,
  { days, isByBand }: { days: number; isByBand: boolean },
): Promise<Scores> {
  const { offers } = await ctx.settings.current();
  const [entries, snapshots, checks, speeds, open, costs] = await Promise.all([
    listProviders(ctx),
    catalogueRepository.snapshots(ctx.database.db),
    readChecks(ctx.database.db, days),
    readSpeeds(ctx.database.db, days, isByBand),
    countOpen(ctx.database.db, days, isByBand),
    readCosts(ctx.database.db, days, isByBand),
  ]);
  const used = entries.flatMap(usedServices).map((each) => ({ ...each, band: null }));
  // Without links, a service in use has one row for all bands.
  const keys = uniqueKeys([...speeds, ...open, ...(isByBand ? [] : used)]);
  const services = await catalogueRepository.readServices(
    ctx.database.db,
    uniqueKeys(keys.map((each) => ({ ...each, band: null }))),
  );
  const scores = keys.map((key): ProviderScore => {
    const ofKey = <T extends ServiceKey>(rows: readonly T[]) => rows.filter((row) => buildKey(row) === buildKey(key));
    const isThis = (each: { providerId: string; serviceId: string }) =>
      each.providerId === key.providerId && each.serviceId === key.serviceId;
    return {
      provider_id: key.providerId,
      provider_name: entries.find(({ id }) => id === key.providerId)?.name ?? key.providerId,
      service_id: key.serviceId,
      service_name: services.find(isThis)?.name ?? null,
      ...coveredBy(
        used.filter(isThis).map(({ offer }) => offer),
        offers,
      ),
      band: key.band,
      ...computeFigures(ofKey(speeds), ofKey(open)),
      cost_per_delivered_1000: computeCost(ofKey(costs)),
      currency: snapshots.get(key.providerId)?.currency ?? null,
      ...computeUptime(checks.find(({ providerId }) => providerId === key.providerId)),
    };
  });
  const place = ({ provider_id }: ProviderScore) => entries.findIndex(({ id }) => id === provider_id);
  scores.sort(
    (one, other) =>
      place(one) - place(other) ||
      one.service_id.localeCompare(other.service_id) ||
      (one.band ?? 0) - (other.band ?? 0),
  );
  const enabled = new Set(entries.filter((entry) => entry.enabled).map(({ id }) => id));
  const compared = isByBand ? [] : scores.filter(({ provider_id }) => enabled.has(provider_id));
  return { days, scores, suggestions: listSuggestions(compared, offers) };
}

/** `scores` in the order of use: links of a category go to the first one that has it. */
function listSuggestions(scores: readonly ProviderScore[], stored: readonly OfferSetting[]): Scores['suggestions'] {
  const keysOf = ({ categories, offers = [] }: ProviderScore) => [...categories, ...offers];
  return [...new Set(scores.flatMap(keysOf))].flatMap((key) => {
    const [first, ...others] = scores.filter((score) => keysOf(score).includes(key));
    if (!first || first.links < leastSuggestedLinks) return [];
    const candidates = [first, ...others.filter(({ links }) => links >= leastSuggestedLinks)];
    if (candidates.length < 2) return [];
    const best = candidates.reduce((found, each) => (isBetter(each, found) ? each : found));
    return [
      {
        ...(isCategory(key) ? { category: key } : { offer: key, offer_name: titleOfKey(stored, key) }),
        provider_id: best.provider_id,
        service_id: best.service_id,
        first_provider_id: first.provider_id,
        first_service_id: first.service_id,
      },
    ];
  });
}

const isCategory = (key: string): key is Category => categories.some((one) => one === key);

/** `offers`: IDs of those beside the specified ones. */
function coveredBy(
  keys: readonly string[],
  stored: readonly OfferSetting[],
): Pick<ProviderScore, 'categories' | 'offers' | 'offer_names'> {
  const others = keys.filter((key) => !isCategory(key));
  const names = others.map((key) => titleOfKey(stored, key));
  return { categories: keys.filter(isCategory), ...(others.length > 0 ? { offers: others, offer_names: names } : {}) };
}

/** Fewer short and refused links first, in steps of five percent; then speed, in steps of 40 %; then the cost. */
function isBetter(one: ProviderScore, other: ProviderScore): boolean {
  const rank = ({ short_percent, refused_percent, completed, cost_per_delivered_1000, currency }: ProviderScore) => [
    Math.round(((short_percent ?? 0) + (refused_percent ?? 0)) / 5),
    completed.p90_seconds === null ? Number.POSITIVE_INFINITY : Math.round(2 * Math.log2(completed.p90_seconds)),
    // Other currencies are not converted.
    one.currency === other.currency && currency !== null ? (cost_per_delivered_1000 ?? Number.POSITIVE_INFINITY) : 0,
  ];
  const [ours, theirs] = [rank(one), rank(other)];
  const at = ours.findIndex((value, index) => value !== theirs[index]);
  return at >= 0 && (ours[at] ?? 0) < (theirs[at] ?? 0);
}

function computeFigures(speeds: readonly SpeedCount[], open: readonly OpenCount[]) {
  const reached = (measure: SpeedMeasure) =>
    sumBuckets(speeds.filter((each) => each.measure === measure).map(({ bucket, count }) => [bucket, count]));
  const total = (measure: SpeedMeasure) => sum([...reached(measure).values()]);
  const [short, refused] = [total('short'), total('refused')];
  const ended = total('completed') + short;
  const openLinks = sum(open.map(({ count }) => count));
  const begunLinks = sum(open.filter(({ hasBegun }) => hasBegun).map(({ count }) => count));
  const waiting = open.filter(({ hasBegun }) => !hasBegun);
  const firstProgress: Times = {
    events: reached('first_progress'),
    censored: sumBuckets(waiting.map(({ age, count }) => [age, count])),
    // Ended without a unit.
    endless: Math.max(0, ended + begunLinks - total('first_progress')),
  };
  const completed: Times = {
    events: reached('completed'),
    censored: sumBuckets(open.map(({ age, count }) => [age, count])),
    endless: short,
  };
  // Slower is longer: the buckets of speeds count backwards.
  const slowness: Times = {
    events: new Map([...reached('units_per_hour')].map(([bucket, count]) => [-bucket, count])),
    censored: sumBuckets(open.map(({ speed, count }) => [-speed, count])),
    endless: short,
  };
  const speedBucket = quantileBucket(slowness, 0.5);
  return {
    links: sumCounts(completed),
    open: openLinks,
    first_progress: computeQuantiles(firstProgress),
    completed: computeQuantiles(completed),
    units_per_hour: speedBucket === null ? null : Math.floor(bucketEnd(-speedBucket - 1)),
    short_percent: computePercent(short, ended),
    refilled_percent: computePercent(total('refilled'), ended),
    refused_percent: computePercent(refused, refused + ended + openLinks),
  };
}

function computeQuantiles(times: Times): ProviderScore['completed'] {
  const seconds = (share: number) => {
    const bucket = quantileBucket(times, share);
    return bucket === null ? null : Math.ceil(bucketEnd(bucket));
  };
  return { p50_seconds: seconds(0.5), p90_seconds: seconds(0.9) };
}

function computeCost([cost]: readonly ServiceCost[]): number | null {
  return cost && cost.units > 0 ? Math.round((cost.charge / cost.units) * 100_000_000) / 100_000 : null;
}

function computeUptime(checks: CheckCount | undefined): Pick<ProviderScore, 'checks' | 'uptime_percent'> {
  const { answered, failed } = checks ?? { answered: 0, failed: 0 };
  return { checks: answered + failed, uptime_percent: computePercent(answered, answered + failed) };
}

/** With one decimal; null of nothing. */
function computePercent(part: number, all: number): number | null {
  return all === 0 ? null : Math.min(100, Math.round((part / all) * 1_000) / 10);
}

function sumBuckets(counts: readonly (readonly [number, number])[]): Map<number, number> {
  const found = new Map<number, number>();
  for (const [bucket, count] of counts) found.set(bucket, (found.get(bucket) ?? 0) + count);
  return found;
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}

const buildKey = ({ providerId, serviceId, band }: ServiceKey) => JSON.stringify([providerId, serviceId, band]);

function uniqueKeys(keys: readonly ServiceKey[]): ServiceKey[] {
  const named = keys.map(({ providerId, serviceId, band }) => ({ providerId, serviceId, band }));
  return [...new Map(named.map((key) => [buildKey(key), key])).values()];
}

// SQL of the delivery results of services: daily roll-ups, and the links in delivery.

/** `band`: null for all bands together. */
type ServiceKey = { providerId: string; serviceId: string; band: number | null };
type SpeedCount = ServiceKey & { measure: SpeedMeasure; bucket: number; count: number };
/** Links in delivery: the bucket of their age, and of the highest speed that they can still reach. */
type OpenCount = ServiceKey & { hasBegun: boolean; age: number; speed: number; count: number };
type ServiceCost = ServiceKey & { charge: number; units: number };
type CheckCount = { providerId: string; answered: number; failed: number };

function since(db: Queryable, days: number) {
  return sql`((${dbNow(db)} - ${days} * interval '1 day') at time zone 'UTC')::date`;
}

function key(band: ReturnType<typeof sql>, isByBand: boolean) {
  return sql`provider_id as "providerId", service_id as "serviceId", ${isByBand ? band : sql`null::smallint`} as band`;
}

async function readSpeeds(db: Queryable, days: number, isByBand: boolean): Promise<SpeedCount[]> {
  const { rows } = await db.execute<SpeedCount>(sql`
    select ${key(sql`band`, isByBand)}, measure, bucket, sum(count)::int as count
    from ${serviceSpeedDays} where day >= ${since(db, days)} group by 1, 2, 3, 4, 5`);
  return rows;
}

/** The work grows with the links in delivery, not with all links. */
async function countOpen(db: Queryable, days: number, isByBand: boolean): Promise<OpenCount[]> {
  const seconds = sql`greatest(extract(epoch from ${dbNow(db)} - claimed_at)::double precision, 1)`;
  const { rows } = await db.execute<OpenCount>(sql`
    select ${key(sql`quantity_band(quantity)`, isByBand)}, first_progress_at is not null as "hasBegun",
      speed_bucket(${seconds}) as age, speed_bucket(quantity * 3600::float8 / ${seconds}) as speed, count(*)::int as count
    from ${dispatches}
    where following and state = 'sent' and ended_at is null
      and claimed_at >= (${since(db, days)}::timestamp at time zone 'UTC')
    group by 1, 2, 3, 4, 5, 6`);
  return rows;
}

async function readCosts(db: Queryable, days: number, isByBand: boolean): Promise<ServiceCost[]> {
  const { rows } = await db.execute<ServiceCost>(sql`
    select ${key(sql`band`, isByBand)}, sum(charge)::float8 as charge, sum(units)::float8 as units
    from ${serviceCostDays} where day >= ${since(db, days)} group by 1, 2, 3`);
  return rows;
}

async function readChecks(db: Queryable, days: number): Promise<CheckCount[]> {
  const { rows } = await db.execute<CheckCount>(sql`
    select provider_id as "providerId", sum(answered)::int as answered, sum(failed)::int as failed
    from ${providerCheckDays} where day >= ${since(db, days)} group by 1`);
  return rows;
}
