// The imported catalog of a provider, read by the kind that its names state.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CallFor } from '../../../contract/index.ts';
import { offer, twoProviders } from '../../../tests/support/two-providers.ts';

type Query = CallFor<'GET /api/admin/providers/{id}/services'>['query'];

const { two, answers, start, reset, stop, look, sql } = twoProviders();
beforeAll(start);
afterAll(stop);
beforeEach(async () => {
  await reset();
  await sql('delete from provider_services');
});

const named = (service: number, name: string, rate = 1, change = {}) =>
  offer(service, rate, { name, category: '', type: 'Default', ...change });

async function imported(offers: object[]): Promise<void> {
  answers.offers = offers;
  expect((await look()).status).toBe(200);
}

async function page(query: Query) {
  const { body, headers } = await two.store.admin.ask('GET /api/admin/providers/{id}/services', {
    params: { id: 'p2' },
    query,
  });
  return { rows: body, cursor: headers.get('link')?.match(/cursor=([\w-]+)/)?.[1] };
}
const list = async (query: Query = {}) => (await page(query)).rows;
const ids = async (query: Query) => (await list(query)).map(({ service_id }) => service_id);

async function listByPages(query: Query): Promise<string[]> {
  const found: string[] = [];
  let cursor: string | undefined;
  do {
    const next = await page({ ...query, ...(cursor ? { cursor } : {}) });
    found.push(...next.rows.map(({ service_id }) => service_id));
    cursor = next.cursor;
  } while (cursor);
  return found;
}

describe('D-109: the services of a catalog', () => {
  test('are filtered by platform, action and refill, which the import reads', async () => {
    await imported([
      named(11, '🔥 INSTAGRAM LIKES | R30', 0.5),
      named(12, 'Instagram Reels Views', 0.1, { refill: false }),
      named(13, '[TikTok] Seguidores | BR', 2),
      named(14, 'TikTok Likes', 0.3, { refill: undefined }),
      named(15, 'Instagram Custom Comments', 4, { type: 'Custom Comments' }),
    ]);
    expect(await ids({ platform: 'instagram' })).toEqual(['12', '11']);
    expect(await ids({ action: 'likes' })).toEqual(['14', '11']);
    expect(await ids({ platform: 'tiktok', action: 'followers' })).toEqual(['13']);
    expect(await ids({ refill: 'yes' })).toEqual(['11', '13', '15']);
    expect(await ids({ refill: 'no' })).toEqual(['12', '14']);
    expect(await ids({ platform: 'tiktok', search: 'seguidores' })).toEqual(['13']);
    expect(await list({ search: '15' })).toMatchObject([{ platform: null, action: null, type: 'Custom Comments' }]);
  });

  test('a service of another name has another kind with the next import; one from before has none until then', async () => {
    await imported([named(11, 'Instagram Likes')]);
    await sql('update provider_services set platform = null, action = null');
    expect(await ids({ platform: 'instagram' })).toEqual([]);
    await look();
    expect(await ids({ platform: 'instagram' })).toEqual(['11']);
    await imported([named(11, 'YouTube Subscribers ~ 30 days refill')]);
    expect(await list()).toMatchObject([{ platform: 'youtube', action: 'subscribers' }]);
    await imported([named(11, 'Custom Comments')]);
    expect(await list()).toMatchObject([{ platform: null, action: null }]);
  });

  test('come by pages, each once, the cheapest first, those without a price and those that are gone last', async () => {
    const offers = Array.from({ length: 40 }, (_, at) =>
      named(100 + at, 'TikTok Likes', (at * 7) % 5, at % 9 === 0 ? { rate: 'on request' } : {}),
    );
    await imported([...offers, named(11, 'TikTok Likes', 0.01), named(12, 'TikTok Likes', 0.02)]);
    await imported(offers);
    const query = { platform: 'tiktok' } as const;
    const all = await ids({ ...query, limit: 200 });
    expect([...all].sort()).toEqual([...offers.map((_, at) => String(100 + at)), '11', '12'].sort());
    for (const limit of [1, 7, 41, 42]) expect(await listByPages({ ...query, limit })).toEqual(all);
    const rows = await list({ ...query, limit: 200 });
    const place = ({ gone_at, cost_per_1000 }: (typeof rows)[number]) =>
      gone_at ? 1_000 + (cost_per_1000 ?? 0) : (cost_per_1000 ?? 999);
    expect(rows.map(place)).toEqual(rows.map(place).toSorted((one, other) => one - other));
  });

  test('a cursor that no list returned is refused', async () => {
    for (const parts of [['there', 'x', '1'], ['away', '1', '1'], ['there', '1', 'a\0b'], ['']]) {
      const cursor = Buffer.from(parts.join(' ')).toString('base64url');
      const { status, body } = await two.store.admin.ask('GET /api/admin/providers/{id}/services', {
        params: { id: 'p2' },
        query: { cursor },
      });
      expect({ status, field: (body as { field?: string }).field }).toEqual({ status: 400, field: 'cursor' });
    }
  });

  test('have the price that leaves the target of the margin rule, and what remains of it', async () => {
    await imported([named(11, 'Instagram Likes', 0.9), named(12, 'TikTok Followers', 1.5), named(13, 'Unclear', 1)]);
    for (const row of await list()) {
      const { cost_per_1000, cost_per_1000_usd, proposed_price_micros: micros, margin_percent } = row;
      expect(cost_per_1000_usd).toBe(cost_per_1000);
      expect(micros).toBeGreaterThanOrEqual((cost_per_1000 ?? 0) * 2_000);
      expect(margin_percent).toBeGreaterThanOrEqual(50);
    }
  });

  test('name why the store cannot sell them', async () => {
    await imported([named(11, 'TikTok Likes'), named(12, 'TikTok Likes')]);
    await imported([
      named(11, 'TikTok Likes'),
      named(13, 'TikTok Likes', 1, { type: 'Subscriptions' }),
      named(14, 'TikTok Likes', 0),
      named(15, 'TikTok Likes', 1, { min: '500', max: '100' }),
      named(16, 'TikTok Likes', 1, { type: undefined }),
    ]);
    const problems = (await list()).map(({ service_id, problem_coded }) => [service_id, problem_coded?.code]);
    expect(Object.fromEntries(problems)).toEqual({
      11: undefined,
      12: 'catalog_service_gone',
      13: 'catalog_service_type',
      14: 'catalog_service_free',
      15: 'catalog_service_range',
      16: undefined,
    });
    expect((await list({ search: '15' }))[0]?.problem).toBe('Its minimum 500 is above its maximum 100.');
  });

  test('in a currency without a rate have no price', async () => {
    answers.currency = 'INR';
    await imported([named(11, 'TikTok Likes', 80)]);
    expect(await list()).toMatchObject([
      {
        cost_per_1000: 80,
        cost_per_1000_usd: null,
        proposed_price_micros: null,
        problem: 'It is priced in INR. Enter an exchange rate for INR in Finances first.',
      },
    ]);
    const rate = { currency: 'INR', day: '2026-01-01', usd: 0.01 };
    const { id } = await two.store.admin.call('POST /api/admin/finances/rates', { body: rate });
    expect(await list()).toMatchObject([{ cost_per_1000_usd: 0.8, problem: null }]);
    await two.store.admin.call('DELETE /api/admin/finances/rates/{id}', { params: { id } });
  });
});
