// Thousands of requests that nobody sends who means well, made from the contract itself. Repeatable, and more of them:
// FUZZ_SEED=7 FUZZ_REQUESTS=50000 npm run fuzz
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endpoints } from '../../contract/index.ts';
import { verifyMoney } from '../../server/modules/payments/ledger-check.ts';
import { printReconciliation } from '../../server/modules/payments/reconciliation-report.ts';
import { projectRoot } from '../../server/platform/project-root.ts';
import { paidOrder } from '../support/orders.ts';
import { heapBytes } from './heap.ts';
import { type Run, startRun } from './run.ts';
import { faultsOfSockets } from './sockets.ts';

const requests = Number(process.env.FUZZ_REQUESTS ?? 2_000);
const seed = Number(process.env.FUZZ_SEED ?? 1);
const timeout = 120_000 + requests * 60;
/** Below that, chance leaves calls out, and what is kept by intention still grows: limits, presence, pages, compiled code. */
const enoughForAll = 20_000;
const mostGrowthBytes = 16 * 1024 * 1024;

let run: Run;
beforeAll(async () => {
  run = await startRun(seed, projectRoot(), requests >= enoughForAll ? 8 : 1);
});
afterAll(() => run.stop());

const title = `${requests} hostile requests (FUZZ_SEED=${seed} FUZZ_REQUESTS=${requests})`;

test(`${title} are refused with a sentence or answered in the shape of the contract`, { timeout }, async () => {
  const half = Math.floor(requests / 2);
  const found = await run.send(0, half);
  const before = await heapBytes();
  found.push(...(await run.send(half, requests)));
  const grown = (await heapBytes()) - before;
  expect(found).toEqual([]);
  if (requests >= enoughForAll) expect(grown).toBeLessThan(mostGrowthBytes);
});

test.runIf(requests >= 2_000)('roles, spending caps and codes were met', () => {
  expect([...run.refused]).toEqual(expect.arrayContaining(['no_role', 'cap_reached', 'wrong_track_code']));
});

test('connections that never finish their request are ended', async () => {
  await expect.poll(run.slowLines.isEnded, { timeout: 60_000 }).toBe(true);
  expect(run.slowLines.faults()).toEqual([]);
}, 70_000);

test.runIf(requests >= enoughForAll)('every call was answered, too, but for those that need a device', () => {
  const devices = [
    'addPasskey',
    'passkeyLogin',
    'startPasskey',
    'startPasskeyLogin',
    'startPasskeyStepUp',
    'stepUpByPasskey',
    'confirmSecondFactor',
  ];
  // A backup needs a folder in the configuration, a repeated delivery one that failed a moment ago, an invitation its signed token.
  const seldom = [
    'makeBackup',
    'replayWebhookDelivery',
    'resendMail',
    'removeSecondFactor',
    'removePasskey',
    'retryJob',
    'dismissActionItem',
    'attestLaunch',
    'settlePost',
    'openInvitation',
    'acceptInvitation',
  ];
  const never = Object.keys(endpoints).filter((name) => !run.answered.has(name));
  expect(never.filter((name) => !devices.includes(name) && !seldom.includes(name))).toEqual([]);
});

test('sockets that send what no page sends are ended, and say nothing but types', async () => {
  expect(await faultsOfSockets(run.store.url, await run.adminToken(), seed, 40)).toEqual([]);
}, 60_000);

test('the store works afterwards: an order is placed, paid and found, and the ledger is what the gateway has', async () => {
  await run.putSettingsBack();
  const { store } = run;
  const { id, email } = await paidOrder(store, { email: 'afterwards@example.com' });
  await store.drain();
  const found = await store.visitor.call('GET /api/orders/by-email/{email}', { params: { email } });
  expect(found).toMatchObject([{ id, payment_status: 'paid' }]);
  const lines: string[] = [];
  expect(await verifyMoney(store.db.database, (line) => lines.push(line)), lines.join('\n')).toBe(0);
  const days = { fromDay: '2020-01-01', toDay: '2199-12-31' };
  expect(await printReconciliation(store.app.ctx, days, (line) => lines.push(line)), lines.join('\n')).toBe(0);
}, 120_000);
