// Tables of visits and their roll-ups.
import { sql } from 'drizzle-orm';
import { bigint, boolean, check, date, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { SourceList } from '../../../contract/source-lists.ts';
import { at } from '../../database/columns.ts';

/** One visit of a page, with data of the browser and the connection. Kept for 30 days. */
export const visits = pgTable(
  'visits',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    visitorKey: text('visitor_key').notNull(),
    visitedAt: at('visited_at').notNull(),
    /** The time of the page's last record. */
    lastSeenAt: at('last_seen_at').notNull().default(sql`now()`),
    /** True: the visitor had no record in the half hour before. */
    startsSession: boolean('starts_session').notNull().default(true),
    pageUrl: text('page_url').notNull(),
    referrer: text('referrer'),
    /** Of the link that led here (utm_source or ref, utm_campaign). */
    source: text('source'),
    campaign: text('campaign'),
    ipAddress: text('ip_address').notNull(),
    country: text('country').notNull(),
    city: text('city').notNull(),
    deviceType: text('device_type').notNull(),
    browser: text('browser').notNull(),
    os: text('os').notNull(),
    language: text('language'),
    timezone: text('timezone'),
    screenResolution: text('screen_resolution'),
    sessionSeconds: integer('session_seconds').notNull(),
    /** Equal on all visits of one visitor key. */
    returning: boolean('returning').notNull(),
  },
  (t) => [
    index('visits_time').on(t.visitedAt.desc().nullsFirst()),
    index('visits_visitor').on(t.visitorKey, t.id),
    check('visits_session', sql`${t.sessionSeconds} >= 0`),
  ],
);

/** Today's state of a visitor, for the next batch. A copy: it can be derived from `visits`. */
export const visitPeople = pgTable('visit_people', {
  visitorKey: text('visitor_key').primaryKey(),
  /** The hour of the latest new visit, in which the visitor is counted. */
  lastHour: at('last_hour').notNull(),
  lastSeenAt: at('last_seen_at').notNull(),
  pages: integer('pages').notNull(),
  returning: boolean('returned').notNull(),
  country: text('country').notNull(),
  city: text('city').notNull(),
  deviceType: text('device_type').notNull(),
  browser: text('browser').notNull(),
  os: text('os').notNull(),
  sawPicker: boolean('saw_picker').notNull(),
  sawCheckout: boolean('saw_checkout').notNull(),
});

/** Visits by the hour of their start, in the zone `timeZones.visits`. Rebuilt by rebuild_visits(). */
export const visitHours = pgTable('visit_hours', {
  hour: at('hour').primaryKey(),
  pageViews: integer('page_views').notNull(),
  sessions: integer('sessions').notNull(),
  seconds: bigint('seconds', { mode: 'number' }).notNull(),
  /** Distinct visitors in this hour. */
  visitors: integer('visitors').notNull(),
  /**
   * Visitors whose last new visit of the day is in this hour, so that a sum over hours counts each once a day. Of
   * these:
   */
  people: integer('people').notNull(),
  returning: integer('returned').notNull(),
  sawPicker: integer('saw_picker').notNull(),
  sawCheckout: integer('saw_checkout').notNull(),
});

/** `people` by place, per hour and per day. */
export const visitPlaces = pgTable(
  'visit_places',
  {
    grain: text('grain').$type<'hour' | 'day'>().notNull(),
    startsAt: at('starts_at').notNull(),
    country: text('country').notNull(),
    city: text('city').notNull(),
    people: integer('people').notNull(),
  },
  (t) => [primaryKey({ columns: [t.grain, t.startsAt, t.country, t.city] })],
);

/** Visitors by device, per hour and per day. */
export const visitMachines = pgTable(
  'visit_machines',
  {
    grain: text('grain').$type<'hour' | 'day'>().notNull(),
    startsAt: at('starts_at').notNull(),
    deviceType: text('device_type').notNull(),
    browser: text('browser').notNull(),
    os: text('os').notNull(),
    people: integer('people').notNull(),
  },
  (t) => [primaryKey({ columns: [t.grain, t.startsAt, t.deviceType, t.browser, t.os] })],
);

export const nameLists = ['source', 'campaign', 'page', 'entry', 'exit'] as const;
export type NameList = (typeof nameLists)[number];

/** Of visitors and refused orders by source. */
export const sourcesKeptDays = 400;

/** Counts by source, campaign and page, per hour and per day. */
export const visitNames = pgTable(
  'visit_names',
  {
    grain: text('grain').$type<'hour' | 'day'>().notNull(),
    list: text('list').$type<NameList | SourceList>().notNull(),
    startsAt: at('starts_at').notNull(),
    name: text('name').notNull(),
    /**
     * Source, campaign and landing (the page): of the visitor's first visit of the day, in the hour of the last one; likewise
     * country and device, by day only. Page: visitors, in the
     * hour of their last view of it. Entry and exit: sessions by their first and last page.
     */
    count: integer('count').notNull(),
    /** Page views; 0 in other lists. */
    views: integer('views').notNull(),
    /** Of `count`, visitors who saw the checkout; in the lists of sources. */
    checkouts: integer('checkouts').notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.grain, t.list, t.startsAt, t.name] }),
    index('visit_names_top').on(t.grain, t.list, t.startsAt, t.count.desc().nullsFirst()),
  ],
);

/** One row: `visit_names` contains the visits up to this one. A job adds the visits from before this table existed. */
export const visitFold = pgTable(
  'visit_fold',
  {
    id: boolean('id').primaryKey().default(true),
    foldedTo: bigint('folded_to', { mode: 'number' }).notNull(),
  },
  (t) => [check('visit_fold_one_row', sql`${t.id}`)],
);

/** Number of excluded records by day and reason. Nothing else of them is stored. */
export const visitExclusions = pgTable(
  'visit_exclusions',
  { day: date('day').notNull(), reason: text('reason').notNull(), count: integer('count').notNull() },
  (t) => [primaryKey({ columns: [t.day, t.reason] })],
);

/** One row per day: the salt of that day's visitor hashes. Deleted when the day ends. */
export const visitSalts = pgTable('visit_salts', { day: date('day').primaryKey(), salt: text('salt').notNull() });
