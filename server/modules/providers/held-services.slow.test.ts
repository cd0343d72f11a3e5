// A service that changed at the provider: nothing is sent by it until the operator confirms it or chooses another one.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { actionItemSteps } from '../../../tests/support/action-item-steps.ts';
import { automaticDispatchSteps } from '../../../tests/support/automatic-dispatch-steps.ts';
import { type Placed, paidOrder } from '../../../tests/support/orders.ts';
import { owner } from '../../../tests/support/store.ts';
import { offer, twoProviders } from '../../../tests/support/two-providers.ts';

const { two, answers, start, reset, stop, change, entry, look, send, follow, link, sql } = twoProviders();
beforeAll(async () => {
  await start();
  await automaticDispatchSteps(() => two.store).setAutomatic(true);
});
afterAll(stop);
beforeEach(async () => {
  await reset();
  await sql("update dispatches set following = false, claimed_at = claimed_at - interval '61 days'");
  await sql(
    "delete from service_changes; delete from alerts; update provider_services set confirmed = null where provider_id = 'p2'",
  );
  // The second provider is the first one to be used.
  await change('p2', { priority: 50 });
  await read({});
});

const { all } = actionItemSteps(() => two.store);
const items = async (kind: 'service_held' | 'category_undeliverable') =>
  (await all({ kind })).flatMap((group) => group.items);

/** The next catalog of the second provider; service 11 delivers likes. */
async function read(likes: object, rate = 0.5): Promise<void> {
  answers.offers = [offer(11, rate, { type: 'Default', ...likes }), offer(12, 0.1), offer(13, 0.5)];
  await look();
}
async function dispatched(): Promise<Placed> {
  const order = await paidOrder(two.store);
  await two.store.app.jobHandlers.dispatch_order({ orderId: order.id });
  return order;
}
const sends = () => [two.first.adds.length, two.second.adds.length];
const confirm = (mark: string) =>
  two.store.admin.ask('POST /api/admin/providers/{id}/confirm-service', {
    params: { id: 'p2' },
    body: { service_id: '11', mark },
  });
const markOf = async () => (await items('service_held'))[0]?.subject.split(' ').at(-1) ?? '';

