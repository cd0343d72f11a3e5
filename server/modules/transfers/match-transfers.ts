// Which order a line of a bank's file may pay: by its reference, then by amount and day. It only proposes. Pure.
import { findReferences } from '../../../contract/transfer-reference.ts';
import type { TransferCurrency, TransferIssue } from '../../../contract/transfer-rules.ts';

/** A transfer that an order waits for, or waited for. */
export type AwaitedTransfer = {
  orderId: string;
  number: number;
  reference: string;
  dueCents: number;
  dueCurrency: TransferCurrency;
  /** YYYY-MM-DD in the time zone of the store. */
  openedOn: string;
  expiresOn: string;
  isOpen: boolean;
  /**
   * no: not paid. recorded: marked as paid by an admin, and no line was accepted for it. otherwise: any other payment, also one of
   * another amount.
   */
  paid: 'no' | 'recorded' | 'otherwise';
  isClosedOrder: boolean;
  isDeleted: boolean;
};

export type MatchedLine = { day: string; amountCents: number; currency: TransferCurrency; text: string };
export type Match<Line> = {
  line: Line;
  transfer: AwaitedTransfer;
  by: 'reference' | 'amount';
  issues: TransferIssue[];
  /** Other orders that fit as well. */
  others: number;
};

/** Days that a transfer without a reference may be booked before and after the time that its order waits. */
const slackDays = { before: 1, after: 3 } as const;

/** At most one match for a line, in the order of the lines. A transfer matches by its amount once, and not beside its reference. */
export function matchLines<Line extends MatchedLine>(
  lines: readonly Line[],
  transfers: readonly AwaitedTransfer[],
): Match<Line>[] {
  const byReference = new Map(transfers.map((transfer) => [transfer.reference, transfer]));
  const named = lines.map((line) => findReferences(line.text).flatMap((reference) => byReference.get(reference) ?? []));
  const taken = new Set(named.flat().map(({ reference }) => reference));
  return lines.flatMap((line, at) => {
    const ofLine = named[at] ?? [];
    const fitting = ofLine.length > 0 ? ofLine : findByAmount(line, transfers, taken);
    const transfer = fitting.find((one) => isExact(line, one)) ?? fitting[0];
    if (!transfer) return [];
    taken.add(transfer.reference);
    const by = ofLine.length > 0 ? ('reference' as const) : ('amount' as const);
    return [{ line, transfer, by, issues: listIssues(line, transfer), others: fitting.length - 1 }];
  });
}

/** The one that has waited longest comes first. */
function findByAmount(
  line: MatchedLine,
  transfers: readonly AwaitedTransfer[],
  taken: ReadonlySet<string>,
): AwaitedTransfer[] {
  return transfers
    .filter(
      (one) => one.isOpen && !one.isDeleted && one.paid === 'no' && isExact(line, one) && !taken.has(one.reference),
    )
    .filter(({ openedOn, expiresOn }) => isWithin(line.day, openedOn, expiresOn))
    .sort((a, b) => a.openedOn.localeCompare(b.openedOn) || a.reference.localeCompare(b.reference));
}

function isExact(line: MatchedLine, { dueCents, dueCurrency }: AwaitedTransfer): boolean {
  return line.amountCents === dueCents && line.currency === dueCurrency;
}

function isWithin(day: string, from: string, to: string): boolean {
  return day >= addDays(from, -slackDays.before) && day <= addDays(to, slackDays.after);
}

function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** What an admin has to check before accepting. Empty: the line is what the order waits for. */
export function listIssues(line: MatchedLine, transfer: AwaitedTransfer): TransferIssue[] {
  const { dueCents, dueCurrency, expiresOn, paid, isClosedOrder, isDeleted } = transfer;
  const isSame = line.currency === dueCurrency;
  const issues: [TransferIssue, boolean][] = [
    ['deleted', isDeleted],
    ['late', paid === 'no' && (line.day > expiresOn || isClosedOrder)],
    ['short', isSame && line.amountCents < dueCents],
    ['over', isSame && line.amountCents > dueCents],
    ['currency', !isSame],
    ['recorded', paid === 'recorded'],
    ['second', paid === 'otherwise'],
  ];
  return issues.flatMap(([issue, isSo]) => (isSo ? [issue] : []));
}
