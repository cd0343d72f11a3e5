// D-108: the service of an offer beside the two specified ones, at each provider, and what is sent by it.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OfferInput } from '../../../contract/offers.ts';
import { instagramFollowers, tiktokLikes } from '../../../contract/testing-offers.ts';
import { paidOrder } from '../../../tests/support/orders.ts';
import { settingsSteps } from '../../../tests/support/settings-steps.ts';
import { offer, twoProviders } from '../../../tests/support/two-providers.ts';

const { two, moods, answers, start, reset, stop, add, change, entry, send, link, sql } = twoProviders();
const { save } = settingsSteps(() => two.store);
const addOffers = (...offers: OfferInput[]) =>
  save((input) => {
    input.offers = offers as typeof input.offers;
  });

const video = (at: number) => `https://www.tiktok.com/@studio/video/70000000000000000${String(at).padStart(2, '0')}`;
let videos = 10;
const bought = (body: object = {}) =>
  paidOrder(two.store, {
    offer: 'tiktok-likes',
    category: 'Likes',
    quantity: 1_000,
    price: 4,
    post_links: [video(videos++)],
    ...body,
  });
const route = (service_id: string, of = 'tiktok-likes') => ({ offer: of, service_id });

beforeAll(async () => {
  await start();
  expect((await addOffers(tiktokLikes, instagramFollowers)).status).toBe(200);
  await save((input) => {
    input.automatic_dispatch = true;
  });
});
afterAll(stop);
beforeEach(async () => {
  await reset();
  answers.offers = [
    offer(11, 0.5),
    offer(12, 0.1),
    offer(21, 0.9),
    offer(22, 2.5),
    offer(23, 30),
    offer(26, 0.9),
    offer(27, 0.9),
  ];
  await sql('delete from offer_routes');
});

describe('an offer is sent by the service of its route', () => {
  test('and no other one, also where its category has a service', async () => {
    const order = await bought();
    expect((await send(order)).body).toMatchObject({ code: 'conflict', reason: 'no_service' });
    expect((await change('p2', { routes: [route('21')] })).status).toBe(200);
    expect((await send(order)).status).toBe(200);
    expect(two.first.adds).toEqual([]);
    expect(two.second.adds).toMatchObject([{ service: '21', link: order.postLinks[0], quantity: 1_000 }]);
    expect(await link(order)).toMatchObject({ category: 'Likes', status: 'sent' });
    // The two specified offers keep theirs.
    await send(await paidOrder(two.store, {}));
    expect(two.first.adds).toHaveLength(1);
    expect(two.first.adds[0]?.service).not.toBe('21');
  });

  test('at the first provider that has one, then at the next', async () => {
    expect((await change('default', { routes: [route('31')], save_anyway: true })).status).toBe(200);
    expect((await change('p2', { routes: [route('21')] })).status).toBe(200);
    await send(await bought());
    expect(two.first.adds).toMatchObject([{ service: '31' }]);
    moods[0] = 'funds';
    await send(await bought());
    expect(two.second.adds).toMatchObject([{ service: '21' }]);
  });

  test('of a profile, with its followers', async () => {
    expect((await change('p2', { routes: [route('22', 'instagram-followers')] })).status).toBe(200);
    const order = await paidOrder(two.store, {
      offer: 'instagram-followers',
      category: 'Followers',
      quantity: 1_000,
      price: 12,
      post_links: ['@some.user'],
    });
    expect((await send(order, 'https://www.instagram.com/some.user/')).status).toBe(200);
    expect(two.second.adds).toMatchObject([{ service: '22', link: 'https://www.instagram.com/some.user/' }]);
    const listed = await two.store.admin.call('GET /api/orders/{id}', { params: { id: order.id } });
    expect(listed).toMatchObject({
      category: 'Followers',
      offer: 'instagram-followers',
      offer_name: 'Instagram followers',
    });
  });

  test('not by one that costs more than it sells for, nor by one whose meaning changed', async () => {
    expect((await change('p2', { routes: [route('23')] })).status).toBe(200);
    const order = await bought();
    await two.store.app.jobHandlers.dispatch_order({ orderId: order.id });
    expect(two.second.adds).toEqual([]);
    expect(await link(order)).toMatchObject({ status: 'waiting', error: expect.stringContaining('TikTok likes') });
    expect((await change('p2', { routes: [route('26')] })).status).toBe(200);
    answers.offers = [offer(11, 0.5), offer(12, 0.1), offer(26, 0.9, { name: 'TikTok comments' })];
    await two.store.admin.ask('POST /api/admin/providers/{id}/look', { params: { id: 'p2' } });
    expect((await send(order)).body).toMatchObject({ reason: 'services_held' });
    const { kinds } = await two.store.admin.call('GET /api/admin/attention', { query: {} });
    expect(kinds.find(({ kind }) => kind === 'service_held')?.items).toMatchObject([
      { category: 'Likes', offer: 'tiktok-likes', offer_name: 'TikTok likes' },
    ]);
    expect((await entry()).warnings.map(({ kind }) => kind)).toContain('held');
  });
});

