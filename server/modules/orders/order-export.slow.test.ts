// The list of orders as the file that an admin downloads.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countedAtMost } from '../../../contract/list-limits.ts';
import { orderListSteps } from '../../../tests/support/order-list-steps.ts';
import { placeOrder } from '../../../tests/support/orders.ts';
import { owner, startStore, type TestStore } from '../../../tests/support/store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startStore();
  await placeFive('sorted@example.com');
  await addCrowd(countedAtMost + 5);
});
afterAll(() => store.stop());

const { addCrowd, placeFive, sql } = orderListSteps(() => store);

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
      'id,created_at,customer_email,customer_username,category,quantity,amount,refunded_amount,currency,status,payment_status,paid_at,post_links,source,medium,campaign,time_zone',
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
