// The handler of the evidence of an order. It reads, and records that an admin opened it.

import type { z } from 'zod';
import type { AnswerFor } from '../../../contract/index.ts';
import { dollarsFromCents } from '../../../contract/money.ts';
import { deliveredUnits, hasEnded } from '../../../contract/order-progress.ts';
import type { order } from '../../../contract/orders.ts';
import { shares } from '../../../contract/share.ts';
import { StoreError } from '../../../contract/store-error.ts';
import type { StoreContext } from '../../context.ts';
import { getAdmin } from '../../request-context.ts';
import { routes } from '../../store-module.ts';
import { readPayments } from '../../workflows/read-payments.ts';
import type { OrderRow } from '../orders/order-rows.ts';
import type { DisputeEvent, LinkRow } from './evidence.repository.ts';
import * as evidenceRepository from './evidence.repository.ts';

type Evidence = AnswerFor<'GET /api/admin/orders/{id}/evidence'>;
type Order = z.output<typeof order>;

const action = 'order.evidence_opened';

export const evidenceRoutes = routes({
  orderEvidence: async (ctx, { params: { id } }, call) => {
    const row = await evidenceRepository.findOrder(ctx.database.db, id);
    if (!row) throw new StoreError('order_not_found');
    await noteOpened(ctx, `admin:${getAdmin(call).id}`, id);
    const [view, payments, records, { profile }] = await Promise.all([
      ctx.orderViews.fullOne(row),
      readPayments(ctx, id),
      readRecords(ctx, row),
      ctx.settings.currentProfile(),
    ]);
    const { name, business } = profile;
    const { disputeEvents, links, ...rest } = records;
    return {
      prepared_at: ctx.clock.now().toISOString(),
      seller: { store: name, ...business },
      order: {
        ...view,
        currency: row.currency,
        language: row.language,
        network_country: row.networkCountry,
        deleted_at: isoOrNull(row.deletedAt),
      },
      disputes: listDisputes(disputeEvents, payments),
      payments,
      links: listLinks(row, view, links),
      ...rest,
    };
  },
});

async function noteOpened(ctx: StoreContext, actor: string, orderId: string): Promise<void> {
  await ctx.database.transaction(async (tx) => {
    if (await evidenceRepository.wasOpened(tx, actor, action, orderId)) return;
    await ctx.audit.record(tx, { actor, action, subject: orderId });
  });
}

async function readRecords(ctx: StoreContext, row: OrderRow) {
  const records = await evidenceRepository.readRecords(ctx.database.db, row);
  const { terms, disputeEvents, links, replacements, requests, refunds, emails, messages } = records;
  return {
    disputeEvents,
    links,
    terms: terms && {
      version: terms.version,
      changed_at: iso(terms.changedAt),
      hash: terms.hash,
      texts: terms.texts,
    },
    replacements: replacements.map(({ startCount, ...replacement }) => ({
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
    requests: requests.map(({ position, kind, state, requestedAt, endedAt }) => ({
      position,
      kind,
      state,
      requested_at: iso(requestedAt),
      ended_at: isoOrNull(endedAt),
    })),
    refunds: refunds.map((refund) => ({
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

function listLinks(order: OrderRow, view: Order, rows: readonly LinkRow[]): Evidence['links'] {
  const quantities = shares(order.quantity, order.postLinks.length);
  return order.postLinks.map((postLink, position) => {
    const row = rows.find((one) => one.position === position);
    if (!row) {
      const ordered = Math.max(0, (quantities[position] ?? 0) - (view.delivered_before[position] ?? 0));
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
      // Links of before have no time of their end.
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