describe('a route', () => {
  test('is listed with the services in use, changed and removed', async () => {
    await change('p2', { routes: [route('21'), route('22', 'instagram-followers')] });
    expect(await entry()).toMatchObject({ routes: [route('21'), route('22', 'instagram-followers')] });
    expect((await entry()).used).toMatchObject([
      { category: 'Likes', service_id: '11' },
      { category: 'Views', service_id: '12' },
      { category: 'Likes', offer: 'tiktok-likes', offer_name: 'TikTok likes', service_id: '21', price_per_1000: 4 },
      { category: 'Followers', offer: 'instagram-followers', service_id: '22', price_per_1000: 12 },
    ]);
    await change('p2', { routes: [route('')] });
    expect((await entry()).routes).toEqual([route('22', 'instagram-followers')]);
    // A save without routes keeps them.
    await change('p2', { name: 'Other' });
    expect((await entry()).routes).toHaveLength(1);
  });

  test('comes with a provider that is added', async () => {
    const { body } = await add({ name: 'Third', routes: [route('21')] });
    expect(body).toMatchObject({ routes: [route('21')] });
    await sql('delete from providers where id = $1', body.id);
  });

  test.each([
    ['an offer that the store does not have', [route('21', 'tiktok-views')], 'routes.0.offer', 'offers_unlisted'],
    ['one with a field of its own', [route('21', 'instagram-likes')], 'routes.0.offer', 'offers_unlisted'],
    ['an offer twice', [route('21'), route('22')], 'routes.1.offer', 'offers_unlisted'],
    ['no number of a service', [route('a b')], 'routes.tiktok-likes', 'service_id_form'],
    ['a service of another type', [route('24')], 'routes.tiktok-likes', 'service_type_refused'],
    ['a service with a higher minimum', [route('25')], 'routes.tiktok-likes', 'service_minimum'],
  ])('is refused for %s', async (_, routes, field, reason) => {
    answers.offers = [...answers.offers, offer(24, 1, { type: 'Custom Comments' }), offer(25, 1, { min: '501' })];
    const { status, body } = await change('p2', { routes, save_anyway: true });
    expect([status, body]).toMatchObject([400, { code: 'invalid_input', field, reason }]);
    expect((await entry()).routes).toEqual([]);
  });

  test('is saved while the provider no longer offers the service of another offer', async () => {
    expect((await change('p2', { routes: [route('21')] })).status).toBe(200);
    answers.offers = [offer(11, 0.5), offer(12, 0.1), offer(22, 2.5), offer(26, 0.9), offer(27, 0.9)];
    expect((await change('p2', { routes: [route('22', 'instagram-followers')] })).status).toBe(200);
    // The check of the provider remains one of all its services.
    expect((await entry()).check).toMatchObject({
      state: 'service_missing',
      problem: 'The provider does not offer service 21 for TikTok likes.',
    });
    const saveRoutes = (...routes: { offer: string; service_id: string }[]) =>
      two.store.admin.ask('PUT /api/admin/providers/{id}/routes', { params: { id: 'p2' }, body: { routes } });
    expect((await saveRoutes(route('27', 'instagram-followers'))).status).toBe(200);
    expect(await saveRoutes(route('99', 'instagram-followers'))).toMatchObject({
      status: 409,
      body: {
        code: 'provider_check_failed',
        message: 'The provider does not offer service 99 for Instagram followers.',
      },
    });
    // Another key, address or specified service: all services are checked.
    for (const body of [{ api_key: 'another-key' }, { likes_service_id: '26' }]) {
      expect(await change('p2', body)).toMatchObject({
        status: 409,
        body: { message: 'The provider does not offer service 21 for TikTok likes.' },
      });
    }
    expect((await saveRoutes(route(''))).status).toBe(200);
    expect((await change('p2', { likes_service_id: '26' })).status).toBe(200);
  });

  test('of a held service is refused to a program, which confirms none', async () => {
    const { key } = await two.store.admin.call('POST /api/admin/api-keys', {
      body: { name: 'Catalog', scopes: ['catalog:write'] },
    });
    const choose = (service_id: string) =>
      two.store
        .as(key)
        .ask('PUT /api/admin/providers/{id}/routes', { params: { id: 'p2' }, body: { routes: [route(service_id)] } });
    answers.offers = [...answers.offers, offer(28, 0.9)];
    expect((await choose('28')).status).toBe(200);
    answers.offers = [offer(11, 0.5), offer(12, 0.1), offer(28, 0.9, { name: 'Something else' })];
    await two.store.admin.ask('POST /api/admin/providers/{id}/look', { params: { id: 'p2' } });
    expect((await choose('')).status).toBe(200);
    expect((await choose('28')).body).toMatchObject({ field: 'routes.tiktok-likes', reason: 'service_held_for_admin' });
    expect((await change('p2', { routes: [route('28')] })).status).toBe(200);
  });

  test('of a held service that another offer keeps is refused', async () => {
    await change('p2', { routes: [route('27')] });
    answers.offers = [offer(11, 0.5), offer(12, 0.1), offer(27, 0.9, { name: 'Something else' })];
    await two.store.admin.ask('POST /api/admin/providers/{id}/look', { params: { id: 'p2' } });
    const { body } = await change('p2', { routes: [route('27', 'instagram-followers')] });
    expect(body).toMatchObject({
      field: 'routes.instagram-followers',
      reason: 'service_held_elsewhere',
      message: expect.stringContaining('used for TikTok likes'),
    });
  });
});

