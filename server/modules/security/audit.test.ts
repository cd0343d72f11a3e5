// The audit log: what it keeps, that a changed entry is found, and how it is searched.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { placeOrder } from '../../../tests/support/orders.ts';
import { pastGuards } from '../../../tests/support/past-guards.ts';
import { owner, startStore, type TestStore } from '../../../tests/support/store.ts';
import { chainAudit } from './audit-chain.ts';
import { verifyAudit } from './audit-check.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());

const rows = async (sql: string, ...values: unknown[]) => (await store.db.database.pool.query(sql, values)).rows;
const list = (query: { search?: string; limit?: number; cursor?: number } = {}) =>
  store.admin.call('GET /api/admin/audit', { query });

async function verify(expected: string | null = null): Promise<{ differences: number; lines: string[] }> {
  const lines: string[] = [];
  const differences = await verifyAudit(store.db.database, (line) => lines.push(line), { expected });
  return { differences, lines };
}

const lastHash = async () => (await verify()).lines.at(-1)?.match(/[0-9a-f]{64}$/)?.[0] ?? '';

const tamper = (sql: string, ...values: unknown[]) => pastGuards(store.db.database, sql, ...values);

async function changedOrder(): Promise<string> {
  const { id } = await placeOrder(store);
  await store.admin.call('PUT /api/orders/{id}', { params: { id }, body: { customer_email: 'other@example.com' } });
  return id;
}

describe('the chain', () => {
  test('takes what is committed, once, however many do it at once', async () => {
    await changedOrder();
    const taken = await Promise.all(Array.from({ length: 4 }, () => chainAudit(store.db.database)));
    const [{ count }] = await rows('select count(*)::int from audit_log');
    expect(taken.reduce((sum, one) => sum + one, 0)).toBe(count);
    expect(await chainAudit(store.db.database)).toBe(0);
    expect(await verify()).toMatchObject({ differences: 0 });
  });

  test('waits for nobody: an entry of a transaction that commits late is taken later', async () => {
    const client = await store.db.database.pool.connect();
    const add =
      "insert into audit_log (happened_at, actor, action, subject, details) values (now(), 'system', $1, 'x', '{}')";
    await client.query('begin');
    await client.query(add, ['test.late']);
    await rows(add, 'test.early');
    expect(await chainAudit(store.db.database)).toBe(1);
    await client.query('commit');
    client.release();
    expect(await chainAudit(store.db.database)).toBe(1);
    expect(await verify()).toMatchObject({ differences: 0 });
  });

  test('the job of every minute does it', async () => {
    const id = await changedOrder();
    await store.app.jobHandlers.chain_audit({});
    const chained = await rows(
      'select 1 from audit_chain c join audit_log a on a.id = c.audit_id where subject = $1',
      id,
    );
    expect(chained.length).toBeGreaterThan(0);
  });

  test.each([
    "update audit_log set action = 'x'",
    'delete from audit_log',
    'truncate audit_log cascade',
    "update audit_chain set hash = 'x'",
    'delete from audit_chain',
    'truncate audit_chain',
    'truncate store_settings_versions',
    'truncate launch_attestations',
    'truncate payment_events',
    'truncate refunds cascade',
  ])('the store’s own connection is refused: %s', async (sql) => {
    await expect(rows(sql)).rejects.toThrow('append-only');
  });

  test.each([
    [
      'changed',
      'update audit_log set details = \'{"amountCents": 1}\' where id = $1',
      /^entry \d+ \(order\.changed\) was changed$/,
    ],
    ['given to somebody else', "update audit_log set actor = 'system' where id = $1", /was changed$/],
    ['moved in time', "update audit_log set happened_at = happened_at + interval '1 ms' where id = $1", /was changed$/],
  ])('an entry that was %s is found', async (_name, sql, line) => {
    const id = await changedOrder();
    await chainAudit(store.db.database);
    const [entry] = await rows(
      "select id, actor, details, happened_at from audit_log where subject = $1 and action = 'order.changed'",
      id,
    );
    await tamper(sql, entry.id);
    const { differences, lines } = await verify();
    expect(differences).toBe(1);
    expect(lines[0]).toMatch(line);
    await tamper(
      'update audit_log set actor = $2, details = $3, happened_at = $4 where id = $1',
      ...[entry.id, entry.actor, entry.details, entry.happened_at],
    );
    expect(await verify()).toMatchObject({ differences: 0 });
  });

  test('an entry that was removed with its link, and one that was slipped in, are found', async () => {
    const end = await lastHash();
    await changedOrder();
    await chainAudit(store.db.database);
    expect(await verify(end)).toMatchObject({ differences: 0 });
    const [{ seq, audit_id: id, hash }] = await rows('select * from audit_chain order by seq desc offset 1 limit 1');
    await tamper('delete from audit_chain where seq = $1', seq);
    expect((await verify()).lines).toEqual([
      `links ${seq} to ${seq} of the chain are missing`,
      expect.stringMatching(/was changed$/),
      expect.stringMatching(/is in no chain$/),
      expect.stringMatching(/ entries in the chain, 3 differences/),
    ]);
    await tamper('insert into audit_chain values ($1, $2, $3)', seq, id, hash);
    expect(await verify()).toMatchObject({ differences: 0 });
  });
});

describe('what is about a person', () => {
  test('stands apart from the entry, and can be erased without breaking the chain', async () => {
    const id = await changedOrder();
    const [entry] = await list({ search: id });
    expect(entry).toMatchObject({
      actor: owner.email,
      action: 'order.changed',
      subject: id,
      details: {},
      personal: { customerEmail: { to: 'other@example.com' } },
    });
    await chainAudit(store.db.database);
    await rows('delete from audit_personal where audit_id = $1', entry?.id);
    expect((await list({ search: id }))[0]).toMatchObject({ personal: null });
    expect(await verify()).toMatchObject({ differences: 0 });
  });
});

describe('searching', () => {
  test('by subject, by admin, by the beginning of an action; the newest first, by pages', async () => {
    const id = await changedOrder();
    expect((await list({ search: ` ${id.toLowerCase()} ` }))[0]).toMatchObject({
      subject: id,
      action: 'order.changed',
    });
    expect(new Set((await list({ search: 'order.' })).map(({ action }) => action.slice(0, 6)))).toEqual(
      new Set(['order.']),
    );
    expect((await list({ search: owner.email.toUpperCase() })).every(({ actor }) => actor === owner.email)).toBe(true);
    expect(await list({ search: 'nobody@example.com' })).toEqual([]);
    expect(await list({ search: '%' })).toEqual([]);
    const first = await store.admin.ask('GET /api/admin/audit', { query: { limit: 2 } });
    const next = first.headers.get('link')?.match(/cursor=(\d+)/)?.[1];
    expect(Number(next)).toBe(first.body[1]?.id);
    const [third] = await list({ cursor: Number(next), limit: 1 });
    expect(third?.id).toBeLessThan(first.body[1]?.id ?? 0);
    expect((await store.visitor.ask('GET /api/admin/audit', { query: {} })).status).toBe(401);
  });
});
