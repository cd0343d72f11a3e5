// Kinds of providers: one of the contract by default, each with its own adapter, and one that this version does not know.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { paidOrder } from '../../tests/support/orders.ts';
import { twoProviders } from '../../tests/support/two-providers.ts';
import type { PlaceOutcome, PlaceRequest, ProviderFactory, ProviderOptions } from '../modules/providers/provider.ts';
import { createUnknownKindProvider } from '../modules/providers/unknown-kind.ts';

/** What the adapter of the kind `stand-in` was made of and asked, and how it takes the next order. */
const made: ProviderOptions[] = [];
const placed: PlaceRequest[] = [];
let next: PlaceOutcome;
const standIn: ProviderFactory = (options) => {
  made.push(options);
  return {
    ...createUnknownKindProvider('stand-in'),
    place: async (request) => {
      placed.push(request);
      return next;
    },
    statuses: async (ids) =>
      new Map(
        ids.map((id) => [
          id,
          { outcome: 'known', live: { status: 'Completed', remains: 0, startCount: null, charge: null } },
        ]),
      ),
  };
};

const { two, moods, start, reset, stop, add, change, follow, list, entry, look, send, link, sql } = twoProviders({
  'stand-in': standIn,
});
beforeAll(start);
afterAll(stop);
beforeEach(async () => {
  await setKind('panel-v2');
  await reset();
  next = { outcome: 'placed', providerOrderId: '900' };
  made.length = 0;
  placed.length = 0;
});

const setKind = (kind: string, id = 'p2') => sql('update providers set kind = $1 where id = $2', kind, id);
const newerKind = 'of-a-newer-version';
const problem =
  'This version of the store does not know the provider kind "of-a-newer-version": update the store, or turn this provider off.';

describe('the kind of a provider', () => {
  test('is panel-v2 where nothing else is chosen, and stays where a change does not name it', async () => {
    expect((await list()).map(({ id, kind }) => [id, kind])).toEqual([
      ['default', 'panel-v2'],
      ['p2', 'panel-v2'],
    ]);
    await setKind('stand-in');
    expect((await change('p2', { name: 'Renamed', priority: 210 })).body).toMatchObject({ kind: 'stand-in' });
    expect(await entry()).toMatchObject({ name: 'Renamed', kind: 'stand-in' });
  });

  test('is chosen by name when a provider is added or changed, also for the provider of the API tab', async () => {
    const { status, body } = await add({ name: 'Chosen', kind: 'panel-v2', enabled: false });
    expect([status, body.kind]).toEqual([200, 'panel-v2']);
    await setKind('stand-in', body.id);
    expect((await change(body.id, { kind: 'panel-v2' })).body).toMatchObject({ kind: 'panel-v2', name: 'Chosen' });
    await setKind('stand-in', 'default');
    expect((await change('default', { kind: 'panel-v2', save_anyway: true })).body).toMatchObject({ kind: 'panel-v2' });
  });

  test('that the contract does not list is refused, and nothing is saved', async () => {
    const before = await list();
    // The server must refuse what the types do not allow.
    const kind = 'stand-in' as 'panel-v2';
    for (const refused of [await add({ name: 'Other', kind }), await change('p2', { kind, name: 'Other' })]) {
      expect(refused.status).toBe(400);
      expect(refused.body).toMatchObject({ code: 'invalid_input', field: 'kind' });
      expect(refused.body).toMatchObject({ message: expect.stringContaining('panel-v2') });
    }
    expect(await list()).toEqual(before);
  });

  test('D-30: changes after a recent password only, and with a new test call', async () => {
    await setKind('stand-in');
    expect((await change('p2', { kind: 'panel-v2', enabled: true })).status).toBe(200);
    expect((await entry()).check.state).toBe('passed');
    // The test of one kind says nothing about another.
    await setKind('stand-in');
    expect((await entry()).check.state).toBe('untested');
    two.store.advance(11 * 60_000);
    expect((await change('p2', { kind: 'panel-v2' })).body).toMatchObject({ code: 'step_up' });
  });
});

