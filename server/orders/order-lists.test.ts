// Lists of orders as the admin asks for them: order, amounts, days, saved views, and the file that is downloaded.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countedAtMost } from '../../contract/list-limits.ts';
import { mostOrderViews } from '../../contract/order-lists.ts';
import { placeOrder } from '../../tests/world/orders.ts';
import { owner, startStore, type TestStore } from '../../tests/world/store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());

const sql = async (text: string) => (await store.db.database.pool.query(text)).rows;
const asAdmin = (path: string) => store.raw(path, { headers: { authorization: `Bearer ${store.adminToken}` } });

async function pageThrough(query: string): Promise<{ ids: string[]; totals: Set<string | null> }> {
  const ids: string[] = [];
  const totals = new Set<string | null>();
  let path: string | null = `/api/orders?limit=2&${query}`;
  while (path) {
    const response: Response = await asAdmin(path);
    expect(response.status).toBe(200);
    totals.add(response.headers.get('x-total-count'));
    ids.push(...((await response.json()) as { id: string }[]).map(({ id }) => id));
    path = response.headers.get('link')?.match(/^<(.+)>; rel="next"$/)?.[1] ?? null;
  }
  return { ids, totals };
}

describe('the order of the list', () => {
  const email = 'sorted@example.com';
  const placed: string[] = [];
  beforeAll(async () => {
    // Two of one amount, so that a page may end between them.
    for (const quantity of [1000, 500, 2000, 1000, 1500])
      placed.push((await placeOrder(store, { email, quantity })).id);
  });

  test.each([
    ['newest', () => [...placed].reverse()],
    ['oldest', () => placed],
  ])('D-7: %s first, page by page, each order once', async (sort, expected) => {
    const { ids, totals } = await pageThrough(`search=${email}&sort=${sort}`);
    expect(ids).toEqual(expected());
    expect([...totals]).toEqual(['5']);
  });

  test.each(['highest', 'lowest'])('D-7: the %s amount first, page by page, each order once', async (sort) => {
    const { ids } = await pageThrough(`search=${email}&sort=${sort}`);
    expect([...ids].sort()).toEqual([...placed].sort());
    const amounts = (await sql(`select id, amount_cents from orders where customer_email = '${email}'`)).map((row) => [
      row.id,
      row.amount_cents,
    ]);
    const amountOf = Object.fromEntries(amounts);
    const sorted = ids.map((id) => amountOf[id]);
    expect(sorted).toEqual([...sorted].sort((one, other) => (sort === 'highest' ? other - one : one - other)));
  });

  test('a cursor of another order of the list is refused, not misread', async () => {
    const link = (await asAdmin('/api/orders?limit=1&sort=highest')).headers.get('link') ?? '';
    const cursor = new URL(link.slice(1, link.indexOf('>')), store.url).searchParams.get('cursor');
    expect((await asAdmin(`/api/orders?sort=newest&cursor=${cursor}`)).status).toBe(400);
    expect((await asAdmin(`/api/orders?sort=highest&cursor=${cursor}`)).status).toBe(200);
  });

  test.each([
    ['by amount', '', 'amount_cents desc, id desc', 'orders_by_amount'],
    ['of a status by amount', "and status = 'paid'", 'amount_cents desc, id desc', 'orders_by_amount'],
    ['from the lowest amount', '', 'amount_cents asc, id asc', 'orders_by_amount'],
    ['from the oldest', '', 'created_at asc, id asc', 'orders_newest'],
  ])('D-7: a page %s is read from an index in its order, never sorted', async (_name, condition, order, index) => {
    const client = await store.db.database.pool.connect();
    try {
      await client.query('begin; set local enable_seqscan = off; set local enable_bitmapscan = off');
      const { rows } = await client.query(
        `explain select id from orders where deleted_at is null ${condition} order by ${order} limit 50`,
      );
      const plan = rows.map((row) => row['QUERY PLAN']).join(' ');
      expect(plan).toContain(`using ${index}`);
      expect(plan).not.toMatch(/Sort/);
    } finally {
      await client.query('rollback');
      client.release();
    }
  });
});

