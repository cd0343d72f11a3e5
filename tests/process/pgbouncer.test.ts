// A store behind PgBouncer in transaction mode, where one is installed; elsewhere this says that it was passed over.
import { once } from 'node:events';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { migrationLockKey } from '../../server/database/migrate.ts';
import { clientOf } from '../support/client.ts';
import { type ExternalPostgres, startExternalPostgres } from '../support/external-postgres.ts';
import { freePort } from '../support/free-port.ts';
import { startLoad } from '../support/load.ts';
import { orderBody } from '../support/orders.ts';
import { keepsPreparedStatements, pgbouncerPath, startPgbouncer } from '../support/pgbouncer.ts';
import { type StoreProcess, startProcess } from '../support/process.ts';
import { runProgram, until } from '../support/program.ts';
import { sandboxControl } from '../support/sandbox-control.ts';

const keepsStatements = pgbouncerPath !== null && keepsPreparedStatements(pgbouncerPath);
const owner = { email: 'owner@shop.example', password: 'a long enough password' };

describe.skipIf(pgbouncerPath === null)(
  'behind PgBouncer in transaction mode (passed over where none is installed)',
  () => {
    let postgres: ExternalPostgres;
    let pooler: Awaited<ReturnType<typeof startPgbouncer>>;
    let store: StoreProcess;

    beforeAll(async () => {
      postgres = await startExternalPostgres();
      // Fewer sessions than connections, so that each transaction may get another one.
      pooler = await startPgbouncer(pgbouncerPath ?? '', postgres, 3);
      const databases = {
        DATABASE_URL: pooler.url,
        DATABASE_DIRECT_URL: postgres.url,
        DATABASE_PREPARED: keepsStatements ? 'on' : 'off',
      };
      const admin = { ADMIN_EMAIL: owner.email, ADMIN_PASSWORD: owner.password };
      store = await startProcess({ env: { ...databases, ...admin, RATE_LIMIT_FACTOR: '1000' } });
    });
    afterAll(async () => {
      await store?.close();
      await pooler?.stop();
      await postgres?.stop();
    });

    test('many buy at once on few sessions, none is refused, all are there', async () => {
      const load = startLoad(store.url, 12);
      await until('visitors buy', () => load.acknowledged.length >= 150);
      await load.stop();
      expect(load.refusals).toEqual([]);
      const kept = new Set((await postgres.sql('select id from orders')).map(({ id }) => id));
      expect(load.acknowledged.filter((id) => !kept.has(id))).toEqual([]);
    });

    test('jobs and live updates work past it: a notification pays the order, an admin page is updated', async () => {
      const visitor = clientOf(store.url, null);
      const { token } = await visitor.call('POST /api/admin/login', { body: owner });
      const socket = new WebSocket(`${store.url.replace('http', 'ws')}/ws`);
      const messages: string[] = [];
      socket.on('message', (text) => messages.push(String(text)));
      await once(socket, 'open');
      for (const message of [{ type: 'auth', token }, { type: 'beat' }]) socket.send(JSON.stringify(message));
      await until('the page is signed in', () => messages.some((text) => text.includes('beat')));
      const body = orderBody();
      const { orderId } = await visitor.call('POST /api/create-order', { body });
      await until('the page receives the update', () => messages.some((text) => text.includes('order-update')));
      socket.close();
      const session = { orderId, amount: body.price, email: body.email, postUrls: body.post_links };
      const { sessionId } = await visitor.call('POST /api/bigpay/init-session', { body: session });
      await sandboxControl(`${store.url}/sandbox`)('/gateway/pay', { sessionId, expiry: '01/39' });
      await until('a job settles the payment', async () => {
        const found = await visitor.call('GET /api/orders/{id}', { params: { id: orderId } });
        return found.payment_status === 'paid';
      });
    });

    test.skipIf(!keepsStatements)(
      'prepared statements survive sessions that end (PgBouncer 1.21 and newer)',
      async () => {
        const ofOneSession = async () => {
          const client = new pg.Client({ connectionString: pooler.url });
          await client.connect();
          const { rows } = await client.query('select name from pg_prepared_statements').finally(() => client.end());
          return rows.map(({ name }) => String(name));
        };
        expect(await ofOneSession()).toContainEqual(expect.stringMatching(/^PGBOUNCER_/));
        await postgres.sql(`select pg_terminate_backend(pid) from pg_stat_activity
        where usename = current_user and pid <> pg_backend_pid()`);
        const visitor = clientOf(store.url, null);
        const orderIds: string[] = [];
        await until('twenty orders are taken again', async () => {
          const order = await visitor.call('POST /api/create-order', { body: orderBody() }).catch(() => null);
          return order !== null && orderIds.push(order.orderId) >= 20;
        });
        const stored = await postgres.sql(`select id from orders where id = any('{${orderIds}}')`);
        expect(stored.map(({ id }) => id).toSorted()).toEqual(orderIds.toSorted());
        expect(await ofOneSession()).toContainEqual(expect.stringMatching(/^PGBOUNCER_/));
      },
    );

    test('a start without the direct address is refused with one sentence, and leaves no lock behind', async () => {
      const { DATABASE_DIRECT_URL: _, DATABASE_PREPARED: __, ...env } = store.env;
      const refused = await runProgram('main', { ...env, PORT: String(await freePort()) });
      expect(refused.exitCode).toBe(1);
      expect(refused.output).toMatch(/through a pooler in transaction mode: set DATABASE_DIRECT_URL to the address of/);
      expect(refused.output).not.toMatch(/\n\s+at |password|connectionString/);
      expect(
        await postgres.sql(
          `select * from pg_locks where locktype = 'advisory' and objid::bigint = ${migrationLockKey >>> 0}`,
        ),
      ).toEqual([]);
    });

    test('commands go past it, and nobody stumbled over a statement of another session', async () => {
      expect(await runProgram('money-verify', store.env)).toMatchObject({ exitCode: 0 });
      expect(store.output()).not.toMatch(/prepared statement|unsupported startup parameter/);
    });
  },
);
