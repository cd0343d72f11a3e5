// One chaos test from its first buyer to the final check: buyers arrive, the fault happens and ends, everything is done in time.
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import type { ChaosBuyers } from './chaos-buyers.ts';
import {
  findInFlight,
  findLeftovers,
  findLost,
  findRepetitions,
  findUnlistedUnknowns,
  type Leftovers,
  readNoticeTimes,
  readSettleTimes,
} from './chaos-progress.ts';
import { byScale, isFullScale, ordersPerSecond } from './chaos-scale.ts';
import type { ChaosStore } from './chaos-store.ts';
import { runProgram, until } from './program.ts';

/** Makes the fault, and ends it. */
export type Fault = (store: ChaosStore) => Promise<void>;

export type ChaosResult = {
  accepted: number;
  afterFault: number;
  leftovers: Leftovers;
  /** From the end of the fault, or from the accepted notification where that is later, to the recorded capture. */
  slowestSettleMs: number;
  /** The queue took longer than it may, but never paused: the machine is too slow for this rate of orders. */
  isMachineBusy: boolean;
};

/** Everything that was accepted is done so long after the fault. */
export const recoverWithinMs = 30_000;
const warmUpWithinMs = 90_000;
/** A backlog that shrinks without a pause is no failure of the queue. */
const progressWithinMs = 5_000;
const busyMachineMs = 120_000;
const beforeFaultMs = byScale(2_000, 5_000);
const afterFaultMs = byScale(3_000, 10_000);
/** Claims of links last 120 s and claims of emails 180 s; a scheduled job then looks for them each minute. */
const claimsEndWithinMs = 300_000;

/** `jobWithinSeconds`: how long a job may stay locked or due, where the row under test names another time. */
export async function runChaos(
  name: string,
  store: ChaosStore,
  fault: Fault,
  { jobWithinSeconds = recoverWithinMs / 1000 } = {},
): Promise<ChaosResult> {
  const buyers = store.startBuyers();
  try {
    await expectWorkingQueue(store, buyers);
    buyers.setRate(ordersPerSecond);
    await wait(beforeFaultMs);
    await fault(store);
  } catch (error) {
    await buyers.stop();
    throw error;
  }
  const faultEndedAtMs = Date.now();
  await wait(afterFaultMs);
  await buyers.stop();
  await until('the store is ready', store.process.isReady, recoverWithinMs);
  await deliverNotices(store);

  const result = await waitForRecovery(store, buyers, { faultEndedAtMs, jobWithinSeconds });
  const inFlight = await findInFlight(store);
  // A queue that does not work never gets to them.
  if (isFullScale && isNothing(result.leftovers)) await waitForClaims(store);
  const repetitions = await findRepetitions(store);
  report(name, buyers, result, { inFlight, repetitions });

  expect(buyers.unexpected, lastErrorsOf(store)).toEqual([]);
  expect(result.afterFault, 'orders accepted after the fault').toBeGreaterThan(0);
  expect(countsOf(result.leftovers), firstOf(result.leftovers)).toEqual(nothingLeft);
  if (!result.isMachineBusy)
    expect(result.slowestSettleMs).toBeLessThanOrEqual(Math.max(recoverWithinMs, jobWithinSeconds * 1000));
  expect(repetitions).toEqual({ captures: [], links: [], emails: [] });
  expect(await findLost(store)).toEqual([]);
  expect(await findUnlistedUnknowns(store)).toEqual([]);
  await expectSoundStore(store);
  return result;
}

/** Without this a test of a queue that never ran would say nothing about the fault. */
async function expectWorkingQueue(store: ChaosStore, { accepted }: ChaosBuyers): Promise<void> {
  const works = async () => {
    if (accepted.length < 5 || store.provider.adds.length === 0 || store.mailServer.taken.length === 0) return false;
    return (await readSettleTimes(store)).size > 0;
  };
  await until('the queue settles payments, sends links and sends emails before the fault', works, warmUpWithinMs);
}

/** The gateway waits longer after each refusal: what the fault refused is sent again now, as it would be later. */
async function deliverNotices(store: ChaosStore): Promise<void> {
  const endsAtMs = Date.now() + recoverWithinMs;
  for (;;) {
    const { failed } = await store.gateway('/gateway/deliver', {});
    if (failed === 0 || Date.now() > endsAtMs) return;
    await wait(500);
  }
}

