// Questions of the admin on a real streaming replica, where a PostgreSQL is installed that makes one; elsewhere this says
// that it was passed over.
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findOtherPostgres } from '../../scripts/other-postgres.mjs';
import type { TestDatabase } from '../../tests/support/database.ts';
import { paidOrder, placeOrder } from '../../tests/support/orders.ts';
import { until } from '../../tests/support/program.ts';
import { type ReplicatedPostgres, startReplicated } from '../../tests/support/replicated-postgres.ts';
import { startStore, type TestStore } from '../../tests/support/store.ts';
import { type Log, silentLog } from '../observability/log.ts';
import { type Database, findSqlState, openDatabase } from './database.ts';
import { openReplicaReads, type ReplicaReads } from './replica.ts';

/** Longer ago than any change of an admin counts for. */
const longAgoMs = 400_000;
const inUseMessage = 'the replica is asked';
const left = 'the replica is not asked: the primary answers';

describe.skipIf(findOtherPostgres() === null)(
  'with a streaming replica (passed over where no PostgreSQL of the system’s is installed)',
  () => {
    let servers: ReplicatedPostgres;
    let db: TestDatabase;
    let offsetMs = 0;
    const stores: { stop(): Promise<void> }[] = [];

    beforeAll(async () => {
      const started = await startReplicated();
      if (!started) throw new Error('The PostgreSQL that is installed does not start.');
      servers = started;
      const { connection } = servers;
      const clockOffsetMs = () => offsetMs;
      const open = () => openDatabase({ connection, poolSize: 10, clockOffsetMs });
      const database = open();
      const advance = (byMs: number) => {
        offsetMs += byMs;
      };
      db = { database, connection, clockOffsetMs, open, advance, drop: () => database.close() };
    });
    afterAll(async () => {
      for (const store of stores) await store.stop();
      await db?.drop();
      await servers?.stop();
    });

    /** A process of the store that asks the replica; with what it logged. */
    async function storeWith(staleSeconds: number, url = servers.replica.url) {
      const { messages, log } = recordingLog();
      const env = { DATABASE_URL: servers.url, DATABASE_REPLICA_URL: url };
      const store = await startStore({ ...env, DATABASE_REPLICA_STALE_SECONDS: String(staleSeconds) }, { db }, log);
      stores.push(store);
      await expect.poll(() => messages).toContain(url === servers.replica.url ? inUseMessage : left);
      // Nobody looks for a change of their own any more.
      store.advance(longAgoMs);
      return { store, messages };
    }

    const idsOn = async (store: TestStore) =>
      (await store.admin.call('GET /api/orders', { query: {} })).map(({ id }) => id);
    const momentOnReplica = async () => String((await servers.replica.sql('select now()::text as now'))[0]?.now);
    /** Whether the store asked the replica for orders since then. */
    const wasUsedSince = async (moment: string) => {
      const [seen] = await servers.replica.sql(`
        select count(*)::int as count from pg_stat_activity
        where application_name = 'applaud' and query_start > '${moment}' and query like '%from "orders"%'`);
      return Number(seen?.count) > 0;
    };
    const usesListSince = async (store: TestStore, moment: string) => {
      await idsOn(store);
      return wasUsedSince(moment);
    };

    test('lists, figures, the file and the visitors’ dashboard are its answers, of changes of others also late ones', async () => {
      const { store } = await storeWith(300);
      const first = await paidOrder(store);
      const moment = await momentOnReplica();
      await expect.poll(() => usesListSince(store, moment)).toBe(true);
      expect(await figuresOf(store)).toEqual(ofOrders(1));

      await servers.replica.pause();
      const late = await paidOrder(store, { email: 'late@buyer.example' });
      const { id } = await store.visitor.call('GET /api/orders/{id}', { params: { id: late.id } });
      expect(id).toBe(late.id);
      await expect.poll(() => idsOn(store)).toEqual([first.id]);
      await expect.poll(() => figuresOf(store)).toEqual(ofOrders(1));
      const { path } = await store.admin.call('POST /api/admin/orders/export', { body: {} });
      // The export is an act of this admin: until it is long ago, nothing old is shown to anybody.
      expect(await (await store.raw(path)).text()).toContain(late.id);
      store.advance(longAgoMs);
      await servers.replica.resume();
      await expect.poll(() => figuresOf(store)).toEqual(ofOrders(2));
      await expect.poll(() => idsOn(store)).toEqual([late.id, first.id]);
    });

    test('who changed something sees it at once, through any process, however far the replica is behind', async () => {
      const { store } = await storeWith(300);
      const { store: another } = await storeWith(300);
      const order = await placeOrder(store);
      const statusOn = async (at: TestStore) => {
        const list = await at.admin.call('GET /api/orders', { query: {} });
        return list.find(({ id }) => id === order.id)?.status;
      };
      await expect.poll(() => statusOn(another)).toBe('pending');
      await servers.replica.pause();
      const body = { status: 'failed' as const };
      await store.admin.call('PATCH /api/admin/orders/{id}/status', { params: { id: order.id }, body });
      expect(await statusOn(store)).toBe('failed');
      expect(await statusOn(another)).toBe('failed');
      await servers.replica.resume();
    });

    test('one that is further behind than stated is left until it has caught up', async () => {
      const { store } = await storeWith(1);
      await servers.replica.pause();
      const { id } = await placeOrder(store);
      await expect.poll(() => idsOn(store)).toContain(id);
      await servers.replica.resume();
      const moment = await momentOnReplica();
      await expect.poll(() => usesListSince(store, moment)).toBe(true);
    });

    test('one that stops or is away costs nobody an answer, and is asked again when it is back', async () => {
      const { store, messages } = await storeWith(5);
      expect(await idsOn(store)).not.toEqual([]);
      const requests = Array.from({ length: 20 }, () => idsOn(store));
      await servers.replica.stop();
      const answers = await Promise.all(requests);
      expect(answers.every((ids) => ids.length > 0)).toBe(true);
      const { id } = await placeOrder(store);
      expect(await idsOn(store)).toContain(id);
      expect(messages).toContain(left);
      const timesInUse = () => messages.filter((message) => message === inUseMessage).length;
      const before = timesInUse();
      await servers.replica.start();
      await expect.poll(timesInUse).toBeGreaterThan(before);
      const moment = await momentOnReplica();
      await expect.poll(() => usesListSince(store, moment)).toBe(true);
      await expect.poll(() => idsOn(store)).toContain(id);
    });

    test('what is no replica of this database is never asked', async () => {
      const { store, messages } = await storeWith(300, servers.url);
      const { id } = await placeOrder(store);
      expect(await idsOn(store)).toContain(id);
      expect(messages).not.toContain(inUseMessage);
    });

    describe('a question by itself', () => {
      let replicaReads: ReplicaReads;
      beforeAll(async () => {
        const { messages, log } = recordingLog();
        const ownChange = () => sql<boolean>`false`;
        const options = { primary: db.database, url: servers.replica.url, poolSize: 2, staleSeconds: 300, ownChange };
        replicaReads = openReplicaReads({ ...options, log, answerWithinMs: 1_000 });
        await until('the replica is found', () => messages.includes(inUseMessage));
      });
      afterAll(() => replicaReads.close());

      /** Who was asked, once the replica is among them: a look at it that takes too long leaves it for a second. */
      async function statementsOf(onReplica: (db: Database['db']) => Promise<unknown>): Promise<string[]> {
        const seen: string[] = [];
        await replicaReads.run(async (from) => {
          seen.push(from === replicaReads.replica ? 'replica' : 'primary');
          return from === replicaReads.replica ? onReplica(from.db) : null;
        });
        return seen;
      }
      const both = ['replica', 'primary'];

      test('may write nothing there', async () => {
        const write = sql`create table written_by_a_question ()`;
        const refused = await replicaReads.replica?.db.execute(write).catch((error: unknown) => error);
        expect(findSqlState(refused)).toBe('25006');
      });

      test('that the replica refuses goes to the primary', async () => {
        await expect.poll(() => statementsOf((replica) => replica.execute(sql`select 1 / 0`))).toEqual(both);
        await expect.poll(() => statementsOf((replica) => replica.execute(sql`select 1`))).toEqual(['replica']);
      });

      test('that times out on the replica goes to the primary', async () => {
        await expect.poll(() => statementsOf((replica) => replica.execute(sql`select pg_sleep(60)`))).toEqual(both);
        await expect.poll(() => statementsOf((replica) => replica.execute(sql`select 1`))).toEqual(['replica']);
      });
    });
  },
);

async function figuresOf(store: TestStore) {
  const { todayOrders } = await store.admin.call('GET /api/admin/stats', {});
  const customers = await store.admin.call('GET /api/admin/customers', { query: {} });
  const { funnel } = await store.admin.call('GET /api/admin/visitor-dashboard/{period}', { params: { period: 'day' } });
  return { todayOrders, customers: customers.length, paid: funnel.paid };
}

const ofOrders = (count: number) => ({ todayOrders: count, customers: count, paid: count });

function recordingLog(): { messages: string[]; log: Log } {
  const messages: string[] = [];
  const record = (_fields: object, message: string) => void messages.push(message);
  return { messages, log: { ...silentLog, info: record, warn: record } };
}
