// A buyer reports a drop of a delivered post: who may, when, and what becomes of it.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deliverySteps } from '../../tests/support/delivery-steps.ts';
import { type CountingPanel, startPanel } from '../../tests/support/fake-provider.ts';
import { chargeBack, type Placed } from '../../tests/support/orders.ts';
import { jwtSecret, owner, startStore, type TestStore } from '../../tests/support/store.ts';
import { createReceiptLinks } from '../modules/receipts/receipt-links.ts';
import { derivedSecret } from '../platform/secrets.ts';

let panel: CountingPanel;
let store: TestStore;
let answer: (action: string) => unknown;
beforeAll(async () => {
  panel = await startPanel({ others: (action) => answer(action) });
  store = await startStore(panel.settings);
});
afterAll(async () => {
  await store?.stop();
  await panel?.close();
});
let refills = 0;
beforeEach(async () => {
  refills = 0;
  accept('In progress');
  panel.respond(() => ({ status: 'Completed', remains: '0' }));
  await saveSetting('automatic_refill', false);
});

const { follow, paid, refill, sent } = deliverySteps(() => store);
const links = createReceiptLinks(derivedSecret(jwtSecret, 'receipt links'));
const keyOf = ({ id }: Pick<Placed, 'id'>, key = links.computeKey(id)) => ({ 'order-key': `${id}.${key}` });
const run = async (sql: string, ...values: unknown[]) => (await store.db.database.pool.query(sql, values)).rows;

function accept(status: string, first: unknown = null): void {
  answer = (action) => {
    if (action === 'refill') {
      refills += 1;
      return first ?? { refill: String(7_000 + refills) };
    }
    return action === 'refill_status' ? [{ refill: '7001', status }] : { balance: '1000.00', currency: 'USD' };
  };
}
async function saveSetting(name: string, value: unknown): Promise<void> {
  await run(
    `insert into store_settings_versions (version, settings, changes, changed_by, changed_at)
     select version + 1, jsonb_set(settings, $1, $2::jsonb), changes, changed_by, changed_at
     from store_settings_versions order by version desc limit 1`,
    `{${name}}`,
    JSON.stringify(value),
  );
  store.advance(2_000);
}
async function delivered(): Promise<{ order: Placed; providerId: string }> {
  const order = await paid();
  const providerId = await sent(order);
  await follow();
  return { order, providerId };
}
const report = (order: Placed, headers = keyOf(order), postLink = order.postLinks[0] ?? '') =>
  store.visitor.ask('POST /api/orders/{id}/report-drop', { params: { id: order.id }, body: { postLink } }, headers);
const postOf = async (order: Placed) => {
  const page = await store.visitor.call('GET /api/orders/{id}/page', { params: { id: order.id } }, keyOf(order));
  return page.posts[0];
};
const mails = async ({ id }: Placed): Promise<string[]> =>
  (await run("select kind from mails where order_id = $1 and kind like 'drop_%' order by created_at", id)).map(
    ({ kind }) => kind,
  );
const item = async ({ id }: Placed) => {
  const { kinds } = await store.admin.call('GET /api/admin/attention', { query: { kind: 'drop_reported' } });
  return kinds[0]?.items.find(({ order_id }) => order_id === id);
};
const runJob = (order: Placed) => store.app.jobHandlers.refill_reported({ orderId: order.id, position: 0 });
async function followRefills(): Promise<void> {
  store.advance(60_000);
  await store.app.jobHandlers.follow_requests({});
}

