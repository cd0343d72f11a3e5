// Random histories of money: whatever happens in whatever order, at the end the ledger, the orders and the gateway agree.
// More and others than the usual ones: MONEY_HISTORIES=1000 MONEY_SEED=7 npm run money:histories
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { untruthsOf } from '../../tests/support/ledger-invariants.ts';
import { history } from '../../tests/support/money-acts.ts';
import { liveHistory } from '../../tests/support/money-history.ts';
import { startMoneySetup } from '../../tests/support/money-setup.ts';

const runs = Number(process.env.MONEY_HISTORIES ?? 3);
const seed = Number(process.env.MONEY_SEED ?? 1);
/** Tells the first history that fails as it was, without looking for a shorter one. */
const endOnFailure = process.env.MONEY_SHRINK === 'no';
/** A set-up grows slower with its history. */
const runsPerSetup = 50;

test(
  `${runs} histories of buyers, gateway, faults and refunds end with ledger = orders = gateway`,
  async () => {
    for (let done = 0; done < runs; done += runsPerSetup)
      await liveMany(Math.min(runsPerSetup, runs - done), seed + done);
  },
  60_000 + runs * 5_000,
);

async function liveMany(numRuns: number, seed: number): Promise<void> {
  const setup = await startMoneySetup();
  try {
    let buyers = 0;
    const buyerOf = () => `buyer${++buyers}@example.com`;
    await fc.assert(
      fc.asyncProperty(history, async (acts) => {
        const untrue: string[] = [];
        for (const order of await liveHistory(setup, acts, buyerOf)) untrue.push(...(await untruthsOf(setup, order)));
        expect(untrue).toEqual([]);
      }),
      { numRuns, seed: seed, interruptAfterTimeLimit: numRuns * 5_000, endOnFailure },
    );
    expect(await setup.differences()).toEqual([]);
  } finally {
    await setup.stop();
  }
}