describe('what the list is narrowed by', () => {
  test('by one or two characters with which the e-mail, the username or the status begins', async () => {
    const { id } = await placeOrder(store, { email: 'zqx@example.com' });
    const found = async (search: string) =>
      (await store.admin.call('GET /api/orders', { query: { search, limit: 200 } })).map((order) => order.id);
    for (const search of ['ZQ', 'z', 'cu', '@c', 'pe']) expect(await found(search), search).toContain(id);
    for (const search of ['qx', 'x@', '%', '_', '.', '\\', '(', '[', '*', '+', '$', '{1', '\\y'])
      expect(await found(search), search).not.toContain(id);
    expect(await found('qx@')).toContain(id);
  });

  test('by an amount in dollars, both ends included', async () => {
    const email = 'amounts@example.com';
    for (const quantity of [500, 1000, 1500]) await placeOrder(store, { email, quantity });
    const amounts = async (query: object) =>
      (await store.admin.call('GET /api/orders', { query: { search: email, sort: 'lowest', ...query } })).map(
        ({ amount }) => amount,
      );
    expect(await amounts({})).toEqual([3, 6, 9]);
    expect(await amounts({ amountMin: 6 })).toEqual([6, 9]);
    expect(await amounts({ amountMin: 6, amountMax: 6 })).toEqual([6]);
    expect(await amounts({ amountMax: 5.99 })).toEqual([3]);
  });

  test('D-38: days are whole, in the zone of the store, here UTC, and counted from roll-ups as they are listed', async () => {
    const email = 'days@example.com';
    const { id } = await placeOrder(store, { email });
    await sql(`update orders set created_at = '2025-03-10T23:59:59.999Z' where id = '${id}'`);
    // A changed time is no event of a store: the roll-ups are told as after a restore.
    await sql('select rebuild_figures()');
    const ask = async (from: string, to: string) => {
      const { body, headers } = await store.admin.ask('GET /api/orders', { query: { from, to } });
      return [(body as unknown[]).length, headers.get('x-total-count')];
    };
    expect(await ask('2025-03-10', '2025-03-10')).toEqual([1, '1']);
    expect(await ask('2025-03-11', '2025-03-12')).toEqual([0, '0']);
    expect(await ask('2025-03-01', '2025-03-09')).toEqual([0, '0']);
    expect(await ask('2025-03-10T23:59:59Z', '2025-03-11T00:00:00Z')).toEqual([1, '1']);
  });

  test.each([
    ['highest', [9, 6, 6, 3]],
    ['lowest', [3, 6, 6, 9]],
  ])('D-7: by a day, the %s amount first, page by page, each order once', async (sort, expected) => {
    const day = sort === 'highest' ? '2024-05-05' : '2024-05-06';
    const email = `${sort}@example.com`;
    for (const quantity of [1000, 500, 1500, 1000]) await placeOrder(store, { email, quantity });
    await sql(`update orders set created_at = '${day}T12:00:00Z' where customer_email = '${email}'`);
    const { ids } = await pageThrough(`from=${day}&to=${day}&sort=${sort}`);
    expect(new Set(ids).size).toBe(4);
    const rows = await sql(`select id, amount_cents from orders where customer_email = '${email}'`);
    const dollarsOf = new Map(rows.map(({ id, amount_cents }) => [id, Number(amount_cents) / 100]));
    expect(ids.map((id) => dollarsOf.get(id))).toEqual(expected);
  });

  test('ADM-ORD: of a long text every character counts, taken literally, wherever it stands', async () => {
    const { id } = await placeOrder(store, { email: 'mariana.sil_va@long.example' });
    const found = async (search: string) =>
      (await store.admin.call('GET /api/orders', { query: { search } })).map((order) => order.id);
    for (const search of [
      'ana.sil_va@long.ex',
      'MARIANA.SIL_VA@LONG.EXAMPLE',
      '_va@long.example @',
      id,
      `${id} mariana`,
    ]) {
      expect(await found(search), search).toEqual([id]);
    }
    for (const search of ['ana.sil_va@long.ez', 'ana.silxva@long.example', 'ana.sil%@long.example', `${id}x`]) {
      expect(await found(search), search).toEqual([]);
    }
  });

  test('D-7: what is narrowed by an amount is counted to a thousand, and says so', async () => {
    await sql(`insert into orders (id, customer_email, customer_username, category, quantity, amount_cents, currency,
        post_links, status, payment_status, created_at, updated_at)
      select translate(upper(lpad(to_hex(n), 12, '0')), 'ILOU', '0000'), 'many@crowd.example', 'customer', 'Likes', 500, 77700, 'USD',
        array['https://www.instagram.com/p/Crowd/'], 'pending', 'none', now() - interval '1 year', now()
      from generate_series(1, ${countedAtMost + 5}) as n`);
    const many = await store.admin.ask('GET /api/orders', { query: { amountMin: 777, amountMax: 777, limit: 1 } });
    expect(many.headers.get('x-total-count')).toBe(String(countedAtMost));
    expect(many.headers.get('x-total-capped')).toBe('true');
    for (const query of [{}, { search: 'crowd.EXAMPLE' }]) {
      const all = await store.admin.ask('GET /api/orders', { query: { limit: 1, ...query } });
      expect(Number(all.headers.get('x-total-count'))).toBeGreaterThan(countedAtMost);
      expect(all.headers.get('x-total-capped')).toBeNull();
    }
  });

  test.each(['sort=random', 'amountMin=-1', 'amountMax=lots', 'cursor=MjAyNSBB'])('%s is refused', async (query) => {
    expect((await asAdmin(`/api/orders?${query}`)).status).toBe(400);
  });
});

