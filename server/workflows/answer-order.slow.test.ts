// Gateway rule 8: the order of a gateway's answers comes from what only grows, never from the gateway's clock alone.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Placed } from '../../tests/support/orders.ts';
import {
  amountCents,
  type ScriptedAnswer,
  type ScriptedSetup,
  type ScriptedTransaction,
  startScriptedSetup,
} from '../../tests/support/scripted-gateway.ts';
import { checkLedger } from '../modules/payments/ledger-check.ts';
import { formatDay } from '../modules/payments/reconcile-money.ts';
import { printReconciliation } from '../modules/payments/reconciliation-report.ts';

let setup: ScriptedSetup;
beforeAll(async () => {
  setup = await startScriptedSetup();
});
afterAll(() => setup.stop());

type Step = 'decline' | 'capture' | 'refund part' | 'refund all' | 'charge back' | 'win' | 'void';
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const partCents = 70;
const typeOf: Record<Step, string> = {
  decline: 'PAYMENT',
  capture: 'PAYMENT',
  'refund part': 'REFUND',
  'refund all': 'REFUND',
  'charge back': 'CHARGEBACK',
  win: 'CHARGEBACK_REVERSAL',
  void: 'VOID_PAYMENT',
};

/** What a gateway answers after each step, with an honest clock. */
function answersOf(steps: readonly Step[], startMs: number): ScriptedAnswer[] {
  const transactions: ScriptedTransaction[] = [];
  let [capturedCents, refundedCents, isDisputed] = [0, 0, false];
  return steps.map((step, at) => {
    transactions.push({ id: `t${at}`, type: typeOf[step], result: step === 'decline' ? 'FAILURE' : 'SUCCESS' });
    if (step === 'capture') capturedCents = amountCents;
    if (step === 'refund part') refundedCents = Math.min(amountCents, refundedCents + partCents);
    if (step === 'refund all') refundedCents = amountCents;
    if (step === 'void') capturedCents = 0;
    if (step === 'charge back') isDisputed = true;
    if (step === 'win') isDisputed = false;
    return {
      status: statusOf(step, capturedCents, refundedCents, isDisputed),
      result: step === 'decline' ? 'FAILURE' : 'SUCCESS',
      capturedCents,
      refundedCents,
      transactions: [...transactions],
      updatedAt: new Date(startMs + at * minuteMs),
    };
  });
}

function statusOf(step: Step, capturedCents: number, refundedCents: number, isDisputed: boolean): string {
  if (step === 'decline') return 'FAILED';
  if (step === 'void') return 'CANCELLED';
  if (isDisputed) return 'CHARGEBACK_PROCESSED';
  if (refundedCents === capturedCents) return 'REFUNDED';
  return refundedCents > 0 ? 'PARTIALLY_REFUNDED' : 'CAPTURED';
}

const shifted = (answer: ScriptedAnswer, byMs: number): ScriptedAnswer => ({
  ...answer,
  updatedAt: answer.updatedAt && new Date(answer.updatedAt.getTime() + byMs),
});

const nowMs = () => Date.now() + setup.store.db.clockOffsetMs();
const rows = async <T>(sql: string, ...values: unknown[]) =>
  (await setup.store.db.database.pool.query(sql, values)).rows as T[];

async function see(order: Placed, ...answers: ScriptedAnswer[]): Promise<void> {
  for (const answer of answers) {
    setup.write(order, answer);
    await setup.look(order);
  }
}

async function moneyOf({ id }: Placed) {
  const [row] = await rows<{ status: string; payment: string; refunded: number; attempt: string }>(
    `select o.status, o.payment_status as payment, o.refunded_cents as refunded, a.state as attempt
     from orders o join payment_attempts a on a.order_id = o.id where o.id = $1`,
    id,
  );
  return row;
}

async function ledgerFaults() {
  const found = [];
  for await (const batch of checkLedger(setup.store.db.database)) found.push(...batch.differences);
  return found;
}

async function reconcile(): Promise<number> {
  const days = { fromDay: formatDay(nowMs() - 86_400_000), toDay: formatDay(nowMs() + 86_400_000) };
  return printReconciliation(setup.store.app.ctx, days, () => {});
}

const ends = {
  'refund part': { payment: 'paid', refunded: partCents, status: 'paid' },
  'refund all': { payment: 'refunded', refunded: amountCents, status: 'failed' },
  'charge back': { payment: 'disputed', refunded: 0, status: 'failed' },
  void: { payment: 'refunded', refunded: amountCents, status: 'failed' },
} as const;
const aheads = [5 * minuteMs, hourMs];

