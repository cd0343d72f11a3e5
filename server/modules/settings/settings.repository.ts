import { desc, eq, lt, lte, type SQL, sql } from 'drizzle-orm';
import type { Language } from '../../../contract/languages.ts';
import { type OfferSetting, specifiedCategory, specifiedOffers } from '../../../contract/offers.ts';
import {
  completeSettings,
  firstStoreSettings,
  type StoreSettings,
  toStoredSettings,
} from '../../../contract/store-settings.ts';
import { textFieldOf } from '../../../contract/text-settings.ts';
import type { StoreContext } from '../../context.ts';
import { texts } from '../../database/columns.ts';
import { dbNow, oncePerDatabase, type Queryable, type Tx } from '../../database/database.ts';
import { timeZones } from '../analytics/analytics.schema.ts';
import { acceptedTerms, launchAttestations, storeLogos, storeSettingsVersions } from './settings.schema.ts';

type StoredVersion = typeof storeSettingsVersions.$inferSelect;
export type SettingsStep = Omit<StoredVersion, 'settings'>;
export type SettingsVersion = SettingsStep & { settings: StoreSettings };
type TextVersion = Omit<SettingsStep, 'changes'> & { text: string | null };
export type Attestation = Omit<typeof launchAttestations.$inferSelect, 'id'>;
/** `config.timeZone`: the zone until the operator chooses one. */
export type SettingsStore = Pick<StoreContext, 'config' | 'database'>;

/** `changed_by` of the versions that a margin rule saves, before the `offerKey()`. */
export const marginRuleActor = 'margin rule: ';

const versions = storeSettingsVersions;
const { version, changes, changedBy, changedAt } = versions;

const latest = oncePerDatabase(({ db }) =>
  db.select().from(versions).orderBy(desc(version)).limit(1).prepare('latest_settings'),
);
const latestNumber = oncePerDatabase(({ db }) =>
  db.select({ version }).from(versions).orderBy(desc(version)).limit(1).prepare('latest_settings_version'),
);
/** With its document, unless it is the known one. */
const latestAfter = oncePerDatabase(({ db }) =>
  db
    .select({
      version,
      settings: sql<
        StoredVersion['settings'] | null
      >`case when ${version} <> ${sql.placeholder('known')}::int then ${versions.settings} end`,
    })
    .from(versions)
    .orderBy(desc(version))
    .limit(1)
    .prepare('latest_settings_after'),
);

function whole({ config }: SettingsStore, row: StoredVersion): SettingsVersion {
  return { ...row, settings: completeSettings(row.settings, config.timeZone) };
}

/** Does nothing when a version exists; safe when processes start together. */
export async function addFirst(ctx: SettingsStore): Promise<void> {
  await ctx.database.db
    .insert(versions)
    .values({
      version: 1,
      settings: toStoredSettings(firstStoreSettings(ctx.config.timeZone)),
      changes: [],
      changedBy: null,
      changedAt: ctx.database.now(),
    })
    .onConflictDoNothing();
}

export async function getLatest(ctx: SettingsStore): Promise<SettingsVersion> {
  return whole(ctx, found((await latest(ctx.database.db).execute())[0]));
}

/** Null for a version that does not exist. */
export async function findVersion(ctx: SettingsStore, number: number): Promise<SettingsVersion | null> {
  const [row] = await ctx.database.db.select().from(versions).where(eq(version, number));
  return row ? whole(ctx, row) : null;
}

/** The settings of the last version, by one statement; null: it is still `known`. */
export async function getLatestAfter(
  { config, database }: SettingsStore,
  known: number,
): Promise<Pick<SettingsVersion, 'version' | 'settings'> | null> {
  const { version, settings } = found((await latestAfter(database.db).execute({ known }))[0]);
  return settings && { version, settings: completeSettings(settings, config.timeZone) };
}

export async function latestVersion(ctx: SettingsStore): Promise<number> {
  return found((await latestNumber(ctx.database.db).execute())[0]).version;
}

/** The last version, locked until the end of the transaction, with the database's time. */
export async function lockLatest(ctx: SettingsStore, tx: Tx): Promise<SettingsVersion & { now: Date }> {
  // A statement of its own: the next one must read the result of an earlier save.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('store settings', 11))`);
  const [row] = await tx
    .select({ row: versions, now: sql<string>`${dbNow(tx)}` })
    .from(versions)
    .orderBy(desc(version))
    .limit(1);
  const { row: last, now } = found(row);
  return { ...whole(ctx, last), now: new Date(now) };
}

/** The settings of a day ago; the first ones of a younger store. */
export async function dayBefore(ctx: SettingsStore, tx: Tx): Promise<SettingsVersion> {
  return whole(
    ctx,
    found(
      (
        await tx
          .select()
          .from(versions)
          .where(eq(version, versionOfDayBefore(tx)))
      )[0],
    ),
  );
}