async function waitForRecovery(
  store: ChaosStore,
  { accepted }: ChaosBuyers,
  { faultEndedAtMs, jobWithinSeconds }: { faultEndedAtMs: number; jobWithinSeconds: number },
): Promise<ChaosResult> {
  const noticeTimes = await readNoticeTimes(store);
  const startOf = (id: string) => Math.max(faultEndedAtMs, noticeTimes.get(id) ?? 0);
  const lastStartMs = Math.max(faultEndedAtMs, ...accepted.map(({ id }) => startOf(id)));
  const withinMs = Math.max(recoverWithinMs, jobWithinSeconds * 1000);
  const endsAtMs = lastStartMs + withinMs;
  let leftovers = await findLeftovers(store, accepted, jobWithinSeconds);
  let progressAtMs = Date.now();
  const isBusy = () =>
    Date.now() < endsAtMs + busyMachineMs && Date.now() < Math.max(endsAtMs, progressAtMs + progressWithinMs);
  while (!isNothing(leftovers) && isBusy()) {
    await wait(250);
    const next = await findLeftovers(store, accepted, jobWithinSeconds);
    if (workLeftIn(next) < workLeftIn(leftovers)) progressAtMs = Date.now();
    leftovers = next;
  }
  const settleTimes = await readSettleTimes(store);
  const delays = accepted.map(({ id }) => (settleTimes.get(id) ?? Date.now()) - startOf(id));
  const slowestSettleMs = Math.round(Math.max(0, ...delays));
  const ranThrough = longestPauseMs([...settleTimes.values()].filter((ms) => ms > faultEndedAtMs)) <= progressWithinMs;
  return {
    accepted: accepted.length,
    afterFault: accepted.filter(({ paidAtMs }) => paidAtMs > faultEndedAtMs).length,
    leftovers,
    slowestSettleMs,
    isMachineBusy: isNothing(leftovers) && (Date.now() > endsAtMs || (slowestSettleMs > withinMs && ranThrough)),
  };
}

/** Between two payments that were settled one after the other. */
function longestPauseMs(settledAtMs: number[]): number {
  const times = settledAtMs.toSorted((one, other) => one - other);
  return Math.max(0, ...times.slice(1).map((ms, i) => ms - (times[i] ?? ms)));
}

/** Links and emails that the fault interrupted between the other side's answer and its record. */
async function waitForClaims(store: ChaosStore): Promise<void> {
  await until(
    'interrupted links and emails have a result',
    async () => Object.values(await findInFlight(store)).every((list) => list.length === 0),
    claimsEndWithinMs,
  );
}

/** Nothing here ever starts the store again: that it answers says that its process survived the fault. */
async function expectSoundStore(store: ChaosStore): Promise<void> {
  await until('background jobs run', async () => (await fetch(`${store.process.url}/readyz?jobs=1`)).ok, 15_000);
  for (const program of ['money-verify', 'audit-verify'] as const) {
    const { exitCode, output } = await runProgram(program, store.commandEnv());
    expect({ exitCode, output }, program).toMatchObject({ exitCode: 0 });
  }
}

type LeftoverCounts = { [K in keyof Leftovers]: number };
const nothingLeft: LeftoverCounts = { unpaid: 0, unsentLinks: 0, unsentEmails: 0, overdueJobs: 0 };

/** A payment to settle brings a link and an email: one more of each, and still less to do. */
const workOfPayment = 3;

/** Without overdue jobs: their number grows while a backlog of the same jobs shrinks. */
function workLeftIn({ unpaid, unsentLinks, unsentEmails }: Leftovers): number {
  return workOfPayment * unpaid.length + unsentLinks.length + unsentEmails.length;
}

function isNothing(leftovers: Leftovers): boolean {
  return Object.values(leftovers).every((list) => list.length === 0);
}

function countsOf(leftovers: Leftovers): LeftoverCounts {
  const { unpaid, unsentLinks, unsentEmails, overdueJobs } = leftovers;
  return {
    unpaid: unpaid.length,
    unsentLinks: unsentLinks.length,
    unsentEmails: unsentEmails.length,
    overdueJobs: overdueJobs.length,
  };
}

/** What the store logged of requests that it could not answer. */
function lastErrorsOf({ process: store }: ChaosStore): string {
  const errors = store
    .output()
    .split('\n')
    .filter((line) => line.includes('"level":"error"'));
  return errors.slice(-5).join('\n');
}

function firstOf(leftovers: Leftovers): string {
  return JSON.stringify(Object.values(leftovers).map((list) => list.slice(0, 3)));
}

function report(name: string, { counts }: ChaosBuyers, result: ChaosResult, more: object): void {
  const { leftovers, ...measured } = result;
  const figures = { ...measured, ...countsOf(leftovers), ...counts, ...more };
  process.stdout.write(`chaos ${name}: ${JSON.stringify(figures)}\n`);
}
