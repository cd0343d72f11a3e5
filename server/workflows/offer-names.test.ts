// D-111: what the admin shows of an order names the offer that it sold, beside the two specified ones.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paidOrder } from '../../tests/support/orders.ts';
import { settingsSteps } from '../../tests/support/settings-steps.ts';
import { startStore, type TestStore } from '../../tests/support/store.ts';

let store: TestStore;
let id: string;
let plain: string;
const names = { en: 'TikTok likes', pt: 'Curtidas no TikTok' };
const named = { category: 'Likes', offer: 'tiktok-likes', offer_name: names.en };
const { save } = settingsSteps(() => store);

beforeAll(async () => {
  store = await startStore();
  const added = { id: 'tiktok-likes', platform: 'tiktok', action: 'likes', names, unit_price_micros: 4_000 } as const;
  const { status } = await save((input) => {
    input.offers = [
      { ...added, on: true, attested: true },
      { ...added, id: 'tiktok-followers', action: 'followers', on: true, attested: true },
    ];
  });
  expect(status).toBe(200);
  await store.admin.call('PUT /api/admin/providers/{id}', {
    params: { id: 'default' },
    body: { routes: [{ offer: 'tiktok-likes', service_id: '1001' }] },
  });
  const tiktok = {
    offer: 'tiktok-likes',
    price: 2,
    post_links: ['https://www.tiktok.com/@someone/video/7312345678901234567'],
  };
  ({ id } = await paidOrder(store, tiktok));
  ({ id: plain } = await paidOrder(store));
});
afterAll(() => store.stop());

const list = async (query: object) => {
  const response = await store.as(store.adminToken).ask('GET /api/orders', { query: query as never });
  return { ids: response.body.map((one: { id: string }) => one.id), total: response.headers.get('x-total-count') };
};

test('D-111: the list, the order and its evidence', async () => {
  expect((await store.admin.call('GET /api/orders', { query: {} })).find((one) => one.id === id)).toMatchObject(named);
  expect(await store.admin.call('GET /api/orders/{id}', { params: { id } })).toMatchObject(named);
  expect(await store.admin.call('GET /api/admin/orders/{id}/evidence', { params: { id } })).toMatchObject({
    order: named,
  });
});

test('D-111: the list is filtered by offer, beside the category, and counted', async () => {
  expect(await list({ offer: 'tiktok-likes' })).toEqual({ ids: [id], total: '1' });
  expect(await list({ offer: 'instagram-likes' })).toEqual({ ids: [plain], total: '1' });
  expect(await list({ category: 'Likes' })).toEqual({ ids: [plain, id], total: '2' });
  expect(await list({ category: 'Likes', offer: 'tiktok-likes', sort: 'highest' })).toEqual({ ids: [id], total: '1' });
  expect(await list({ category: 'Views', offer: 'tiktok-likes' })).toEqual({ ids: [], total: '0' });
  expect(await list({ category: 'Followers' })).toEqual({ ids: [], total: '0' });
  expect(await list({ offer: 'of-another-store' })).toEqual({ ids: [], total: '0' });
  expect(await list({ offer: 'tiktok-likes', search: 'buyer@example' })).toMatchObject({ ids: [id] });
  expect(await list({ offer: 'tiktok-likes', payment: 'paid' })).toEqual({ ids: [id], total: '1' });
});

test('D-111: the CSV file has the offer as its last column, and follows the filter', async () => {
  const download = async (body: object) => {
    const { path } = await store.admin.call('POST /api/admin/orders/export', { body });
    const text = await (await store.raw(path)).text();
    return text
      .trimEnd()
      .split('\r\n')
      .map((line) => [line.slice(0, 12), line.split(',').at(-1)]);
  };
  expect((await download({})).slice(1)).toEqual([
    [plain, 'instagram-likes'],
    [id, 'tiktok-likes'],
  ]);
  const [[, head] = [], ...rows] = await download({ offer: 'tiktok-likes' });
  expect([head, rows]).toEqual(['offer', [[id, 'tiktok-likes']]]);
});

test('D-111: figures and finances', async () => {
  const { current } = await store.admin.call('GET /api/admin/period-stats', { query: { days: 30 } });
  expect(current.byCategory).toMatchObject([
    { category: 'Likes', revenue: 3 },
    { category: 'Views' },
    { ...named, revenue: 2 },
    {},
  ]);
  const day = new Date().toISOString().slice(0, 10);
  const groups = await store.admin.call('GET /api/admin/finances/groups', {
    query: { by: 'category', from: day, to: day },
  });
  expect(groups.map(({ name, offer_name, sales }) => [name, offer_name, sales])).toEqual([
    ['Likes', undefined, 3],
    ['tiktok-likes', names.en, 2],
  ]);
});

test('D-111: an action item', async () => {
  await store.control('/gateway/chargeback', { orderId: `${id}-1` });
  await store.control('/gateway/deliver', {});
  await store.drain();
  const { kinds } = await store.admin.call('GET /api/admin/attention', { query: { kind: 'chargeback' } });
  expect(kinds[0]?.items[0]).toMatchObject({ order_id: id, order: named });
});
