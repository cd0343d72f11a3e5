// Two providers: who is asked first, when the next one is, and that what each has is followed where it is.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AnswerFor, CallFor } from '../../contract/index.ts';
import { type CountingPanel, type PanelMood, startPanel } from '../../tests/world/counting-panel.ts';
import { aLink, type Placed, paidOrder } from '../../tests/world/orders.ts';
import { owner, startStore, type TestStore } from '../../tests/world/store.ts';

type Listed = AnswerFor<'GET /api/admin/providers'>[number];

let store: TestStore;
let first: CountingPanel;
let second: CountingPanel;
const moods: [PanelMood, PanelMood] = ['place', 'place'];
/** What the second one answers beside orders; a text is an error. */
let balance: string;
let offers: object[];
let asked: [string, string][];

beforeAll(async () => {
  // Both count from the same number: their orders must not be taken for one another.
  first = await startPanel({ mood: () => moods[0], firstOrder: 100 });
  second = await startPanel({
    mood: () => moods[1],
    firstOrder: 100,
    others: (action, form) => {
      asked.push([action, form.get('order') ?? form.get('orders') ?? form.get('refill') ?? '']);
      if (action === 'services') return offers;
      if (action === 'refill') return { refill: '7' };
      if (action === 'refill_status') return { status: 'Completed' };
      if (action === 'cancel') return [{ order: form.get('orders'), cancel: 1 }];
      return { balance, currency: 'USD' };
    },
  });
  store = await startStore({
    ...{ PROVIDER_API_URL: first.url, PROVIDER_API_KEY: 'a key of the first panel' },
    ...{ LIKES_SERVICE_ID: '1', VIEWS_SERVICE_ID: '2' },
  });
  expect((await add({})).body).toMatchObject({ id: 'p2' });
});
afterAll(async () => {
  await store.stop();
  await first.close();
  await second.close();
});
beforeEach(async () => {
  [moods[0], moods[1]] = ['place', 'place'];
  balance = '50.00';
  offers = [offer(11, 0.5), offer(12, 0.1)];
  asked = [];
  first.adds.length = 0;
  second.adds.length = 0;
  const { token } = await store.visitor.call('POST /api/admin/login', { body: owner });
  store.admin = store.as(token);
  await change('default', { priority: 100, enabled: true });
  await change('p2', {
    priority: 200,
    enabled: true,
    likes_service_id: '11',
    views_service_id: '12',
    low_balance: null,
  });
});

const offer = (service: number, rate: number, change = {}) => ({
  ...{ service, name: `Service ${service}`, category: 'Instagram', rate: rate.toFixed(2) },
  ...{ min: '10', max: '5000000', refill: true, cancel: true },
  ...change,
});
type Fields = CallFor<'POST /api/admin/providers'>['body'];
const added = {
  name: 'Second',
  api_key: 'key-of-the-second-panel',
  likes_service_id: '11',
  views_service_id: '12',
};
const add = (fields: Fields) =>
  store.admin.ask('POST /api/admin/providers', { body: { ...added, api_url: second.url, ...fields } });
const change = (id: string, body: Fields) => store.admin.ask('PUT /api/admin/providers/{id}', { params: { id }, body });
const list = () => store.admin.call('GET /api/admin/providers', {});
const entry = async (id = 'p2') => (await list()).find((each) => each.id === id) as Listed;
const look = (id = 'p2') => store.admin.ask('POST /api/admin/providers/{id}/look', { params: { id } });
const body = (order: Placed) => ({ postLink: order.postLinks[0] ?? '', category: order.category });
const send = (order: Placed) =>
  store.admin.ask('POST /api/admin/orders/{id}/send-post', { params: { id: order.id }, body: body(order) });
const link = async (order: Placed) =>
  (await store.admin.call('GET /api/orders/{id}/api-orders', { params: { id: order.id } }))[0];
const sql = (text: string, ...values: unknown[]) => store.db.database.pool.query(text, values);