describe('a gateway whose clock ran ahead at the capture', () => {
  const cases = aheads.flatMap((ahead) => (Object.keys(ends) as (keyof typeof ends)[]).map((step) => [step, ahead]));

  test.each(cases as [keyof typeof ends, number][])(
    'rule 8: "%s" right after it counts, %d ms ahead',
    async (step, ahead) => {
      const order = await setup.opened();
      const [captured, after] = answersOf(['capture', step], nowMs()) as [ScriptedAnswer, ScriptedAnswer];
      await see(order, shifted(captured, ahead));
      expect(await moneyOf(order)).toMatchObject({ payment: 'paid', attempt: 'paid' });
      await see(order, after);
      expect(await moneyOf(order)).toMatchObject(ends[step]);
      expect(await ledgerFaults()).toEqual([]);
    },
  );

  test.each(['refund part', 'refund all', 'charge back'] as const)(
    'rule 8: "%s" counts where the gateway lists no transactions',
    async (step) => {
      const order = await setup.opened();
      const [captured, after] = answersOf(['capture', step], nowMs()) as [ScriptedAnswer, ScriptedAnswer];
      const { transactions: _, ...unlisted } = after;
      await see(order, shifted(captured, hourMs), unlisted);
      expect(await moneyOf(order)).toMatchObject(ends[step]);
    },
  );

  test('the comparison with the gateway records a refund that had no notification', async () => {
    const order = await setup.opened();
    const [captured, after] = answersOf(['capture', 'refund all'], nowMs()) as [ScriptedAnswer, ScriptedAnswer];
    await see(order, shifted(captured, hourMs));
    setup.write(order, after);
    expect(await reconcile()).toBe(1);
    await setup.store.drain();
    expect(await moneyOf(order)).toMatchObject(ends['refund all']);
    expect(await reconcile()).toBe(0);
  });
});

describe('an answer that is older', () => {
  test.each(['refund part', 'refund all', 'charge back', 'void'] as const)(
    'rule 8: the capture, seen again after "%s", changes nothing, whatever its clock says',
    async (step) => {
      const order = await setup.opened();
      const [captured, after] = answersOf(['capture', step], nowMs()) as [ScriptedAnswer, ScriptedAnswer];
      await see(order, captured, after, shifted(captured, hourMs), shifted(captured, -hourMs));
      expect(await moneyOf(order)).toMatchObject(ends[step]);
      expect(await ledgerFaults()).toEqual([]);
    },
  );

  test('rule 8: it does not pay an order whose money went back before anybody saw it', async () => {
    const order = await setup.opened();
    const [captured, after] = answersOf(['capture', 'refund all'], nowMs()) as [ScriptedAnswer, ScriptedAnswer];
    await see(order, after, shifted(captured, hourMs));
    expect(await moneyOf(order)).toMatchObject({ attempt: 'mismatch', payment: 'session' });
  });
});

describe('any order of the same answers', () => {
  const later = fc.array(fc.constantFrom<Step>('refund part', 'refund all', 'charge back', 'win'), { maxLength: 4 });
  const history = fc
    .record({ declines: fc.nat(2), later, isVoided: fc.boolean() })
    .map(({ declines, later: after, isVoided }): { declines: Step[]; after: Step[] } => ({
      declines: Array.from({ length: declines }, () => 'decline' as const),
      after: isVoided ? ['void'] : after.filter((step, at) => isPossible(step, after.slice(0, at))),
    }));
  const shift = fc.integer({ min: -hourMs, max: hourMs });

  test('rule 8: ends in the same ledger, with every clock up to an hour off', { timeout: 180_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(history, fc.infiniteStream(shift), fc.infiniteStream(fc.nat()), async (made, shifts, picks) => {
        const steps: Step[] = [...made.declines, 'capture', ...made.after];
        const answers = answersOf(steps, nowMs());
        const [honest, mixed] = [await setup.opened(), await setup.opened()];
        await see(honest, ...answers);
        // Money that came and went before anybody looked is for a person (rule 3): the capture is seen first.
        const first = made.declines.length;
        const rest = shuffled([...answers, ...answers.slice(first)], picks);
        const withClocks = [...answers.slice(0, first + 1), ...rest].map((answer) => {
          return shifted(answer, shifts.next().value ?? 0);
        });
        await see(mixed, ...withClocks);
        expect(await moneyOf(mixed)).toEqual(await moneyOf(honest));
        expect(await ledgerFaults()).toEqual([]);
      }),
      { numRuns: 40, seed: 8 },
    );
    // Both orders of each history hold at the gateway what their ledgers say, once it answers with its last word.
    expect(await ledgerFaults()).toEqual([]);
  });
});

// A win follows a dispute, a dispute is one at a time, and nothing more goes back than came.
function isPossible(step: Step, before: readonly Step[]): boolean {
  const disputes = before.filter((one) => one === 'charge back').length;
  const wins = before.filter((one) => one === 'win').length;
  if (step === 'win') return disputes > wins;
  if (step === 'charge back') return disputes === wins;
  return !before.includes('refund all');
}

function shuffled<T>(values: readonly T[], picks: Iterator<number>): T[] {
  const left = [...values];
  return values.map(() => left.splice((picks.next().value ?? 0) % left.length, 1)[0] as T);
}
