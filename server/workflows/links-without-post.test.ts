// Links that can never be a post, and links that may be bought although they open none, in every call that takes a link.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { NoPostKind } from '../../contract/post-links.ts';
import { noPostTexts } from '../../contract/refusal-reasons.ts';
import { aLink, orderBody, type Placed, paidOrder, placeOrder } from '../../tests/support/orders.ts';
import { owner, startStore, type TestStore } from '../../tests/support/store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startStore();
  await store.admin.call('POST /api/admin/step-up', { body: { password: owner.password } });
});
afterAll(() => store.stop());

const refused: [NoPostKind, string][] = [
  ['home', 'https://www.instagram.com/?igsh=1'],
  ['code', 'instagram.com/p/'],
  ['code', 'HTTPS://INSTAGRAM.COM/REEL/?utm_source=x'],
  ['code', 'www.instagram.com//reels//'],
  ['code', 'https://instagram.com/%74v/./'],
  ['share', 'instagram.com/share/'],
  ['share', 'https://www.instagram.com/share/reel/?igsh=1'],
  ['stories', 'https://www.instagram.com/Stories'],
  ['explore', 'https://www.instagram.com/explore/tags/sun/'],
  ['explore', 'instagram.com/x/../Explore'],
  ['accounts', 'https://www.instagram.com/accounts/login/?next=/p/DAfXiNinAXB/'],
  ['direct', 'www.instagram.com/direct/inbox/'],
  ['about', 'instagram.com/%61bout/us'],
  ['legal', 'https://instagram.com/legal/privacy/'],
];
const calls = ['create-order', 'change', 'replace', 'media', 'test order'] as const;

/** Sends the link by a call that takes one; `field`: what the refusal names. */
async function give(call: (typeof calls)[number], link: string, to: { unpaid: Placed; paid: Placed }) {
  const [postLink = ''] = to.paid.postLinks;
  switch (call) {
    case 'create-order':
      return {
        ...(await store.visitor.ask('POST /api/create-order', { body: orderBody({ post_links: [aLink(), link] }) })),
        field: 'post_links',
      };
    case 'change':
      return {
        ...(await store.admin.ask('PUT /api/orders/{id}', {
          params: { id: to.unpaid.id },
          body: { post_links: [link] },
        })),
        field: 'post_links',
      };
    case 'replace':
      return {
        ...(await store.admin.ask('POST /api/admin/orders/{id}/replace-link', {
          params: { id: to.paid.id },
          body: { postLink, newLink: link },
        })),
        field: 'newLink',
      };
    case 'media':
      return { ...(await store.admin.ask('POST /api/instagram-media', { body: { url: link } })), field: 'url' };
    case 'test order':
      return {
        ...(await store.admin.ask('POST /api/proxy', {
          body: { action: 'add', service: '1001', link, quantity: 100 },
        })),
        field: 'link',
      };
  }
}

describe('what can never be a post', () => {
  let to: { unpaid: Placed; paid: Placed };
  beforeAll(async () => {
    to = { unpaid: await placeOrder(store), paid: await paidOrder(store) };
  });

  test.each(refused)('D-51: is refused by every call with the sentence of its kind: %s, %s', async (kind, link) => {
    for (const call of calls) {
      const { status, body, field } = await give(call, link, to);
      expect({ call, status, body }).toMatchObject({
        call,
        status: 400,
        body: { code: 'invalid_input', reason: 'link_without_post', field, message: noPostTexts[kind] },
      });
    }
    const count = 'select count(*)::int from orders where $1 = any(post_links)';
    expect((await store.db.database.pool.query(count, [link])).rows).toEqual([{ count: 0 }]);
  });

  test('D-51: the five rules come first', async () => {
    const body = { ...orderBody(), email: 'nobody', post_links: ['instagram.com/explore/'] };
    expect((await store.visitor.ask('POST /api/create-order', { body })).body).toMatchObject({
      reason: 'email_invalid',
    });
  });
});

describe('what may be bought', () => {
  test.each([
    'https://www.instagram.com/share/BAxYz12345',
    'instagram.com/share/reel/_aB1cD2eF3/',
    'instagram.com/some.user/',
    'https://www.instagram.com/stories/some.user/3412345678901234567/',
    'instagram.com/stories/highlights/17912345678901234/',
    'www.instagram.com/reels/audio/123456/',
    'instagram.com/some.user/reels/',
  ])('D-51: the API needs nothing further for %s', async (link) => {
    const order = await placeOrder(store, { post_links: [link] });
    expect((await store.admin.call('GET /api/orders/{id}', { params: { id: order.id } })) as object).toMatchObject({
      post_links: [link],
    });
  });
});

describe('an old order with such a link', () => {
  const old = 'https://www.instagram.com/explore/tags/sun/';

  async function oldOrder(make: typeof placeOrder): Promise<Placed> {
    const order = await make(store, { post_links: [aLink(), aLink()], quantity: 1_000 });
    const postLinks = [old, order.postLinks[1] ?? ''];
    await store.db.database.pool.query('update orders set post_links = $2 where id = $1', [order.id, postLinks]);
    return { ...order, postLinks };
  }

  test('D-51: keeps it when another link of it is replaced or changed', async () => {
    const paid = await oldOrder(paidOrder);
    const newLink = aLink();
    const replaced = await store.admin.ask('POST /api/admin/orders/{id}/replace-link', {
      params: { id: paid.id },
      body: { postLink: paid.postLinks[1] ?? '', newLink },
    });
    expect(replaced).toMatchObject({ status: 200, body: { order: { post_links: [old, newLink] } } });
    const { id } = await oldOrder(placeOrder);
    const change = (post_links: string[]) =>
      store.admin.ask('PUT /api/orders/{id}', { params: { id }, body: { post_links } });
    expect(await change([old, newLink])).toMatchObject({ status: 200, body: { post_links: [old, newLink] } });
    expect(await change([old, 'instagram.com/direct/'])).toMatchObject({
      status: 400,
      body: { reason: 'link_without_post', message: noPostTexts.direct },
    });
  });
});
