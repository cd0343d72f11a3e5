// Handlers for payouts: the list, what each contains, and those that are typed.
import type { AnswerFor, CallFor } from '../../../contract/index.ts';
import { StoreError } from '../../../contract/store-error.ts';
import type { StoreContext } from '../../context.ts';
import type { Tx } from '../../database/database.ts';
import { readCursor, toPage, writeCursor } from '../../platform/cursor.ts';
import { isUuid } from '../../platform/ids.ts';
import { sentenceFields } from '../../platform/sentence-columns.ts';
import { type Call, getAdmin } from '../../request-context.ts';
import { routes } from '../../store-module.ts';
import { fromUnits } from './currency-units.ts';
import { payoutExport } from './payout-export.ts';
import type { Payout, PayoutPosition, TypedPayout } from './payouts.repository.ts';
import * as payoutsRepository from './payouts.repository.ts';
import { compareOne, enqueueReads, expectedOf, saveTyped, sumExpected } from './payouts.ts';

const path = '/api/admin/finances/payouts';

type PayoutInput = CallFor<'POST /api/admin/finances/payouts'>['body'];

export const payoutRoutes = routes({
  listPayouts: async ({ replicaReads }, { query }, call) => {
    const after = readPosition(query.cursor);
    const rows = await replicaReads.run(({ db }) => payoutsRepository.listPayouts(db, after, query.limit + 1));
    const toCursor = ({ day, id }: Payout) => writeCursor([day, id]);
    return toPage(call, rows, { path, query, toCursor }).map(toPayout);
  },

  readPayoutSummary: async ({ database: { db }, gateways }) => {
    const [onTheWay, reads] = await Promise.all([payoutsRepository.sumOnTheWay(db), payoutsRepository.listReads(db)]);
    return {
      on_the_way: onTheWay.map(({ currency, amountCents, payouts }) => ({
        currency,
        amount: fromUnits(amountCents, currency),
        payouts,
      })),
      gateways: gateways.payoutGateways.map((gateway) => {
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
    const payout = getPresent(await payoutsRepository.findPayout(db, id));
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
    const payout = getPresent(await payoutsRepository.findPayout(db, id));
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

  addPayout: (ctx, { body }, call) =>
    save(ctx, call, 'payout.added', async (tx) =>
      saveTyped(ctx, tx, null, ctx.ids.uuid(), readInput(body), await payoutsRepository.readToday(tx)),
    ),

  changePayout: (ctx, { params: { id }, body }, call) =>
    save(ctx, call, 'payout.changed', async (tx) => {
      const present = getPresent(await getTyped(tx, id));
      return saveTyped(ctx, tx, present, id, readInput(body), await payoutsRepository.readToday(tx));
    }),

  deletePayout: async (ctx, { params: { id } }, call) => {
    await save(ctx, call, 'payout.deleted', async (tx) => {
      getPresent(await getTyped(tx, id));
      return payoutsRepository.changePayout(tx, id, { deletedAt: ctx.database.now() });
    });
    return { success: true };
  },

  restorePayout: async (ctx, { params: { id } }, call) => {
    const present = await payoutsRepository.findPayout(ctx.database.db, id);
    if (present?.toDay && present.deletedAt === null) return toPayout(present);
    return save(ctx, call, 'payout.restored', async (tx) => {
      const deleted = await getTyped(tx, id);
      if (!deleted) throw new StoreError('not_found');
      const restored = await payoutsRepository.changePayout(tx, id, { deletedAt: null });
      return compareOne(ctx, tx, restored, await payoutsRepository.readToday(tx));
    });
  },

  readPayouts: async (ctx) => {
    await enqueueReads(ctx);
    return { success: true };
  },

  exportPayout: async (ctx, { params: { id } }, call) => {
    getPresent(await payoutsRepository.findPayout(ctx.database.db, id));
    const { id: adminId, sessionId } = getAdmin(call);
    const entry = { actor: `admin:${adminId}`, action: 'payout.exported', subject: 'payouts', details: { id } };
    await ctx.audit.record(ctx.database.db, entry);
    return { path: payoutExport(ctx).buildAddress({ filter: { id }, sessionId }) };
  },
});

function getPresent(payout: Payout | null): Payout {
  if (!payout || payout.deletedAt !== null) throw new StoreError('not_found');
  return payout;
}

/** Locked. Throws conflict for a payout of a gateway. */
async function getTyped(tx: Tx, id: string): Promise<Payout | null> {
  const payout = await payoutsRepository.lockPayout(tx, id);
  if (payout && payout.contents !== 'typed') throw new StoreError('conflict', { reason: 'payout_of_gateway' });
  return payout;
}

/** In one transaction with its entry of the audit log. */
async function save(
  ctx: StoreContext,
  call: Call,
  action: string,
  change: (tx: Tx) => Promise<Payout>,
): Promise<ShownPayout> {
  const admin = getAdmin(call);
  return ctx.database.transaction(async (tx) => {
    const saved = await change(tx);
    const { id, gateway, day, fromDay, toDay, amountCents, currency } = saved;
    const details = { id, gateway, day, fromDay, toDay, amountCents, currency };
    await ctx.audit.record(tx, { actor: `admin:${admin.id}`, action, subject: 'payouts', details });
    return toPayout(saved);
  });
}

function readInput({ gateway, day, amount, from, to, note }: PayoutInput): TypedPayout {
  return { gateway, day, amountCents: Math.round(amount * 100), fromDay: from, toDay: to, note };
}

type ShownPayout = AnswerFor<'GET /api/admin/finances/payouts'>[number];

function toPayout(payout: Payout): ShownPayout {
  const { currency, contentsCents, amountCents } = payout;
  const amount = (units: number) => fromUnits(units, currency);
  const expected = expectedOf(payout);
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
