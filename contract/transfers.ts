// Calls of transfers: the instructions for buyers, and the lines of a bank's file with the orders that they may pay.
import { z } from 'zod';
import { byName } from './by-name.ts';
import { endpoint } from './endpoint.ts';
import { dayOrders } from './finance-rules.ts';
import { languages } from './languages.ts';
import { byId } from './shared-schemas.ts';
import { noteInput } from './text-inputs.ts';
import { transferLimits } from './transfer-instructions.ts';
import {
  bankColumns,
  bankFileLimits,
  lineDecisions,
  mostTransferCents,
  transferCurrencies,
  transferIssues,
} from './transfer-rules.ts';

const transferSettings = z.object({
  /** Plain text with `{{amount}}`, `{{reference}}` and `{{expires}}`, in each language of the store. */
  instructions: z.object(byName(languages, () => z.string().max(transferLimits.text.most + 1))),
  /** How long an order waits for its transfer, in place of the 24 hours of other unpaid orders. */
  expiry_days: z.number(),
  /** Null: no Pix. `brl_rate`: reais for a dollar; null: the payer enters the amount. */
  pix: z
    .object({
      key: z.string().max(100),
      name: z.string().max(100),
      city: z.string().max(100),
      brl_rate: z.number().nullable(),
    })
    .nullable(),
});

/** Null: none were saved. */
export const getTransferSettings = endpoint('GET /api/admin/transfer-settings', {
  role: 'owner',
  summary: 'Returns the instructions for payments by transfer.',
  output: z.object({ settings: transferSettings.nullable() }),
});

/** It names the account that gets the money. Orders that wait for a transfer show the new text, and keep amount and last day. */
export const saveTransferSettings = endpoint('PUT /api/admin/transfer-settings', {
  role: 'owner',
  stepUp: true,
  summary: 'Saves the instructions for payments by transfer.',
  input: { body: transferSettings },
  output: z.object({ settings: transferSettings.nullable() }),
  errors: ['invalid_input'],
});

const columnNumber = z
  .number()
  .int()
  .min(0)
  .max(bankFileLimits.columns - 1);

/** One line of a file. `repeat`: how many lines before it in the file are the same. */
const line = {
  day: z.iso.date().refine((text) => text >= '2000-01-01' && text < '2100-01-01'),
  amount: z
    .number()
    .min(0.01)
    .max(mostTransferCents / 100)
    .multipleOf(0.01),
  currency: z.enum(transferCurrencies),
  text: z.string().max(bankFileLimits.text),
  repeat: z.number().int().min(0).max(bankFileLimits.lines),
};

const proposal = z.object({
  ...line,
  /** Of the file. */
  line: z.number(),
  order_id: z.string(),
  reference: z.string(),
  by: z.enum(['reference', 'amount']),
  /** What the order waits for. */
  due: z.number(),
  due_currency: z.enum(transferCurrencies),
  /** The last day. */
  expires_on: z.string(),
  /** Empty: the line is what the order waits for. */
  issues: z.array(z.enum(transferIssues)),
  /** Other orders that wait for the same amount. */
  others: z.number(),
});

/**
 * Reads a bank's file and stores nothing of it. Without `columns`, the answer proposes them by the first line. A proposal changes
 * nothing: an admin decides about each line. Lines that were decided before count as `decided`.
 */
export const matchTransfers = endpoint('POST /api/admin/transfers/match', {
  role: 'manager',
  stepUp: { neverBecause: 'it only proposes' },
  summary: 'Reads a CSV file of a bank, and proposes the orders that its lines pay.',
  input: {
    body: z.object({
      /** The text of a CSV file, with commas, semicolons or tabs. Its first line names the columns. */
      file: z.string().min(1).max(bankFileLimits.characters),
      columns: z.object(byName(bankColumns, () => columnNumber.nullable())).optional(),
      /** Of the days in the file; only with `columns`. */
      day_order: z.enum(dayOrders).optional(),
      /** Of the account. */
      currency: z.enum(transferCurrencies).default('USD'),
    }),
  },
  output: z.object({
    headings: z.array(z.string()),
    columns: z.object(byName(bankColumns, () => z.number().nullable())),
    day_order: z.enum(dayOrders),
    lines: z.number(),
    incoming: z.number(),
    outgoing: z.number(),
    /** Without a day or an amount. */
    unread: z.number(),
    decided: z.number(),
    unmatched: z.number(),
    matched: z.number(),
    /** In the order of the file, the first 200. */
    proposals: z.array(proposal),
  }),
  errors: ['invalid_input'],
  // The longest file, where each character takes two bytes.
  bodyLimitBytes: 512 * 1024,
});

/**
 * accepted: the order is marked as paid with its whole price, within the caps of "Mark as paid". Of an order that is paid already, the
 * line is its recorded payment, or a second one of the same amount, which is then refunded by hand. left: nothing changes.
 * 409 `conflict`: the line was decided before, the order is paid and the amount is another one, or the order was deleted and the line
 * is accepted.
 */
export const decideTransfer = endpoint('POST /api/admin/orders/{id}/transfers', {
  role: 'manager',
  stepUp: { when: 'the line is accepted' },
  summary: 'Decides about a line of a bank: it pays this order, or is left.',
  input: {
    params: byId,
    body: z.object({
      ...line,
      decision: z.enum(lineDecisions),
      note: noteInput(bankFileLimits.note).optional(),
    }),
  },
  output: z.object({ success: z.literal(true), payment_status: z.string() }),
  errors: ['order_not_found', 'invalid_input', 'conflict'],
});
