// The comparison of providers and the watch of their services, through the API.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aLink, paidOrder } from '../../../tests/support/orders.ts';
import { offer, twoProviders } from '../../../tests/support/two-providers.ts';
import * as deliveryMarksRepository from '../dispatch/delivery-marks.repository.ts';

const { two, answers, start, reset, stop, change, entry, follow, link, look, send, sql } = twoProviders();
beforeAll(start);
afterAll(stop);
beforeEach(async () => {
  await reset();
  await sql('delete from delivery_requests');
  await sql('delete from dispatches');
  await sql('truncate delivery_marks, service_speed_days, service_cost_days, provider_check_days, service_changes');
  await sql("delete from alerts where type = 'provider_warning'");
});

const scores = (query: { days?: number; bands?: 'all' | 'each' } = {}) =>
  two.store.admin.call('GET /api/admin/provider-scores', { query });
const likesOf = async (id: string) =>
  (await scores()).scores.find((each) => each.provider_id === id && each.categories.includes('Likes'));

/** Links of one day, as the roll-ups count them. */
async function add(id: string, links: { completed: number; seconds: number; short?: number; daysAgo?: number }) {
  const { likes_service_id: service } = await entry(id);
  const counts = [
    ['completed', `speed_bucket(${links.seconds})`, links.completed],
    ['first_progress', 'speed_bucket(60)', links.completed],
    ['short', '0', links.short ?? 0],
  ];
  for (const [measure, bucket, count] of counts.filter(([, , count]) => count !== 0)) {
    await sql(
      `insert into service_speed_days as d
       values ((now() at time zone 'UTC')::date - $4::int, $1, $2, 0, '${measure}', ${bucket}, $3)
       on conflict (day, provider_id, service_id, band, measure, bucket) do update set count = d.count + excluded.count`,
      id,
      service,
      count,
      links.daysAgo ?? 0,
    );
  }
}

describe('the scores of providers', () => {
  test('count what links took, cost and lacked; a link in delivery is at least as slow as it is now', async () => {
    await look();
    await change('p2', { priority: 50 });
    const ids: string[] = [];
    for (let sent = 0; sent < 3; sent += 1) {
      const order = await paidOrder(two.store, { quantity: 1_000, post_links: [aLink()] });
      await send(order);
      ids.push((await link(order))?.api_order_id?.replace('p2:', '') ?? '');
    }
    const reports = [
      { status: 'Completed', remains: '0', charge: '0.5' },
      { status: 'Partial', remains: '500', charge: '0.4' },
      { status: 'In progress', remains: '900', charge: '0.9' },
    ];
    two.second.respond((id) => reports[ids.indexOf(id)] ?? {});
    await follow();
    const seen = await likesOf('p2');
    expect(seen).toMatchObject({
      provider_name: 'Second',
      service_id: '11',
      service_name: 'Service 11',
      categories: ['Likes'],
      band: null,
      links: 3,
      open: 1,
      completed: { p90_seconds: null },
      short_percent: 50,
      refilled_percent: 0,
      refused_percent: 0,
      cost_per_delivered_1000: 0.6,
      currency: 'USD',
    });
    expect(seen?.first_progress.p90_seconds).toBeGreaterThanOrEqual(60);
    expect(seen?.first_progress.p90_seconds).toBeLessThan(90);
    await deliveryMarksRepository.rebuild(two.store.db.database);
    expect(await likesOf('p2')).toEqual(seen);
    const each = await scores({ bands: 'each' });
    expect(each.scores.map(({ provider_id, band, links }) => [provider_id, band, links])).toEqual([['p2', 0, 3]]);
    expect(each.suggestions).toEqual([]);
  });

  test('cover the days that are wished, and services in use without links', async () => {
    await add('p2', { completed: 10, seconds: 600, daysAgo: 40 });
    expect(await likesOf('p2')).toMatchObject({ links: 0, short_percent: null, uptime_percent: null });
    const { scores: longer } = await scores({ days: 60 });
    expect(longer.find(({ provider_id, links }) => provider_id === 'p2' && links === 10)).toBeDefined();
  });

  test('have the share of health checks that were answered', async () => {
    const check = () => two.store.app.jobHandlers.look_at_providers({});
    await check();
    answers.isDown = true;
    await check();
    expect(await likesOf('p2')).toMatchObject({ checks: 2, uptime_percent: 50 });
    answers.isDown = false;
    answers.error = 'Invalid API key';
    await check();
    expect(await likesOf('p2')).toMatchObject({ checks: 3, uptime_percent: 66.7 });
  });
});

