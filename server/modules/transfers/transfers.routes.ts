// Endpoints of transfers: the lines of a bank's file, and the decisions about them.
import type { AnswerFor, CallFor } from '../../../contract/index.ts';
import { dollarsFromCents } from '../../../contract/money.ts';
import { findReferences } from '../../../contract/transfer-reference.ts';
import { bankFileLimits } from '../../../contract/transfer-rules.ts';
import type { StoreContext } from '../../context.ts';
import { getAdmin } from '../../request-context.ts';
import { routes } from '../../store-module.ts';
import { decideTransfer } from '../../workflows/decide-transfer.ts';
import { type BankLine, proposeBankColumns, proposeBankDayOrder, readBankFile, readBankLines } from './bank-file.ts';
import { type Match, matchLines } from './match-transfers.ts';
import * as transfersRepository from './transfers.repository.ts';

export const transfersRoutes = routes({
  matchTransfers: (ctx, { body }) => match(ctx, body),

  decideTransfer: async (ctx, { params: { id }, body }, call) => {
    const { paymentStatus } = await decideTransfer(ctx, id, body, getAdmin(call));
    return { success: true, payment_status: paymentStatus };
  },
});

type Answer = AnswerFor<'POST /api/admin/transfers/match'>;

/** Nothing of the file is stored or logged: its lines name people. */
async function match(
  { database }: StoreContext,
  { file: text, columns: chosen, day_order, currency = 'USD' }: CallFor<'POST /api/admin/transfers/match'>['body'],
): Promise<Answer> {
  const file = readBankFile(text);
  const columns = chosen ?? proposeBankColumns(file);
  const dayOrder = chosen ? (day_order ?? 'ymd') : proposeBankDayOrder(file, columns);
  const about = { headings: file.headings, columns, day_order: dayOrder, lines: file.lines.length };
  const nothing = { incoming: 0, outgoing: 0, unread: 0, decided: 0, unmatched: 0, matched: 0, proposals: [] };
  // The admin chooses the columns that the first line does not name.
  if (!chosen && (columns.day === null || columns.amount === null)) return { ...about, ...nothing };
  const { incoming, outgoing, unread } = readBankLines(file, { columns, dayOrder, currency });
  const decided = await transfersRepository.findDecisions(
    database.db,
    incoming.map(({ key }) => key),
  );
  const open = incoming.filter(({ key }) => !decided.has(key));
  const awaited = await transfersRepository.listAwaited(database.db, {
    references: [...new Set(open.flatMap((line) => findReferences(line.text)))],
    cents: [...new Set(open.map(({ amountCents }) => amountCents))],
  });
  const matches = matchLines(open, awaited);
  return {
    ...about,
    incoming: incoming.length,
    outgoing,
    unread,
    decided: decided.size,
    unmatched: open.length - matches.length,
    matched: matches.length,
    proposals: matches.slice(0, bankFileLimits.shown).map(toProposal),
  };
}

function toProposal({ line, transfer, by, issues, others }: Match<BankLine>): Answer['proposals'][number] {
  return {
    line: line.line,
    day: line.day,
    amount: dollarsFromCents(line.amountCents),
    currency: line.currency,
    text: line.text,
    repeat: line.repeat,
    order_id: transfer.orderId,
    reference: transfer.reference,
    by,
    due: dollarsFromCents(transfer.dueCents),
    due_currency: transfer.dueCurrency,
    expires_on: transfer.expiresOn,
    issues,
    others,
  };
}
