// D-108: offers and their services, read and saved by programs and admins; what the public catalog has of them.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiScope } from '../../contract/api-access.ts';
import { settingsInputOf } from '../../tests/support/settings-steps.ts';
import { signInAgain, startStore, type TestStore } from '../../tests/support/store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());

const offer = {
  id: 'youtube-views',
  platform: 'youtube' as const,
  action: 'views' as const,
  names: { en: 'YouTube views', pt: 'Visualizações no YouTube' },
  unit_price_micros: 4_990,
};
const read = () => store.admin.call('GET /api/admin/catalog', {});
const programWith = async (scope: ApiScope) => {
  const { key } = await store.admin.call('POST /api/admin/api-keys', { body: { name: 'Catalog', scopes: [scope] } });
  return store.as(key);
};
const version = async () => (await read()).version;

test('D-108: a key with the scope adds an offer, changes it and chooses its service; an admin confirms it', async () => {
  const program = await programWith('catalog:write');
  const save = async (offers: object[]) =>
    program.ask('PUT /api/admin/catalog', { body: { version: await version(), offers: offers as never } });
  expect((await save([offer])).body.offers).toHaveLength(3);
  expect(await save([{ id: offer.id, attested: true, on: true }])).toMatchObject({
    status: 400,
    body: { code: 'invalid_input', field: 'offers.0.attested', reason: 'offer_field_of_admins' },
  });
  expect((await save([{ id: offer.id, on: true }])).body).toMatchObject({
    field: 'offers.youtube-views.on',
    reason: 'offer_not_attested',
  });
  const routes = [{ offer: offer.id, service_id: '1001' }];
  const chosen = await program.ask('PUT /api/admin/providers/{id}/routes', {
    params: { id: 'default' },
    body: { routes },
  });
  expect(chosen).toMatchObject({
    status: 200,
    body: { routes: [{ offer: offer.id, provider_id: 'default', service_id: '1001' }] },
  });
  const { scores } = await store.admin.call('GET /api/admin/provider-scores', { query: {} });
  expect(scores.find(({ offers }) => offers?.includes(offer.id))).toMatchObject({ offer_names: [offer.names.en] });
  const confirmed = await store.admin.ask('PUT /api/admin/catalog', {
    body: { version: await version(), offers: [{ id: offer.id, attested: true, on: true }] },
  });
  expect(confirmed.body.offers?.[2]).toMatchObject({ on: true, attested_by: 'owner@shop.example' });
  expect((await save([{ id: offer.id, unit_price_micros: 5_490, confirm: true }])).status).toBe(200);
  const history = await store.admin.call('GET /api/admin/store-settings/history', { query: { limit: 1 } });
  expect(history[0]).toMatchObject({ changed_by: 'API key Catalog' });
});

test('D-108: saves offers alone, by the newest version', async () => {
  const before = await store.admin.call('GET /api/admin/store-settings', {});
  const body = { version: before.version - 1, offers: [{ id: offer.id, on: false }] };
  expect(await store.admin.ask('PUT /api/admin/catalog', { body })).toMatchObject({
    status: 409,
    body: { code: 'settings_changed' },
  });
  await store.admin.call('PUT /api/admin/catalog', { body: { ...body, version: before.version } });
  const { settings } = await store.admin.call('GET /api/admin/store-settings', {});
  const { offers: _, ...others } = before.settings;
  expect(settings).toMatchObject(others);
  await store.admin.call('PUT /api/admin/catalog', {
    body: { version: before.version + 1, offers: [{ id: offer.id, on: true }] },
  });
});

test.each(['orders:write', 'figures:read'] as const)(
  'D-108: a key with %s alone reads and saves none',
  async (scope) => {
    const program = await programWith(scope);
    expect((await program.ask('GET /api/admin/catalog', {})).status).toBe(403);
    const body = { version: await version(), offers: [offer] };
    expect((await program.ask('PUT /api/admin/catalog', { body })).status).toBe(403);
    const routes = { params: { id: 'default' }, body: { routes: [] } };
    expect((await program.ask('PUT /api/admin/providers/{id}/routes', routes)).status).toBe(403);
  },
);

test('D-108: the public catalog and pages have no margin rule of an offer, and not who confirmed it', async () => {
  const { offers } = await store.visitor.call('GET /api/catalog', {});
  expect(offers.find(({ id }) => id === offer.id)).toMatchObject({ category: 'Views', link_rule: 'youtube-video' });
  const home = await (await store.raw('/')).text();
  for (const text of [JSON.stringify(offers), home]) {
    expect(text).not.toContain('attested');
    expect(text).not.toContain('margin"');
    expect(text).not.toContain('owner@shop.example');
  }
});

test('D-108: no way but a save with its confirmation turns an offer on', async () => {
  const draft = { ...offer, id: 'youtube-likes', action: 'likes' as const };
  await store.admin.call('PUT /api/admin/catalog', { body: { version: await version(), offers: [draft] } });
  expect(
    await store.admin.ask('PUT /api/admin/selling-pause', { body: { offer: draft.id, paused: false } }),
  ).toMatchObject({
    status: 400,
    body: { code: 'invalid_input', field: 'offers.youtube-likes.on', reason: 'offer_not_attested' },
  });
  expect((await read()).offers.find(({ id }) => id === draft.id)).toMatchObject({ on: false, attested_at: null });
});

