// D-112: what providers changed of the services in use: offers, open orders, acts, and what settles a change.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AnswerFor } from '../../../contract/index.ts';
import { tiktokLikes } from '../../../contract/testing-offers.ts';
import { paidOrder } from '../../../tests/support/orders.ts';
import { settingsSteps } from '../../../tests/support/settings-steps.ts';
import { offer, twoProviders } from '../../../tests/support/two-providers.ts';

type Change = AnswerFor<'GET /api/admin/service-changes'>[number];

const { two, answers, start, reset, stop, change, look, send, sql } = twoProviders();
const { save } = settingsSteps(() => two.store);

let videos = 10;
const bought = (body: object = {}) =>
  paidOrder(two.store, {
    offer: 'tiktok-likes',
    category: 'Likes',
    quantity: 1_000,
    price: 4,
    post_links: [`https://www.tiktok.com/@studio/video/70000000000000000${videos++}`],
    ...body,
  });

beforeAll(async () => {
  await start();
  const { status } = await save((input) => {
    input.offers = [tiktokLikes];
  });
  expect(status).toBe(200);
});
afterAll(stop);
beforeEach(async () => {
  await reset();
  // Orders of the tests before.
  await sql('update orders set deleted_at = now() where deleted_at is null; update dispatches set following = false');
  await read({});
  await change('p2', { priority: 50, routes: [{ offer: 'tiktok-likes', service_id: '21' }], likes_service_id: '11' });
  await read({});
  await sql("update provider_services set confirmed = null where provider_id = 'p2'");
  await read({});
  await sql('delete from service_changes');
});

/** The next catalog of the second provider: service 11 delivers likes, 21 likes on TikTok. */
async function read(services: { [service: number]: object | null }, rates: { [service: number]: number } = {}) {
  const all: [number, number][] = [
    [11, 0.5],
    [12, 0.1],
    [13, 0.5],
    [21, 0.9],
    [22, 0.9],
  ];
  answers.offers = all.flatMap(([number, rate]) => {
    const change = services[number];
    return change === null ? [] : [offer(number, rates[number] ?? rate, { type: 'Default', ...change })];
  });
  expect((await look()).status).toBe(200);
}
const list = (query: object = { open: 'true' }, as = two.store.admin) =>
  as.call('GET /api/admin/service-changes', { query });
const only = async (query?: object): Promise<Change> => {
  const found = await list(query);
  expect(found).toHaveLength(1);
  return found[0] as Change;
};
const confirm = ({ service_id, mark }: Change) =>
  two.store.admin.ask('POST /api/admin/providers/{id}/confirm-service', {
    params: { id: 'p2' },
    body: { service_id, mark: mark ?? '' },
  });
const keep = (id: number, body: { kept: boolean; note?: string } = { kept: true }, as = two.store.admin) =>
  as.ask('PUT /api/admin/service-changes/{id}', { params: { id }, body });