describe('D-104: a service is held', () => {
  test.each<[string, object, number]>([
    ['with another name', { name: 'Likes, half of them comments' }, 0.5],
    ['with another name, whose cost and limits are others', { name: 'Comments', min: '5000' }, 90],
    ['with another type', { type: 'Custom Comments' }, 0.5],
    ['with another category and another rate', { category: 'TikTok' }, 0.6],
  ])('%s', async (_, likes, rate) => {
    await read(likes, rate);
    await dispatched();
    expect(sends()).toEqual([1, 0]);
    expect(await items('service_held')).toMatchObject([
      { category: 'Likes', params: { words: { code: 'service_held' } } },
    ]);
    expect((await entry()).warnings.map(({ kind }) => kind)).toEqual(['held']);
  });

  test.each<[string, object, number]>([
    ['another rate', {}, 0.6],
    ['another category', { category: 'Instagram, fast' }, 0.5],
    ['other terms', { min: '50', refill: false }, 0.5],
    ['no type any more', { type: undefined }, 0.5],
  ])('and not with %s', async (_, likes, rate) => {
    await read(likes, rate);
    await dispatched();
    expect([sends(), await items('service_held')]).toEqual([[0, 1], []]);
  });

  test('also by hand, for a move and for a refill; orders wait while no other provider serves', async () => {
    const order = await paidOrder(two.store);
    await send(order);
    const providerOrder = (await link(order))?.api_order_id ?? '';
    expect(providerOrder).toMatch(/^p2:/);
    await read({ name: 'Comments' });
    const { body: refilled } = await two.store.admin.ask('POST /api/admin/orders/{id}/refill-post', {
      params: { id: order.id },
      body: { postLink: order.postLinks[0] ?? '', apiOrderId: providerOrder },
    });
    expect(refilled).toMatchObject({ code: 'conflict', reason: 'refill_service_held' });
    const atFirst = await dispatched();
    const { body: moved } = await two.store.admin.ask('POST /api/admin/orders/{id}/move-post', {
      params: { id: atFirst.id },
      body: { postLink: atFirst.postLinks[0] ?? '', apiOrderId: (await link(atFirst))?.api_order_id ?? '' },
    });
    expect(moved).toMatchObject({ code: 'conflict', reason: 'no_other_provider' });
    await change('default', { enabled: false });
    const { status, body } = await send(await paidOrder(two.store));
    expect([status, body]).toMatchObject([409, { reason: 'services_held', params: { category: 'Likes' } }]);
    const waiting = await dispatched();
    const { rows } = await sql('select state, error from dispatches where order_id = $1', waiting.id);
    expect([sends(), rows]).toMatchObject([[1, 1], [{ state: 'waiting', error: /changed at the provider/ }]]);
    expect((await items('category_undeliverable')).map(({ words }) => words)).toEqual([
      'The service of Second changed and is not confirmed. Default gets no new links.',
    ]);
    await confirm(await markOf());
    // Without the wait of 15 minutes.
    await two.store.app.jobHandlers.retry_held_links({});
    await two.store.app.jobHandlers.dispatch_order({ orderId: waiting.id });
    expect(sends()).toEqual([1, 2]);
    await change('default', { enabled: true, save_anyway: true });
    await follow();
  });

  test('and its waiting links are sent after it is confirmed, or another service or provider is chosen', async () => {
    const retried = async (order: Placed) => {
      await two.store.drain();
      return link(order);
    };
    await change('default', { enabled: false });
    await read({ name: 'Comments' });
    const [first, mark] = [await dispatched(), await markOf()];
    // The store stops between the confirmation and the retry: neither is kept.
    await sql("create function refuse_job() returns trigger language plpgsql as $$ begin raise 'no job'; end $$");
    await sql(`create trigger refuse_job before insert on graphile_worker._private_jobs for each row
      when (new.key = 'retry_held_links') execute function refuse_job()`);
    expect((await confirm(mark)).status).toBe(500);
    await sql('drop function refuse_job cascade');
    expect(await markOf()).toBe(mark);
    expect(await retried(first)).toMatchObject({ status: 'waiting' });
    expect((await confirm(mark)).status).toBe(200);
    expect(await retried(first)).toMatchObject({ status: 'sent', api_order_id: expect.stringMatching(/^p2:/) });
    await read({ name: 'Followers' });
    const second = await dispatched();
    await change('p2', { likes_service_id: '13' });
    expect(await retried(second)).toMatchObject({ status: 'sent', api_order_id: expect.stringMatching(/^p2:/) });
    await change('p2', { likes_service_id: '11' });
    await read({ name: 'Comments' });
    const third = await dispatched();
    await change('default', { enabled: true, save_anyway: true });
    expect(await retried(third)).toMatchObject({ status: 'sent', api_order_id: expect.not.stringMatching(/^p2:/) });
  });

  test('when the catalog is read between the claim of a link and its send', async () => {
    const order = await paidOrder(two.store);
    // As a process that read the providers before.
    await sql(`create function change_service() returns trigger language plpgsql as $$ begin
      update provider_services set name = 'Comments' where provider_id = 'p2' and service_id = '11'; return null; end $$`);
    await sql(`create trigger change_service after insert or update of claim_id on dispatches for each row
      when (new.provider_id = 'p2' and new.state = 'sending') execute function change_service()`);
    await two.store.app.jobHandlers.dispatch_order({ orderId: order.id });
    await sql('drop function change_service cascade');
    expect(sends()).toEqual([1, 0]);
  });

  test('is confirmed once, by what the admin saw, with proof and audit', async () => {
    await read({ name: 'Comments' });
    const seen = await markOf();
    await read({ name: 'Followers' });
    expect((await confirm(seen)).body).toMatchObject({ code: 'conflict', reason: 'service_changed_again' });
    const mark = await markOf();
    // Another cost is the same item.
    await read({ name: 'Followers' }, 0.7);
    expect(await markOf()).toBe(mark);
    two.store.advance(11 * 60_000);
    expect((await confirm(mark)).body).toMatchObject({ code: 'step_up' });
    await two.store.admin.call('POST /api/admin/step-up', { body: { password: owner.password } });
    expect((await confirm(mark)).status).toBe(200);
    expect((await confirm(mark)).body).toMatchObject({ code: 'not_found', reason: 'service_not_held' });
    const { rows } = await sql(
      "select details from audit_log where action = 'provider.service_confirmed' order by id desc limit 1",
    );
    expect(rows[0]?.details).toMatchObject({ before: { name: 'Service 11' }, after: { name: 'Followers' } });
    await dispatched();
    expect([sends(), await items('service_held')]).toEqual([[0, 1], []]);
    await read({ name: 'Service 11' });
    expect(await items('service_held')).toHaveLength(1);
  });

  test('until the operator chooses another one, or it is what it was', async () => {
    await read({ name: 'Comments' });
    await change('p2', { likes_service_id: '13' });
    expect(await items('service_held')).toEqual([]);
    await dispatched();
    expect(sends()).toEqual([0, 1]);
    // Chosen again, it is what the catalog shows.
    await change('p2', { likes_service_id: '11' });
    expect(await items('service_held')).toEqual([]);
    await read({ name: 'Service 11' });
    expect(await items('service_held')).toHaveLength(1);
    await read({ name: 'Comments' });
    expect(await items('service_held')).toEqual([]);
  });

  test('and the choice of its number for the other category, which keeps it, is refused', async () => {
    await read({ name: 'Comments' });
    const { status, body } = await change('p2', { views_service_id: '11' });
    expect([status, body]).toMatchObject([400, { field: 'views_service_id', reason: 'service_held_elsewhere' }]);
    expect(body.message).toBe(
      'Service 11 is used for Likes and changed at the provider. Confirm it or choose another one for Likes first.',
    );
    expect(await items('service_held')).toHaveLength(1);
    // Both are chosen at once: the first category does not keep it.
    expect((await change('p2', { likes_service_id: '13', views_service_id: '11' })).status).toBe(200);
    await read({});
  });

  test('also for refills of its links, after another one was chosen', async () => {
    const order = await paidOrder(two.store);
    await send(order);
    const apiOrderId = (await link(order))?.api_order_id ?? '';
    await read({ name: 'Comments' });
    await change('p2', { likes_service_id: '13' });
    expect((await items('service_held')).map(({ words }) => words)).toEqual([
      'Second: Service 11, used before for Likes, is now "Comments · Instagram · Default", before "Service 11 · Instagram · Default". ' +
        'No refill of its links is requested until you confirm it.',
    ]);
    const refill = () =>
      two.store.admin.ask('POST /api/admin/orders/{id}/refill-post', {
        params: { id: order.id },
        body: { postLink: order.postLinks[0] ?? '', apiOrderId },
      });
    expect((await refill()).body).toMatchObject({ code: 'conflict', reason: 'refill_service_held' });
    // It holds no new links.
    await dispatched();
    expect(sends()).toEqual([0, 2]);
    // The provider is off: its links get refills nevertheless.
    await change('p2', { enabled: false });
    expect((await confirm(await markOf())).status).toBe(200);
    expect(await items('service_held')).toEqual([]);
    expect((await refill()).body.reason).not.toBe('refill_service_held');
    await follow();
    // Its links are older than the guarantee.
    await read({ name: 'Followers' });
    expect(await items('service_held')).toHaveLength(1);
    await sql("update dispatches set claimed_at = claimed_at - interval '61 days'");
    expect(await items('service_held')).toEqual([]);
    await read({});
  });

  test('never at once: a choice from an outdated catalog is refused with both meanings, and the next save counts', async () => {
    await change('p2', { likes_service_id: '13' });
    answers.offers = [offer(11, 0.5, { name: 'Comments' }), offer(12, 0.1), offer(13, 0.5)];
    const { status, body } = await change('p2', { likes_service_id: '11' });
    expect([status, body]).toMatchObject([
      400,
      { code: 'invalid_input', field: 'likes_service_id', reason: 'service_changed_since' },
    ]);
    expect(body.message).toBe(
      'Service 11 for Likes changed from "Service 11 · Instagram · Default" to "Comments · Instagram". ' +
        'Save again if this is what you sell.',
    );
    expect((await entry()).likes_service_id).toBe('13');
    expect((await change('p2', { likes_service_id: '11' })).status).toBe(200);
    expect(await items('service_held')).toEqual([]);
    await read({});
    expect(await items('service_held')).toHaveLength(1);
  });

  test('when it returns to the catalog with another name, also where it was chosen while it was gone', async () => {
    await change('p2', { likes_service_id: '13' });
    answers.offers = [offer(12, 0.1), offer(13, 0.5)];
    await look();
    await change('p2', { likes_service_id: '11', save_anyway: true });
    await read({ name: 'Comments' });
    expect(await items('service_held')).toHaveLength(1);
    await read({});
  });

  test('and not at another address, whose numbers are others', async () => {
    await read({ name: 'Comments' });
    const { url } = two.second;
    await change('p2', { api_url: url.replace('127.0.0.1', 'localhost'), api_key: 'key-of-the-second-panel' });
    expect(await items('service_held')).toEqual([]);
    await read({ name: 'Followers' });
    expect(await items('service_held')).toHaveLength(1);
    await change('p2', { api_url: url, api_key: 'key-of-the-second-panel' });
  });

  test('once a day as an alert, and in the alert of a change no second time', async () => {
    await read({ name: 'Comments' });
    await two.store.app.jobHandlers.look_at_providers({});
    const { rows } = await sql("select message from alerts where message like '%Comments%'");
    expect(rows.map(({ message }) => message)).toEqual([
      'Second: Service 11 for Likes is now "Comments · Instagram · Default", before "Service 11 · Instagram · Default". ' +
        'Nothing is sent by it until you confirm it or choose another service.',
    ]);
  });
});
