// Compares the ledger with the gateway for every attempt of some days, and stores the differences. Moves no money.

import { decimalFromCents } from '../../../contract/money.ts';
import { storeMessage } from '../../../contract/store-messages.ts';
import type { StoreContext } from '../../context.ts';
import { sentenceColumns } from '../../platform/sentence-columns.ts';
import { ExternalError } from '../../ports/external-error.ts';
import type { GatewayView } from './gateway.ts';
import type { LedgerEntry } from './ledger-totals.ts';
import * as paymentFeesRepository from './payment-fees.repository.ts';
import type { ComparedAttempt, FoundDifference, Reconciliation, SourcedEntry } from './reconciliation.repository.ts';
import * as reconciliationRepository from './reconciliation.repository.ts';

export type Days = { fromDay: string; toDay: string };

/** Days of the daily run: refunds and chargebacks can come weeks after the payment. */
const daysLookedBack = 35;
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
    const { compared, differences, lateFees } = await compare(ctx, attempts).catch((error) =>
      pauseRun(ctx, run, error),
    );
    const taken = { compared, last };
    const moved = await ctx.database.transaction(async (tx) => {
      const advanced = await reconciliationRepository.advance(tx, run, taken, differences);
      // The effect of a lost notification is applied here; a remaining difference appears again.
      const missed = differences.filter(({ kind }) => kind !== 'not_asked');
      const unsettled = new Set([...missed.map((one) => one.gatewayOrderId), ...lateFees]);
      for (const gatewayOrderId of advanced ? unsettled : []) {
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
  const days = { fromDay: formatDay(nowMs - daysLookedBack * dayMs), toDay: formatDay(nowMs - dayMs) };
  await ctx.jobs.enqueue(ctx.database.db, 'reconcile_money', days, { key: `reconcile ${days.toDay}` });
}

async function compare(
  ctx: StoreContext,
  taken: readonly ComparedAttempt[],
): Promise<{ compared: number; differences: FoundDifference[]; lateFees: string[] }> {
  const orderIds = taken.map(({ orderId }) => orderId);
  const ledgers = await reconciliationRepository.readLedgers(ctx.database.db, orderIds);
  const fees = await paymentFeesRepository.listFees(ctx.database.db, orderIds);
  const lateFees: string[] = [];
  const attempts = taken.filter(({ orderId }) => !isInvented(ledgers.get(orderId) ?? []));
  const found: FoundDifference[][] = [];
  let next = 0;
  let failed = false;
  async function compareNext(): Promise<void> {
    while (next < attempts.length && !failed) {
      const attempt = attempts[next++];
      if (!attempt) continue;
      const { differences, fee } = await findDifferences(ctx, attempt, ledgers.get(attempt.orderId) ?? []);
      found.push(differences);
      const stored = fees.find((one) => one.orderId === attempt.orderId && one.attemptNumber === attempt.number);
      // The notification about it was lost. A payment that waits for it is no difference of money.
      const isLate =
        fee?.currency === attempt.currency && (stored?.state !== 'final' || stored.amountCents !== fee.cents);
      if (isLate) lateFees.push(attempt.gatewayOrderId);
    }
  }
  const workers = Array.from({ length: questionsAtOnce }, () =>
    compareNext().catch((error: unknown) => {
      failed = true;
      throw error;
    }),
  );
  for (const outcome of await Promise.allSettled(workers)) if (outcome.status === 'rejected') throw outcome.reason;
  return { compared: attempts.length, differences: found.flat(), lateFees };
}

async function findDifferences(
  ctx: StoreContext,
  attempt: ComparedAttempt,
  entries: SourcedEntry[],
): Promise<{ differences: FoundDifference[]; fee: GatewayView['fee'] }> {
  const { orderId, number: attemptNumber, gatewayOrderId } = attempt;
  const about = { orderId, attemptNumber, gatewayOrderId };
  if (!(await ctx.gateways.names()).includes(attempt.gateway)) {
    const theirs = `${attempt.gateway} is not configured any more`;
    const differences = [{ ...about, kind: 'not_asked' as const, ours: `opened at ${attempt.gateway}`, theirs }];
    return { differences, fee: null };
  }
  let fee: GatewayView['fee'] = null;
  const compareAgain = async (ledger: SourcedEntry[]) => {
    const view = await ctx.gateways.retrieve(attempt);
    fee = view?.capturedCents ? view.fee : null;
    return gatewayDifferences(ledgerTotals(attempt, ledger), view);
  };
  if ((await compareAgain(entries)).length === 0) return { differences: [], fee };
  // A payment may change between the two reads: only a repeated difference counts.
  const again = (await reconciliationRepository.readLedgers(ctx.database.db, [orderId])).get(orderId) ?? [];
  const differences = (await compareAgain(again)).map((difference) => ({ ...about, ...difference }));
  return { differences, fee };
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
export function formatDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

type GatewayTotals = {
  capturedCents: number;
  refundedCents: number;
  /** Of the captured amount; null without a capture. */
  currency: string | null;
  disputed: boolean;
};

/** One fact that differs between ledger and gateway; both values as display text. */
type GatewayDifference = Pick<FoundDifference, 'kind' | 'ours' | 'theirs'>;

/** Totals one attempt from its order's ledger; skips entries of other attempts. */
function ledgerTotals(
  attempt: Pick<ComparedAttempt, 'number' | 'amountCents' | 'currency'>,
  entries: Iterable<LedgerEntry>,
): GatewayTotals {
  const money: GatewayTotals = { capturedCents: 0, refundedCents: 0, currency: null, disputed: false };
  let paidByThis = false;
  const given = new Map<number, number>();
  let givenCents = 0;
  for (const { attemptNumber, refundNumber, conclusion, asked, said } of entries) {
    const isOurs = attemptNumber === attempt.number;
    if (conclusion === 'carried_over') {
      // Carried over from an older store: the attempt's state shows that it was paid, the order's state the refunded
      // amount.
      if (isOurs && said.state === 'paid') {
        paidByThis = true;
        Object.assign(money, { capturedCents: attempt.amountCents, currency: attempt.currency });
      }
      if (attemptNumber === null && paidByThis) {
        money.refundedCents = centsIn(said.refundedCents) ?? 0;
        money.disputed = said.paymentStatus === 'disputed';
      }
    } else if (isOurs && refundNumber !== null) {
      if (conclusion === 'refund_asking') given.set(refundNumber, centsIn(asked.amountCents) ?? 0);
      if (conclusion === 'refund_refunded') givenCents += given.get(refundNumber) ?? 0;
    } else if (isOurs) take(money, said);
  }
  // The gateway's view of a payment includes earlier refunds of this store.
  return { ...money, refundedCents: Math.max(money.refundedCents, givenCents) };
}

// Applies the gateway view of one ledger entry.
function take(money: GatewayTotals, details: LedgerEntry['said']): void {
  const capturedCents = centsIn(details.capturedCents);
  if (capturedCents === null) return;
  money.capturedCents = capturedCents;
  money.refundedCents = Math.max(money.refundedCents, centsIn(details.refundedCents) ?? 0);
  if (capturedCents > 0 && typeof details.currency === 'string') money.currency = details.currency;
  money.disputed = details.status === 'disputed';
}

/** The totals at the gateway; zero when the gateway has no such order. */
function gatewayTotals(view: GatewayView | null): GatewayTotals {
  const capturedCents = view?.capturedCents ?? 0;
  return {
    capturedCents,
    refundedCents: view?.refundedCents ?? 0,
    currency: capturedCents > 0 ? (view?.currency ?? null) : null,
    disputed: view?.status === 'disputed',
  };
}

/** Every fact in which ledger and gateway differ about one gateway order. */
function gatewayDifferences(ours: GatewayTotals, view: GatewayView | null): GatewayDifference[] {
  if (!view) {
    if (ours.capturedCents === 0) return [];
    return [{ kind: 'unknown', ours: `captured ${formatMoney(ours, ours.capturedCents)}`, theirs: 'no such order' }];
  }
  const theirs = gatewayTotals(view);
  const differences: GatewayDifference[] = [];
  const compare = (kind: FoundDifference['kind'], mine: string, other: string) => {
    if (mine !== other) differences.push({ kind, ours: mine, theirs: other });
  };
  compare('captured', decimalFromCents(ours.capturedCents), decimalFromCents(theirs.capturedCents));
  compare('refunded', decimalFromCents(ours.refundedCents), decimalFromCents(theirs.refundedCents));
  compare('disputed', ours.disputed ? 'charged back' : 'no', theirs.disputed ? 'charged back' : 'no');
  if (ours.currency && theirs.currency) compare('currency', ours.currency, theirs.currency);
  return differences;
}

function formatMoney({ currency }: GatewayTotals, cents: number): string {
  return `${decimalFromCents(cents)} ${currency ?? ''}`.trim();
}

function centsIn(details: unknown): number | null {
  return typeof details === 'number' && Number.isSafeInteger(details) ? details : null;
}