describe('D-112: each kind of change', () => {
  // The service, its change, its next price, the kind, and what is done about it.
  test.each<[string, number, object | null, number | undefined, Change['kind'], Change['acts'], string]>([
    [
      'a rise',
      11,
      {},
      0.7,
      'price_up',
      ['apply_price', 'choose_service', 'pause', 'keep'],
      'New links will cost 0.70 USD per 1,000.',
    ],
    [
      'a rise',
      21,
      {},
      1.2,
      'price_up',
      ['apply_price', 'choose_service', 'pause', 'keep'],
      'New links will cost 1.20 USD per 1,000.',
    ],
    ['a drop', 21, {}, 0.5, 'price_down', ['apply_price', 'keep'], 'New links will cost 0.50 USD per 1,000.'],
    [
      'a removal',
      21,
      null,
      undefined,
      'gone',
      ['choose_service', 'pause', 'keep'],
      'The provider refuses new links of it.',
    ],
    [
      'a removal with another provider',
      11,
      null,
      undefined,
      'gone',
      ['choose_service', 'pause', 'keep'],
      'The provider refuses new links of it. New links go to Default.',
    ],
    [
      'a new name',
      21,
      { name: 'Comments' },
      undefined,
      'renamed',
      ['confirm_service', 'choose_service', 'pause'],
      'Nothing is sent by it until you confirm it.',
    ],
    [
      'a new name',
      11,
      { name: 'Comments' },
      undefined,
      'renamed',
      ['confirm_service', 'choose_service', 'pause'],
      'Nothing is sent by it until you confirm it. New links go to Default.',
    ],
    [
      'a new type',
      21,
      { type: 'Package' },
      undefined,
      'retyped',
      ['choose_service', 'pause'],
      'Nothing is sent by it: the store sells no services of the type "Package".',
    ],
    [
      'a type that is sold',
      21,
      { type: 'DEFAULT' },
      undefined,
      'retyped',
      ['confirm_service', 'choose_service', 'pause'],
      'Nothing is sent by it until you confirm it.',
    ],
    [
      'a new category',
      21,
      { category: 'TikTok' },
      undefined,
      'recategorized',
      ['keep'],
      'Links are sent by it as before.',
    ],
    [
      'a minimum',
      21,
      { min: '900' },
      undefined,
      'min',
      ['edit_limits', 'choose_service', 'keep'],
      'It will refuse links of less than 900 units.',
    ],
    ['a lower minimum', 21, { min: '5' }, undefined, 'min', ['keep'], 'Links are sent by it as before.'],
    [
      'a maximum',
      21,
      { max: '20000' },
      undefined,
      'max',
      ['edit_limits', 'choose_service', 'keep'],
      'It will refuse links of more than 20,000 units.',
    ],
    [
      'no refill',
      21,
      { refill: false },
      undefined,
      'refill',
      ['choose_service', 'keep'],
      'Its links can no longer be refilled.',
    ],
    [
      'no cancellation',
      21,
      { cancel: false },
      undefined,
      'cancel',
      ['choose_service', 'keep'],
      'Its links can no longer be canceled.',
    ],
  ])('%s of service %i: kind, acts and effect', async (_, service, changed, rate, kind, acts, effect) => {
    await read({ [service]: changed }, rate === undefined ? {} : { [service]: rate });
    const found = await only();
    expect(found).toMatchObject({ kind, acts, effect, settled_at: null, effect_coded: { code: 'service_effect' } });
    expect(found.open).toEqual({ in_delivery: { links: 0, units: 0, more: false }, waiting: { links: 0, units: 0 } });
    expect(found.offers).toMatchObject(
      service === 11
        ? [{ category: 'Likes', price_per_1000: 6 }]
        : [{ category: 'Likes', offer: 'tiktok-likes', offer_name: 'TikTok likes', price_per_1000: 4 }],
    );
    expect(found.offers[0]).not.toHaveProperty('offer', 'instagram-likes');
    expect(found.mark !== null).toBe(effect.startsWith('Nothing is sent by it'));
  });

  test.each([
    ['of another type', { type: 'Package' }, 0.9, 'the store sells no services of the type "Package".'],
    ['at a cost of 0', {}, 0, 'it costs 0 in the catalog.'],
  ])('D-104: a held service %s cannot be confirmed: no act offers it', async (_, changed, rate, why) => {
    await read({ 21: { name: 'Comments', ...changed } }, { 21: rate });
    const held = (await list()).find(({ kind }) => kind === 'renamed') as Change;
    expect(held).toMatchObject({ acts: ['choose_service', 'pause'], effect: `Nothing is sent by it: ${why}` });
    expect(await confirm(held)).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
  });

  test('D-104: a held service in a currency without a rate cannot be confirmed', async () => {
    answers.currency = 'XAG';
    await read({ 21: { name: 'Comments' } });
    const held = await only();
    expect(held).toMatchObject({
      acts: ['choose_service', 'pause'],
      effect: 'Nothing is sent by it: its price is in XAG, for which Finances has no exchange rate.',
    });
    expect(await confirm(held)).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
  });

  test('D-104: a drop to a cost of 0 states an unknown cost, without a margin', async () => {
    await bought();
    await read({}, { 21: 0 });
    expect(await only()).toMatchObject({
      kind: 'price_down',
      offers: [{ margin_percent: null, margin_percent_before: 77.5, proposal: null }],
      effect: 'It costs 0 in the catalog: the cost of new links is not known. 1 link waits.',
    });
    // The cost of 0 counts for no other change of the service, and not as the margin of before.
    await read({ 21: { min: '20' } }, { 21: 0 });
    const [change] = await list();
    expect(change).toMatchObject({ kind: 'min', offers: [{ margin_percent: null }] });
    await sql("update service_changes set settled_as = 'kept', settled_at = now() where settled_at is null");
    await read({ 21: { min: '20' } }, { 21: 0.9 });
    expect(await only()).toMatchObject({
      kind: 'price_up',
      offers: [{ margin_percent: 77.5, margin_percent_before: null }],
      effect: '1 link waits and will cost 0.90 USD per 1,000.',
    });
  });

  test('a return after a removal that was kept is open', async () => {
    await read({ 21: null });
    await keep((await only()).id);
    await read({});
    expect(await only()).toMatchObject({ kind: 'returned', acts: ['keep'], effect: 'Links are sent by it again.' });
  });

  test('margins before and after have the fee of the gateway, and the proposal of the rule its own', async () => {
    const saved = await save((input) => {
      Object.assign(input.fees?.stripe ?? {}, { percent: 10, fixed: 0.2 });
      input.offers = [{ id: 'tiktok-likes', margin: { mode: 'propose', target: 60, floor: 20, step: 50 } }] as never;
    });
    expect(saved.status).toBe(200);
    await read({}, { 21: 1.4 });
    const { offers, from, after } = await only();
    expect([from, after]).toEqual(['0.9', '1.4']);
    // 4.00 less 0.90 or 1.40, and a fee of 0.60.
    expect(offers).toMatchObject([{ margin_percent_before: 62.5, margin_percent: 50, paused: false }]);
    const { proposal } = offers[0] as Change['offers'][number];
    expect(proposal?.price_per_1000).toBeGreaterThan(4);
    expect(proposal?.margin_percent).toBeGreaterThanOrEqual(60);
    const applied = await two.store.admin.ask('POST /api/admin/store-settings/apply-price', {
      body: { subject: proposal?.subject ?? '' },
    });
    expect(applied.status).toBe(200);
    expect(await list()).toEqual([]);
    expect(await only({ open: 'false' })).toMatchObject({ settled_as: 'priced', acts: [], effect: null, open: null });
    const back = await save((input) => {
      Object.assign(input.fees?.stripe ?? {}, { percent: null, fixed: null });
      input.offers = [
        { id: 'tiktok-likes', unit_price_micros: 4_000, margin: { mode: 'off', target: 60, floor: 20, step: 50 } },
      ] as never;
    });
    expect(back.status).toBe(200);
  });
});

