// A store whose database fails answers 503 for as long as it does, and 500 for its own bugs alone.
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { freshDatabase } from '../../tests/support/database.ts';
import {
  openSession,
  orderBody,
  type Placed,
  payAtGateway,
  placeOrder,
  sessionBody,
} from '../../tests/support/orders.ts';
import { startStore, type TestStore } from '../../tests/support/store.ts';

let store: TestStore;
let past: pg.Client;
beforeAll(async () => {
  store = await startStore();
  past = new pg.Client(store.db.connection);
  past.on('error', () => {});
  await past.connect();
});
afterAll(async () => {
  await past.end();
  await store.stop();
});

type Orders = { fresh: Placed; open: Placed };

const calls: Record<string, (orders: Orders) => Promise<{ status: number }>> = {
  'create-order': () => store.visitor.ask('POST /api/create-order', { body: orderBody() }),
  'init-session': ({ fresh }) => store.visitor.ask('POST /api/bigpay/init-session', { body: sessionBody(fresh) }),
  'confirm-payment': ({ open }) =>
    store.visitor.ask('POST /api/orders/{id}/confirm-payment', { params: { id: open.id }, body: {} }),
  attention: () => store.admin.ask('GET /api/admin/attention', { query: {} }),
};

/** `open` was paid for at the gateway, which the store has yet to find out. */
async function placeOrders(): Promise<Orders> {
  const [fresh, open] = [await placeOrder(store), await placeOrder(store)];
  await payAtGateway(store, await openSession(store, open));
  return { fresh, open };
}

async function statusesOf(orders: Orders): Promise<Record<string, number>> {
  const statuses: Record<string, number> = {};
  for (const [name, call] of Object.entries(calls)) statuses[name] = (await call(orders)).status;
  return statuses;
}

describe('a statement that the server fails', () => {
  beforeAll(async () => {
    await past.query(`insert into alerts (id, type, severity, message, details, raised_at)
      values (gen_random_uuid(), 'money_difference', 'critical', 'A difference', '{}', now())`);
  });
  afterEach(async () => {
    await past.query('drop view if exists alerts');
    await past.query('alter table if exists readable_alerts rename to alerts');
    await past.query('drop function if exists fail_row() cascade');
    await past.query('drop function if exists fail_read() cascade');
  });

  /** Of all calls, on orders that were placed before the database began to fail. */
  async function statusesWith(code: string): Promise<Record<string, number>> {
    const orders = await placeOrders();
    await failWith(code);
    return statusesOf(orders);
  }
  async function failWith(code: string): Promise<void> {
    const raise = `begin raise exception 'injected' using errcode = '${code}'; end`;
    await past.query(`create function fail_row() returns trigger language plpgsql as $$ ${raise} $$`);
    await past.query(`create function fail_read() returns boolean language plpgsql as $$ ${raise} $$`);
    for (const table of ['orders', 'payment_attempts']) {
      await past.query(
        `create trigger failing before insert or update on ${table} for each row execute function fail_row()`,
      );
    }
    // Action items are read from alerts, too. A superuser passes row-level security, but no view.
    await past.query('alter table alerts rename to readable_alerts');
    await past.query('create view alerts as select * from readable_alerts where fail_read()');
  }

  test.each([
    ['25006', 'a read-only database'],
    ['53100', 'a full disk'],
    ['53200', 'no memory'],
    ['53300', 'no connection left'],
    ['53400', 'a limit of the server'],
    ['57014', 'a statement that took too long'],
    ['57P01', 'a server that stops'],
    ['57P05', 'a session that was idle for too long'],
    ['58030', 'a disk that cannot be read'],
    ['XX000', 'an internal error of the server'],
    ['XX001', 'a damaged page'],
    ['08P01', 'a broken protocol'],
    ['40001', 'a conflict of transactions'],
    ['40P01', 'a deadlock'],
    ['26000', 'a session that lost its statements'],
  ])('%s, %s: all calls answer 503', async (code) => {
    expect(await statusesWith(code)).toEqual({
      'create-order': 503,
      'init-session': 503,
      'confirm-payment': 503,
      attention: 503,
    });
  });

  test.each(['23514', '42703', '42501', 'P0001'])('%s, a bug: all calls answer 500', async (code) => {
    expect(await statusesWith(code)).toEqual({
      'create-order': 500,
      'init-session': 500,
      'confirm-payment': 500,
      attention: 500,
    });
  });

  test('many orders at once that fail together are all refused with 503', async () => {
    await failWith('53100');
    const body = () => ({ body: orderBody() });
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => store.visitor.ask('POST /api/create-order', body())),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
  });
});

test('a database that became read-only refuses with 503, and serves again with the connections that it has', async () => {
  const { database } = store.db.connection;
  const orders = await placeOrders();
  const endSessions = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`;
  await past.query(`alter database ${database} set default_transaction_read_only = on`);
  await past.query(endSessions);
  try {
    for (const name of ['create-order', 'init-session', 'confirm-payment']) {
      await expect.poll(async () => (await calls.attention?.(orders))?.status).toBe(200);
      expect((await calls[name]?.(orders))?.status, name).toBe(503);
    }
  } finally {
    await past.query(`set default_transaction_read_only = off`);
    await past.query(`alter database ${database} reset default_transaction_read_only`);
  }
  // Sessions keep the setting of their start: the store has to give them up by itself.
  await expect.poll(async () => (await calls['create-order']?.(orders))?.status).toBe(200);
  await expect.poll(async () => (await calls['confirm-payment']?.(orders))?.status).toBe(200);
});

test('a transaction whose statements were sent together fails with the error of the first that failed', async () => {
  const own = await freshDatabase();
  try {
    const { database } = own;
    await database.pool.query('create table first_errors (id int primary key)');
    const failing = database.transaction(async (tx) => {
      const { execute } = database.prepared(tx);
      const failed = execute(sql`insert into first_errors select 1 from generate_series(1, 2)`);
      const behind = execute(sql`select 1`);
      // Heard of after the statement behind it.
      const late = failed.catch(async (error: unknown) => {
        await behind.catch(() => {});
        throw error;
      });
      await Promise.all([late, behind]);
    });
    await expect(failing).rejects.toMatchObject({ code: '23505' });
  } finally {
    await own.drop();
  }
});
