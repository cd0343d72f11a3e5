// The evidence of an order for a dispute. Read-only, except for the audit entry about who opened it.

import type { AnswerFor } from '../../contract/index.ts';
import { dollarsFromCents } from '../../contract/money.ts';
import { deliveredUnits, hasEnded } from '../../contract/order-progress.ts';
import { shares } from '../../contract/share.ts';
import { StoreError } from '../../contract/store-error.ts';
import type { StoreContext } from '../context.ts';
import type { DisputeEvent } from '../modules/evidence/evidence.repository.ts';
import * as evidenceRepository from '../modules/evidence/evidence.repository.ts';
import { toOrder } from '../modules/orders/order-rows.ts';
import { type OrderRecord, readOrders, toPayment } from './read-order.ts';

type Evidence = AnswerFor<'GET /api/admin/orders/{id}/evidence'>;

const action = 'order.evidence_opened';

/** Includes hidden orders. Records once an hour that the actor opened it. Throws order_not_found. */
export async function readEvidence(ctx: StoreContext, id: string, actor: string): Promise<Evidence> {
  const { db } = ctx.database;
  const order = await evidenceRepository.findOrder(db, id);
  if (!order) throw new StoreError('order_not_found');
  await noteOpened(ctx, actor, id);
  const [[record], { profile }, terms, disputeEvents, emails, messages] = await Promise.all([
    readOrders(db, [order]),
    ctx.settings.currentProfile(),
    evidenceRepository.findTerms(db, order),
    evidenceRepository.listDisputeEvents(db, id),
    evidenceRepository.listMails(db, id),
    evidenceRepository.listMessages(db, order),
  ]);
  if (!record) throw new StoreError('order_not_found');
  const { name, business } = profile;
  const now = ctx.clock.now();
  const payments = record.payments.map(toPayment);
  return {
    prepared_at: iso(now),
    seller: { store: name, ...business },
    order: {
      ...toOrder(order, record.progress, now),
      currency: order.currency,
      language: order.language,
      network_country: order.networkCountry,
      deleted_at: isoOrNull(order.deletedAt),
    },
    disputes: listDisputes(disputeEvents, payments),
    payments,
    links: listLinks(record),
    terms: terms && {
      version: terms.version,
      changed_at: iso(terms.changedAt),
      hash: terms.hash,
      texts: terms.texts,
    },
    replacements: record.replacements.map(({ startCount, ...replacement }) => ({
      position: replacement.position,
      old_link: replacement.oldLink,
      new_link: replacement.newLink,
      is_move: replacement.isMove,
      delivered: replacement.delivered,
      provider_order_id: replacement.providerOrderId,
      start_count: startCount,
      end_count: startCount === null ? null : startCount + replacement.delivered,
      sent_at: isoOrNull(replacement.sentAt),
      ended_at: isoOrNull(replacement.endedAt),
      replaced_at: iso(replacement.replacedAt),
    })),
    requests: record.requests.toReversed().map(({ position, kind, state, requestedAt, endedAt }) => ({
      position,
      kind,
      state,
      requested_at: iso(requestedAt),
      ended_at: isoOrNull(endedAt),
    })),
    refunds: record.refunds.map((refund) => ({
      id: refund.refundId,
      payment: refund.attemptNumber,
      amount: dollarsFromCents(refund.amountCents),
      state: refund.state,
      undelivered_quantity: refund.undeliveredQuantity,
      created_at: iso(refund.createdAt),
      updated_at: iso(refund.updatedAt),
    })),
    emails: emails.map(({ kind, recipient, state, createdAt, sentAt }) => ({
      kind,
      recipient,
      state,
      created_at: iso(createdAt),
      sent_at: isoOrNull(sentAt),
    })),
    messages: messages.map(({ message: { name, email, subject, message, receivedAt }, replies }) => ({
      name,
      email,
      subject,
      message,
      received_at: iso(receivedAt),
      replies: replies.map(({ reply: { text, writtenAt }, sentAt }) => ({
        text,
        written_at: iso(writtenAt),
        sent_at: isoOrNull(sentAt),
      })),
    })),
  };
}

async function noteOpened(ctx: StoreContext, actor: string, orderId: string): Promise<void> {
  await ctx.database.transaction(async (tx) => {
    if (await evidenceRepository.wasOpened(tx, actor, action, orderId)) return;
    await ctx.audit.record(tx, { actor, action, subject: orderId });
  });
}

/** The due date is that of the latest dispute of its payment. */
function listDisputes(events: readonly DisputeEvent[], payments: Evidence['payments']): Evidence['disputes'] {
  const disputes: Evidence['disputes'] = [];
  for (const { attemptNumber, isOpen, happenedAt } of events) {
    const open = disputes.find(({ payment, won_at }) => payment === attemptNumber && won_at === null);
    if (isOpen && !open)
      disputes.push({ payment: attemptNumber, opened_at: iso(happenedAt), won_at: null, due_at: null });
    if (!isOpen && open) open.won_at = iso(happenedAt);
  }
  for (const { number, dispute_due_at } of payments) {
    const latest = disputes.findLast(({ payment }) => payment === number);
    if (latest) latest.due_at = dispute_due_at;
  }
  return disputes;
}

function listLinks({ order, progress: { deliveredBefore }, sends }: OrderRecord): Evidence['links'] {
  const quantities = shares(order.quantity, order.postLinks.length);
  return order.postLinks.map((postLink, position) => {
    const row = sends.find((one) => one.position === position);
    if (!row) {
      const ordered = Math.max(0, (quantities[position] ?? 0) - (deliveredBefore[position] ?? 0));
      return { ...unsent, post_link: postLink, ordered };
    }
    const isSent = row.state === 'sent';
    const isEnded = isSent && !row.following && hasEnded(row);
    const delivered = deliveredUnits(row);
    return {
      ...unsent,
      post_link: postLink,
      ordered: row.quantity,
      delivered,
      status: row.state,
      live_status: row.liveStatus,
      provider_order_id: row.providerOrderId,
      sent_at: isSent ? iso(row.claimedAt) : null,
      start_count: row.startCount,
      end_count: isEnded && row.startCount !== null && delivered !== null ? row.startCount + delivered : null,
      started_at: isoOrNull(row.startedAt ?? row.firstProgressAt),
      // Older links have no end time.
      ended_at: isEnded ? isoOrNull(row.endedAt ?? row.checkedAt) : null,
      checked_at: isSent && row.liveStatus !== null ? isoOrNull(row.checkedAt) : null,
    };
  });
}

const unsent = {
  delivered: null,
  status: null,
  live_status: null,
  provider_order_id: null,
  start_count: null,
  end_count: null,
  sent_at: null,
  started_at: null,
  ended_at: null,
  checked_at: null,
} satisfies Partial<Evidence['links'][number]>;

const iso = (at: Date): string => at.toISOString();
const isoOrNull = (at: Date | null): string | null => at?.toISOString() ?? null;