describe('the order of the providers', () => {
  test('the one with the lowest number is asked, and only where it refuses for good the next one is', async () => {
    const order = await paidOrder(store);
    expect((await send(order)).status).toBe(200);
    expect([first.adds.length, second.adds.length]).toEqual([1, 0]);
    await change('p2', { priority: 50 });
    const other = await paidOrder(store);
    expect((await send(other)).body).toMatchObject({ apiOrder: { api_order_id: 'p2:100', status: 'sent' } });
    expect([first.adds.length, second.adds.length]).toEqual([1, 1]);
  });

  test.each<[PanelMood]>([['funds'], ['service']])(
    'a plain no about %s leads to the next one, each with its own service',
    async (mood) => {
      moods[0] = mood;
      const order = await paidOrder(store);
      expect((await send(order)).body).toMatchObject({
        apiOrder: { status: 'sent', api_order_id: expect.stringMatching(/^p2:/) },
      });
      expect([first.adds, second.adds]).toMatchObject([[{ mood }], [{ mood: 'place' }]]);
      const { rows } = await sql('select provider_id, service_id from dispatches where order_id = $1', order.id);
      expect(rows).toEqual([{ provider_id: 'p2', service_id: '11' }]);
      const audits = await sql(
        "select details from audit_log where subject = $1 and action = 'dispatch.passed_on'",
        order.id,
      );
      expect(audits.rows).toMatchObject([{ details: { from: 'default', to: 'p2' } }]);
    },
  );

  test('rule 1: after a lost answer, an error page, or words that nobody knows, nobody else is asked', async () => {
    for (const mood of ['lose', 'break', 'odd', 'link', 'same_link', 'rate'] as const) {
      moods[0] = mood;
      const order = await paidOrder(store);
      expect((await send(order)).status).toBe(502);
      expect((await link(order))?.status).toBe(mood === 'lose' || mood === 'break' ? 'unknown' : 'failed');
    }
    expect([first.adds.length, second.adds.length]).toEqual([6, 0]);
  });

  test('where all refuse, the words of all are told; nothing is sent to one that gets no links or has no service', async () => {
    [moods[0], moods[1]] = ['funds', 'service'];
    const order = await paidOrder(store);
    const { status, body: said } = await send(order);
    expect([status, said.message]).toEqual([502, 'Default: Not enough funds on balance Second: Incorrect service ID']);
    await change('p2', { enabled: false });
    expect((await send(order)).body.message).toBe('Not enough funds on balance');
    await change('p2', { enabled: true, likes_service_id: '' });
    expect((await send(order)).body.message).toBe('Not enough funds on balance');
    expect(second.adds).toHaveLength(1);
  });

  test('an automatic send of which one provider is out of funds and the other one refuses waits for the funds', async () => {
    [moods[0], moods[1]] = ['service', 'funds'];
    const order = await paidOrder(store);
    const { version, settings } = await store.admin.call('GET /api/admin/store-settings', {});
    await sql(
      `insert into store_settings_versions (version, settings, changes, changed_by, changed_at)
       values ($1, $2, '[]', 'test', now())`,
      version + 1,
      { ...settings, automatic_dispatch: true },
    );
    await store.app.jobHandlers.dispatch_order({ orderId: order.id });
    expect(await link(order)).toMatchObject({ status: 'waiting', error: expect.stringMatching(/service.*funds/i) });
    moods[1] = 'place';
    store.advance(1_000_000);
    await store.app.jobHandlers.dispatch_order({ orderId: order.id });
    expect(await link(order)).toMatchObject({ status: 'sent', error: null });
    await sql(
      `insert into store_settings_versions (version, settings, changes, changed_by, changed_at)
       values ($1, $2, '[]', 'test', now())`,
      version + 2,
      settings,
    );
  });

  test('orders of both with the same number are followed, refilled and cancelled where they are', async () => {
    const [here, there] = [await paidOrder(store), await paidOrder(store)];
    await send(here);
    moods[0] = 'funds';
    await send(there);
    moods[0] = 'place';
    const ids = [(await link(here))?.api_order_id ?? '', (await link(there))?.api_order_id ?? ''];
    const own = ids[1]?.replace('p2:', '') ?? '';
    first.say((id) => (id === ids[0] ? { status: 'In progress', remains: '400', charge: '0.2' } : null));
    second.say((id) => (id === own ? { status: 'Completed', remains: '0', charge: '0.3' } : null));
    store.advance(60_000);
    await store.app.jobHandlers.follow_deliveries({});
    expect([await link(here), await link(there)]).toMatchObject([
      { live_status: 'In progress', remains: 400 },
      { live_status: 'Completed', remains: 0 },
    ]);
    expect(
      await store.visitor.call('GET /api/admin/order-status/{providerId}', { params: { providerId: ids[1] ?? '' } }),
    ).toEqual({ status: 'Completed', remains: 0 });
    const ask = (kind: 'refill' | 'cancel', order: Placed, apiOrderId: string) =>
      store.admin.ask(`POST /api/admin/orders/{id}/${kind}-post`, {
        params: { id: order.id },
        body: { postLink: order.postLinks[0] ?? '', apiOrderId },
      });
    expect((await ask('refill', there, ids[1] ?? '')).body).toEqual({ success: true, refillId: 'p2:7' });
    expect(asked.at(-1)).toEqual(['refill', own]);
    store.advance(60_000);
    await store.app.jobHandlers.follow_requests({});
    expect(asked.at(-1)).toEqual(['refill_status', '7']);
  });

  test('D-17: an id that an admin enters for a lost answer is one of the provider that was asked', async () => {
    await change('p2', { priority: 50 });
    moods[1] = 'lose';
    const order = await paidOrder(store);
    await send(order);
    const { status, body: settled } = await store.admin.ask('POST /api/admin/orders/{id}/settle-post', {
      params: { id: order.id },
      body: { postLink: order.postLinks[0] ?? '', outcome: 'placed', apiOrderId: '990' },
    });
    expect([status, settled.apiOrder.api_order_id]).toEqual([200, 'p2:990']);
  });
});

