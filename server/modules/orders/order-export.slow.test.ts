// The list of orders as the file that an admin downloads.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countedAtMost } from '../../../contract/list-limits.ts';
import { deliverySteps } from '../../../tests/support/delivery-steps.ts';
import { orderListSteps } from '../../../tests/support/order-list-steps.ts';
import { aLink, paidOrder, placeOrder } from '../../../tests/support/orders.ts';
import { owner, startStore, type TestStore } from '../../../tests/support/store.ts';
import { parseCsvFile } from '../../platform/csv.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startStore();
  await placeFive('sorted@example.com');
  await addCrowd(countedAtMost + 5);
});
afterAll(() => store.stop());

const { addCrowd, placeFive, sql } = orderListSteps(() => store);
const { send } = deliverySteps(() => store);

describe('the list as a file', () => {
  const address = async (filter: object, token = store.adminToken) =>
    (await store.as(token).call('POST /api/admin/orders/export', { body: filter })).path;
  const download = (path: string) => store.raw(path);

  test('holds every order of the filter in its order, once, with a head', async () => {
    const response = await download(await address({ search: 'sorted@example.com', sort: 'lowest' }));
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="orders.csv"');
    expect(response.headers.get('cache-control')).toBe('no-store');
    const bytes = Buffer.from(await response.arrayBuffer());
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const lines = bytes.subarray(3).toString().trimEnd().split('\r\n');
    expect(lines[0]).toBe(
      'id,created_at,customer_email,customer_username,category,quantity,amount,refunded_amount,currency,status,payment_status,paid_at,post_links,time_zone,delivery,country,gateway,gateway_id,provider,cost,cost_currency,links_without_cost,fee,fee_state,source,medium,campaign,offer',
    );
    expect(lines.slice(1).map((line) => line.split(',')[6])).toEqual(['3.00', '6.00', '6.00', '9.00', '12.00']);
  });

  test('uses a decimal comma and semicolons on request, with the same cells', async () => {
    const path = await address({ search: 'sorted@example.com', sort: 'lowest' });
    const lines = async (wanted: string) => (await (await download(wanted)).text()).trimEnd().split('\r\n');
    const [head, ...orders] = await lines(`${path}&decimal=comma`);
    expect(head?.split(';')).toEqual((await lines(path))[0]?.split(','));
    expect(orders.map((line) => line.split(';')[6])).toEqual(['3,00', '6,00', '6,00', '9,00', '12,00']);
    expect(await lines(`${path}&decimal=other`)).toEqual(await lines(path));
  });

  test('crosses its pages without a gap or a repeat', async () => {
    const text = await (await download(await address({ search: 'crowd.example' }))).text();
    const ids = text
      .trimEnd()
      .split('\r\n')
      .slice(1)
      .map((line) => line.slice(0, 12));
    expect(ids).toHaveLength(countedAtMost + 5);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('holds only the chosen orders where some are chosen', async () => {
    const [one, , other] = await store.admin.call('GET /api/orders', { query: { search: 'sorted@example.com' } });
    const ids = [one?.id ?? '', other?.id ?? ''];
    const text = await (await download(await address({ ids }))).text();
    expect(
      text
        .trimEnd()
        .split('\r\n')
        .slice(1)
        .map((line) => line.slice(0, 12)),
    ).toEqual(ids);
  });

  test('what a visitor wrote is text there, no formula and no other cell', async () => {
    const { id } = await placeOrder(store, { email: 'formula@example.com' });
    await sql(`update orders set customer_email = '=1+1@x.example', customer_username = 'a "b", c' where id = '${id}'`);
    const text = await (await download(await address({ ids: [id] }))).text();
    expect(text).toContain(`,'=1+1@x.example,"a ""b"", c",`);
  });

  test('a spreadsheet that separates by semicolons or tabs finds no formula either', async () => {
    const { id } = await placeOrder(store, { email: 'semicolon@example.com' });
    await sql(`update orders set customer_email = 'a;=1+2;b@a.b', customer_username = E'x\t+3\n@y' where id = '${id}'`);
    const text = await (await download(await address({ ids: [id] }))).text();
    expect(text).toContain(`,"a;'=1+2;b@a.b","x\t'+3\n'@y",`);
  });

  test('D-93: has payment, delivery and what the links cost at their providers', async () => {
    const order = await paidOrder(store, { post_links: [aLink(), aLink()] });
    const row = async (decimal = '.') => {
      const path = await address({ ids: [order.id] });
      const text = await (await download(decimal === ',' ? `${path}&decimal=comma` : path)).text();
      const [head, cells] = parseCsvFile(text).rows.map((line) => line.cells);
      return Object.fromEntries(head?.map((name, at) => [name, cells?.[at]]) ?? []);
    };
    const { gateway, gateway_order_id: gatewayId } = (
      await store.admin.call('GET /api/admin/orders/{id}/payments', { params: { id: order.id } })
    )[0] ?? { gateway: '', gateway_order_id: '' };
    const before = { delivery: 'to_send', gateway, gateway_id: gatewayId, provider: '', cost: '', cost_currency: '' };
    expect(await row()).toMatchObject({ ...before, links_without_cost: '', fee: '', fee_state: 'unknown' });
    await sql(`update payment_fees set amount_cents = 39, state = 'estimated' where order_id = '${order.id}'`);

    for (const postLink of order.postLinks) await send(order, postLink);
    await sql(`update orders set network_country = 'Brazil' where id = '${order.id}'`);
    await sql(`update dispatches set charge = case position when 0 then 0.27819 end where order_id = '${order.id}'`);
    const sent = {
      delivery: 'in_progress',
      country: 'Brazil',
      cost: '0.27819',
      cost_currency: 'USD',
      links_without_cost: '1',
      fee_state: 'estimated',
    };
    expect(await row()).toMatchObject({ ...sent, fee: '0.39' });
    expect(await row(',')).toMatchObject({ ...sent, cost: '0,27819', fee: '0,39' });

    await sql(
      `insert into link_replacements (id, order_id, position, old_link, new_link, provider_id, provider_order_id, charge, delivered,
         replaced_by, replaced_at) values (gen_random_uuid(), '${order.id}', 1, 'a', 'b', 'p9', 'p9:77', 0.1, 3, 'system', now())`,
    );
    expect(await row()).toMatchObject({ cost: '0.37819', provider: expect.stringMatching(/^\w+, p9$/) });
    await sql("update link_replacements set cost_currency = 'EUR'");
    expect(await row()).toMatchObject({ cost: '0.1 EUR + 0.27819 USD', cost_currency: 'EUR, USD' });
  });

  test.each(['viewer', 'support'] as const)('D-93: a %s gets no file, and so no costs', async (role) => {
    const account = { email: `${role}@shop.example`, password: 'a long enough password', role };
    await store.admin.call('POST /api/admin/admins', { body: account });
    const { token } = await store.visitor.call('POST /api/admin/login', { body: account });
    for (const call of ['POST /api/admin/orders/export', 'POST /api/admin/drop-reports/export'] as const) {
      expect((await store.as(token).ask(call, { body: {} })).status).toBe(403);
    }
  });

  test('S-2: its address is for a minute, for a session that lives, and for nobody who changes it', async () => {
    const path = await address({});
    expect((await store.raw('/api/admin/orders/export', { method: 'POST' })).status).toBe(401);
    expect((await download('/api/admin/orders.csv')).status).toBe(401);
    expect((await download(`${path}x`)).status).toBe(401);
    const [told = '', signature] = path.split('ticket=')[1]?.split('.') ?? [];
    const other = JSON.parse(Buffer.from(told, 'base64url').toString());
    const forged = Buffer.from(JSON.stringify({ ...other, untilMs: other.untilMs + 1 })).toString('base64url');
    expect((await download(`/api/admin/orders.csv?ticket=${forged}.${signature}`)).status).toBe(401);

    const { token } = await store.visitor.call('POST /api/admin/login', { body: owner });
    const left = await address({}, token);
    await store.as(token).call('POST /api/admin/logout', {});
    expect((await download(left)).status).toBe(401);

    store.advance(61_000);
    expect((await download(path)).status).toBe(401);
  });

  test('S-19: who took which list is written down', async () => {
    const rows = await sql("select actor, details from audit_log where action = 'orders.exported' order by id");
    expect(rows[0]).toEqual({
      actor: expect.stringMatching(/^admin:/),
      details: { sort: 'lowest' },
    });
    // What was searched for may be a person's: kept where it can be erased.
    expect(JSON.stringify(rows)).not.toContain('@example.com');
  });
});
