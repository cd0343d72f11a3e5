// Handlers for payouts: the list, what each contains, and those that are typed.
import type { AnswerFor } from '../../../contract/index.ts';
import { StoreError } from '../../../contract/store-error.ts';
import type { Queryable } from '../../database/database.ts';
import { readCursor, toPage, writeCursor } from '../../platform/cursor.ts';
import { isUuid } from '../../platform/ids.ts';
import { sentenceFields } from '../../platform/sentence-columns.ts';
import { getAdmin } from '../../request-context.ts';
import { routes } from '../../store-module.ts';
import { fromUnits } from './currency-units.ts';
import { payoutExport } from './payout-export.ts';
import type { Payout, PayoutPosition } from './payouts.repository.ts';
import * as payoutsRepository from './payouts.repository.ts';
import { enqueueReads } from './payouts.ts';
import {
  addPayout,
  changePayout,
  deletePayout,
  readStoredExpected,
  restorePayout,
  sumExpected,
} from './typed-payouts.service.ts';

const path = '/api/admin/finances/payouts';

export const payoutRoutes = routes({
  listPayouts: async ({ replicaReads }, { query }, call) => {
    const after = readPosition(query.cursor);
    const rows = await replicaReads.run(({ db }) => payoutsRepository.listPayouts(db, after, query.limit + 1));
    const toCursor = ({ day, id }: Payout) => writeCursor([day, id]);
    return toPage(call, rows, { path, query, toCursor }).map(toPayout);
  },

  readPayoutSummary: async ({ database: { db }, gateways }) => {
    const [onTheWay, reads, names] = await Promise.all([
      payoutsRepository.sumOnTheWay(db),
      payoutsRepository.listReads(db),
      gateways.payoutGateways(),
    ]);
    return {
      on_the_way: onTheWay.map(({ currency, amountCents, payouts }) => ({
        currency,
        amount: fromUnits(amountCents, currency),
        payouts,
      })),
      gateways: names.map((gateway) => {
        const read = reads.find((one) => one.gateway === gateway);
        return {
          gateway,
          read_at: read?.readAt?.toISOString() ?? null,
          ...sentenceFields('problem', read?.problem ?? null, read?.problemCoded),
        };
      }),
    };
  },

  getPayout: async ({ database: { db } }, { params: { id } }) => {
    const payout = await getPresent(db, id);
    const sums = await payoutsRepository.sumKinds(db, id);
    return {
      payout: toPayout(payout),
      sums: sums.map(({ kind, transactions, amountCents, feeCents }) => ({
        kind,
        transactions,
        ...toAmounts(amountCents, feeCents, payout),
      })),
    };
  },

  listPayoutTransactions: async ({ database: { db } }, { params: { id }, query }, call) => {
    const payout = await getPresent(db, id);
    const rows = await payoutsRepository.listTransactions(db, id, {
      after: query.cursor ?? null,
      limit: query.limit + 1,
      onlyDifferences: query.only === 'differences',
    });
    const page = { path: `${path}/${id}/transactions`, query, toCursor: (last: (typeof rows)[number]) => last.number };
    return toPage(call, rows, page).map(({ number, transactionId, kind, ...row }) => ({
      number,
      id: transactionId,
      kind,
      ...toAmounts(row.amountCents, row.feeCents, payout),
      source_id: row.sourceId,
      order_id: row.orderId,
      difference: row.difference,
    }));
  },

  addPayout: async (ctx, { body }, call) => toPayout(await addPayout(ctx, call, body)),

  changePayout: async (ctx, { params: { id }, body }, call) => toPayout(await changePayout(ctx, call, id, body)),

  deletePayout: async (ctx, { params: { id } }, call) => {
    await deletePayout(ctx, call, id);
    return { success: true };
  },

  restorePayout: async (ctx, { params: { id } }, call) => toPayout(await restorePayout(ctx, call, id)),

  readPayouts: async (ctx) => {
    await enqueueReads(ctx);
    return { success: true };
  },

  exportPayout: async (ctx, { params: { id } }, call) => {
    await getPresent(ctx.database.db, id);
    const { id: adminId, sessionId } = getAdmin(call);
    const entry = { actor: `admin:${adminId}`, action: 'payout.exported', subject: 'payouts', details: { id } };
    await ctx.audit.record(ctx.database.db, entry);
    return { path: payoutExport(ctx).buildAddress({ filter: { id }, sessionId }) };
  },
});

/** Throws not_found. */
async function getPresent(at: Queryable, id: string): Promise<Payout> {
  const payout = await payoutsRepository.findPayout(at, id);
  if (!payout || payout.deletedAt !== null) throw new StoreError('not_found');
  return payout;
}

type ShownPayout = AnswerFor<'GET /api/admin/finances/payouts'>[number];

function toPayout(payout: Payout): ShownPayout {
  const { currency, contentsCents, amountCents } = payout;
  const amount = (units: number) => fromUnits(units, currency);
  const expected = readStoredExpected(payout);
  const expectedCents = expected && sumExpected(expected);
  return {
    id: payout.id,
    gateway: payout.gateway,
    gateway_id: payout.gatewayPayoutId,
    state: payout.state,
    amount: amount(amountCents),
    currency,
    day: payout.day,
    from: payout.fromDay,
    to: payout.toDay,
    note: payout.note,
    failure: payout.failure,
    contents: payout.contents,
    contents_amount: contentsCents === null ? null : amount(contentsCents),
    differences: payout.differences,
    expected: expected && {
      payments: expected.payments,
      captured: amount(expected.capturedCents),
      refunded: amount(expected.refundedCents),
      disputed: amount(expected.disputedCents),
      fees: amount(expected.feeCents),
      unknown_fees: expected.unknownFees,
      amount: amount(sumExpected(expected)),
    },
    difference: expectedCents === null ? null : amount(amountCents - expectedCents),
    differs: payout.differsSince !== null,
    created_at: payout.createdAt.toISOString(),
    updated_at: payout.updatedAt.toISOString(),
  };
}

function toAmounts(amountCents: number, feeCents: number, { currency }: Payout) {
  const amount = (units: number) => fromUnits(units, currency);
  return { amount: amount(amountCents), fee: amount(feeCents), net: amount(amountCents - feeCents) };
}

function readPosition(cursor: string | undefined): PayoutPosition | null {
  return readCursor(cursor, ([day = '', id = '']) => (isDay(day) && isUuid(id) ? { day, id } : null));
}

function isDay(text: string): boolean {
  const moment = new Date(`${text}T00:00:00Z`);
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text);
}
