// Where an order came from: as the buyer's page sends it, in every view of an admin, and in no view of a stranger.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { orderBody } from '../../../tests/support/orders.ts';
import { startStore, type TestStore } from '../../../tests/support/store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());

async function place(change: object, headers: Record<string, string> = {}): Promise<string> {
  const body = { ...orderBody(), ...change } as ReturnType<typeof orderBody>;
  return (await store.visitor.call('POST /api/create-order', { body }, headers)).orderId;
}
const read = async (id: string) => {
  const order = await store.admin.call('GET /api/orders/{id}', { params: { id } });
  return 'source' in order ? order.source : null;
};
const placed = async (change: object, headers?: Record<string, string>) => read(await place(change, headers));

describe('the source of an order (D-94)', () => {
  test.each([
    [
      { tags: 'utm_source=news&utm_medium=email&utm_campaign=spring&gclid=x', landing: '/pt' },
      { source: 'news', medium: 'email', campaign: 'spring', landing: '/' },
    ],
    [
      { source: 'news', content: 'top', term: 'likes', landing: '/about' },
      { source: 'news', content: 'top', term: 'likes', landing: '/about' },
    ],
    [
      { referrer_host: 'www.google.com', landing: '/' },
      { source: 'google.com', referrer_host: 'google.com', landing: '/' },
    ],
    [{ landing: '/' }, { source: 'direct', landing: '/' }],
  ])('%j is kept as %j', async (source, kept) => {
    expect(await placed({ source })).toEqual(kept);
  });

  test('an older client that sends none: the tags of the page, else unknown', async () => {
    expect(await placed({})).toEqual({ source: 'unknown' });
    const referer = `${store.url}/checkout?utm_source=news&orderId=SECRET`;
    expect(await placed({}, { referer })).toEqual({ source: 'news' });
  });

  test.each([
    null,
    7,
    'text',
    [],
    { source: 7, tags: {} },
    { source: 'withheld' },
    { source: 'ADMIN' },
    { tags: '%%%' },
    { source: '\u0000\ud800' },
    { source: 'x'.repeat(20_000) },
  ])('%j refuses no order', async (source) => {
    expect((await placed({ source }))?.source).toMatch(/^(unknown|x{100})$/);
  });

  test.each<Record<string, string>>([{ 'sec-gpc': '1' }, { dnt: '1' }])(
    'with %j it is withheld, whatever the page sends',
    async (headers) => {
      const id = await place({ source: { source: 'news', campaign: 'spring' } }, headers);
      expect(await read(id)).toEqual({ source: 'withheld' });
      const { rows } = await store.db.database.pool.query('select device_type from orders where id = $1', [id]);
      expect(rows).toEqual([{ device_type: null }]);
    },
  );

  test('an admin and a program are named as such; a forged token is not', async () => {
    const source = { source: 'news' };
    const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
    expect(await placed({ source }, bearer(store.adminToken))).toEqual({ source: 'admin' });
    expect(await placed({ source }, { cookie: 'other=1; applaud_session=abc' })).toEqual({ source: 'admin' });
    const { key } = await store.admin.call('POST /api/admin/api-keys', {
      body: { name: 'Till', scopes: ['orders:read'] },
    });
    expect(await placed({ source }, bearer(key))).toEqual({ source: 'api' });
    expect(await placed({ source }, bearer(`${store.adminToken}x`))).toEqual({ source: 'news' });
    expect(await placed({ source }, bearer(`${key.slice(0, -1)}_`))).toEqual({ source: 'news' });
  });

  test('a repeat under the same key is one order, with the source of the first', async () => {
    const headers = { 'idempotency-key': 'source-repeat' };
    const body = orderBody();
    const first = await place({ ...body, source: { source: 'a' } }, headers);
    expect(await place({ ...body, source: { source: 'b' } }, headers)).toBe(first);
    expect(await read(first)).toEqual({ source: 'a' });
  });

  test('is in the list, and in no view of a stranger', async () => {
    const id = await place({ source: { source: 'news' }, email: 'listed@buyer.example' });
    const list = await store.admin.call('GET /api/orders', { query: { search: id } });
    expect(list.map(({ source }) => source)).toEqual([{ source: 'news' }]);
    expect(await store.visitor.call('GET /api/orders/{id}', { params: { id } })).not.toHaveProperty('source');
  });

  test('is in the data of a person; an erasure keeps the source and the campaign alone', async () => {
    const email = 'erased@buyer.example';
    const source = { source: 'news', campaign: 'spring', content: 'anna', term: 'anna likes', landing: '/' };
    const id = await place({ source, email });
    const person = await store.admin.call('POST /api/admin/people/export', { body: { email } });
    expect(person.orders).toMatchObject([{ id, source, device_type: 'desktop' }]);
    await store.admin.call('PATCH /api/admin/orders/{id}/status', { params: { id }, body: { status: 'failed' } });
    await store.admin.call('POST /api/admin/people/erase', { body: { email } });
    expect(await read(id)).toEqual({ source: 'news', campaign: 'spring', landing: '/' });
  });

  test('an order of an earlier version is unknown, and the class of the device is recorded', async () => {
    const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/1 Safari/604.1';
    const id = await place({ source: { source: 'news' } }, { 'user-agent': phone });
    const { rows } = await store.db.database.pool.query('select device_type from orders where id = $1', [id]);
    expect(rows).toEqual([{ device_type: 'mobile' }]);
    await store.db.database.pool.query('update orders set source = null where id = $1', [id]);
    expect(await read(id)).toEqual({ source: 'unknown' });
  });
});
