// The digest is sent once, at its hour in the store's time zone, to the owner's own address only.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startStore, type TestStore } from '../../../tests/support/store.ts';
import * as digestRepository from './digest.repository.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
let store: TestStore;
/** Another process of the same store. */
let other: TestStore;
beforeAll(async () => {
  store = await startStore();
  other = await startStore({}, { db: store.db });
});
afterAll(async () => {
  await other.stop();
  await store.stop();
});

const sql = async (text: string, values: unknown[] = []) => (await store.db.database.pool.query(text, values)).rows;
const run = (of = store) => of.app.jobHandlers.send_digests({});
const nowMs = () => Date.now() + store.db.clockOffsetMs();
const moveTo = (moment: string) => store.advance(Date.parse(moment) - nowMs());
const setting = (change: Record<string, string | boolean>) =>
  sql(
    `insert into store_settings_versions (version, settings, changes, changed_at)
      select version + 1, settings || $1::jsonb, '[]', now() from store_settings_versions order by version desc limit 1`,
    [JSON.stringify(change)],
  );
const setOwner = () =>
  sql(`insert into owner_addresses (address, requested_by, requested_at, takes_effect_at)
    values ('owner@home.example', 'system', '2020-01-01', '2020-01-01')`);
const sentDays = async (period: string) =>
  (
    await sql(
      `select to_char(d.first_day, 'YYYY-MM-DD') as day, m.recipient from mails m join digests d on d.id = m.digest_id
        where m.kind = $1 order by 1`,
      [`${period}_digest`],
    )
  ).map(({ day, recipient }) => `${day} ${recipient}`);

beforeEach(async () => {
  await sql('truncate digests, owner_addresses cascade');
  await sql("update time_zones set orders = 'UTC', visits = 'UTC'");
  await setting({ daily_digest: true, weekly_digest: true, digest_hour: '8', digest_language: 'en' });
  await setOwner();
});

/** A store that was running a week before, so that the next digests are not its first. */
async function runningSince(moment: string): Promise<void> {
  moveTo(moment);
  await run();
  expect(await sql('select from mails where digest_id is not null')).toEqual([]);
}

describe('once', () => {
  test('each day and week at its hour, and no second time after a restart', async () => {
    await runningSince('2027-06-03T12:00:00Z');
    moveTo('2027-06-04T07:59:00Z');
    await run();
    expect(await sentDays('daily')).toEqual([]);
    moveTo('2027-06-04T08:03:00Z');
    await run();
    expect(await sentDays('daily')).toEqual(['2027-06-03 owner@home.example']);
    await run();
    await run(other);
    store.advance(dayMs);
    await run();
    expect(await sentDays('daily')).toEqual(['2027-06-03 owner@home.example', '2027-06-04 owner@home.example']);
    expect(await sentDays('weekly')).toEqual([]);
    // Monday: the week from Monday to Sunday.
    moveTo('2027-06-07T08:03:00Z');
    await run();
    expect(await sentDays('weekly')).toEqual(['2027-05-31 owner@home.example']);
  });

  test('two processes at the same moment send one', async () => {
    await runningSince('2027-07-01T12:00:00Z');
    moveTo('2027-07-05T08:03:00Z');
    await Promise.all([run(), run(other), run(), run(other)]);
    expect(await sentDays('daily')).toHaveLength(1);
    expect(await sentDays('weekly')).toHaveLength(1);
  });

  test('a changed hour sends no second one of a day', async () => {
    await runningSince('2027-07-08T12:00:00Z');
    moveTo('2027-07-09T08:03:00Z');
    await run();
    await setting({ digest_hour: '10' });
    moveTo('2027-07-09T10:03:00Z');
    await run();
    expect(await sentDays('daily')).toHaveLength(1);
  });
});

test('a channel that chose it gets it, one that did not gets nothing', async () => {
  const channel = (name: string, kinds: string | null) =>
    sql(
      `insert into notification_channels (id, kind, name, config, kinds, least_severity, language, enabled, created_at)
        values (gen_random_uuid(), 'webhook', $1, '', $2, 'info', 'en', true, now())`,
      [name, kinds],
    );
  await channel('plain', null);
  await runningSince('2027-07-14T12:00:00Z');
  moveTo('2027-07-15T08:03:00Z');
  await run();
  const events = () => sql("select kind, facts from notification_events where kind like '%digest'");
  expect(await events()).toEqual([]);
  await channel('chosen', '{daily_digest}');
  store.advance(dayMs);
  await run();
  await run(other);
  const [event, ...none] = await events();
  expect(none).toEqual([]);
  expect(event.facts.texts.en.title).toBe('Daily digest, Thu 15 Jul: no orders');
  expect(event.facts.texts.pt.body).toContain('Nenhum pedido');
});