describe('how a provider is set up', () => {
  test('A-73, decision 12: its key is nowhere to be read, and cannot be moved to another row', async () => {
    expect(await entry()).toMatchObject({ name: 'Second', api_key: '********anel', api_url: second.url });
    const { rows } = await sql('select row_to_json(p)::text as told from providers p');
    const audits = await sql('select details::text as told from audit_log');
    expect(JSON.stringify([rows, audits.rows])).not.toContain('key-of-the-second-panel');
    await add({ name: 'Third' });
    const third = (await list()).find(({ name }) => name === 'Third');
    await sql(
      "update providers set api_key_sealed = (select api_key_sealed from providers where id = 'p2') where id = $1",
      third?.id,
    );
    expect(await entry(third?.id)).toMatchObject({ api_key: '' });
    await change(third?.id ?? '', { enabled: false });
  });

  test('D-30: to add one, or to change its key or address, takes a recent password; its place does not', async () => {
    store.advance(11 * 60_000);
    expect((await add({ name: 'Fourth' })).status).toBe(403);
    for (const body of [{ api_key: 'another-key-0123456789' }, { api_url: `${second.url}/x` }]) {
      expect((await change('p2', body)).body).toMatchObject({ code: 'step_up' });
    }
    expect((await change('p2', { api_key: '********anel', priority: 150 })).status).toBe(200);
    expect(await entry()).toMatchObject({ priority: 150, api_key: '********anel' });
  });

  test.each<[string, string, Fields, number]>([
    ['an address of a private network', 'p2', { api_url: 'https://10.0.0.1/api' }, 400],
    ['an empty key is no change', 'p2', { api_key: '' }, 200],
    ['the address of the API tab', 'default', { api_url: 'https://x.example' }, 409],
    ['one that is not there', 'p99', { priority: 1 }, 404],
    ['a name that is none', 'p2', { name: ' ' }, 400],
  ])('%s', async (_name, id, fields, status) => {
    expect((await change(id, fields)).status).toBe(status);
  });

  test('without a name, an address or a key none is added', async () => {
    for (const missing of [{ name: undefined }, { api_url: '' }, { api_key: '' }] as Fields[]) {
      expect((await add(missing)).status).toBe(400);
    }
  });
});

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
      store.admin.call('GET /api/admin/providers/{id}/services', { params: { id: 'p2' }, query: { search: text } });
    expect((await search('')).map(({ service_id }) => service_id)).toEqual(['12', '11']);
    expect(await search('service 11')).toMatchObject([{ service_id: '11', refill: true }]);
    expect(await search('100%')).toEqual([]);
  });

  test('ten thousand services, some of them odd and some twice, are imported', async () => {
    offers = Array.from({ length: 10_000 }, (_, at) => offer(1_000 + (at % 9_990), 0.2));
    offers.push({ nonsense: true }, offer(1, 1, { rate: 'ask us', min: '-', max: '99999999999' }));
    expect((await look()).body.services).toBe(9_991);
    expect((await look()).body.services).toBe(9_991);
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
      /takes 200 at least; the smallest share of 5 posts is 100/,
    ],
    [
      'a maximum below the slider’s',
      { offers: [offer(11, 0.5), offer(12, 0.1, { max: '100000' })] },
      'range',
      /takes 100000 at most; the slider goes up to 1000000/,
    ],
    ['a low balance', { low: 60 }, 'balance', /50.00 USD, below 60/],
    ['an answer that is none', { balance: 'none' }, 'unreachable', /shape/],
  ])('%s is warned of, and told once a day', async (_name, changed, kind, words) => {
    await look();
    offers = changed.offers ?? offers;
    balance = changed.balance ?? balance;
    await change('p2', { low_balance: changed.low ?? null });
    await sql("delete from alerts where type = 'provider_warning'");
    store.advance(3_600_000);
    await store.app.jobHandlers.look_at_providers({});
    await store.app.jobHandlers.look_at_providers({});
    expect((await entry()).warnings).toEqual([{ kind, words: expect.stringMatching(words) }]);
    const { rows } = await sql(
      "select message from alerts where type = 'provider_warning' and message like 'Second: %'",
    );
    expect(rows).toEqual([{ message: expect.stringMatching(words) }]);
  });

  test('how its service delivered: the share that came to a complete end, and how soon it began', async () => {
    await sql('delete from delivery_requests');
    await sql('delete from dispatches');
    await change('p2', { priority: 50 });
    const orders = [await paidOrder(store), await paidOrder(store), await paidOrder(store), await paidOrder(store)];
    for (const order of orders) await send(order);
    const of = new Map<string, string>();
    for (const [at, order] of orders.entries())
      of.set(((await link(order))?.api_order_id ?? '').replace('p2:', ''), String(at));
    second.say(() => ({ status: 'Pending' }));
    store.advance(60_000);
    await store.app.jobHandlers.follow_deliveries({});
    second.say((id) => ({
      status: ['Completed', 'Completed', 'Partial', 'In progress'][Number(of.get(id))],
      remains: '5',
    }));
    store.advance(60_000);
    await store.app.jobHandlers.follow_deliveries({});
    const [likes] = (await entry()).used;
    expect(likes).toMatchObject({ sample: 3, success_percent: 66.7 });
    expect(Math.round((likes?.start_seconds ?? 0) / 10)).toBe(12);
  });

  test('what a link costs: by the catalogue at first, then as it was charged; a visitor is not told', async () => {
    await look();
    await change('p2', { priority: 50 });
    const order = await paidOrder(store, { quantity: 1000 });
    await send(order);
    expect(await link(order)).toMatchObject({ cost: { amount: 0.5, currency: 'USD', estimated: true } });
    second.say(() => ({ status: 'In progress', remains: '10', charge: '0.4321' }));
    store.advance(60_000);
    await store.app.jobHandlers.follow_deliveries({});
    expect(await link(order)).toMatchObject({ cost: { amount: 0.4321, currency: 'USD', estimated: false } });
    const [seen] = await store.visitor.call('GET /api/orders/{id}/api-orders', { params: { id: order.id } });
    expect(seen).not.toHaveProperty('cost');
  });

  test('rule 10: its circuit is its own, is seen, and can be closed by hand', async () => {
    balance = 'none';
    moods[1] = 'break';
    await change('p2', { priority: 50 });
    for (let failures = 0; failures < 10; failures += 1) await send(await paidOrder(store, { post_links: [aLink()] }));
    expect([(await entry()).circuit, (await entry('default')).circuit]).toEqual(['open', 'closed']);
    // Nothing leaves any more: the next one is asked.
    const order = await paidOrder(store);
    expect((await send(order)).body).toMatchObject({ apiOrder: { status: 'sent' } });
    const { body: reset } = await store.admin.ask('POST /api/admin/providers/{id}/reset-circuit', {
      params: { id: 'p2' },
    });
    expect(reset).toMatchObject({ circuit: 'closed' });
  });
});