describe('D-112: open orders', () => {
  test('links in delivery keep their cost, and those that wait are counted with their units', async () => {
    await send(await bought());
    await bought();
    await bought({ quantity: 2_000, price: 8 });
    await read({}, { 21: 1.2 });
    expect(await only()).toMatchObject({
      open: {
        in_delivery: { links: 1, units: 1_000, more: false },
        waiting: { links: 2, units: 3_000 },
      },
      effect: '1 link is in delivery and keeps its cost. 2 links wait and will cost 1.20 USD per 1,000.',
    });
    await read({ 21: { name: 'Comments' } }, { 21: 1.2 });
    expect((await list())[0]).toMatchObject({
      kind: 'renamed',
      effect: '1 link is in delivery by it. Nothing is sent by it until you confirm it. 2 links wait.',
    });
  });

  test('those of a specified offer wait for the provider that gets them', async () => {
    await send(await paidOrder(two.store));
    await paidOrder(two.store);
    await read({ 11: { name: 'Comments' } });
    expect(await only()).toMatchObject({
      open: { in_delivery: { links: 1 }, waiting: { links: 0, units: 0 } },
      effect: '1 link is in delivery by it. Nothing is sent by it until you confirm it. New links go to Default.',
    });
    await change('default', { enabled: false });
    expect(await only()).toMatchObject({
      open: { waiting: { links: 1 } },
      effect: '1 link is in delivery by it. Nothing is sent by it until you confirm it. 1 link waits.',
    });
  });

  test('a cost above the price is not used by automatic dispatch', async () => {
    await bought();
    await read({}, { 21: 30 });
    expect(await only()).toMatchObject({ effect: 'Automatic dispatch does not use it now. 1 link waits.' });
  });
});