describe('the suggestion of a first provider', () => {
  test('exists from 30 links of each on, prefers fewer short links, and changes nothing', async () => {
    await add('default', { completed: 24, seconds: 600, short: 6 });
    await add('p2', { completed: 29, seconds: 1_200 });
    expect((await scores()).suggestions).toEqual([]);
    await add('p2', { completed: 1, seconds: 1_200 });
    expect((await scores()).suggestions).toMatchObject([
      { category: 'Likes', provider_id: 'p2', first_provider_id: 'default' },
    ]);
    expect(await entry('p2')).toMatchObject({ priority: 200 });
    await change('p2', { enabled: false });
    expect((await scores()).suggestions).toEqual([]);
  });

  test('prefers the faster one of two that deliver equally well, and says when it is first already', async () => {
    await add('default', { completed: 30, seconds: 600 });
    await add('p2', { completed: 30, seconds: 6_000 });
    expect((await scores()).suggestions).toMatchObject([{ provider_id: 'default', first_provider_id: 'default' }]);
  });
});

describe('the watch of services', () => {
  /** Imports the catalog that the next one is compared with. */
  const known = async () => {
    await look();
    await sql('truncate service_changes');
    await sql("delete from alerts where type = 'provider_warning'");
  };
  const changes = async () =>
    (await two.store.admin.call('GET /api/admin/service-changes', { query: {} })).map((each) => [
      each.service_id,
      each.kind,
      each.before,
      each.after,
    ]);
  const alerted = async () =>
    (
      await sql("select message from alerts where type = 'provider_warning' and message like 'Second: %' order by 1")
    ).rows.map(({ message }) => message);

  test('lists and reports what changed about services in use, once', async () => {
    answers.offers = [offer(11, 0.5, { rate: '0.50000004' }), offer(12, 0.1), offer(13, 1)];
    await known();
    await look();
    expect(await changes()).toEqual([]);
    answers.offers = [offer(11, 0.7), offer(12, 0.05, { name: 'Views, slow', category: 'Other' }), offer(13, 2)];
    await look();
    await look();
    expect((await changes()).sort()).toEqual([
      ['11', 'price_up', '0.5', '0.7'],
      ['12', 'price_down', '0.1', '0.05'],
      ['12', 'recategorized', 'Instagram', 'Other'],
      ['12', 'renamed', 'Service 12', 'Views, slow'],
    ]);
    // The warning of a held service covers its new name and category.
    expect(await alerted()).toEqual([
      'Second: The cost of service 11 rose from 0.50 to 0.70 USD per 1,000.',
      'Second: The cost of service 12 fell from 0.10 to 0.05 USD per 1,000.',
    ]);
  });

  test('lists and reports other terms of services in use, and which quantities on sale are lost', async () => {
    answers.offers = [offer(11, 0.5), offer(12, 0.1, { refill: undefined })];
    await known();
    answers.offers = [
      offer(11, 0.5, { min: '600', refill: false }),
      offer(12, 0.1, { min: '5', max: '2000000', cancel: false }),
    ];
    await look();
    await look();
    expect((await changes()).sort()).toEqual([
      ['11', 'min', '10', '600'],
      ['11', 'refill', 'true', 'false'],
      ['12', 'cancel', 'true', 'false'],
      ['12', 'max', '5000000', '2000000'],
      ['12', 'min', '10', '5'],
      ['12', 'refill', null, 'true'],
    ]);
    const tooMuch = 'Service 11 for Likes takes 600 at least; the smallest share of 5 links is 100.';
    expect((await alerted()).filter((message) => message.includes('changed'))).toEqual([
      'Second: The cancellation of service 12 changed from yes to no.',
      'Second: The maximum of service 12 changed from 5000000 to 2000000.',
      'Second: The minimum of service 12 changed from 10 to 5.',
      'Second: The refill of service 11 changed from yes to no.',
      'Second: The refill of service 12 changed from not stated to yes.',
    ]);
    const { rows } = await sql(
      "select severity, message from alerts where message like 'Second: The minimum%' order by 2",
    );
    expect(rows.map(({ severity }) => severity)).toEqual(['low']);
    // The limit that excludes a quantity on sale is reported once, by the daily warning about the range.
    await two.store.app.jobHandlers.look_at_providers({});
    expect((await alerted()).filter((message) => message.includes(tooMuch))).toHaveLength(1);

    const problems = async () =>
      (await two.store.admin.call('GET /api/admin/service-changes', { query: {} })).flatMap(
        ({ problem }) => problem ?? [],
      );
    expect(await problems()).toEqual([tooMuch]);
    answers.offers = [offer(11, 0.5), offer(12, 0.1)];
    await look();
    expect(await problems()).toEqual([]);
  });

  test('lists a service that leaves and returns; the warnings about it and about a cost above the price report it', async () => {
    await known();
    answers.offers = [offer(11, 6.5)];
    await look();
    expect((await changes()).sort()).toEqual([
      ['11', 'price_up', '0.5', '6.5'],
      ['12', 'gone', null, null],
    ]);
    expect(await alerted()).toEqual([]);
    answers.offers = [offer(11, 6.5), offer(12, 0.1)];
    await look();
    expect((await changes())[0]).toEqual(['12', 'returned', null, null]);
    expect(await alerted()).toEqual(['Second: Service 12 is in the catalog again.']);
  });
});
