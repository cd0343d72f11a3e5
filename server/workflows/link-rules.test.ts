// D-107: an order takes, keeps, compares, sends and shows links by the rule of its offer.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { LinkRuleName } from '../../contract/link-rule-names.ts';
import { deliverySteps } from '../../tests/support/delivery-steps.ts';
import { aLink, orderBody, payAtGateway } from '../../tests/support/orders.ts';
import { settingsSteps } from '../../tests/support/settings-steps.ts';
import { jwtSecret, owner, startStore, type TestStore } from '../../tests/support/store.ts';
import { createReceiptLinks } from '../modules/receipts/receipt-links.ts';
import { derivedSecret } from '../platform/secrets.ts';

let store: TestStore;
const rules: readonly LinkRuleName[] = [
  'instagram-reel',
  'instagram-story',
  'instagram-profile',
  'tiktok-video',
  'tiktok-profile',
  'youtube-video',
  'youtube-channel',
];
beforeAll(async () => {
  store = await startStore();
  await store.admin.call('POST /api/admin/step-up', { body: { password: owner.password } });
  await save((input) => {
    input.offers = [{ id: 'instagram-views', max_quantity: 90_000 }];
  });
  // Each is the one of views with another rule.
  await sql(
    `insert into store_settings_versions (version, settings, changes, changed_by, changed_at)
     select version + 1, jsonb_set(settings, '{offers}', settings->'offers' || (
         select jsonb_agg((settings->'offers'->1) || jsonb_build_object(
           'id', rule || '-views', 'platform', split_part(rule, '-', 1), 'link_rule', rule))
         from unnest($1::text[]) rule)), '[]', changed_by, changed_at
     from store_settings_versions order by version desc limit 1`,
    [rules],
  );
  await sql(
    "insert into offer_routes select rule || '-views', 'default', '2001', 'a test', now() from unnest($1::text[]) rule",
    [rules],
  );
});
afterAll(() => store.stop());
beforeEach(() => store.control('/provider/clear', {}));

const { save } = settingsSteps(() => store);
const { send } = deliverySteps(() => store);
const sql = async (text: string, ...values: unknown[]) => (await store.db.database.pool.query(text, values)).rows;
const links = createReceiptLinks(derivedSecret(jwtSecret, 'receipt links'));
const keyOf = (id: string) => ({ 'order-key': `${id}.${links.computeKey(id)}` });

const bodyOf = (rule: LinkRuleName, postLinks: string[]) => ({
  ...orderBody({ category: 'Views', quantity: 5_000, post_links: postLinks }),
  offer: rule === 'instagram-post' ? 'instagram-views' : `${rule}-views`,
});
const create = (rule: LinkRuleName, ...postLinks: string[]) =>
  store.visitor.ask('POST /api/create-order', { body: bodyOf(rule, postLinks) });
const placed = async (rule: LinkRuleName, ...postLinks: string[]) => {
  const { status, body } = await create(rule, ...postLinks);
  expect([status, body]).toEqual([200, expect.anything()]);
  return store.admin.call('GET /api/orders/{id}', { params: { id: body.orderId } });
};
const paid = async (rule: LinkRuleName, ...postLinks: string[]) => {
  const { id, amount } = await placed(rule, ...postLinks);
  const body = { orderId: id, amount, email: 'buyer@example.com', postUrls: postLinks };
  const { sessionId } = await store.visitor.call('POST /api/bigpay/init-session', { body });
  await payAtGateway(store, sessionId);
  await store.visitor.call('POST /api/orders/{id}/confirm-payment', { params: { id }, body: {} });
  const order = await store.admin.call('GET /api/orders/{id}', { params: { id } });
  return order as typeof order & { post_links: string[] };
};
const pageOf = (id: string) => store.visitor.call('GET /api/orders/{id}/page', { params: { id } }, keyOf(id));
const ordersAtProvider = async () => (await store.control('/provider/orders')) as unknown as { link: string }[];
const sendFirst = ({ id, post_links }: { id: string; post_links: string[] }) =>
  send({ id, postLinks: post_links, category: 'Views', quantity: 5_000, email: '', amount: 0 });