/** The version of a day ago, or the first one. Reads the versions since then. */
function versionOfDayBefore(tx: Tx) {
  const isOld = sql`${changedAt} <= ${dbNow(tx)} - interval '1 day'`;
  return sql`coalesce((select ${version} from ${versions} where ${isOld} order by ${version} desc limit 1),
    (select min(${version}) from ${versions}))`;
}

/** By the offer, the lowest and the highest price of the last 24 hours. */
export async function pricesOfDay(
  tx: Tx,
  offers: readonly string[],
): Promise<Map<string, { lowest: number; highest: number }>> {
  const { rows } = await tx.execute<{ id: string; lowest: number; highest: number }>(sql`
    select id, min(price)::float8 as lowest, max(price)::float8 as highest
    from ${versions}, unnest(${texts([...offers])}) id, lateral (select coalesce(
      (select (o ->> 'unit_price_micros')::numeric from jsonb_array_elements(settings -> 'offers') o where o ->> 'id' = id),
      case when id in (${specified}) then (settings #>> '{prices,unit_price_micros}')::numeric end) as price) sold
    where ${version} >= ${versionOfDayBefore(tx)} and price is not null
    group by id`);
  return new Map(rows.map(({ id, ...day }) => [id, day]));
}

/**
 * Of the offers of the last version, the IDs of those that were never on. Only one that was confirmed within the last 24 hours, or
 * never, is certain: an offer is not on before that.
 */
export async function listNeverOn(tx: Tx, offers: readonly OfferSetting[]): Promise<string[]> {
  const ids = offers.filter((offer) => !offer.on && specifiedCategory(offer) === null).map(({ id }) => id);
  if (ids.length === 0) return [];
  const { rows } = await tx.execute<{ id: string }>(sql`
    select o ->> 'id' as id
    from ${versions}, jsonb_array_elements(coalesce(settings -> 'offers', '[]'::jsonb)) o
    where ${version} >= ${versionOfDayBefore(tx)} and o ->> 'id' = any(${texts(ids)})
    group by o ->> 'id'
    having not bool_or((o ->> 'on')::boolean)
      and coalesce(min((o ->> 'attested_at')::timestamptz) > ${dbNow(tx)} - interval '1 day', true)`);
  return rows.map(({ id }) => id);
}

const specified = sql.join(
  Object.values(specifiedOffers).map((id) => sql`${id}`),
  sql`, `,
);

/** Of a document of the settings: price, rounding and discounts of each offer as a text, by its ID. An added offer changes no other. */
function soldFacts(settings: SQL): SQL {
  const views = sql.join(
    Object.entries(specifiedOffers).map(([category, id]) => sql`(${id}, ${category})`),
    sql`, `,
  );
  return sql`(
    select jsonb_object_agg(coalesce(o ->> 'id', s.id), jsonb_build_array(
      coalesce(o -> 'unit_price_micros', ${settings} #> '{prices,unit_price_micros}'),
      coalesce(o -> 'rounding', '"cent"'::jsonb),
      coalesce(${settings} #> array['prices', 'tiers', s.category], o -> 'tiers', '[]'::jsonb))::text)
    from (values ${views}) as s(id, category)
      full join jsonb_array_elements(coalesce(${settings} -> 'offers', '[]'::jsonb)) as o on o ->> 'id' = s.id)`;
}

/**
 * True for prices that were active for an hour or more of the last 24, and for those of the version `restored` if the
 * last change of a price replaced them. Reads the last 1,000 versions.
 */
export async function isPriceReturn(tx: Tx, settings: StoreSettings, restored = 0): Promise<boolean> {
  const now = dbNow(tx);
  const { prices, offers } = toStoredSettings(settings);
  const { rows } = await tx.execute(sql`
    with recent as (
      select version, changed_at, ${soldFacts(sql`settings`)} as prices
      from ${versions} order by version desc limit 1000
    ), changed as (
      select *, lag(prices) over (order by version) as prior from recent
    ), sold as (
      select prices, changed_at as since, lead(changed_at) over (order by version) as until,
        version, lead(version) over (order by version) as next_version,
        row_number() over (order by version desc) as nth
      from changed where prior is null or not prices @> prior
    )
    select from sold
    where (select ${soldFacts(sql`wanted`)} from (select ${JSON.stringify({ prices, offers })}::jsonb as wanted) w) @> prices
      and ((nth = 2 and ${restored} >= version and ${restored} < next_version)
        or until - greatest(since, ${now} - interval '1 day') >= interval '1 hour')`);
  return rows.length > 0;
}

/** When a field got its current value, and who changed it. Null: it has its default. */
export async function findLastChange(
  ctx: SettingsStore,
  field: string,
): Promise<Pick<SettingsVersion, 'changedAt' | 'changedBy'> | null> {
  const [row] = await ctx.database.db
    .select({ changedAt, changedBy })
    .from(versions)
    .where(sql`${changes} @> ${JSON.stringify([{ field }])}::jsonb`)
    .orderBy(desc(version))
    .limit(1);
  return row ?? null;
}

