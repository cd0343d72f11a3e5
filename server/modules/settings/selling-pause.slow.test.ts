// A pause of one category: what is refused, what goes on, and what happens at the same moment.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { byName } from '../../../contract/by-name.ts';
import type { Category } from '../../../contract/category.ts';
import { languages } from '../../../contract/languages.ts';
import { messages } from '../../../contract/messages.ts';
import { firstSelling } from '../../../contract/selling.ts';
import { deliverySteps } from '../../../tests/support/delivery-steps.ts';
import { openSession, orderBody, payAtGateway, placeOrder, sessionBody } from '../../../tests/support/orders.ts';
import { settingsSteps } from '../../../tests/support/settings-steps.ts';
import { owner, startStore, type TestStore } from '../../../tests/support/store.ts';

let store: TestStore;
let beside: TestStore;
beforeAll(async () => {
  store = await startStore();
  beside = await startStore({}, store);
});
afterAll(async () => {
  await beside.stop();
  await store.stop();
});
afterEach(() => pause(false));

const { inputOf, read, save } = settingsSteps(() => store);
const { send } = deliverySteps(() => store);
const pause = (paused: boolean, category: Category = 'Views') =>
  store.admin.ask('PUT /api/admin/selling-pause', { body: { category, paused } });
const order = (of: TestStore, category: Category, headers = {}, body = orderBody({ category })) =>
  of.visitor.ask('POST /api/create-order', { body }, headers);
const selling = async () => (await read()).settings.selling;
const pay = async (id: string) =>
  store.visitor.call('POST /api/orders/{id}/confirm-payment', { params: { id }, body: {} });

describe('a paused category', () => {
  test('is refused on every process at once, while the other one is sold, until it is on sale again', async () => {
    expect(await pause(true)).toMatchObject({ status: 200, body: { category: 'Views', paused: true } });
    for (const process of [store, beside]) {
      expect(await order(process, 'Views')).toMatchObject({
        status: 409,
        body: { status: 'error', code: 'category_paused', message: messages.categoryPaused },
      });
      expect((await order(process, 'Likes')).status).toBe(200);
    }
    expect((await pause(false)).status).toBe(200);
    expect((await order(beside, 'Views')).status).toBe(200);
  });

  test('an order from before the pause is paid and sent, and an open payment settles', async () => {
    const waiting = await placeOrder(store, { category: 'Views' });
    const opened = await placeOrder(store, { category: 'Views' });
    const session = await openSession(store, opened);
    await pause(true);
    await payAtGateway(store, session);
    expect((await pay(opened.id)).status).toBe('success');
    await payAtGateway(store, await openSession(store, waiting));
    expect((await pay(waiting.id)).status).toBe('success');
    expect((await send(waiting)).status).toBe(200);
  });

  test('a repeat of an order from before the pause returns that order', async () => {
    const headers = { 'idempotency-key': 'sent-before-the-pause' };
    const body = orderBody({ category: 'Views' });
    const first = await order(store, 'Views', headers, body);
    await pause(true);
    expect((await order(store, 'Views', headers, body)).body.orderId).toBe(first.body.orderId);
    expect((await order(store, 'Views', { 'idempotency-key': 'another' }, body)).status).toBe(409);
  });

  test('of orders at the moment of the pause, each is placed and can be paid, or is refused', async () => {
    const bodies = Array.from({ length: 24 }, () => orderBody({ category: 'Views' }));
    const sent = bodies.map((body, at) => order(at % 2 ? store : beside, 'Views', {}, body));
    const paused = pause(true);
    const answers = await Promise.all(sent);
    expect((await paused).status).toBe(200);
    for (const [at, { status, body }] of answers.entries()) {
      expect([200, 409]).toContain(status);
      if (status === 409) {
        expect(body.code).toBe('category_paused');
        continue;
      }
      const { email, post_links: postLinks, quantity, price: amount, category } = bodies[at] as (typeof bodies)[0];
      const placed = { id: body.orderId, email, postLinks, quantity, amount, category };
      expect((await store.visitor.ask('POST /api/bigpay/init-session', { body: sessionBody(placed) })).status).toBe(
        200,
      );
    }
    const after = await Promise.all([store, beside].map((process) => order(process, 'Views')));
    expect(after.map(({ status }) => status)).toEqual([409, 409]);
  });

  test('a payment at the moment of the pause settles once', async () => {
    const placed = await placeOrder(store, { category: 'Views' });
    await payAtGateway(store, await openSession(store, placed));
    const [one, other] = await Promise.all([pay(placed.id), pay(placed.id), pause(true)]);
    expect([one.status, other.status]).toEqual(['success', 'success']);
    const { rows } = await store.db.database.pool.query(
      "select count(*)::int as captures from payment_events where order_id = $1 and conclusion = 'captured'",
      [placed.id],
    );
    expect(rows).toEqual([{ captures: 1 }]);
  });
});

