// Arguments and output of `npm run money:reconcile`. Money is in dollars.
import type { StoreContext } from '../../context.ts';
import { ExternalError } from '../../ports/external-error.ts';
import { type Days, formatDay, reconcile } from './reconcile-money.ts';
import * as reconciliationRepository from './reconciliation.repository.ts';

/** The message is one sentence for the operator. */
export class ReconcileRefusal extends Error {
  override readonly name = 'ReconcileRefusal';
}

const printedAtOnce = 100_000;

/** The days of `--from` and `--to` (UTC, inclusive); `--to` defaults to today. Throws ReconcileRefusal. */
export function readDays(args: readonly string[], now: Date): Days {
  const given = new Map<string, string>();
  for (let at = 0; at < args.length; at += 2) {
    const [name = '', value = ''] = [args[at], args[at + 1]];
    if ((name !== '--from' && name !== '--to') || given.has(name)) throw new ReconcileRefusal(usage);
    if (!isDay(value)) throw new ReconcileRefusal(`${name} must be a day such as 2026-01-31.`);
    given.set(name, value);
  }
  const [fromDay, toDay] = [given.get('--from'), given.get('--to') ?? formatDay(now.getTime())];
  if (!fromDay) throw new ReconcileRefusal(usage);
  if (fromDay > toDay) throw new ReconcileRefusal('--from must not be after --to.');
  return { fromDay, toDay };
}

/**
 * Prints every difference and a last line. The exit code: 0 without differences, 1 with some, and when the gateway is
 * unavailable.
 */
export async function printReconciliation(
  ctx: StoreContext,
  days: Days,
  print: (line: string) => void,
): Promise<number> {
  const outcome = await reconcile(ctx, days).catch((error: unknown) => {
    if (error instanceof ExternalError) return error;
    throw error;
  });
  if (outcome instanceof ExternalError) {
    print(`The gateway is not available now: ${outcome.message} Run the same command again to continue.`);
    return 1;
  }
  const differences = await reconciliationRepository.listDifferences(ctx.database.db, outcome.id, printedAtOnce);
  for (const { orderId, gatewayOrderId, kind, ours, theirs } of differences) {
    print(`order ${orderId}, ${gatewayOrderId}: ${words[kind]}: the ledger has ${ours}, the gateway ${theirs}`);
  }
  print(
    `${outcome.compared} payments of ${days.fromDay} to ${days.toDay} compared with the gateway, ${differences.length} differences.`,
  );
  return differences.length === 0 ? 0 : 1;
}

const usage = 'Use: npm run money:reconcile -- --from YYYY-MM-DD [--to YYYY-MM-DD]';
const words = {
  captured: 'captured',
  refunded: 'refunded',
  currency: 'currency',
  disputed: 'charged back',
  unknown: 'the payment',
  not_asked: 'not compared',
} as const;

function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text;
}
