import { desc, eq, lt, sql } from 'drizzle-orm';
import type { Language } from '../../../contract/languages.ts';
import { completeSettings, firstStoreSettings } from '../../../contract/store-settings.ts';
import { textFieldOf } from '../../../contract/text-settings.ts';
import type { Database, Queryable, Tx } from '../../database/database.ts';
import { timeZones } from '../analytics/analytics.schema.ts';
import { acceptedTerms, launchAttestations, storeSettingsVersions } from './settings.schema.ts';

export type SettingsVersion = typeof storeSettingsVersions.$inferSelect;
export type SettingsStep = Omit<SettingsVersion, 'settings'>;
type TextVersion = Omit<SettingsStep, 'changes'> & { text: string | null };
export type Attestation = Omit<typeof launchAttestations.$inferSelect, 'id'>;
export type SettingsRepository = ReturnType<typeof createSettingsRepository>;

/** `timeZone`: default until the operator chooses one. */
export function createSettingsRepository(database: Database, timeZone: string) {
  const versions = storeSettingsVersions;
  const { version, changes, changedBy, changedAt } = versions;

  const latest = database.db.select().from(versions).orderBy(desc(version)).limit(1).prepare('latest_settings');
  const latestNumber = database.db
    .select({ version })
    .from(versions)
    .orderBy(desc(version))
    .limit(1)
    .prepare('latest_settings_version');

  function whole(row: SettingsVersion): SettingsVersion {
    return { ...row, settings: completeSettings(row.settings, timeZone) };
  }

  return {
    /** Does nothing when a version exists; safe when processes start together. */
    async addFirst(): Promise<void> {
      await database.db
        .insert(versions)
        .values({
          version: 1,
          settings: firstStoreSettings(timeZone),
          changes: [],
          changedBy: null,
          changedAt: database.now(),
        })
        .onConflictDoNothing();
    },

    async getLatest(): Promise<SettingsVersion> {
      return whole(found((await latest.execute())[0]));
    },

    /** Null for a version that does not exist. */
    async findVersion(number: number): Promise<SettingsVersion | null> {
      const [row] = await database.db.select().from(versions).where(eq(version, number));
      return row ? whole(row) : null;
    },

    async latestVersion(): Promise<number> {
      return found((await latestNumber.execute())[0]).version;
    },

    /** The last version, locked until the end of the transaction, with the database's time. */
    async lockLatest(tx: Tx): Promise<SettingsVersion & { now: Date }> {
      // A statement of its own: the next one must read the result of an earlier save.
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('store settings', 11))`);
      const [row] = await tx
        .select({ row: versions, now: sql<string>`${database.now()}` })
        .from(versions)
        .orderBy(desc(version))
        .limit(1);
      const { row: last, now } = found(row);
      return { ...whole(last), now: new Date(now) };
    },

    /** The settings of a day ago; the first ones of a younger store. */
    async dayBefore(tx: Tx): Promise<SettingsVersion> {
      const isOld = sql`${changedAt} <= ${database.now()} - interval '1 day'`;
      const then = sql`(select coalesce(max(${version}) filter (where ${isOld}), min(${version})) from ${versions})`;
      return whole(found((await tx.select().from(versions).where(eq(version, then)))[0]));
    },

    async addVersion(tx: Tx, next: Omit<SettingsVersion, 'changedBy'> & { changedBy: string }): Promise<void> {
      await tx.insert(versions).values(next);
    },

    /** Newest first; only versions below `before` when it is set. */
    async listSteps(limit: number, before: number | null): Promise<SettingsStep[]> {
      return database.db
        .select({ version, changes, changedBy, changedAt })
        .from(versions)
        .where(before === null ? undefined : lt(version, before))
        .orderBy(desc(version))
        .limit(limit);
    },

    /** The versions among the last 1,000 that changed one text, newest first. */
    async listTextVersions(lang: Language, key: string): Promise<TextVersion[]> {
      const recent = database.db.select().from(versions).orderBy(desc(version)).limit(1_000).as('recent');
      const text = sql<string | null>`${recent.settings} #>> array['texts', ${lang}, 'changed', ${key}]::text[]`;
      return database.db
        .select({ version: recent.version, changedAt: recent.changedAt, changedBy: recent.changedBy, text })
        .from(recent)
        .where(sql`${recent.changes} @> ${JSON.stringify([{ field: textFieldOf(lang, key) }])}::jsonb`)
        .orderBy(desc(recent.version))
        .limit(20);
    },

    async zonesOfFigures(): Promise<{ orders: string; visits: string }> {
      const [row] = await database.db.select({ orders: timeZones.orders, visits: timeZones.visits }).from(timeZones);
      return found(row);
    },

    /** True for a name that PostgreSQL supports; its list differs from JavaScript's. */
    async isKnownZone(zone: string): Promise<boolean> {
      const { rows } = await database.db.execute(sql`select from pg_timezone_names where lower(name) = lower(${zone})`);
      return rows.length > 0;
    },

    /** Does nothing where they are stored. */
    async addAcceptedTerms(terms: { hash: string; terms: string; refunds: string }): Promise<void> {
      await database.db
        .insert(acceptedTerms)
        .values({ ...terms, recordedAt: database.now() })
        .onConflictDoNothing();
    },

    /** A lock on the launch until the end of the transaction. */
    async holdLaunch(tx: Tx): Promise<void> {
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('launch', 11))`);
    },

    async findAttestation(at: Queryable): Promise<Attestation | null> {
      const { statements, delivery, figures, attestedBy, attestedAt } = launchAttestations;
      const [row] = await at
        .select({ statements, delivery, figures, attestedBy, attestedAt })
        .from(launchAttestations)
        .orderBy(launchAttestations.id)
        .limit(1);
      return row ?? null;
    },

    async addAttestation(tx: Tx, attested: Omit<Attestation, 'attestedAt'>): Promise<void> {
      await tx.insert(launchAttestations).values({ ...attested, attestedAt: database.now() });
    },
  };
}

function found<T>(row: T | undefined): T {
  if (row === undefined) throw new Error('The store has no settings: its first version was never written.');
  return row;
}