describe('not late', () => {
  test('after a long downtime only the latest day, and a week at most three days late', async () => {
    await runningSince('2027-08-02T12:00:00Z');
    moveTo('2027-08-19T15:00:00Z');
    await run();
    expect(await sentDays('daily')).toEqual(['2027-08-18 owner@home.example']);
    expect(await sentDays('weekly')).toEqual([]);
    moveTo('2027-08-31T15:00:00Z');
    await run();
    expect(await sentDays('weekly')).toEqual(['2027-08-23 owner@home.example']);
  });

  test('over midnight the late one is that of its own day', async () => {
    await setting({ digest_hour: '23' });
    await runningSince('2027-08-02T12:00:00Z');
    moveTo('2027-08-05T00:30:00Z');
    await run();
    expect(await sentDays('daily')).toEqual(['2027-08-03 owner@home.example']);
  });

  test('one that is switched on after its hour begins with the next', async () => {
    await setting({ daily_digest: false });
    await runningSince('2027-09-01T12:00:00Z');
    moveTo('2027-09-02T08:03:00Z');
    await run();
    await setting({ daily_digest: true });
    await run();
    expect(await sentDays('daily')).toEqual([]);
    store.advance(dayMs);
    await run();
    expect(await sentDays('daily')).toEqual(['2027-09-02 owner@home.example']);
  });

  test('without an address of the owner nothing is mailed, then or later', async () => {
    await sql('truncate owner_addresses');
    await runningSince('2027-09-08T12:00:00Z');
    moveTo('2027-09-09T08:03:00Z');
    await run();
    await setOwner();
    await run();
    expect(await sentDays('daily')).toEqual([]);
  });
});

describe('the hour in the time zone of the store', () => {
  /** When the digest of the day before is due on this day. */
  async function dueAt(zone: string, hour: number, day: string): Promise<string[]> {
    await sql('update time_zones set orders = $1, visits = $1', [zone]);
    const found: string[] = [];
    for (let at = Date.parse(`${day}T00:00:00Z`) - dayMs / 2; at < Date.parse(`${day}T23:59:00Z`); at += hourMs / 4) {
      store.advance(at - nowMs());
      const latest = await digestRepository.findLatest(store.db.database.db, 'daily', hour);
      const dayBefore = new Date(Date.parse(day) - dayMs).toISOString().slice(0, 10);
      if (latest.firstDay === dayBefore && latest.hoursLate >= 0) found.push(new Date(at).toISOString().slice(11, 16));
    }
    return found;
  }

  test('in summer and in winter', async () => {
    expect((await dueAt('Europe/Lisbon', 8, '2027-07-10'))[0]).toBe('07:00');
    expect((await dueAt('Europe/Lisbon', 8, '2027-12-10'))[0]).toBe('08:00');
    expect((await dueAt('Asia/Kolkata', 8, '2027-12-10'))[0]).toBe('02:30');
  });

  test('once also when clocks leave the hour out, or have it twice', async () => {
    // 01:00 to 02:00 does not exist.
    expect((await dueAt('Europe/Lisbon', 1, '2027-03-28'))[0]).toBe('01:00');
    expect((await dueAt('Europe/Lisbon', 8, '2027-03-28'))[0]).toBe('07:00');
    // 01:00 comes at 00:00 and at 01:00 UTC.
    expect((await dueAt('Europe/Lisbon', 1, '2027-10-31'))[0]).toBe('01:00');
    expect((await dueAt('Europe/Lisbon', 8, '2027-10-31'))[0]).toBe('08:00');
  });

  test('a day of 25 hours is compared with the one before', async () => {
    await sql("update time_zones set orders = 'Europe/Lisbon', visits = 'Europe/Lisbon'");
    await runningSince('2027-10-30T12:00:00Z');
    for (let at = Date.parse('2027-10-31T08:03:00Z'); at < Date.parse('2027-11-01T12:00:00Z'); at += hourMs) {
      store.advance(at - nowMs());
      await run();
    }
    const [, , ...none] = await sentDays('daily');
    expect(none).toEqual([]);
    const [latest] = await sql("select figures from digests where period = 'daily' and first_day = '2027-10-31'");
    expect(latest.figures.current).toMatchObject({ from: '2027-10-31', to: '2027-10-31' });
    expect(latest.figures.before).toMatchObject({ from: '2027-10-30', to: '2027-10-30' });
  });
});
