// SQL of how the services of providers delivered: roll-ups by day, and the links in delivery.
import { sql } from 'drizzle-orm';
import { dbNow, type Queryable } from '../../database/database.ts';
import { type SpeedMeasure, serviceCostDays, serviceSpeedDays } from '../dispatch/delivery-marks.schema.ts';
import { dispatches } from '../dispatch/dispatch.schema.ts';
import { providerCheckDays } from './providers.schema.ts';

/** `band` is null where the bands are counted together. */
export type ServiceKey = { providerId: string; serviceId: string; band: number | null };
export type SpeedCount = ServiceKey & { measure: SpeedMeasure; bucket: number; count: number };
/** Links in delivery: the bucket of their age, and of the highest speed that they can still reach. */
export type OpenCount = ServiceKey & { hasBegun: boolean; age: number; speed: number; count: number };
export type ServiceCost = ServiceKey & { charge: number; units: number };
export type CheckCount = { providerId: string; answered: number; failed: number };

function since(db: Queryable, days: number) {
  return sql`((${dbNow(db)} - ${days} * interval '1 day') at time zone 'UTC')::date`;
}

function key(band: ReturnType<typeof sql>, isByBand: boolean) {
  return sql`provider_id as "providerId", service_id as "serviceId", ${isByBand ? band : sql`null::smallint`} as band`;
}

export async function speeds(db: Queryable, days: number, isByBand: boolean): Promise<SpeedCount[]> {
  const { rows } = await db.execute<SpeedCount>(sql`
    select ${key(sql`band`, isByBand)}, measure, bucket, sum(count)::int as count
    from ${serviceSpeedDays} where day >= ${since(db, days)} group by 1, 2, 3, 4, 5`);
  return rows;
}

/** The work grows with the links in delivery, not with all links. */
export async function open(db: Queryable, days: number, isByBand: boolean): Promise<OpenCount[]> {
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

export async function costs(db: Queryable, days: number, isByBand: boolean): Promise<ServiceCost[]> {
  const { rows } = await db.execute<ServiceCost>(sql`
    select ${key(sql`band`, isByBand)}, sum(charge)::float8 as charge, sum(units)::float8 as units
    from ${serviceCostDays} where day >= ${since(db, days)} group by 1, 2, 3`);
  return rows;
}

export async function checks(db: Queryable, days: number): Promise<CheckCount[]> {
  const { rows } = await db.execute<CheckCount>(sql`
    select provider_id as "providerId", sum(answered)::int as answered, sum(failed)::int as failed
    from ${providerCheckDays} where day >= ${since(db, days)} group by 1`);
  return rows;
}