export async function findOffersAt(ctx: SettingsStore, moment: Date): Promise<OfferSetting[] | null> {
  const [row] = await ctx.database.db
    .select()
    .from(versions)
    .where(lte(changedAt, moment))
    .orderBy(desc(version))
    .limit(1);
  return row ? whole(ctx, row).settings.offers : null;
}

export async function addVersion(
  tx: Tx,
  next: Omit<SettingsVersion, 'changedBy'> & { changedBy: string },
): Promise<void> {
  await tx.insert(versions).values({ ...next, settings: toStoredSettings(next.settings) });
}

/** Newest first; only versions below `before` when it is set. */
export async function listSteps(ctx: SettingsStore, limit: number, before: number | null): Promise<SettingsStep[]> {
  return ctx.database.db
    .select({ version, changes, changedBy, changedAt })
    .from(versions)
    .where(before === null ? undefined : lt(version, before))
    .orderBy(desc(version))
    .limit(limit);
}

/** The versions among the last 1,000 that changed one text, newest first. */
export async function listTextVersions(ctx: SettingsStore, lang: Language, key: string): Promise<TextVersion[]> {
  const recent = ctx.database.db.select().from(versions).orderBy(desc(version)).limit(1_000).as('recent');
  const text = sql<string | null>`${recent.settings} #>> array['texts', ${lang}, 'changed', ${key}]::text[]`;
  return ctx.database.db
    .select({ version: recent.version, changedAt: recent.changedAt, changedBy: recent.changedBy, text })
    .from(recent)
    .where(sql`${recent.changes} @> ${JSON.stringify([{ field: textFieldOf(lang, key) }])}::jsonb`)
    .orderBy(desc(recent.version))
    .limit(20);
}

export async function zonesOfFigures(ctx: SettingsStore): Promise<{ orders: string; visits: string }> {
  const [row] = await ctx.database.db.select({ orders: timeZones.orders, visits: timeZones.visits }).from(timeZones);
  return found(row);
}

/** True for a name that PostgreSQL supports; its list differs from JavaScript's. */
export async function isKnownZone(ctx: SettingsStore, zone: string): Promise<boolean> {
  const { rows } = await ctx.database.db.execute(sql`select from pg_timezone_names where lower(name) = lower(${zone})`);
  return rows.length > 0;
}

/** Does nothing where they are stored. */
export async function addAcceptedTerms(
  ctx: SettingsStore,
  terms: { hash: string; terms: string; refunds: string },
): Promise<void> {
  await ctx.database.db
    .insert(acceptedTerms)
    .values({ ...terms, recordedAt: ctx.database.now() })
    .onConflictDoNothing();
}

/** Deletes uploads that no version of the settings has: those of earlier days, and all but the newest 50. */
export async function addLogo(ctx: SettingsStore, name: string, image: Buffer): Promise<void> {
  const { db } = ctx.database;
  const uploadedAt = ctx.database.now();
  await db
    .insert(storeLogos)
    .values({ name, image, uploadedAt })
    .onConflictDoUpdate({ target: storeLogos.name, set: { uploadedAt } });
  await db.execute(sql`
    delete from ${storeLogos} where name in (
      select unused.name from (
        select l.name, l.uploaded_at, row_number() over (order by l.uploaded_at desc, l.name) as place
        from ${storeLogos} l where not exists (
          select from ${storeSettingsVersions} v where v.settings -> 'brand' ->> 'logo' = l.name)) unused
      where unused.place > 50 or unused.uploaded_at < ${uploadedAt}::timestamptz - interval '1 day')`);
}

export async function findLogo(at: Queryable, name: string): Promise<Buffer | null> {
  const [row] = await at.select({ image: storeLogos.image }).from(storeLogos).where(eq(storeLogos.name, name));
  return row?.image ?? null;
}

/** A lock on the launch until the end of the transaction. */
export async function holdLaunch(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('launch', 11))`);
}

export async function findAttestation(at: Queryable): Promise<Attestation | null> {
  const { statements, delivery, figures, attestedBy, attestedAt } = launchAttestations;
  const [row] = await at
    .select({ statements, delivery, figures, attestedBy, attestedAt })
    .from(launchAttestations)
    .orderBy(launchAttestations.id)
    .limit(1);
  return row ?? null;
}

export async function addAttestation(tx: Tx, attested: Omit<Attestation, 'attestedAt'>): Promise<void> {
  await tx.insert(launchAttestations).values({ ...attested, attestedAt: dbNow(tx) });
}

function found<T>(row: T | undefined): T {
  if (row === undefined) throw new Error('The store has no settings: its first version was never written.');
  return row;
}