describe('D-112: a change is settled', () => {
  test('by a later one that reverses it, and continued by one that does not', async () => {
    await read({}, { 21: 1.1 });
    await read({}, { 21: 1.3 });
    expect(await only()).toMatchObject({ kind: 'price_up', before: '1.1', from: '0.9', after: '1.3' });
    await read({}, { 21: 1.2 });
    expect(await only()).toMatchObject({ kind: 'price_down', before: '1.3', from: '0.9', after: '1.2' });
    await read({}, {});
    expect(await list()).toEqual([]);
    expect((await list({})).map(({ settled_as, after }) => [settled_as, after])).toEqual([
      ['reversed', '0.9'],
      ['reversed', '1.2'],
      ['superseded', '1.3'],
      ['superseded', '1.1'],
    ]);
    await read({ 21: null });
    await read({});
    await read({ 21: { name: 'Comments', min: '20' } });
    await read({ 21: { min: '20' } });
    expect((await list()).map(({ kind }) => kind)).toEqual(['min']);
  });

  test('by the confirmation of the service, once', async () => {
    await read({ 21: { name: 'Comments', category: 'TikTok', type: 'default' } }, { 21: 1 });
    const open = await list();
    expect(open.map(({ kind }) => kind).sort()).toEqual(['price_up', 'recategorized', 'renamed', 'retyped']);
    const renamed = open.find(({ kind }) => kind === 'renamed') as Change;
    expect((await keep(renamed.id)).body).toMatchObject({ code: 'conflict', reason: 'change_held' });
    expect((await confirm(renamed)).status).toBe(200);
    expect((await confirm(renamed)).status).toBe(404);
    expect((await list()).map(({ kind }) => kind)).toEqual(['price_up']);
    expect(await list({ open: 'false' })).toEqual(
      Array(3).fill(expect.objectContaining({ settled_as: 'confirmed', settled_by: expect.stringContaining('@') })),
    );
  });

  test('by the choice of another service, for each kind of offer', async () => {
    await read({ 11: { name: 'Comments' }, 21: { min: '20' } });
    expect(await list()).toHaveLength(2);
    await change('p2', { routes: [{ offer: 'tiktok-likes', service_id: '22' }] });
    expect(await only()).toMatchObject({ service_id: '11' });
    await change('p2', { likes_service_id: '13' });
    expect((await list({})).map(({ settled_as }) => settled_as)).toEqual(['replaced', 'replaced']);
  });

  test('by limits that exclude no quantity', async () => {
    await read({ 21: { max: '20000' } });
    const limit = (max_quantity: number) =>
      save((input) => {
        input.offers = [{ id: 'tiktok-likes', max_quantity, tiers: [], packages: [1_000] }] as never;
      });
    expect((await only()).problem).toContain('takes 20,000 at most; the slider goes up to ');
    expect((await limit(50_000)).status).toBe(200);
    expect(await list()).toHaveLength(1);
    expect((await limit(20_000)).status).toBe(200);
    expect(await list()).toEqual([]);
    expect(await only({})).toMatchObject({ settled_as: 'limited' });
  });

  test('not by the price of one offer while another one uses the service, too', async () => {
    await change('p2', { routes: [{ offer: 'tiktok-likes', service_id: '11' }] });
    await read({}, { 11: 0.7 });
    expect((await only()).offers).toHaveLength(2);
    await save((input) => {
      input.offers = [{ id: 'tiktok-likes', unit_price_micros: 4_100 }] as never;
    });
    expect(await list()).toHaveLength(1);
    await save((input) => {
      input.offers = [
        { id: 'tiktok-likes', unit_price_micros: 4_000 },
        { id: 'instagram-likes', unit_price_micros: 6_100 },
      ] as never;
    });
    expect(await list()).toEqual([]);
    await save((input) => {
      input.offers = [{ id: 'instagram-likes', unit_price_micros: 6_000 }] as never;
    });
  });

  test('by an admin who keeps it, with a note, until it is undone', async () => {
    await read({}, { 21: 1.2 });
    const { id } = await only();
    expect((await keep(id, { kept: true, note: ' Until March ' })).status).toBe(200);
    // A repeat, and a second admin, change nothing.
    expect((await keep(id, { kept: true, note: 'Again' })).status).toBe(200);
    expect(await only({})).toMatchObject({ settled_as: 'kept', note: 'Until March', acts: [] });
    expect((await keep(id, { kept: false })).status).toBe(200);
    expect((await keep(id, { kept: false })).status).toBe(200);
    expect(await only()).toMatchObject({ settled_as: null, note: null, settled_by: null });
    const { rows } = await sql(
      "select action, details from audit_log where details ->> 'change' = $1 order by id",
      String(id),
    );
    expect(rows).toMatchObject([
      {
        action: 'service_change.kept',
        details: { change: id, serviceId: '21', kind: 'price_up', note: 'Until March' },
      },
      { action: 'service_change.opened' },
    ]);
  });

  test('by one of two admins at once', async () => {
    await read({}, { 21: 1.2 });
    const { id } = await only();
    const both = await Promise.all([keep(id, { kept: true, note: 'One' }), keep(id, { kept: true, note: 'Two' })]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    const { rows } = await sql(
      "select count(*)::int as entries from audit_log where details ->> 'change' = $1",
      String(id),
    );
    expect(rows).toEqual([{ entries: 1 }]);
  });

  test('and not opened again once a later one followed, it was settled otherwise, or the service was replaced', async () => {
    await read({}, { 21: 1.2 });
    const first = await only();
    await keep(first.id);
    await read({}, { 21: 1.3 });
    expect((await keep(first.id, { kept: false })).body).toMatchObject({ code: 'conflict', reason: 'change_settled' });
    const { id } = await only();
    expect((await only()).from).toBe('1.2');
    await keep(id);
    await change('p2', { routes: [{ offer: 'tiktok-likes', service_id: '22' }] });
    expect((await keep(id, { kept: false })).body).toMatchObject({ reason: 'change_settled' });
    expect((await keep(999_999)).status).toBe(404);
  });
});

describe('D-112: the list', () => {
  test('has pages by cursor and the number of its changes', async () => {
    await read({ 11: { min: '20', max: '30000', refill: false }, 21: { min: '20' } });
    const page = (query: object) => two.store.admin.ask('GET /api/admin/service-changes', { query });
    const first = await page({ open: 'true', limit: 3 });
    expect([first.body.length, first.headers.get('x-total-count')]).toEqual([3, '4']);
    const next = new URL(first.headers.get('link')?.match(/<(.*)>/)?.[1] ?? '', 'http://store').searchParams;
    const last = await page(Object.fromEntries(next));
    expect([last.body.length, last.headers.get('link')]).toEqual([1, null]);
    expect(new Set([...first.body, ...last.body].map(({ id }) => id)).size).toBe(4);
    expect((await page({ open: 'maybe' })).status).toBe(400);
  });

  test('gives a role without costs no cost and no margin, and refuses it an act', async () => {
    await read({ 21: { name: 'Comments' }, 11: { min: '20' } }, { 21: 1.2, 11: 0.7 });
    const account = { email: 'viewer@shop.example', password: 'a password of a viewer' };
    await two.store.admin.call('POST /api/admin/admins', { body: { ...account, role: 'viewer' } });
    const viewer = two.store.as((await two.store.visitor.call('POST /api/admin/login', { body: account })).token);
    const found = await list({}, viewer);
    expect(found.map(({ kind }) => kind).sort()).toEqual(['min', 'renamed']);
    expect(found.flatMap(({ offers }) => offers.map((each) => each.margin_percent))).toEqual([null, null]);
    expect((await viewer.ask('GET /api/admin/service-changes', { query: {} })).headers.get('x-total-count')).toBe('2');
    expect((await keep(found[0]?.id ?? 0, { kept: true }, viewer)).status).toBe(403);
  });
});