describe('who may report, and when', () => {
  test('D-35: a wrong key gets the same as an unknown order; a link of no post is refused', async () => {
    const { order } = await delivered();
    const missing = { status: 404, body: { code: 'order_not_found' } };
    expect(await report(order, { 'order-key': '' })).toMatchObject(missing);
    expect(await report(order, keyOf(order, 'A'.repeat(22)))).toMatchObject(missing);
    const odd = await report(order, keyOf(order), 'https://www.instagram.com/p/OTHERPOST99/');
    expect(odd).toMatchObject({ status: 400, body: { field: 'postLink' } });
    expect(await postOf(order)).not.toHaveProperty('drop');
  });

  test('a post that is not delivered, an order that went back, and one from before have no report', async () => {
    panel.respond(() => ({ status: 'In progress', remains: '10' }));
    const { order } = await delivered();
    expect(await report(order)).toMatchObject({ status: 409, body: { code: 'not_delivered' } });
    expect(await postOf(order)).not.toHaveProperty('guarantee');
    panel.respond(() => ({ status: 'Completed', remains: '0' }));
    const old = await delivered();
    await run('update dispatches set completed_at = null where order_id = $1', old.order.id);
    expect(await report(old.order)).toMatchObject({ status: 409, body: { code: 'guarantee_over' } });
    const back = await delivered();
    await run(
      "update orders set payment_status = 'refunded', refunded_cents = amount_cents where id = $1",
      back.order.id,
    );
    expect(await report(back.order)).toMatchObject({ status: 409, body: { code: 'order_refunded' } });
    expect(await postOf(back.order)).not.toHaveProperty('guarantee');
  });

  test('the guarantee runs to its last second, and 0 days are none', async () => {
    const { order } = await delivered();
    const other = await delivered();
    const completed = (id: string, before: string) =>
      run('update dispatches set completed_at = completed_at - $2::interval where order_id = $1', id, before);
    await completed(order.id, '30 days');
    expect(await report(order)).toMatchObject({ status: 409, body: { code: 'guarantee_over' } });
    expect(await postOf(order)).not.toHaveProperty('guarantee');
    await completed(other.order.id, '29 days 23:59:30');
    expect(await postOf(other.order)).toMatchObject({ guarantee: { days_left: 1, can_report: true } });
    expect((await report(other.order)).status).toBe(200);
    await saveSetting('guarantee_days', { Likes: 0, Views: 0 });
    const none = await delivered();
    expect(await report(none.order)).toMatchObject({ status: 409, body: { code: 'guarantee_over' } });
    await saveSetting('guarantee_days', { Likes: 30, Views: 30 });
  });

  test('two reports at once are one; the next waits for a day, and for the end of the first', async () => {
    const { order } = await delivered();
    const answers = await Promise.all([report(order), report(order), report(order)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await run('select number from drop_reports where order_id = $1', order.id)).toEqual([{ number: 1 }]);
    const [page] = answers.filter(({ status }) => status === 200);
    expect(page?.body).toMatchObject({ posts: [{ drop: { state: 'reported' }, guarantee: { can_report: false } }] });
    expect(await report(order)).toMatchObject({ status: 409, body: { code: 'drop_reported' } });
    await yesterday(order);
    expect(await report(order)).toMatchObject({ status: 409, body: { code: 'refill_under_way' } });
    await run("update drop_reports set state = 'refilled' where order_id = $1", order.id);
    expect((await report(order)).status).toBe(200);
    expect(await run('select number from drop_reports where order_id = $1', order.id)).toHaveLength(2);
  });
});

const yesterday = ({ id }: Placed) =>
  run("update drop_reports set reported_at = reported_at - interval '1 day' where order_id = $1", id);

describe('what becomes of it', () => {
  test('an admin refills it: the page and one email each tell its progress and its end', async () => {
    const { order, providerId } = await delivered();
    await report(order);
    expect(await item(order)).toMatchObject({ link: { api_order_id: providerId } });
    expect(refills).toBe(0);
    expect((await refill(order, providerId)).status).toBe(200);
    expect(await item(order)).toBeUndefined();
    expect(await postOf(order)).toMatchObject({ drop: { state: 'refilling' } });
    accept('Completed');
    await run("update delivery_requests set provider_refill_id = '7001' where order_id = $1", order.id);
    await followRefills();
    await followRefills();
    expect(await postOf(order)).toMatchObject({ drop: { state: 'refilled' } });
    expect(await mails(order)).toEqual(['drop_refilling', 'drop_refilled']);
  });

  test('an admin dismisses it with a reason, which the buyer reads', async () => {
    const { order } = await delivered();
    await report(order);
    const { subject = '' } = (await item(order)) ?? {};
    const body = { kind: 'drop_reported' as const, subject, note: 'The post was deleted.' };
    await store.admin.call('POST /api/admin/attention/aside', { body });
    expect(await postOf(order)).toMatchObject({ drop: { state: 'dismissed', reason: 'The post was deleted.' } });
    expect(await mails(order)).toEqual(['drop_refused']);
    expect(await item(order)).toBeUndefined();
  });

  test('the page shows a refusal of the provider, and that a post is not public', async () => {
    accept('', { error: 'The post is private or deleted' });
    const { order, providerId } = await delivered();
    await report(order);
    expect((await refill(order, providerId)).body.code).toBe('provider_refused');
    expect(await postOf(order)).toMatchObject({ drop: { state: 'refused' }, hidden: true });
    store.advance(61_000);
    await refill(order, providerId);
    expect(await mails(order)).toEqual(['drop_refused']);
  });

  test('A-41: with automatic refill the store requests it once, where the service refills', async () => {
    await saveSetting('automatic_refill', true);
    const plain = await delivered();
    await report(plain.order);
    await runJob(plain.order);
    expect(refills).toBe(0);
    expect(await item(plain.order)).toBeDefined();
    await serviceRefills(plain.order);
    await Promise.all([runJob(plain.order), runJob(plain.order)]);
    await runJob(plain.order);
    expect(refills).toBe(1);
    expect(await run('select requested_by, state from delivery_requests where order_id = $1', plain.order.id)).toEqual([
      { requested_by: 'buyer', state: 'accepted' },
    ]);
    expect(await postOf(plain.order)).toMatchObject({ drop: { state: 'refilling' } });
    expect(await mails(plain.order)).toEqual(['drop_refilling']);
    await yesterday(plain.order);
    expect(await report(plain.order)).toMatchObject({ status: 409, body: { code: 'refill_under_way' } });
  });

  test('a lost answer is not repeated, and the buyer sees the report as open', async () => {
    await saveSetting('automatic_refill', true);
    const { order } = await delivered();
    await serviceRefills(order);
    await report(order);
    answer = () => {
      refills += 1;
      return null;
    };
    await runJob(order);
    await runJob(order);
    expect(refills).toBe(1);
    expect(await run('select state from delivery_requests where order_id = $1', order.id)).toEqual([
      { state: 'unknown' },
    ]);
    expect(await postOf(order)).toMatchObject({ drop: { state: 'reported' } });
    expect(await mails(order)).toEqual([]);
  });

  test('a dispute ends the guarantee', async () => {
    const { order } = await delivered();
    await chargeBack(store, order);
    expect(await report(order)).toMatchObject({ status: 409, body: { code: 'order_refunded' } });
  });
});

async function serviceRefills({ id }: Placed): Promise<void> {
  await run(
    `insert into provider_services (provider_id, service_id, name, category, refill, seen_at)
     select provider_id, service_id, 'Likes', 'Likes', true, now() from dispatches where order_id = $1
     on conflict (provider_id, service_id) do update set refill = true`,
    id,
  );
}

test('the reports are exported as CSV, each once, with what became of them, for managers only', async () => {
  const { order } = await delivered();
  await report(order);
  await run("update drop_reports set state = 'dismissed', reason = '=1+1' where order_id = $1", order.id);
  // More than a page of the export.
  await run(
    `insert into drop_reports (order_id, number, position, state, reported_at, changed_at)
     select $1, n, 0, 'refused', now(), now() from generate_series(2, 300) n`,
    order.id,
  );
  const refused = await store.visitor.ask('POST /api/admin/drop-reports/export', {});
  expect(refused.status).toBe(401);
  const { token } = await store.visitor.call('POST /api/admin/login', { body: owner });
  const { path } = await store.as(token).call('POST /api/admin/drop-reports/export', {});
  const response = await store.raw(path);
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="drop-reports.csv"');
  const [head, ...lines] = (await response.text()).trimEnd().split('\r\n');
  expect(head).toBe(
    'order_id,report,post,post_link,reported_at,state,changed_at,reason,completed_at,quantity,provider,service_id,provider_order_id,time_zone',
  );
  const own = lines.filter((line) => line.startsWith(`${order.id},`)).map((line) => line.split(','));
  expect(own.map(([, number]) => Number(number))).toEqual(Array.from({ length: 300 }, (_, at) => at + 1));
  expect(own[0]).toEqual(expect.arrayContaining([order.postLinks[0], 'dismissed', "'=1+1", '1000', 'Default', 'UTC']));
  const [all] = await run('select count(*)::int as n from drop_reports');
  expect(lines).toHaveLength(all?.n);
  const other = path.replace('drop-reports.csv', 'orders.csv');
  expect([(await store.raw(other)).status, (await store.raw(`${path}x`)).status]).toEqual([401, 401]);
});
