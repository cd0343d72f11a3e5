// What is seen of a provider beside another one: its funds and catalogue, what is wrong with them, how it delivered.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aLink, paidOrder } from '../../tests/support/orders.ts';
import { offer, twoProviders } from '../../tests/support/two-providers.ts';

const { two, moods, answers, start, reset, stop, change, entry, follow, look, send, link, sql } = twoProviders();
beforeAll(start);
afterAll(stop);
beforeEach(reset);

describe('what is seen of a provider', () => {
  test('its funds and its catalogue are imported, with cost and price of what is used', async () => {
    expect((await look()).body).toMatchObject({ balance: 50, currency: 'USD', services: 2, warnings: [] });
    expect((await entry()).used).toMatchObject([
      {
        category: 'Likes',
        service_id: '11',
        name: 'Service 11',
        cost_per_1000: 0.5,
        price_per_1000: 6,
        max: 5_000_000,
      },
      { category: 'Views', service_id: '12', cost_per_1000: 0.1 },
    ]);
    const search = (text: string) =>
      two.store.admin.call('GET /api/admin/providers/{id}/services', { params: { id: 'p2' }, query: { search: text } });
    expect((await search('')).map(({ service_id }) => service_id)).toEqual(['12', '11']);
    expect(await search('service 11')).toMatchObject([{ service_id: '11', refill: true }]);
    expect(await search('100%')).toEqual([]);
  });

  test('ten thousand services, some of them odd and some twice, are imported', async () => {
    answers.offers = Array.from({ length: 10_000 }, (_, at) => offer(1_000 + (at % 9_990), 0.2));
    answers.offers.push({ nonsense: true }, offer(1, 1, { rate: 'ask us', min: '-', max: '99999999999' }));
    expect((await look()).body.services).toBe(9_991);
    expect((await look()).body.services).toBe(9_991);
  });

  test('a balance too large for its column fails the check, and the other providers are still checked', async () => {
    answers.balance = '99999999999999999999';
    await change('p2', { priority: 1 });
    expect((await look()).status).toBe(502);
    await sql('delete from provider_looks');
    await two.store.app.jobHandlers.look_at_providers({});
    const { rows } = await sql('select provider_id, balance, problem from provider_looks order by provider_id');
    expect(rows).toMatchObject([
      { provider_id: 'default', balance: '1000.00000' },
      { provider_id: 'p2', balance: null, problem: expect.stringMatching(/balance/) },
    ]);
  });

  type Change = { offers?: object[]; balance?: string; low?: number };
  test.each<[string, Change, string, RegExp]>([
    [
      'a price above ours',
      { offers: [offer(11, 6.5), offer(12, 0.1)] },
      'price',
      /costs \$6.50 per 1,000; our price is \$6.00/,
    ],
    [
      'a price above ours at the highest discount',
      { offers: [offer(11, 4), offer(12, 0.1)] },
      'price',
      /highest discount is \$3.60/,
    ],
    ['a service that is gone', { offers: [offer(11, 0.5)] }, 'gone', /Service 12 for Views/],
    [
      'a minimum above the smallest share',
      { offers: [offer(11, 0.5, { min: '200' }), offer(12, 0.1)] },
      'range',
      /takes 200 at least; the smallest share of 5 links is 100/,
    ],
    [
      'a maximum below the slider’s',
      { offers: [offer(11, 0.5), offer(12, 0.1, { max: '100000' })] },
      'range',
      /takes 100,000 at most; the slider goes up to 1,000,000/,
    ],
    ['a low balance', { low: 60 }, 'balance', /50.00 USD, below 60/],
    ['an answer that is none', { balance: 'none' }, 'unreachable', /none/],
  ])('%s raises a warning, at most once a day', async (_name, changed, kind, words) => {
    await look();
    answers.offers = changed.offers ?? answers.offers;
    answers.balance = changed.balance ?? answers.balance;
    await change('p2', { low_balance: changed.low ?? null });
    await sql("delete from alerts where type = 'provider_warning'");
    two.store.advance(3_600_000);
    await two.store.app.jobHandlers.look_at_providers({});
    await two.store.app.jobHandlers.look_at_providers({});
    expect((await entry()).warnings).toEqual([
      { kind, words: expect.stringMatching(words), code: expect.any(String), params: expect.any(Object) },
    ]);
    const { rows } = await sql(
      "select message from alerts where type = 'provider_warning' and message like 'Second: %'",
    );
    expect(rows).toEqual([{ message: expect.stringMatching(words) }]);
  });

  test('a second service that is gone on the same day has a warning of its own', async () => {
    await look();
    await sql("delete from alerts where type = 'provider_warning'");
    two.store.advance(3_600_000);
    for (const offers of [[offer(11, 0.5)], [offer(13, 0.5)]]) {
      answers.offers = offers;
      await look();
      await two.store.app.jobHandlers.look_at_providers({});
    }
    const { rows } = await sql(
      "select message from alerts where type = 'provider_warning' and message like 'Second: Service % not in the catalogue%' order by message",
    );
    expect(rows.map(({ message }) => /Service \d+ for \w+/.exec(message)?.[0])).toEqual([
      'Service 11 for Likes',
      'Service 12 for Views',
    ]);
  });

  test('how its service delivered: the share that came to a complete end, and how soon it began', async () => {
    await sql('delete from delivery_requests');
    await sql('delete from dispatches');
    await change('p2', { priority: 50 });
    const orders = [
      await paidOrder(two.store),
      await paidOrder(two.store),
      await paidOrder(two.store),
      await paidOrder(two.store),
    ];
    for (const order of orders) await send(order);
    const of = new Map<string, string>();
    for (const [at, order] of orders.entries())
      of.set(((await link(order))?.api_order_id ?? '').replace('p2:', ''), String(at));
    two.second.respond(() => ({ status: 'Pending' }));
    await follow();
    two.second.respond((id) => ({
      status: ['Completed', 'Completed', 'Partial', 'In progress'][Number(of.get(id))],
      remains: '5',
    }));
    await follow();
    const [likes] = (await entry()).used;
    expect(likes).toMatchObject({ sample: 3, success_percent: 66.7 });
    expect(Math.round((likes?.start_seconds ?? 0) / 10)).toBe(12);
  });

  test('the cost of a link: from the catalog at first, then as charged; hidden from a visitor', async () => {
    await look();
    await change('p2', { priority: 50 });
    const order = await paidOrder(two.store, { quantity: 1000 });
    await send(order);
    expect(await link(order)).toMatchObject({ cost: { amount: 0.5, currency: 'USD', estimated: true } });
    two.second.respond(() => ({ status: 'In progress', remains: '10', charge: '0.4321' }));
    await follow();
    expect(await link(order)).toMatchObject({ cost: { amount: 0.4321, currency: 'USD', estimated: false } });
    const [seen] = await two.store.visitor.call('GET /api/orders/{id}/api-orders', { params: { id: order.id } });
    expect(seen).not.toHaveProperty('cost');
  });

  test('rule 10: its circuit is its own, is seen, and can be closed by hand', async () => {
    answers.balance = 'none';
    moods[1] = 'break';
    await change('p2', { priority: 50 });
    for (let failures = 0; failures < 10; failures += 1)
      await send(await paidOrder(two.store, { post_links: [aLink()] }));
    expect([(await entry()).circuit, (await entry('default')).circuit]).toEqual(['open', 'closed']);
    // Nothing leaves any more: the next one is asked.
    const order = await paidOrder(two.store);
    expect((await send(order)).body).toMatchObject({ apiOrder: { status: 'sent' } });
    const { body: reset } = await two.store.admin.ask('POST /api/admin/providers/{id}/reset-circuit', {
      params: { id: 'p2' },
    });
    expect(reset).toMatchObject({ circuit: 'closed' });
  });
});
