// The check of the audit log finds a chain that is shorter than the one it saw, every night and on command.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { placeOrder } from '../../../tests/support/orders.ts';
import { pastGuards } from '../../../tests/support/past-guards.ts';
import { startStore, type TestStore } from '../../../tests/support/store.ts';
import { type Log, silentLog } from '../../observability/log.ts';
import type { Alert } from '../../ports/alerts.ts';
import { checkAudit, verifyAudit } from './audit-check.ts';

let store: TestStore;
let folder: string;
let headFile: string;
let logged: object[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'applaud-head-'));
  headFile = join(folder, 'audit-head.jsonl');
  logged = [];
  const log = { ...silentLog, info: (fields: object, msg: string) => void logged.push({ msg, ...fields }) } as Log;
  store = await startStore({ AUDIT_HEAD_PATH: headFile }, null, log);
});
afterEach(async () => {
  await store.stop();
  await rm(folder, { recursive: true });
});

const rows = async (sql: string) => (await store.db.database.pool.query(sql)).rows;
const check = () => store.app.jobHandlers.check_audit({});
const tamper = (sql: string) => pastGuards(store.db.database, sql);
const heads = async () =>
  (await readFile(headFile, 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
const alertsOfCheck = async () =>
  (await store.admin.call('GET /api/admin/security-alerts', {})).alerts.filter(
    ({ type }) => type === 'audit_difference',
  );

async function verify(): Promise<{ differences: number; lines: string[] }> {
  const lines: string[] = [];
  const differences = await verifyAudit(store.db.database, (line) => lines.push(line), { headFile });
  return { differences, lines };
}

async function changeOrders(count: number): Promise<void> {
  for (let made = 0; made < count; made += 1) {
    const { id } = await placeOrder(store);
    const body = { customer_email: `other-${made}@example.com` };
    await store.admin.call('PUT /api/orders/{id}', { params: { id }, body });
  }
}

/** As a thief with the whole database would: the log starts again with another first entry. */
async function rewriteChain(): Promise<void> {
  await tamper('delete from audit_chain');
  await tamper("update audit_log set action = 'nothing.special' where id = (select min(id) from audit_log)");
  await rows('insert into audit_unchained select id from audit_log on conflict do nothing');
}

describe('the nightly check', () => {
  test('writes the head of the chain to the log and to the file, a line each night', async () => {
    await changeOrders(1);
    await check();
    await changeOrders(1);
    await check();
    const [end] = await rows('select seq::int, hash from audit_chain order by seq desc limit 1');
    expect(await heads()).toEqual([
      { time: expect.stringMatching(/Z$/), entries: expect.any(Number), hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
      { time: expect.stringMatching(/Z$/), entries: end.seq, hash: end.hash },
    ]);
    expect(logged).toContainEqual(
      expect.objectContaining({ msg: 'audit log compared with its chain', entries: end.seq, hash: end.hash }),
    );
    expect(await alertsOfCheck()).toEqual([]);
  });

  test.each([
    ['shortened', 'delete from audit_chain where seq > 2'],
    ['emptied', 'delete from audit_chain'],
  ])('audit_difference: a chain that was %s with its entries raises one critical alert', async (_name, removal) => {
    await changeOrders(3);
    await check();
    await tamper('delete from audit_personal');
    await tamper(removal);
    await tamper('delete from audit_log where id not in (select audit_id from audit_chain)');
    await check();
    await check();
    expect(await alertsOfCheck()).toMatchObject([
      { severity: 'critical', message: expect.stringContaining('rewritten') },
    ]);
    expect(await heads()).toHaveLength(1);
    const { differences, lines } = await verify();
    expect(differences).toBe(2);
    expect(lines[1]).toContain(`that ${headFile} saw is not there`);
  });

  test('audit_difference: an old entry that was changed is found, however old', async () => {
    await changeOrders(2);
    await check();
    await tamper("update audit_log set actor = 'somebody' where id = (select min(id) from audit_log)");
    await check();
    expect(await alertsOfCheck()).toMatchObject([
      { message: expect.stringMatching(/entry \d+ \([a-z_.]+\) was changed/) },
    ]);
  });

  test('a large log is compared in turns: each entry after so many nights, again and again', async () => {
    const raised: Alert[] = [];
    const alerts = { raise: async (_at: unknown, alert: Alert) => void raised.push(alert) };
    const { ctx } = store.app;
    const config = { ...ctx.config, auditHeadFile: null };
    const nightly = () => checkAudit({ ...ctx, alerts, config }, 2);
    await changeOrders(4);
    await nightly();
    const [{ last }] = await rows('select max(seq)::int as last from audit_chain');
    for (let night = 0; night < Math.ceil(last / 2); night += 1) await nightly();
    expect(await rows('select compared_to::int as at from audit_head')).toEqual([{ at: 0 }]);
    await tamper("update audit_log set actor = 'somebody' where id = (select audit_id from audit_chain where seq = 5)");
    const found: number[] = [];
    for (let night = 0; night < 3; night += 1) {
      await nightly();
      found.push(raised.length);
    }
    expect(found).toEqual([0, 0, 1]);
  });

  test('a line of the file that no check wrote fails the check, and no head is added', async () => {
    await changeOrders(1);
    await writeFile(headFile, 'something else\n');
    await expect(check()).rejects.toThrow('is no head of the audit log');
    expect(await readFile(headFile, 'utf8')).toBe('something else\n');
  });

  test('four at once write one truth', async () => {
    await changeOrders(2);
    await Promise.all([check(), check(), check(), check()]);
    expect(new Set((await heads()).map(({ hash }) => hash)).size).toBe(1);
    expect(await rows('select count(*)::int from audit_head')).toEqual([{ count: 1 }]);
  });
});

describe('npm run audit:verify', () => {
  test('finds a chain that was made again, by the head of an earlier run', async () => {
    await changeOrders(1);
    expect(await verify()).toMatchObject({ differences: 0 });
    await rewriteChain();
    expect(await verify()).toMatchObject({
      differences: 1,
      lines: [expect.stringContaining('rewritten'), expect.stringContaining('1 differences')],
    });
  });

  test('finds it by a noted hash, when the thief removed the head of earlier runs too', async () => {
    await changeOrders(1);
    const noted = (await verify()).lines.at(-1)?.match(/[0-9a-f]{64}$/)?.[0] ?? '';
    await rewriteChain();
    await tamper('delete from audit_head');
    const expected = { expected: noted };
    expect(await verifyAudit(store.db.database, () => {}, expected)).toBe(1);
  });

  test('the head of earlier runs goes neither back nor away through the store’s own connection', async () => {
    await changeOrders(1);
    await verify();
    for (const sql of ['delete from audit_head', 'truncate audit_head', 'update audit_head set seq = seq - 1']) {
      await expect(rows(sql)).rejects.toThrow(/append-only|never goes back/);
    }
    await expect(rows("update audit_head set hash = 'x'")).rejects.toThrow('never goes back');
  });
});
