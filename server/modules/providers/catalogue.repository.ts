// SQL of the observed state of providers: funds, catalogs, delivery times.
import { and, asc, count, desc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import { readServiceKind } from '../../../contract/service-kinds.ts';
import { texts } from '../../database/columns.ts';
import { dbNow, type Queryable, type Tx } from '../../database/database.ts';
import { ordersZone, toZonedDay } from '../../database/zones.ts';
import { sentenceColumns } from '../../platform/sentence-columns.ts';
import { dispatches } from '../dispatch/dispatch.schema.ts';
import { plainCurrency, usdRate } from '../finances/currency-rates.schema.ts';
import { orders } from '../orders/orders.schema.ts';
import type { ProviderCheck } from './inspect-provider.ts';
import type { Funds, ServiceOffer } from './provider.ts';
import { providerCheckDays, providerLooks, providerServices } from './providers.schema.ts';
import { findChanges, type ServiceChange } from './service-changes.ts';

export type ProviderSnapshot = typeof providerLooks.$inferSelect;
export type CatalogueService = typeof providerServices.$inferSelect;
/** Statistics of a service's latest links. */
export type ServiceRecord = { ends: Map<string, number>; startSeconds: number | null };
const recordSize = 1_000;

async function upsert(tx: Tx, providerId: string, offers: readonly ServiceOffer[]): Promise<void> {
  await tx.execute(sql`
    insert into ${providerServices}
      (provider_id, service_id, name, category, type, rate_per_thousand, min, max, refill, cancel, platform, action,
        seen_at, gone_at)
    select ${providerId}, t."serviceId", t.name, t.category, t.type, t."ratePerThousand", t.min, t.max, t.refill, t.cancel,
      t.platform, t.action, ${dbNow(tx)}, null
    from jsonb_to_recordset(${JSON.stringify(offers.map(withKind))}::jsonb) as t("serviceId" text, name text, category text, type text,
      "ratePerThousand" numeric, min bigint, max bigint, refill boolean, cancel boolean, platform text, action text)
    on conflict (provider_id, service_id) do update set name = excluded.name, category = excluded.category,
      type = excluded.type, rate_per_thousand = excluded.rate_per_thousand, min = excluded.min, max = excluded.max, refill = excluded.refill,
      cancel = excluded.cancel, platform = excluded.platform, action = excluded.action, seen_at = excluded.seen_at, gone_at = null`);
}

/**
 * Millionths of the provider's currency for 1,000 units, under `provider service`; omitted where it is unknown. `inDollars`:
 * converted; omitted too where its currency has no rate.
 */
export async function readRates(
  db: Queryable,
  services: { providerId: string; serviceId: string }[],
  { inDollars = false } = {},
): Promise<Map<string, number>> {
  if (services.length === 0) return new Map();
  // A provider that was never checked charges in USD.
  const usd = sql`(select case when count(*) = 0 then 1 else max(l.usd) end
    from (select ${usdToday(db)} as usd from ${looked} as l where l.provider_id = s.provider_id) as l)`;
  const { rows } = await db.execute<{ key: string; micros: number }>(sql`
    select s.provider_id || ' ' || s.service_id as key,
      (s.rate_per_thousand * 1000000 ${inDollars ? sql`* ${usd}` : sql``})::float8 as micros
    from ${providerServices} s
      join json_to_recordset(${JSON.stringify(services)}) as wanted("providerId" text, "serviceId" text)
        on wanted."providerId" = s.provider_id and wanted."serviceId" = s.service_id
    where s.rate_per_thousand is not null ${inDollars ? sql`and ${usd} is not null` : sql``}`);
  return new Map(rows.map(({ key, micros }) => [key, micros]));
}

/** By the ID of the provider. */
export async function snapshots(db: Queryable): Promise<Map<string, ProviderSnapshot>> {
  const found = await db.select().from(providerLooks);
  return new Map(found.map((snapshot) => [snapshot.providerId, snapshot]));
}

export async function saveSnapshot(
  db: Queryable,
  providerId: string,
  snapshot: Partial<Pick<ProviderSnapshot, 'problem' | 'problemCoded'>>,
): Promise<void> {
  // A failed check leaves the earlier values.
  await keep(db, providerId, snapshot);
}

export async function saveFunds(db: Queryable, providerId: string, funds: Funds): Promise<void> {
  const { balance, currency } = funds;
  const balanceText = funds.balance === null ? funds.text : null;
  const problem = sentenceColumns('problem', null);
  await keep(db, providerId, { balance, balanceText, currency, balanceAt: dbNow(db), ...problem });
}

const looked = sql`(select provider_id, ${plainCurrency(sql`currency`)} as currency from ${providerLooks})`;
const usdToday = (db: Queryable) => usdRate(sql`l.currency`, toZonedDay(dbNow(db), ordersZone));

/** What one unit of the currency of each provider is worth in USD today, by its ID; null without a rate. */
export async function readUsdRates(db: Queryable): Promise<Map<string, number | null>> {
  const { rows } = await db.execute<{ id: string; usd: number | null }>(sql`
    select l.provider_id as id, (${usdToday(db)})::float8 as usd from ${looked} as l`);
  return new Map(rows.map(({ id, usd }) => [id, usd]));
}

/** What one unit of a currency is worth in USD today; null without a rate. */
export async function readUsdRate(db: Queryable, currency: string): Promise<number | null> {
  const { rows } = await db.execute<{ usd: number | null }>(sql`
    select (${usdToday(db)})::float8 as usd from (select ${plainCurrency(sql`${currency}::text`)} as currency) as l`);
  return rows[0]?.usd ?? null;
}

/** A provider that was never checked charges in USD. */
export function usdOf(rates: ReadonlyMap<string, number | null>, providerId: string): number | null {
  const usd = rates.get(providerId);
  return usd === undefined ? 1 : usd;
}

async function keep(
  db: Queryable,
  providerId: string,
  set: { [K in keyof ProviderSnapshot]?: ProviderSnapshot[K] | SQL },
): Promise<void> {
  await db
    .insert(providerLooks)
    .values({ providerId, ...set })
    .onConflictDoUpdate({ target: providerLooks.providerId, set });
}

export async function keepCheck(
  db: Queryable,
  providerId: string,
  checkedWith: string,
  { state, problem }: ProviderCheck,
): Promise<void> {
  const columns = sentenceColumns('checkProblem', problem);
  await keep(db, providerId, { checkState: state, ...columns, checkedAt: dbNow(db), checkedWith });
}

/** A refusal is a response of the API, too. */
export async function countCheck(db: Queryable, providerId: string, isAnswered: boolean): Promise<void> {
  await db.execute(sql`
    insert into ${providerCheckDays} as c (day, provider_id, answered, failed)
    values ((${dbNow(db)} at time zone 'UTC')::date, ${providerId}, ${isAnswered ? 1 : 0}, ${isAnswered ? 0 : 1})
    on conflict (day, provider_id) do update
      set answered = c.answered + excluded.answered, failed = c.failed + excluded.failed`);
}

/**
 * Marks services that are missing in the catalogue as gone; a service that returns is available again. Returns what
 * changed about the `watched` services.
 */
export async function keepServices(
  tx: Tx,
  providerId: string,
  offers: readonly ServiceOffer[],
  watched: readonly string[],
): Promise<ServiceChange[]> {
  const known = await tx
    .select()
    .from(providerServices)
    .where(and(eq(providerServices.providerId, providerId), inArray(providerServices.serviceId, [...watched])));
  const offered = new Map(offers.map((offer) => [offer.serviceId, storable(offer)]));
  await upsert(tx, providerId, [...offered.values()]);
  await confirmNew(tx, providerId, watched);
  await tx
    .update(providerServices)
    .set({ goneAt: dbNow(tx) })
    .where(
      and(
        eq(providerServices.providerId, providerId),
        isNull(providerServices.goneAt),
        sql`${providerServices.serviceId} <> all(${texts([...offered.keys()])})`,
      ),
    );
  await keep(tx, providerId, { servicesAt: dbNow(tx), ...sentenceColumns('problem', null) });
  return known.flatMap((service) => findChanges(service, offered.get(service.serviceId) ?? null));
}

/** What is in use and was never read before is what the operator chose; so is a type that is read for the first time. */
async function confirmNew(tx: Tx, providerId: string, serviceIds: readonly string[]): Promise<void> {
  const { confirmed, type, isHeld } = providerServices;
  await tx
    .update(providerServices)
    .set({
      confirmed: sql`case when ${confirmed} is null then ${fingerprint}
        else jsonb_set(${confirmed}, '{type}', to_jsonb(${type})) end`,
    })
    .where(
      and(
        eq(providerServices.providerId, providerId),
        inArray(providerServices.serviceId, [...serviceIds]),
        isNull(providerServices.goneAt),
        or(isNull(confirmed), sql`${confirmed} ->> 'type' is null and ${type} is not null and not ${isHeld}`),
      ),
    );
}

const fingerprint = sql`jsonb_build_object('name', name, 'category', category, 'type', type,
  'rate', rate_per_thousand::text, 'min', min, 'max', max, 'refill', refill, 'cancel', cancel)`;

/** As they are in the catalog, or were when they were last in it; one that was never there is confirmed once it is read. */
export async function confirmServices(tx: Tx, providerId: string, serviceIds: readonly string[]): Promise<void> {
  await tx
    .update(providerServices)
    .set({ confirmed: fingerprint })
    .where(and(eq(providerServices.providerId, providerId), inArray(providerServices.serviceId, [...serviceIds])));
}

/** As the provider offered them to the save that chose them, which may be newer than the catalog. */
export async function confirmOffered(tx: Tx, providerId: string, offers: readonly ServiceOffer[]): Promise<void> {
  await tx.execute(sql`
    update ${providerServices} as s set confirmed = jsonb_build_object('name', t.name, 'category', t.category, 'type', t.type,
      'rate', t."ratePerThousand"::text, 'min', t.min, 'max', t.max, 'refill', t.refill, 'cancel', t.cancel)
    from jsonb_to_recordset(${JSON.stringify(offers.map(storable))}::jsonb) as t("serviceId" text, name text, category text,
      type text, "ratePerThousand" numeric(18, 6), min bigint, max bigint, refill boolean, cancel boolean)
    where s.provider_id = ${providerId} and s.service_id = t."serviceId"`);
}

/** The catalog is that of another address: its services are confirmed when they are read. */
export async function clearConfirmed(tx: Tx, providerId: string): Promise<void> {
  await tx.update(providerServices).set({ confirmed: null }).where(eq(providerServices.providerId, providerId));
}

export async function lockService(
  tx: Tx,
  key: { providerId: string; serviceId: string },
): Promise<CatalogueService | null> {
  const [found] = await tx.select().from(providerServices).where(serviceAt(key)).for('update');
  return found ?? null;
}

function serviceAt({ providerId, serviceId }: { providerId: string; serviceId: string }) {
  return and(eq(providerServices.providerId, providerId), eq(providerServices.serviceId, serviceId));
}

export async function readServices(
  db: Queryable,
  wanted: readonly { providerId: string; serviceId: string }[],
): Promise<CatalogueService[]> {
  if (wanted.length === 0) return [];
  return db
    .select()
    .from(providerServices)
    .where(or(...wanted.map(serviceAt)));
}

export function findService(
  { providerId, serviceId }: { providerId: string; serviceId: string },
  services: readonly CatalogueService[],
): CatalogueService | null {
  return services.find((each) => each.providerId === providerId && each.serviceId === serviceId) ?? null;
}

/** Held services by which a link was sent in the last days, each with the key of the offer of the newest one. */
export async function listHeldOfLinks(
  db: Queryable,
  days: number,
): Promise<{ providerId: string; serviceId: string; offer: string }[]> {
  const { rows } = await db.execute<{ providerId: string; serviceId: string; offer: string }>(sql`
    select s.provider_id as "providerId", s.service_id as "serviceId",
      offer_key(o.category, o.offer) as offer
    from ${providerServices} s cross join lateral (
      select d.order_id from ${dispatches} d
      where d.provider_id = s.provider_id and d.service_id = s.service_id and d.state = 'sent'
        and d.claimed_at > ${dbNow(db)} - ${days} * interval '1 day'
      order by d.claimed_at desc limit 1) newest join ${orders} o on o.id = newest.order_id
    where s.is_held order by 1, 2`);
  return rows;
}

/** Those on offer, by the ID of the provider. */
export async function countServices(db: Queryable): Promise<Map<string, number>> {
  const found = await db
    .select({ providerId: providerServices.providerId, services: count() })
    .from(providerServices)
    .where(isNull(providerServices.goneAt))
    .groupBy(providerServices.providerId);
  return new Map(found.map(({ providerId, services }) => [providerId, services]));
}

export type ServiceFilter = Partial<Pick<CatalogueService, 'platform' | 'action'>> & {
  search: string;
  refill?: boolean;
};
/** The place of a service in the list. */
export type ServicePosition = { isGone: boolean; rate: string; serviceId: string };

/** A service without a price comes after those with one. Above any that the column takes, and in the index of the list. */
const withoutRate = '1000000000000';
const isGone = sql`(${providerServices.goneAt} is not null)`;
const sortedRate = sql`coalesce(${providerServices.ratePerThousand}, ${sql.raw(withoutRate)})`;

export function toPosition({ goneAt, ratePerThousand, serviceId }: CatalogueService): ServicePosition {
  return { isGone: goneAt !== null, rate: ratePerThousand ?? withoutRate, serviceId };
}

/** Cheapest first; services that are gone come last. */
export async function searchServices(
  db: Queryable,
  providerId: string,
  { search, platform, action, refill }: ServiceFilter,
  after: ServicePosition | null,
  limit: number,
): Promise<CatalogueService[]> {
  const columns = providerServices;
  const like = `%${search.replace(/[\\%_]/g, '\\$&')}%`;
  const isCalled =
    search === '' ? undefined : or(eq(columns.serviceId, search), sql`${columns.searchText} like lower(${like})`);
  return db
    .select()
    .from(providerServices)
    .where(
      and(
        eq(columns.providerId, providerId),
        platform ? eq(columns.platform, platform) : undefined,
        action ? eq(columns.action, action) : undefined,
        refill === undefined ? undefined : sql`coalesce(${columns.refill}, false) = ${refill}`,
        isCalled,
        after === null
          ? undefined
          : sql`(${isGone}, ${sortedRate}, ${columns.serviceId}) > (${after.isGone}::boolean, ${after.rate}::numeric, ${after.serviceId}::text)`,
      ),
    )
    .orderBy(isGone, sortedRate, asc(columns.serviceId))
    .limit(limit);
}

/** Reads the last thousand links only. */
export async function readRecord(db: Queryable, providerId: string, serviceId: string): Promise<ServiceRecord> {
  const last = db
    .select({ liveStatus: dispatches.liveStatus, claimedAt: dispatches.claimedAt, startedAt: dispatches.startedAt })
    .from(dispatches)
    .where(and(eq(dispatches.providerId, providerId), eq(dispatches.serviceId, serviceId)))
    .orderBy(desc(dispatches.claimedAt))
    .limit(recordSize)
    .as('last');
  const ends = await db.select({ status: last.liveStatus, links: count() }).from(last).groupBy(last.liveStatus);
  const [start] = await db
    .select({
      seconds: sql<number | null>`percentile_cont(0.5) within group (order by
        extract(epoch from ${last.startedAt} - ${last.claimedAt}))::float8`,
    })
    .from(last);
  return {
    ends: new Map(ends.flatMap(({ status, links }) => (status === null ? [] : [[status, links]]))),
    startSeconds: start?.seconds ?? null,
  };
}

function withKind(offer: ServiceOffer) {
  return { ...offer, ...readServiceKind(offer.name, offer.category) };
}

// A price that is invalid or too large for its column counts as missing.
function storable(offer: ServiceOffer): ServiceOffer {
  const rate = offer.ratePerThousand;
  return { ...offer, ratePerThousand: rate !== null && /^\d{1,9}(\.\d+)?$/.test(rate) ? rate : null };
}