describe('a link', () => {
  test('goes to the provider through the adapter of its kind, and is tracked through it', async () => {
    await setKind('stand-in');
    await change('p2', { priority: 50, save_anyway: true });
    made.length = 0;
    const order = await paidOrder(two.store);
    expect((await send(order)).status).toBe(200);
    expect(placed).toEqual([{ serviceId: '11', link: order.postLinks[0], quantity: 500 }]);
    expect(made[0]).toMatchObject({ apiUrl: two.second.url, apiKey: 'key-of-the-second-panel', allowLoopback: true });
    expect([two.first.adds, two.second.adds]).toEqual([[], []]);
    await follow();
    expect(await link(order)).toMatchObject({ api_order_id: 'p2:900', live_status: 'Completed' });
    await change('p2', { priority: 200, save_anyway: true });
    await send(await paidOrder(two.store));
    expect([placed.length, two.first.adds.length]).toEqual([1, 1]);
  });

  test('D-17: whose adapter cannot tell whether it was placed is sent to no other kind', async () => {
    await setKind('stand-in');
    await change('p2', { priority: 50, save_anyway: true });
    next = { outcome: 'unknown', text: 'The response was lost.' };
    const order = await paidOrder(two.store);
    await send(order);
    await send(order);
    expect(await link(order)).toMatchObject({ status: 'unknown' });
    expect([placed.length, two.first.adds.length]).toEqual([1, 0]);
  });
});

describe('a provider of a kind that only a newer version knows', () => {
  test('is listed as unreachable with one sentence, and can be renamed and turned off', async () => {
    await setKind(newerKind);
    expect(await entry()).toMatchObject({ kind: newerKind, check: { state: 'unreachable', problem } });
    expect(await look()).toMatchObject({ status: 502, body: { message: problem } });
    await two.store.app.jobHandlers.look_at_providers({});
    expect((await entry()).warnings).toMatchObject([{ kind: 'unreachable', words: expect.stringContaining(problem) }]);
    expect((await entry('default')).balance).toBe(1000);
    expect((await change('p2', { priority: 190 })).body).toMatchObject({ kind: newerKind, priority: 190 });
    expect((await change('p2', { enabled: false })).body).toMatchObject({ kind: newerKind, enabled: false });
    expect((await change('p2', { enabled: true })).body).toMatchObject({ code: 'provider_check_failed' });
  });

  test('receives no link: the next provider does, and without one nothing is sent until the kind is known', async () => {
    await setKind(newerKind);
    await change('p2', { priority: 50 });
    const order = await paidOrder(two.store);
    expect((await send(order)).status).toBe(200);
    expect([two.first.adds.length, two.second.adds.length]).toEqual([1, 0]);
    await change('default', { enabled: false });
    const other = await paidOrder(two.store);
    expect((await send(other)).status).toBe(502);
    expect(await link(other)).toMatchObject({ status: 'failed', error: problem });
    expect([two.first.adds.length, two.second.adds.length]).toEqual([1, 0]);
    await setKind('panel-v2');
    expect((await send(other)).status).toBe(200);
    expect([two.first.adds.length, two.second.adds.length]).toEqual([1, 1]);
  });

  test('keeps its links as they are, and holds up no others', async () => {
    const [here, there] = [await paidOrder(two.store), await paidOrder(two.store)];
    await send(here);
    moods[0] = 'funds';
    await send(there);
    await setKind(newerKind);
    two.first.respond(() => ({ status: 'In progress', remains: '400' }));
    await follow();
    expect([await link(here), await link(there)]).toMatchObject([
      { live_status: 'In progress', remains: 400 },
      { live_status: null, api_order_id: expect.stringMatching(/^p2:/) },
    ]);
  });
});
