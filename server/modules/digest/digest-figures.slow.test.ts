// The figures of a digest are those of the admin's pages for the same days; its preview and its email show them.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AnswerFor } from '../../../contract/index.ts';
import { dayIn } from '../../../contract/time-zones.ts';
import { paidOrder } from '../../../tests/support/orders.ts';
import { startStore, type TestStore } from '../../../tests/support/store.ts';
import { fillInBulk } from '../../demo/bulk.ts';
import { systemClock } from '../../platform/clock.ts';
import type { DigestFigures } from '../../ports/figures.ts';

const dayMs = 86_400_000;
let store: TestStore;
beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());

const sql = async (text: string) => (await store.db.database.pool.query(text)).rows;
const preview = (period: 'daily' | 'weekly', language: 'en' | 'pt' = 'en') =>
  store.admin.call('GET /api/admin/mails/digest', { query: { period, language } });
const cents = (dollars: number) => Math.round(dollars * 100);
const dayAgo = (days: number) => dayIn('UTC', new Date(Date.now() - days * dayMs));
const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0);

test('of a new store is one sentence', async () => {
  for (const period of ['daily', 'weekly'] as const) {
    const { text, html } = await preview(period);
    expect(text).toMatch(/^No orders, payments, refunds or visitors /m);
    expect(text).toContain('Nothing needs attention.');
    expect(html).not.toContain('$0.00');
  }
});

test('shows revenue to admins only', async () => {
  const path = '/api/admin/mails/digest?period=daily&language=en';
  expect((await store.raw(path)).status).toBe(401);
  const viewer = { email: 'viewer@shop.example', password: 'a viewer of the store' };
  await store.admin.call('POST /api/admin/admins', { body: { ...viewer, role: 'viewer' } });
  const { token } = await store.visitor.call('POST /api/admin/login', { body: viewer });
  expect((await store.raw(path, { headers: { authorization: `Bearer ${token}` } })).status).toBe(200);
  expect((await store.raw(`${path}x`, { headers: { authorization: `Bearer ${token}` } })).status).toBe(400);
});

