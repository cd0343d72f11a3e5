// Two providers: the order of sends, failover, and status checks at the provider that holds the link.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PanelMood } from '../../tests/support/fake-provider.ts';
import { type Placed, paidOrder } from '../../tests/support/orders.ts';
import { owner } from '../../tests/support/store.ts';
import { type ProviderFields, twoProviders } from '../../tests/support/two-providers.ts';

const { two, moods, received, start, reset, stop, add, change, follow, list, entry, send, link, sql } = twoProviders();
beforeAll(start);
afterAll(stop);
beforeEach(async () => {
  await reset();
  await setAutomatic(false);
});

async function setAutomatic(on: boolean): Promise<void> {
  const { version, settings } = await two.store.admin.call('GET /api/admin/store-settings', {});
  await sql(
    `insert into store_settings_versions (version, settings, changes, changed_by, changed_at)
     values ($1, $2, '[]', 'test', now())`,
    version + 1,
    { ...settings, automatic_dispatch: on },
  );
}

describe('the order of the providers', () => {
  test('the provider with the lowest priority number gets the link; the next one only after a final refusal', async () => {
    const order = await paidOrder(two.store);
    expect((await send(order)).status).toBe(200);
    expect([two.first.adds.length, two.second.adds.length]).toEqual([1, 0]);
    await change('p2', { priority: 50 });
    const other = await paidOrder(two.store);
    expect((await send(other)).body).toMatchObject({ apiOrder: { api_order_id: 'p2:100', status: 'sent' } });
    expect([two.first.adds.length, two.second.adds.length]).toEqual([1, 1]);
  });

  test.each<[PanelMood]>([['funds'], ['service']])(
    'a plain no about %s leads to the next one, each with its own service',
    async (mood) => {
      moods[0] = mood;
      const order = await paidOrder(two.store);
      expect((await send(order)).body).toMatchObject({
        apiOrder: { status: 'sent', api_order_id: expect.stringMatching(/^p2:/) },
      });
      expect([two.first.adds, two.second.adds]).toMatchObject([[{ mood }], [{ mood: 'place' }]]);
      const { rows } = await sql('select provider_id, service_id from dispatches where order_id = $1', order.id);
      expect(rows).toEqual([{ provider_id: 'p2', service_id: '11' }]);
      const audits = await sql(
        "select details from audit_log where subject = $1 and action = 'dispatch.passed_on'",
        order.id,
      );
      expect(audits.rows).toMatchObject([{ details: { from: 'default', to: 'p2' } }]);
      const params = { id: order.id };
      const entries = await two.store.admin.call('GET /api/admin/orders/{id}/timeline', { params });
      expect(entries.find(({ what }) => what === 'dispatch.passed_on')?.details).toMatchObject({
        from: 'default',
        to: 'p2',
      });
    },
  );

  test('rule 1: after a lost answer, an error page, or words that nobody knows, nobody else is asked', async () => {
    for (const mood of ['lose', 'break', 'odd', 'link', 'same_link', 'rate'] as const) {
      moods[0] = mood;
      const order = await paidOrder(two.store);
      expect((await send(order)).status).toBe(502);
      expect((await link(order))?.status).toBe(mood === 'lose' || mood === 'break' ? 'unknown' : 'failed');
    }
    expect([two.first.adds.length, two.second.adds.length]).toEqual([6, 0]);
  });

  test('where all refuse, the messages of all are shown; nothing is sent to one that gets no links or has no service', async () => {
    [moods[0], moods[1]] = ['funds', 'service'];
    const order = await paidOrder(two.store);
    const { status, body: said } = await send(order);
    expect([status, said.message]).toEqual([502, 'Default: Not enough funds on balance Second: Incorrect service ID']);
    await change('p2', { enabled: false });
    expect((await send(order)).body.message).toBe('Not enough funds on balance');
    await change('p2', { enabled: true, likes_service_id: '' });
    expect((await send(order)).body.message).toBe('Not enough funds on balance');
    expect(two.second.adds).toHaveLength(1);
  });

  test('an automatic send of which one provider is out of funds and the other one refuses waits for the funds', async () => {
    [moods[0], moods[1]] = ['service', 'funds'];
    const order = await paidOrder(two.store);
    await setAutomatic(true);
    await two.store.app.jobHandlers.dispatch_order({ orderId: order.id });
    expect(await link(order)).toMatchObject({ status: 'waiting', error: expect.stringMatching(/service.*funds/i) });
    moods[1] = 'place';
    two.store.advance(1_000_000);
    await two.store.app.jobHandlers.dispatch_order({ orderId: order.id });
    expect(await link(order)).toMatchObject({ status: 'sent', error: null });
  });

  test('an automatic send whose last provider says words that nobody knows is not tried again, however the first one refused', async () => {
    [moods[0], moods[1]] = ['funds', 'odd'];
    const order = await paidOrder(two.store);
    await setAutomatic(true);
    await two.store.app.jobHandlers.dispatch_order({ orderId: order.id });
    expect(await link(order)).toMatchObject({ status: 'failed', error: expect.stringMatching(/funds.*Ogiltig/) });
    [moods[0], moods[1]] = ['place', 'place'];
    two.store.advance(1_000_000);
    await two.store.app.jobHandlers.sweep_waiting({});
    await two.store.drain();
    await two.store.app.jobHandlers.dispatch_order({ orderId: order.id });
    expect([two.first.adds.length, two.second.adds.length]).toEqual([1, 1]);
  });

  test('a job leaves a link alone that failed after the job looked', async () => {
    const order = await paidOrder(two.store);
    await setAutomatic(true);
    const other = await two.store.db.database.pool.connect();
    await other.query('begin');
    await other.query('select from orders where id = $1 for update', [order.id]);
    const job = two.store.app.jobHandlers.dispatch_order({ orderId: order.id });
    const held = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    await expect.poll(async () => (await sql(held)).rows.length).toBe(1);
    await other.query(
      `insert into dispatches (order_id, position, post_link, link_key, service_id, quantity, state, claim_id, claimed_at,
         error, created_at, updated_at)
       values ($1, 0, $2, $2, '1', 500, 'failed', gen_random_uuid(), now(), 'unlisted words', now(), now())`,
      [order.id, order.postLinks[0]],
    );
    await other.query('commit');
    other.release();
    await job;
    expect(await link(order)).toMatchObject({ status: 'failed', error: 'unlisted words' });
    expect([two.first.adds.length, two.second.adds.length]).toEqual([0, 0]);
  });

  test('orders of both with the same number are followed, refilled and cancelled where they are', async () => {
    const [here, there] = [await paidOrder(two.store), await paidOrder(two.store)];
    await send(here);
    moods[0] = 'funds';
    await send(there);
    moods[0] = 'place';
    const ids = [(await link(here))?.api_order_id ?? '', (await link(there))?.api_order_id ?? ''];
    const own = ids[1]?.replace('p2:', '') ?? '';
    two.first.respond((id) => (id === ids[0] ? { status: 'In progress', remains: '400', charge: '0.2' } : null));
    two.second.respond((id) => (id === own ? { status: 'Completed', remains: '0', charge: '0.3' } : null));
    await follow();
    expect([await link(here), await link(there)]).toMatchObject([
      { live_status: 'In progress', remains: 400 },
      { live_status: 'Completed', remains: 0 },
    ]);
    expect(
      await two.store.visitor.call('GET /api/admin/order-status/{providerId}', {
        params: { providerId: ids[1] ?? '' },
      }),
    ).toEqual({ status: 'Completed', remains: 0 });
    const requestDelivery = (kind: 'refill' | 'cancel', order: Placed, apiOrderId: string) =>
      two.store.admin.ask(`POST /api/admin/orders/{id}/${kind}-post`, {
        params: { id: order.id },
        body: { postLink: order.postLinks[0] ?? '', apiOrderId },
      });
    expect((await requestDelivery('refill', there, ids[1] ?? '')).body).toEqual({ success: true, refillId: 'p2:7' });
    expect(received.at(-1)).toEqual(['refill', own]);
    two.store.advance(60_000);
    await two.store.app.jobHandlers.follow_requests({});
    expect(received.at(-1)).toEqual(['refill_status', '7']);
  });

  test('D-17: an id that an admin enters for a lost answer is one of the provider that was asked', async () => {
    await change('p2', { priority: 50 });
    moods[1] = 'lose';
    const order = await paidOrder(two.store);
    await send(order);
    two.first.respond(() => null);
    two.second.respond((id) => (id === '990' ? { status: 'Pending', remains: '500' } : null));
    const { status, body: settled } = await two.store.admin.ask('POST /api/admin/orders/{id}/settle-post', {
      params: { id: order.id },
      body: { postLink: order.postLinks[0] ?? '', outcome: 'placed', apiOrderId: '990' },
    });
    expect([status, settled.apiOrder.api_order_id]).toEqual([200, 'p2:990']);
  });
});

