// Calls about payouts: what a gateway pays to the bank, what each payout contains, and what the ledger expects. Amounts as decimal
// numbers in the currency of the payout, days in the store's time zone.
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  countDays,
  payoutContents,
  payoutDifferences,
  payoutLimits,
  payoutStates,
  payoutTransactionKinds,
  typedPayoutGateways,
} from './payout-rules.ts';
import { byUuid, codedMessage, pageLimit, pageQuery, success } from './shared-schemas.ts';
import { wordsInput } from './text-inputs.ts';

const recentDay = z.iso.date().refine((text) => text >= '2000-01-01' && text < '2100-01-01');

/** What the ledger has for the period of a typed payout: the days of the events, not of the sales. */
const expected = z.object({
  payments: z.number(),
  captured: z.number(),
  refunded: z.number(),
  disputed: z.number(),
  /** Of these payments, with their refunds and disputes. */
  fees: z.number(),
  /** Payments whose fee is not known. */
  unknown_fees: z.number(),
  /** captured - refunded - disputed - fees */
  amount: z.number(),
});

const payout = z.object({
  id: z.string(),
  gateway: z.string(),
  /** The gateway's ID; null of a typed payout. */
  gateway_id: z.string().nullable(),
  state: z.enum(payoutStates),
  amount: z.number(),
  currency: z.string(),
  /** When it arrives at the bank. */
  day: z.string(),
  /** The period of a typed payout, both days included. */
  from: z.string().nullable(),
  to: z.string().nullable(),
  note: z.string(),
  /** The gateway's reason of a failed payout. */
  failure: z.string().nullable(),
  contents: z.enum(payoutContents),
  /** The sum of its transactions after fees; null before they are read. */
  contents_amount: z.number().nullable(),
  /** Transactions that differ from the ledger, and one more where the sum is not the amount. */
  differences: z.number(),
  /** Of a typed payout. */
  expected: expected.nullable(),
  /** The amount less the expected one; null without an expected one. */
  difference: z.number().nullable(),
  /** True: it is an action item, unless that was dismissed. */
  differs: z.boolean(),
  created_at: z.string(),
  updated_at: z.string(),
});

/** By day, the newest first; the next page in Link. */
export const listPayouts = endpoint('GET /api/admin/finances/payouts', {
  role: 'manager',
  scope: 'figures:read',
  summary: 'Lists payouts of the gateways to the bank, by pages.',
  input: { query: pageQuery },
  output: z.array(payout),
  errors: ['invalid_input'],
});

export const readPayoutSummary = endpoint('GET /api/admin/finances/payouts/summary', {
  role: 'manager',
  scope: 'figures:read',
  summary: 'Returns what is on the way to the bank, and when payouts were read.',
  output: z.object({
    on_the_way: z.array(z.object({ currency: z.string(), amount: z.number(), payouts: z.number() })),
    /** Configured gateways that list their payouts. */
    gateways: z.array(
      z.object({
        gateway: z.string(),
        /** The last complete reading; null before the first one. */
        read_at: z.string().nullable(),
        /** Why the last reading failed. */
        problem: z.string().nullable(),
        problem_coded: codedMessage.optional(),
      }),
    ),
  }),
});

export const getPayout = endpoint('GET /api/admin/finances/payouts/{id}', {
  role: 'manager',
  scope: 'figures:read',
  summary: 'Returns a payout with the sums of what it contains.',
  input: { params: byUuid },
  output: z.object({
    payout,
    sums: z.array(
      z.object({
        kind: z.enum(payoutTransactionKinds),
        transactions: z.number(),
        amount: z.number(),
        fee: z.number(),
        net: z.number(),
      }),
    ),
  }),
  errors: ['not_found'],
});

/** `only=differences`: those that differ from the ledger. The newest first, as the gateway lists them; the next page in Link. */
export const listPayoutTransactions = endpoint('GET /api/admin/finances/payouts/{id}/transactions', {
  role: 'manager',
  scope: 'figures:read',
  summary: 'Lists the transactions of a payout, by pages.',
  input: {
    params: byUuid,
    query: z.object({
      limit: pageLimit(),
      cursor: z.coerce.number().int().min(0).max(1_000_000).optional(),
      only: z.enum(['differences']).optional(),
    }),
  },
  output: z.array(
    z.object({
      number: z.number(),
      /** The gateway's ID. */
      id: z.string(),
      kind: z.enum(payoutTransactionKinds),
      amount: z.number(),
      fee: z.number(),
      net: z.number(),
      /** Of the charge, the refund or the dispute at the gateway. */
      source_id: z.string().nullable(),
      order_id: z.string().nullable(),
      difference: z.enum(payoutDifferences).nullable(),
    }),
  ),
  errors: ['invalid_input', 'not_found'],
});

const payoutInput = z
  .object({
    gateway: z.enum(typedPayoutGateways),
    day: recentDay,
    amount: z.number().min(payoutLimits.least).max(payoutLimits.most).multipleOf(0.01),
    currency: z.literal('USD'),
    from: recentDay,
    to: recentDay,
    note: wordsInput.max(payoutLimits.note),
  })
  .refine(({ from, to }) => from <= to && countDays(from, to) <= payoutLimits.days, { path: ['to'] });

const noProof = { neverBecause: 'a payout that is typed moves no money' };

/** Of a gateway that does not list its payouts. */
export const addPayout = endpoint('POST /api/admin/finances/payouts', {
  role: 'manager',
  stepUp: noProof,
  summary: 'Adds a payout with the period that it covers.',
  input: { body: payoutInput },
  output: payout,
  errors: ['invalid_input'],
});

export const changePayout = endpoint('PUT /api/admin/finances/payouts/{id}', {
  role: 'manager',
  stepUp: noProof,
  summary: 'Changes a typed payout.',
  input: { params: byUuid, body: payoutInput },
  output: payout,
  errors: ['invalid_input', 'not_found', 'conflict'],
});

/** It can be restored. */
export const deletePayout = endpoint('DELETE /api/admin/finances/payouts/{id}', {
  role: 'manager',
  stepUp: noProof,
  summary: 'Deletes a typed payout.',
  input: { params: byUuid },
  output: success,
  errors: ['not_found', 'conflict'],
});

/** Of a payout that is not deleted, it changes nothing. */
export const restorePayout = endpoint('POST /api/admin/finances/payouts/{id}/restore', {
  role: 'manager',
  stepUp: noProof,
  summary: 'Restores a deleted payout.',
  input: { params: byUuid },
  output: payout,
  errors: ['not_found', 'conflict'],
});

/** The store reads them every day; this call starts a reading now. */
export const readPayouts = endpoint('POST /api/admin/finances/payouts/read', {
  role: 'manager',
  stepUp: { neverBecause: 'it reads payouts and moves no money' },
  summary: 'Reads the payouts of the gateways in the background.',
  output: success,
});

/** Returns a URL of this store, valid for one minute and this session. A GET streams the transactions as CSV (`exportOrders`). */
export const exportPayout = endpoint('POST /api/admin/finances/payouts/{id}/export', {
  role: 'manager',
  stepUp: { neverBecause: 'the file has amounts and IDs, no persons' },
  summary: 'Creates a download link for the transactions of a payout as CSV.',
  input: { params: byUuid },
  output: z.object({ path: z.string() }),
  errors: ['not_found'],
});