describe('without a route', () => {
  const items = async () => {
    const { kinds } = await two.store.admin.call('GET /api/admin/attention', { query: {} });
    return kinds.find(({ kind }) => kind === 'category_undeliverable')?.items ?? [];
  };

  test('an offer that is on is an action item until it has one, and its links are sent then', async () => {
    const order = await bought();
    expect((await items()).map(({ offer, code }) => [offer, code])).toEqual([
      ['tiktok-likes', 'offer_without_service'],
      ['instagram-followers', 'offer_without_service'],
    ]);
    await two.store.app.jobHandlers.dispatch_order({ orderId: order.id });
    expect(await link(order)).toMatchObject({ status: 'waiting' });
    await change('p2', { routes: [route('21')] });
    await two.store.app.jobHandlers.retry_held_links?.({});
    await two.store.app.jobHandlers.sweep_waiting?.({});
    await two.store.app.jobHandlers.dispatch_order({ orderId: order.id });
    expect(two.second.adds).toMatchObject([{ service: '21', link: order.postLinks[0] }]);
    expect((await items()).map(({ offer }) => offer)).toEqual(['instagram-followers']);
  });

  test('the database refuses a send by the service of its category, as the version before would make', async () => {
    const order = await bought();
    const claim = (service: string, provider: string) =>
      sql(
        `insert into dispatches (order_id, position, post_link, link_key, service_id, provider_id, quantity, state, claim_id,
           claimed_at, created_at, updated_at)
         values ($1, 0, 'x', 'x', $2, $3, 500, 'sending', gen_random_uuid(), now(), now(), now())`,
        order.id,
        service,
        provider,
      );
    await expect(claim('11', 'p2')).rejects.toThrow('no route');
    await change('p2', { routes: [route('21')] });
    await expect(claim('21', 'default')).rejects.toThrow('no route');
    await claim('21', 'p2');
  });
});

describe('an order of an offer', () => {
  test('without its ID is refused where its category has no specified offer', async () => {
    const body = {
      email: 'a@example.com',
      post_links: ['@some.user'],
      quantity: 1_000,
      price: 12,
      category: 'Followers',
    };
    expect(await two.store.visitor.ask('POST /api/create-order', { body: body as never })).toMatchObject({
      status: 400,
      body: { code: 'offer_unknown', field: 'offer' },
    });
  });

  test('is refused while the offer is paused, which a call ends', async () => {
    const pause = (paused: boolean) =>
      two.store.admin.ask('PUT /api/admin/selling-pause', { body: { offer: 'tiktok-likes', paused } });
    expect((await pause(true)).status).toBe(200);
    await expect(bought()).rejects.toThrow('category_paused');
    const pauses = await two.store.admin.call('GET /api/admin/pauses', {});
    expect(pauses).toMatchObject([{ kind: 'category', subject: 'tiktok-likes', name: 'TikTok likes' }]);
    await pause(false);
    await bought();
    expect(
      await two.store.admin.ask('PUT /api/admin/selling-pause', { body: { offer: 'x', paused: true } }),
    ).toMatchObject({
      status: 400,
      body: { code: 'offer_unknown' },
    });
    expect((await two.store.admin.ask('PUT /api/admin/selling-pause', { body: { paused: true } })).status).toBe(400);
  });
});