describe('how a provider is set up', () => {
  test('A-73, decision 12: its key is nowhere to be read, and cannot be moved to another row', async () => {
    expect(await entry()).toMatchObject({ name: 'Second', api_key: '********anel', api_url: two.second.url });
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

  test('D-30: to add one, or to change its key or address, or anything else of it takes a recent password', async () => {
    two.store.advance(11 * 60_000);
    expect((await add({ name: 'Fourth' })).status).toBe(403);
    for (const body of [{ api_key: 'another-key-0123456789' }, { api_url: `${two.second.url}/x` }, { priority: 150 }]) {
      expect((await change('p2', body)).body).toMatchObject({ code: 'step_up' });
    }
    await two.store.admin.call('POST /api/admin/step-up', { body: { password: owner.password } });
    expect((await change('p2', { api_key: '********anel', priority: 150 })).status).toBe(200);
    expect(await entry()).toMatchObject({ priority: 150, api_key: '********anel' });
  });

  test.each<[string, string, ProviderFields, number]>([
    ['an address of a private network', 'p2', { api_url: 'https://10.0.0.1/api' }, 400],
    ['an empty key is no change', 'p2', { api_key: '' }, 200],
    ['the address of the API tab', 'default', { api_url: 'https://x.example' }, 409],
    ['one that is not there', 'p99', { priority: 1 }, 404],
    ['a name that is none', 'p2', { name: ' ' }, 400],
  ])('%s', async (_name, id, fields, status) => {
    expect((await change(id, fields)).status).toBe(status);
  });

  test('without a name, an address or a key none is added', async () => {
    for (const missing of [{ name: undefined }, { api_url: '' }, { api_key: '' }] as ProviderFields[]) {
      expect((await add(missing)).status).toBe(400);
    }
  });
});