const samples: Record<string, { pasted: string; kept: string; opens: object | null; shown: string }> = {
  'instagram-reel': {
    pasted: 'see instagram.com/some.user/reel/C8xAbCdEfGh/?igsh=1',
    kept: 'https://www.instagram.com/reel/C8xAbCdEfGh/',
    opens: null,
    shown: 'instagram.com/reel/C8x…',
  },
  'instagram-story': {
    pasted: 'instagram.com/stories/Some.User/3412345678901234567?igsh=1',
    kept: 'https://www.instagram.com/stories/some.user/3412345678901234567/',
    opens: { kind: 'story', name: 'some.user', fits: true },
    shown: 'instagram.com/…',
  },
  'instagram-profile': {
    pasted: '@Some.User',
    kept: 'https://www.instagram.com/some.user/',
    opens: { kind: 'profile', name: 'some.user', fits: true },
    shown: 'instagram.com/…',
  },
  'tiktok-video': {
    pasted: 'https://vm.tiktok.com/ZMabcDEF1?k=1',
    kept: 'https://vm.tiktok.com/ZMabcDEF1/',
    opens: { kind: 'short', name: '', fits: true },
    shown: 'tiktok.com/…',
  },
  'tiktok-profile': {
    pasted: 'tiktok.com/@some.user?lang=en',
    kept: 'https://www.tiktok.com/@some.user',
    opens: { kind: 'profile', name: 'some.user', fits: true },
    shown: 'tiktok.com/…',
  },
  'youtube-video': {
    pasted: 'youtu.be/dQw4w9WgXcQ?si=x',
    kept: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    opens: { kind: 'tv', name: 'dQw4w9WgXcQ', fits: true },
    shown: 'youtube.com/…',
  },
  'youtube-channel': {
    pasted: '@some.handle',
    kept: 'https://www.youtube.com/@some.handle',
    opens: { kind: 'channel', name: '@some.handle', fits: true },
    shown: 'youtube.com/…',
  },
};

describe.each(rules)('D-107: an order of %s', (rule) => {
  const { pasted, kept, opens, shown } = samples[rule] ?? { pasted: '', kept: '', opens: null, shown: '' };

  test('keeps the link as the rule builds it, and its pages name it', async () => {
    const order = await paid(rule, pasted);
    expect(order).toMatchObject({ link_rule: rule, post_links: [kept] });
    const [post] = (await pageOf(order.id)).posts;
    expect(post?.post_link).toBe(kept);
    expect(post?.opens ?? null).toEqual(opens);
    const tracked = await store.visitor.call('GET /api/orders/by-email/{email}', {
      params: { email: 'buyer@example.com' },
    });
    expect(tracked.find(({ id }) => id === order.id)?.post_links).toEqual([shown]);
    expect(await pageOf(order.id)).toMatchObject({ link_rule: rule });
  });

  test('refuses the link of an Instagram post, and one that is already in the order', async () => {
    expect(await create(rule, aLink())).toMatchObject({
      status: 400,
      body: {
        field: 'post_links',
        reason: rule.startsWith('instagram') ? 'link_of_other_kind' : 'link_of_other_platform',
        params: { rule },
      },
    });
    expect(await create(rule, pasted, ` ${kept}`)).toMatchObject({ status: 400, body: { reason: 'link_repeated' } });
    expect(await create(rule, '  ')).toMatchObject({ status: 400, body: { reason: 'link_needed' } });
    // Counted before any is read.
    expect(await create(rule, ...'abcdef')).toMatchObject({
      status: 400,
      body: { reason: 'too_many_links', message: 'An order takes at most 5 links.' },
    });
    expect(await create(rule)).toMatchObject({ status: 400, body: { reason: 'link_needed' } });
  });
});