test('D-108: discounts of an added offer obey the limits of price changes, for an admin and for a program', async () => {
  const program = await programWith('catalog:write');
  for (const by of [store.admin, program]) {
    const save = async (discount_percent: number) => {
      const offers = [{ id: offer.id, tiers: [{ from_quantity: 500, discount_percent }] }];
      return by.ask('PUT /api/admin/catalog', { body: { version: await version(), offers } });
    };
    expect(await save(99)).toMatchObject({ status: 409, body: { code: 'price_cut_too_large' } });
    expect(await save(60)).toMatchObject({
      status: 409,
      body: { code: 'price_change_large', packages: [{ offer: offer.id }, {}, {}] },
    });
  }
  const margin = { mode: 'off' as const, target: 50, floor: 0, step: 10 };
  const body = { version: await version(), offers: [{ id: offer.id, margin }] };
  expect((await program.ask('PUT /api/admin/catalog', { body })).body).toMatchObject({
    field: 'offers.0.margin',
    reason: 'offer_field_of_admins',
  });
  expect((await store.admin.ask('PUT /api/admin/catalog', { body })).status).toBe(200);
});

test('D-109: the price of an offer that was never on sale has no limit of changes; of one that was, it has', async () => {
  const id = 'tiktok-views';
  const save = async (change: object) =>
    store.admin.ask('PUT /api/admin/catalog', { body: { version: await version(), offers: [{ id, ...change }] } });
  const draft = { platform: 'tiktok', action: 'views', names: { en: 'TikTok views', pt: 'Visualizações' } };
  const price = (dollars: number) => ({ unit_price_micros: dollars * 1_000 });
  const [cut, question] = ['price_cut_too_large', 'price_change_large'].map((code) => ({
    status: 409,
    body: { code },
  }));
  expect((await save({ ...draft, ...price(9), attested: true })).status).toBe(200);
  for (const dollars of [0.9, 90, 9, 0.9]) expect((await save(price(dollars))).status).toBe(200);
  // Turned on with another price at once, it is compared.
  expect(await save({ ...price(9), on: true })).toMatchObject(question ?? {});
  expect((await save({ on: true })).status).toBe(200);
  expect(await save(price(9))).toMatchObject(question ?? {});
  expect((await save({ ...price(9), confirm: true })).status).toBe(409);
  const { admin } = store;
  const confirmed = { version: await version(), confirm: true, offers: [{ id, ...price(9) }] };
  expect((await admin.ask('PUT /api/admin/catalog', { body: confirmed })).status).toBe(200);
  expect((await save({ on: false })).status).toBe(200);
  // On sale within the day, it is compared while it is off, also at once with the turn.
  expect(await save(price(4))).toMatchObject(question ?? {});
  expect(await save(price(0.5))).toMatchObject(cut ?? {});
  expect(await save({ ...price(0.5), on: true })).toMatchObject(cut ?? {});
  // A day later still: it was confirmed before.
  store.advance(25 * 3_600_000);
  await signInAgain(store);
  expect(await save(price(0.5))).toMatchObject(cut ?? {});
});

test('D-109: an offer that is turned off and lowered by one save, or a specified one that is off, is compared', async () => {
  const save = async (change: object) =>
    store.admin.ask('PUT /api/admin/catalog', { body: { version: await version(), offers: [change] } as never });
  const views = { id: 'instagram-views', on: false };
  expect((await save(views)).status).toBe(200);
  expect((await save({ ...views, unit_price_micros: 100 })).body.code).toBe('price_cut_too_large');
  expect((await save({ ...views, on: true })).status).toBe(200);
  const likes = { id: 'tiktok-likes', platform: 'tiktok', action: 'likes', names: { en: 'Hearts', pt: 'Curtidas' } };
  await save({ ...likes, unit_price_micros: 9_000, attested: true });
  expect((await save({ id: likes.id, on: true })).status).toBe(200);
  expect((await save({ id: likes.id, on: false, unit_price_micros: 900 })).body.code).toBe('price_cut_too_large');
});

test('D-108: adding an offer leaves the return to earlier prices as it was', async () => {
  const price = async (unit_price_micros: number, more: object = {}) =>
    store.admin.ask('PUT /api/admin/catalog', {
      body: { version: await version(), offers: [{ id: 'instagram-likes', unit_price_micros }], ...more },
    });
  const before = await version();
  expect((await price(20_000, { confirm: true })).status).toBe(200);
  const draft = { ...offer, id: 'youtube-subscribers', action: 'subscribers' as const };
  await store.admin.call('PUT /api/admin/catalog', { body: { version: await version(), offers: [draft] } });
  const { settings } = await store.admin.call('GET /api/admin/store-settings/versions/{version}', {
    params: { version: before },
  });
  const undo = { version: await version(), restores: before, settings: settingsInputOf({ settings } as never) };
  expect((await store.admin.ask('PUT /api/admin/store-settings', { body: undo })).status).toBe(200);
  expect((await price(20_000)).body).toMatchObject({ code: 'price_change_large' });
});

test('D-108: the preview of an offer refuses what a save refuses, with the field', async () => {
  const ask = (change: object, of = 'tiktok-likes') => {
    const sent = { id: 'tiktok-likes', platform: 'tiktok', action: 'likes', names: { en: 'Likes', pt: 'Curtidas' } };
    const offers = [{ ...sent, unit_price_micros: 4_000, ...change }] as never;
    return store.admin.ask('POST /api/admin/catalog/preview', { body: { offers, offer: of, language: 'en' } });
  };
  const before = await read();
  expect(await ask({ names: { en: '', pt: 'Curtidas' } })).toMatchObject({
    status: 400,
    body: { code: 'invalid_input', field: 'offers.tiktok-likes.names.en' },
  });
  expect((await ask({ unit_price_micros: 0 })).body).toMatchObject({ field: 'offers.tiktok-likes.unit_price_micros' });
  expect(await ask({}, 'tiktok-shares')).toMatchObject({ status: 400, body: { code: 'offer_unknown' } });
  // This process has no pages.
  expect((await ask({})).status).toBe(503);
  expect(await read()).toEqual(before);
});