describe('with orders and visitors', () => {
  let daily: DigestFigures;
  let weekly: DigestFigures;
  let month: AnswerFor<'GET /api/admin/monthly-stats'>;
  let visits: AnswerFor<'GET /api/admin/visitor-dashboard/{period}'>;
  beforeAll(async () => {
    const { database } = store.db;
    await fillInBulk({ database, clock: systemClock, orderCount: 600, visitCount: 600, seed: 5, progress: () => {} });
    await database.pool.query("select rebuild_visits('UTC')");
    await sql(`insert into owner_addresses (address, requested_by, requested_at, takes_effect_at)
      values ('owner@home.example', 'system', '2020-01-01', '2020-01-01')`);
    await sql(`insert into store_settings_versions (version, settings, changes, changed_at)
      select version + 1, settings || '{"daily_digest": true, "digest_hour": "0", "digest_language": "pt"}', '[]', now()
      from store_settings_versions order by version desc limit 1`);
    await sql(`insert into digests (id, period, first_day, language, created_at)
      select gen_random_uuid(), period, '2020-01-06', 'en', now() from unnest(array['daily', 'weekly']) as period`);
    await store.visitor.call('POST /api/contact', {
      body: { name: 'Ana', email: 'ana@mail.example', subject: 'Hello', message: 'A question about my order.' },
    });
    const { id } = await paidOrder(store);
    const refund = { params: { id }, body: { amount: 1.25, reason: 'Asked for' } };
    await store.admin.call('POST /api/admin/orders/{id}/refunds', refund, { 'idempotency-key': 'of yesterday' });
    await sql(`update refunds set updated_at = now() - interval '1 day' where order_id = '${id}'`);
    await store.app.jobHandlers.fold_counts({});
    await store.app.jobHandlers.send_digests({});
    const rows = await sql('select period, figures from digests where figures is not null');
    const of = (wanted: string) => rows.find(({ period }) => period === wanted)?.figures;
    daily = of('daily');
    weekly = of('weekly') ?? daily;
    month = await store.admin.call('GET /api/admin/monthly-stats', {});
    visits = await store.admin.call('GET /api/admin/visitor-dashboard/{period}', { params: { period: 'month' } });
  });

  test('the day equals the overview, the analytics and the visitors', () => {
    expect([daily.current.from, daily.before.from]).toEqual([dayAgo(1), dayAgo(2)]);
    for (const { from, orders, revenueCents, visitors } of [daily.current, daily.before]) {
      const day = month.find(({ date }) => date === from);
      expect([orders, revenueCents]).toEqual([day?.orders, cents(day?.revenue ?? 0)]);
      expect(visitors).toBe(visits.timeline.data.find((point) => point.day === from)?.visitors);
    }
    expect(daily.days).toEqual(
      month.slice(-8, -1).map(({ date, revenue }) => ({ day: date, revenueCents: cents(revenue) })),
    );
    expect(daily.current.orders + daily.before.orders + daily.current.visitors).toBeGreaterThan(0);
  });

  test('the week equals the weeks of the analytics', async () => {
    const { text } = await preview('weekly');
    const { weeklyStats } = await store.admin.call('GET /api/admin/advanced-stats', {});
    const [before, last] = weeklyStats.slice(-3, -1);
    const dollars = (amount = 0) => `$${amount.toLocaleString('en-US', { minimumFractionDigits: 2 })}`;
    const shown = /^Revenue: (\S+), vs [^:]*: (\S+)/m.exec(text);
    expect([shown?.[1], shown?.[2]]).toEqual([dollars(last?.revenue), dollars(before?.revenue)]);
    const orders = /^Orders: (\S+), vs [^:]*: (\d+)/m.exec(text);
    expect([orders?.[1], orders?.[2]]).toEqual([String(last?.orders), String(before?.orders)]);
    expect(weekly.days).toHaveLength(7);
  });

  test('refunds are those made on the day, whatever the day of the order', () => {
    expect(daily.current).toMatchObject({ refunds: 1, refundedCents: 125 });
    expect(daily.before).toMatchObject({ refunds: 0, refundedCents: 0 });
  });

  test('the pending counts equal the overview, the inbox and the API tab', async () => {
    const { linksToSend, ordersToSend } = await store.admin.call('GET /api/admin/stats', {});
    expect(daily.toSend).toEqual({ links: linksToSend, orders: ordersToSend });
    const { kinds } = await store.admin.call('GET /api/admin/attention', { query: {} });
    expect(daily.items).toEqual(
      kinds
        .filter(({ kind }) => kind !== 'links_to_send')
        .map(({ kind, count, more }) => ({ kind, count, isMore: more })),
    );
    const { headers } = await store.admin.ask('GET /api/admin/contact-messages', {
      query: { only: 'unanswered', limit: 1 },
    });
    expect(String(daily.unanswered)).toBe(headers.get('x-total-count'));
    expect(daily.unanswered).toBeGreaterThan(0);
    const { scores } = await store.admin.call('GET /api/admin/provider-scores', { query: { days: 30 } });
    expect(daily.speeds).toEqual(
      scores
        .filter(({ links, completed }) => links > 0 && completed.p50_seconds !== null)
        .map((score) => ({
          provider: score.provider_name,
          service: score.service_name ?? score.service_id,
          links: score.links,
          p50: score.completed.p50_seconds,
          p90: score.completed.p90_seconds,
        }))
        .slice(0, 5),
    );
  });

  test('the email has the language of the settings, and keeps its figures', async () => {
    // On a Monday the weekly one is sent, too.
    const mails = await store.admin.call('GET /api/admin/mails', { query: { limit: 5 } });
    const mail = mails.find(({ kind }) => kind === 'daily_digest');
    const read = async () =>
      (await store.admin.call('GET /api/admin/mails/{id}', { params: { id: mail?.id ?? '' } })).letter;
    const letter = await read();
    expect(mail).toMatchObject({ recipient: 'owner@home.example', state: 'kept' });
    expect(letter?.subject).toMatch(/^Resumo diário, /);
    expect(letter?.html).toBe((await preview('daily', 'pt')).html);
    await sql('update revenue_days set revenue_cents = revenue_cents + 100');
    expect(await read()).toEqual(letter);
    expect(sum(daily.days.map(({ revenueCents }) => revenueCents))).toBeGreaterThan(0);
  });
});