describe('saved views', () => {
  const views = () => store.admin.call('GET /api/admin/order-views', {});
  const save = (name: string, filter: object) =>
    store.admin.ask('POST /api/admin/order-views', { body: { name, filter } });

  test('are kept under a name, seen by every admin, changed by the same name in any case, and deleted', async () => {
    await save('To send', { status: 'paid' });
    await save('Big ones', { amountMin: '100', sort: 'highest' });
    await save('to SEND', { status: 'paid', category: 'Likes' });
    expect(await views()).toEqual([
      {
        id: expect.any(String),
        name: 'Big ones',
        filter: { amountMin: '100', sort: 'highest' },
        saved_by: owner.email,
      },
      {
        id: expect.any(String),
        name: 'to SEND',
        filter: { status: 'paid', category: 'Likes' },
        saved_by: owner.email,
      },
    ]);
    const id = (await views())[0]?.id ?? '';
    await store.admin.call('DELETE /api/admin/order-views/{id}', { params: { id } });
    expect((await store.admin.ask('DELETE /api/admin/order-views/{id}', { params: { id } })).status).toBe(404);
    expect((await store.admin.ask('DELETE /api/admin/order-views/{id}', { params: { id: 'x' } })).status).toBe(404);
    expect((await views()).map(({ name }) => name)).toEqual(['to SEND']);
  });

  test('need a name and a filter of ours, and are not without end, however many are saved at once', async () => {
    expect((await save('  ', {})).status).toBe(400);
    expect((await save('Odd', { page: '1' })).status).toBe(400);
    const there = (await views()).length;
    const answers = await Promise.all(
      Array.from({ length: mostOrderViews + 5 - there }, (_, n) => save(`View ${n}`, {})),
    );
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(5);
    expect(await views()).toHaveLength(mostOrderViews);
    // One that is there may still be changed.
    expect((await save('View 0', { status: 'failed' })).status).toBe(200);
  });
});

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
    const lines = (await response.text()).trimEnd().split('\r\n');
    expect(lines[0]).toBe(
      'id,created_at,customer_email,customer_username,category,quantity,amount,refunded_amount,currency,status,payment_status,paid_at,post_links,time_zone',
    );
    expect(lines.slice(1).map((line) => line.split(',')[6])).toEqual(['3.00', '6.00', '6.00', '9.00', '12.00']);
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