describe('the pause is a setting', () => {
  test('with a version and an entry of the audit log a change, and nothing when repeated', async () => {
    const { version } = await read();
    await pause(true);
    await pause(true);
    expect((await read()).version).toBe(version + 1);
    await pause(false);
    const entries = await store.admin.call('GET /api/admin/audit', { query: { search: 'selling.', limit: 10 } });
    expect(entries.slice(0, 2)).toMatchObject([
      { action: 'selling.resumed', subject: 'Views' },
      { action: 'selling.paused', subject: 'Views' },
    ]);
    const [step] = await store.admin.call('GET /api/admin/store-settings/history', { query: { limit: 1 } });
    expect(step?.changes).toEqual([{ field: 'selling.Views.paused', before: 'true', after: 'false' }]);
  });

  test('that the form saves with banners; a save without it keeps it', async () => {
    const banner = { ...byName(languages, () => ''), en: ' Views are back on Monday. ' };
    expect((await save(({ selling: all }) => all && Object.assign(all.Likes, { paused: true, banner }))).status).toBe(
      200,
    );
    const saved = { paused: true, banner: { ...banner, en: 'Views are back on Monday.' }, undeliverable_since: null };
    expect(await selling()).toEqual({ ...firstSelling(), Likes: saved });
    expect((await order(store, 'Likes')).status).toBe(409);
    const { version, ...rest } = await read();
    const { selling: _, ...older } = inputOf({ version, ...rest });
    await store.admin.call('PUT /api/admin/store-settings', { body: { version, settings: older } });
    expect((await selling()).Likes).toEqual(saved);
    await pause(false, 'Likes');
    expect((await selling()).Likes).toEqual({ ...saved, paused: false });
  });

  test('records whether a pause came from the action item or by hand, and a later save keeps it', async () => {
    await pause(true);
    const { undeliverable_since } = (await selling()).Views;
    expect(undeliverable_since).toEqual(expect.any(String));
    await save((input) => (input.name = 'Another name'));
    expect((await selling()).Views.undeliverable_since).toBe(undeliverable_since);
    await save(({ selling: all }) => all && Object.assign(all.Views, { paused: false }));
    expect((await selling()).Views.undeliverable_since).toBeNull();
    await save(({ selling: all }) => all && Object.assign(all.Views, { paused: true }));
    await pause(true);
    expect((await selling()).Views).toMatchObject({ paused: true, undeliverable_since: null });
  });

  test('whose banner is plain and short', async () => {
    for (const en of ['x'.repeat(201), 'two\nlines']) {
      const refused = await save(({ selling: all }) => all && Object.assign(all.Views.banner, { en }));
      expect(refused).toMatchObject({ status: 400, body: { field: 'selling.Views.banner.en' } });
    }
  });

  test('that needs a recent proof, on both ways', async () => {
    const apart = await startStore();
    apart.advance(11 * 60_000);
    const put = () => apart.admin.ask('PUT /api/admin/selling-pause', { body: { category: 'Likes', paused: true } });
    expect(await put()).toMatchObject({ status: 403, body: { code: 'step_up' } });
    const pauseByForm = await save(({ selling: all }) => all && Object.assign(all.Likes, { paused: true }), apart);
    expect(pauseByForm).toMatchObject({ status: 403, body: { code: 'step_up' } });
    await apart.admin.call('POST /api/admin/step-up', { body: { password: owner.password } });
    expect((await put()).status).toBe(200);
    await apart.stop();
  });
});