describe('D-107: a refusal', () => {
  test.each([
    [
      'youtube-video',
      'youtube.com/@some.handle',
      'link_of_other_kind',
      'This link opens a channel, but this order needs a YouTube video.',
    ],
    ['tiktok-video', '@some.user', 'link_of_other_platform', 'This order needs the link of a TikTok video.'],
    [
      'tiktok-profile',
      'tiktok.com/foryou',
      'link_of_other_kind',
      'This link opens another page, but this order needs a TikTok profile.',
    ],
    [
      'youtube-video',
      'youtu.be/dQw4…',
      'link_incomplete',
      'This link is not complete. Copy the whole link of a YouTube video.',
    ],
    [
      'youtube-channel',
      'youtube.com/SomeName',
      'link_without_handle',
      'Paste the @handle of the channel, or its link with /channel/.',
    ],
    [
      'youtube-video',
      'youtube.com/SomeName',
      'link_of_other_kind',
      'This link opens another page, but this order needs a YouTube video.',
    ],
    ['youtube-video', 'youtu.be/dQw4w9WgXcQ youtu.be/aaaaaaaaaaa', 'link_several', 'Paste one link for each field.'],
    [
      'youtube-video',
      'https://a:b@youtu.be/dQw4w9WgXcQ',
      'link_not_readable',
      'This link cannot be read. Copy the link of a YouTube video once more.',
    ],
  ] as const)('%s: %s has a sentence of its own', async (rule, link, reason, message) => {
    expect(await create(rule, link)).toMatchObject({ status: 400, body: { code: 'invalid_input', reason, message } });
  });

  test('is not due to an invisible character, which the rule leaves out', async () => {
    const video = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';
    for (const pasted of [`\u2764\ufe0f ${video}`, `${video} \u{1f469}\u200d\u{1f4bb}`, `\u2068${video}\u2069`])
      expect(await placed('youtube-video', pasted)).toMatchObject({ post_links: [video] });
    const { id, post_links } = await paid('youtube-channel', '\u2068@some.handle\u2069');
    expect(post_links).toEqual(['https://www.youtube.com/@some.handle']);
    const body = { postLink: post_links[0] ?? '', newLink: '\u2068@other.handle\u2069' };
    expect(await store.admin.ask('POST /api/admin/orders/{id}/replace-link', { params: { id }, body })).toMatchObject({
      body: { order: { post_links: ['https://www.youtube.com/@other.handle'] } },
    });
    expect(await create('instagram-post', `\u2764\ufe0f ${aLink()}`)).toMatchObject({
      status: 400,
      body: { reason: 'format_character', field: 'post_links' },
    });
  });

  test('the email is checked with any rule', async () => {
    const body = { ...bodyOf('youtube-video', ['youtu.be/dQw4w9WgXcQ']), email: 'x' };
    expect(await store.visitor.ask('POST /api/create-order', { body })).toMatchObject({
      status: 400,
      body: { reason: 'email_invalid', field: 'email' },
    });
  });

  test('an order of posts takes and keeps what it did', async () => {
    const link = aLink();
    expect(await placed('instagram-post', ` ${link}?igsh=1`)).toMatchObject({ post_links: [`${link}?igsh=1`] });
    expect(await placed('instagram-post', link)).not.toHaveProperty('link_rule');
    expect(await create('instagram-post', 'youtu.be/dQw4w9WgXcQ')).toMatchObject({
      status: 400,
      body: { reason: 'link_invalid' },
    });
  });
});

