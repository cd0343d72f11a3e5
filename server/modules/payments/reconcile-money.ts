// Compares the ledger with the gateway for every attempt of some days, and stores the differences. Moves no money.

import { storeMessage } from '../../../contract/store-messages.ts';
import type { StoreContext } from '../../context.ts';
import { sentenceColumns } from '../../platform/sentence-columns.ts';
import { ExternalError } from '../../ports/external-error.ts';
import { gatewayDifferences, ledgerTotals } from './gateway-totals.ts';
import type { ComparedAttempt, FoundDifference, Reconciliation, SourcedEntry } from './reconciliation.repository.ts';
import * as reconciliationRepository from './reconciliation.repository.ts';

export type Days = { fromDay: string; toDay: string };

/** Days of the daily run: refunds and chargebacks can come weeks after the payment. */
export const daysLookedBack = 35;
const questionsAtOnce = 4;
const dayMs = 86_400_000;

/**
 * Compares every attempt opened on these days (UTC, both included). Continues an earlier run of the same days; two
 * concurrent runs share the work. Throws ExternalError when the gateway is unavailable: call again.
 */
export async function reconcile(
  ctx: StoreContext,
  { fromDay, toDay }: Days,
  attemptsAtOnce = 100,
): Promise<Reconciliation> {
  let run = await reconciliationRepository.begin(ctx.database, fromDay, toDay);
  for (;;) {
    const attempts = await reconciliationRepository.nextAttempts(ctx.database.db, run, attemptsAtOnce);
    const last = attempts.at(-1);
    if (!last) return finishRun(ctx, run);
    const { compared, differences } = await compare(ctx, attempts).catch((error) => pauseRun(ctx, run, error));
    const taken = { compared, last };
    const moved = await ctx.database.transaction(async (tx) => {
      const advanced = await reconciliationRepository.advance(tx, run, taken, differences);
      // The effect of a lost notification is applied here; a remaining difference appears again.
      const missed = differences.filter(({ kind }) => kind !== 'not_asked');
      for (const gatewayOrderId of advanced ? new Set(missed.map((one) => one.gatewayOrderId)) : []) {
        await ctx.jobs.enqueue(tx, 'settle_payment', { gatewayOrderId }, { key: `settle ${gatewayOrderId}` });
      }
      return advanced;
    });
    const current = moved ?? (await reconciliationRepository.find(ctx.database.db, run.id));
    if (!current || current.state === 'done') return current ?? run;
    run = current;
  }
}

/** Enqueues the reconciliation up to yesterday. The job retries until the gateway responds. */
export async function reconcileLately(ctx: StoreContext): Promise<void> {
  const nowMs = ctx.clock.now().getTime();
  const days = { fromDay: dayOf(nowMs - daysLookedBack * dayMs), toDay: dayOf(nowMs - dayMs) };
  await ctx.jobs.enqueue(ctx.database.db, 'reconcile_money', days, { key: `reconcile ${days.toDay}` });
}

async function compare(
  ctx: StoreContext,
  taken: readonly ComparedAttempt[],
): Promise<{ compared: number; differences: FoundDifference[] }> {
  const ledgers = await reconciliationRepository.ledgersOf(
    ctx.database.db,
    taken.map(({ orderId }) => orderId),
  );
  const attempts = taken.filter(({ orderId }) => !isInvented(ledgers.get(orderId) ?? []));
  const found: FoundDifference[][] = [];
  let next = 0;
  let failed = false;
  async function compareNext(): Promise<void> {
    while (next < attempts.length && !failed) {
      const attempt = attempts[next++];
      if (attempt) found.push(await differencesOf(ctx, attempt, ledgers.get(attempt.orderId) ?? []));
    }
  }
  const workers = Array.from({ length: questionsAtOnce }, () =>
    compareNext().catch((error: unknown) => {
      failed = true;
      throw error;
    }),
  );
  for (const outcome of await Promise.allSettled(workers)) if (outcome.status === 'rejected') throw outcome.reason;
  return { compared: attempts.length, differences: found.flat() };
}

async function differencesOf(
  ctx: StoreContext,
  attempt: ComparedAttempt,
  entries: SourcedEntry[],
): Promise<FoundDifference[]> {
  const { orderId, number: attemptNumber, gatewayOrderId } = attempt;
  const about = { orderId, attemptNumber, gatewayOrderId };
  if (!ctx.gateways.names.includes(attempt.gateway)) {
    const theirs = `${attempt.gateway} is not configured any more`;
    return [{ ...about, kind: 'not_asked', ours: `opened at ${attempt.gateway}`, theirs }];
  }
  const compareAgain = async (ledger: SourcedEntry[]) =>
    gatewayDifferences(ledgerTotals(attempt, ledger), await ctx.gateways.retrieve(attempt));
  if ((await compareAgain(entries)).length === 0) return [];
  // A payment may change between the two reads: only a repeated difference counts.
  const again = (await reconciliationRepository.ledgersOf(ctx.database.db, [orderId])).get(orderId) ?? [];
  return (await compareAgain(again)).map((difference) => ({ ...about, ...difference }));
}

async function finishRun(ctx: StoreContext, run: Reconciliation): Promise<Reconciliation> {
  return ctx.database.transaction(async (tx) => {
    const done = await reconciliationRepository.change(tx, run.id, {
      state: 'done',
      ...sentenceColumns('problem', null),
    });
    if (!done) return run;
    const differences = await reconciliationRepository.countDifferences(tx, run.id);
    if (differences > 0) {
      await ctx.alerts.raise(tx, {
        type: 'money_difference',
        severity: 'critical',
        message: storeMessage('ledger_differs', { count: differences, fromDay: run.fromDay, toDay: run.toDay }),
        onceKey: `reconciliation ${run.id}`,
      });
    }
    return done;
  });
}

async function pauseRun(ctx: StoreContext, run: Reconciliation, error: unknown): Promise<never> {
  if (error instanceof ExternalError) {
    await reconciliationRepository.change(ctx.database.db, run.id, sentenceColumns('problem', error.sentence));
  }
  throw error;
}

// No gateway has the orders of the demo data.
function isInvented(entries: readonly SourcedEntry[]): boolean {
  return entries.some(({ source }) => source === 'demo');
}

/** YYYY-MM-DD in UTC. */
export function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
