// Searches for what the store itself prints or an admin pastes: an order number, a post link in any form, a provider order id.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { linkCode } from '../../../contract/order-search.ts';
import { deliverySteps } from '../../../tests/support/delivery-steps.ts';
import { type Placed, paidOrder, placeOrder } from '../../../tests/support/orders.ts';
import { startStore, type TestStore } from '../../../tests/support/store.ts';

let store: TestStore;
let sent: Placed;
let shared: Placed;
let profile: Placed;
let providerOrderId: string;
beforeAll(async () => {
  store = await startStore({ RATE_LIMIT_FACTOR: '10' });
  const links = ['https://www.instagram.com/p/DHqmb5oRlCi/?igsh=MzRlODBiNWFlZA==', 'instagram.com/reel/Cx9-_Second/'];
  sent = await paidOrder(store, { email: 'sent@mail.example', post_links: links });
  shared = await placeOrder(store, {
    email: 'shared@mail.example',
    post_links: ['instagram.com/share/reel/BAbC12_x/'],
  });
  profile = await placeOrder(store, { email: 'profile@mail.example', post_links: ['instagram.com/Ana.Maria/'] });
  await placeOrder(store, { email: 'other@mail.example', post_links: ['https://www.instagram.com/p/dhqmb5orlci/'] });
  providerOrderId = await deliverySteps(() => store).sent(sent);
});
afterAll(() => store.stop());

async function find(search: string, more: object = {}) {
  const { body, headers } = await store.admin.ask('GET /api/orders', { query: { search, ...more } });
  const ids = (body as { id: string }[]).map(({ id }) => id);
  return { ids, total: Number(headers.get('x-total-count')) };
}

describe('ADM-ORD-2: an order is found', () => {
  test.each([
    ['as it is', (id: string) => id],
    ['with the sign of a number', (id: string) => `#${id}`],
    ['as My Orders prints it', (id: string) => `Pedido #${id}`],
    ['as the toasts print it', (id: string) => ` Order #${id.toLowerCase()} `],
    ['by its beginning', (id: string) => `#${id.slice(0, 8)}`],
  ])('by its id %s', async (_name, written) => {
    expect(await find(written(sent.id))).toEqual({ ids: [sent.id], total: 1 });
  });

  test.each([
    'https://www.instagram.com/p/DHqmb5oRlCi/',
    'https://www.instagram.com/p/DHqmb5oRlCi',
    'https://INSTAGRAM.com/p/DHqmb5oRlCi/?utm_source=ig_web_copy_link&img_index=1#comments',
    'http://instagram.com/reel/DHqmb5oRlCi/',
    'www.instagram.com/someone/p/DHqmb5oRlCi/',
    'm.instagram.com/tv/DHqmb5oRlCi',
    'https://www.instagram.com/share/p/DHqmb5oRlCi/',
    'DHqmb5oRlCi',
    ' /p/DHqmb5oRlCi/ ',
    'Cx9-_Second',
    'https://www.instagram.com/p/Cx9-_Second/',
  ])('by its post: %s', async (pasted) => {
    expect(await find(pasted)).toEqual({ ids: [sent.id], total: 1 });
  });

  test('by a long link with all that is appended to it', async () => {
    const pasted = `https://www.instagram.com/reel/DHqmb5oRlCi/?igsh=${'x'.repeat(400)}`;
    expect((await find(pasted)).ids).toEqual([sent.id]);
  });

  test('by a share link and by a profile', async () => {
    expect((await find('https://www.instagram.com/share/reel/BAbC12_x/?igsh=1')).ids).toEqual([shared.id]);
    expect((await find('BAbC12_x')).ids).toEqual([shared.id]);
    expect((await find('https://www.instagram.com/ana.maria?hl=pt')).ids).toEqual([profile.id]);
  });

  test('by the id of its provider order', async () => {
    expect((await find(providerOrderId)).ids).toContain(sent.id);
    expect((await find(`#${providerOrderId}`)).ids).toContain(sent.id);
  });

  test('a shortcode is of one case, and a post that nobody ordered finds nothing', async () => {
    expect((await find('dhqmb5oRlCi')).ids).toEqual([]);
    expect(await find('https://www.instagram.com/p/Nobody12345/')).toEqual({ ids: [], total: 0 });
    expect((await find('https://www.instagram.com/')).ids).toEqual([]);
  });

  test('beside the orders that hold the text', async () => {
    const byText = await placeOrder(store, { email: 'dhqmb5orlci@mail.example' });
    const { ids, total } = await find('DHqmb5oRlCi');
    expect([ids.sort(), total]).toEqual([[sent.id, byText.id].sort(), 2]);
  });

  test('within the other filters, page after page, and not once it is deleted', async () => {
    expect((await find('DHqmb5oRlCi', { status: 'failed' })).ids).toEqual([]);
    expect((await find('https://instagram.com/p/DHqmb5oRlCi', { category: 'Views' })).ids).toEqual([]);
    const link = 'instagram.com/p/Bought3times/';
    const placed: string[] = [];
    for (let order = 0; order < 3; order += 1) {
      placed.unshift((await placeOrder(store, { email: `times${order}@mail.example`, post_links: [link] })).id);
    }
    const first = await store.admin.ask('GET /api/orders', { query: { search: link, limit: 2 } });
    const cursor = first.headers.get('link')?.match(/cursor=([^&>]+)/)?.[1];
    const second = await find(link, { limit: 2, cursor });
    expect([...(first.body as { id: string }[]).map(({ id }) => id), ...second.ids]).toEqual(placed);
    expect(second.total).toBe(3);
    await store.admin.call('DELETE /api/orders/{id}', { params: { id: placed[0] ?? '' } });
    expect((await find(link)).ids).toEqual(placed.slice(1));
  });

  test('in the file of a list, too', async () => {
    const body = { search: `Pedido #${sent.id}`, sort: 'newest' as const };
    const { path } = await store.admin.call('POST /api/admin/orders/export', { body });
    const lines = (await (await store.raw(path)).text()).trim().split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(sent.id);
  });
});

test('A-11: the index reads the code of a link as the contract does', async () => {
  const word = fc.constantFrom('p', 'P', 'reel', 'reels', 'tv', 'share', 'ana', 'Ab-_9', 'x.y', 'media', '');
  const written = fc
    .tuple(
      fc.constantFrom('https://www.instagram.com/', 'HTTPS://Instagram.com/', 'www.instagram.com/', 'instagram.com/'),
      fc.array(word, { maxLength: 5 }),
      fc.constantFrom('', '/', '?igsh=a/p/b', '#p/c', '/?x=1'),
    )
    .map(([prefix, path, end]) => `${prefix}${path.join('/')}${end}`);
  const links = fc.sample(written, { numRuns: 500, seed: 7 });
  const { rows } = await store.db.database.pool.query<{ link: string; code: string }>(
    'select link, (link_codes(array[link]))[1] as code from unnest($1::text[]) as link',
    [links],
  );
  for (const { link, code } of rows) expect([link, code]).toEqual([link, linkCode(link)]);
});