describe('D-107: the rule of the order', () => {
  const video = (at: number) => `https://www.youtube.com/watch?v=aaaaaaaaa${at}a`;

  test('decides when an admin changes links before the payment', async () => {
    const { id } = await placed('youtube-video', video(1));
    const change = (...post_links: string[]) =>
      store.admin.ask('PUT /api/orders/{id}', { params: { id }, body: { post_links } });
    expect(await change(aLink())).toMatchObject({ status: 400, body: { reason: 'link_of_other_platform' } });
    expect(await change('youtu.be/bbbbbbbbbbb', video(1))).toMatchObject({ status: 200 });
    expect(await store.admin.call('GET /api/orders/{id}', { params: { id } })).toMatchObject({
      post_links: ['https://www.youtube.com/watch?v=bbbbbbbbbbb', video(1)],
    });
  });

  test('decides what is sent, and what the same post is', async () => {
    const [one, other, again] = [
      await paid('youtube-video', video(2)),
      await paid('youtube-video', video(3)),
      await paid('youtube-video', 'https://m.youtube.com/watch?v=aaaaaaaaa2a&t=3'),
    ];
    expect((await sendFirst(one)).status).toBe(200);
    expect((await sendFirst(other)).status).toBe(200);
    expect(await sendFirst(again)).toMatchObject({ status: 409, body: { code: 'same_link_active' } });
    expect((await ordersAtProvider()).map(({ link }) => link)).toEqual([video(2), video(3)]);
    expect(await sql('select link_key from dispatches where order_id = $1', one.id)).toEqual([
      { link_key: 'youtu.be/aaaaaaaaa2a' },
    ]);
  });

  test('decides what a buyer requests, and what an admin replaces', async () => {
    const order = await paid(
      'tiktok-video',
      'tiktok.com/@some.user/video/7301234567890123401',
      'vt.tiktok.com/ZSabcDEF2',
    );
    const [postLink = ''] = order.post_links;
    const request = (newLink: string) =>
      store.visitor.ask(
        'POST /api/orders/{id}/request-link',
        { params: { id: order.id }, body: { postLink, newLink } },
        keyOf(order.id),
      );
    expect(await request('@some.user')).toMatchObject({
      status: 400,
      body: { reason: 'link_of_other_platform', field: 'newLink' },
    });
    expect(await request('https://vt.tiktok.com/ZSabcDEF2/?x=1')).toMatchObject({
      status: 400,
      body: { reason: 'link_repeated', field: 'newLink' },
    });
    expect(await request('https://m.tiktok.com/@some.user/video/7301234567890123401?x=1')).toMatchObject({
      status: 400,
      body: { reason: 'link_unchanged', field: 'newLink' },
    });
    expect((await request('m.tiktok.com/v/7301234567890123402.html?x=1')).status).toBe(200);
    expect((await request('m.tiktok.com/v/7301234567890123402.html?x=1')).status).toBe(200);
    expect(await sql('select new_link, link_key from link_requests where order_id = $1', order.id)).toEqual([
      { new_link: 'https://m.tiktok.com/v/7301234567890123402.html', link_key: 'tiktok.com/7301234567890123402' },
    ]);
    const replace = (newLink: string) =>
      store.admin.ask('POST /api/admin/orders/{id}/replace-link', {
        params: { id: order.id },
        body: { postLink, newLink },
      });
    expect(await replace('tiktok.com/@some.user/video/7301234567890123401?x=1')).toMatchObject({
      status: 400,
      body: { reason: 'link_unchanged', field: 'newLink' },
    });
    expect(await replace(aLink())).toMatchObject({ status: 400, body: { reason: 'link_of_other_platform' } });
    const { body } = await replace('m.tiktok.com/v/7301234567890123402.html');
    expect(body.order.post_links).toEqual([
      'https://m.tiktok.com/v/7301234567890123402.html',
      'https://vt.tiktok.com/ZSabcDEF2/',
    ]);
  });

  test('is in the catalog', async () => {
    const { offers } = await store.visitor.call('GET /api/catalog', {});
    expect(offers.slice(2).map(({ platform, link_rule }) => [platform, link_rule])).toEqual(
      rules.map((rule) => [rule.split('-')[0], rule]),
    );
  });
});
