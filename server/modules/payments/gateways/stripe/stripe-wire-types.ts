// Stripe's responses, read tolerantly: unknown fields pass, a field of another type counts as missing. Only the loss of
// an essential field makes a response invalid.
import { z } from 'zod';

const text = z.string().optional().catch(undefined);
const flag = z.boolean().optional().catch(undefined);
/** Amounts are integers in the smallest unit: cents. */
const cents = z.int().nonnegative().optional().catch(undefined);
/** Seconds since 1970. */
const moment = z.int().positive().optional().catch(undefined);
const metadata = z.record(z.string(), z.unknown()).optional().catch(undefined);

/** Only where it was expanded: an ID has no fee. */
const balanceTransaction = z
  .looseObject({ fee: z.int(), currency: z.string(), exchange_rate: z.number().positive().optional().catch(undefined) })
  .optional()
  .catch(undefined);

export const wireIntent = z.looseObject({
  id: z.string().min(1),
  status: text,
  currency: text,
  created: moment,
  metadata,
});

export const wireSession = z.looseObject({
  id: z.string().min(1),
  client_secret: text,
  client_reference_id: text,
  status: text,
  payment_status: text,
  amount_total: cents,
  currency: text,
  created: moment,
  /** An ID, or the expanded object; null until a payer tried. */
  payment_intent: z.union([z.string(), wireIntent]).optional().catch(undefined),
});

export const wireCharge = z.looseObject({
  id: z.string().min(1),
  status: text,
  currency: text,
  created: moment,
  amount_captured: cents,
  amount_refunded: cents,
  disputed: flag,
  balance_transaction: balanceTransaction,
  failure_code: text,
  outcome: z.looseObject({ reason: text }).optional().catch(undefined),
  payment_method_details: z
    .looseObject({
      type: text,
      card: z
        .looseObject({
          brand: text,
          last4: text,
          country: text,
          wallet: z.looseObject({ type: text }).optional().catch(undefined),
        })
        .optional()
        .catch(undefined),
    })
    .optional()
    .catch(undefined),
});

export const wireDispute = z.looseObject({
  id: z.string().min(1),
  status: text,
  created: moment,
  evidence_details: z.looseObject({ due_by: moment }).optional().catch(undefined),
  balance_transactions: z.array(balanceTransaction).optional().catch(undefined),
});

export const wireList = z.looseObject({ data: z.array(z.unknown()) });

export const wireDomain = z.looseObject({ id: z.string().min(1) });

export const wireRefund = z.looseObject({
  id: z.string().min(1),
  status: text,
  amount: cents,
  currency: text,
  created: moment,
  metadata,
  balance_transaction: balanceTransaction,
  failure_balance_transaction: balanceTransaction,
});

/** The only trusted fields of an event: those that identify it and its object. */
export const wireEvent = z.looseObject({
  id: z.string().regex(/^[\x21-\x7e]{1,100}$/),
  account: text,
  livemode: flag,
  data: z.looseObject({
    object: z.looseObject({ object: text, metadata, payment_intent: text }),
  }),
});

/** In the smallest unit of their currency. Negative: the money goes from the bank to Stripe. */
const units = z.int();

export const wirePayout = z.looseObject({
  id: z.string().regex(/^[\x21-\x7e]{1,100}$/),
  status: text,
  amount: units,
  currency: z.string().regex(/^[A-Za-z]{3}$/),
  arrival_date: z.int().positive().max(4_102_444_799),
  automatic: flag,
  reconciliation_status: text,
  failure_code: text,
});

/** An ID, or the expanded object: a charge, a refund or a dispute. */
const transactionSource = z.union([
  z.string(),
  z.looseObject({
    id: text,
    amount: cents,
    amount_captured: cents,
    currency: text,
    charge: text,
    payment_intent: text,
    metadata,
  }),
]);

export const wireTransaction = z.looseObject({
  id: z.string().regex(/^[\x21-\x7e]{1,100}$/),
  type: text,
  reporting_category: text,
  amount: units,
  fee: units,
  source: transactionSource.optional().catch(undefined),
});

export type WirePayout = z.infer<typeof wirePayout>;
export type WireTransaction = z.infer<typeof wireTransaction>;
export type WireSession = z.infer<typeof wireSession>;
export type WireIntent = z.infer<typeof wireIntent>;
export type WireCharge = z.infer<typeof wireCharge>;
export type WireDispute = z.infer<typeof wireDispute>;
export type WireRefund = z.infer<typeof wireRefund>;
export type WireBalanceTransaction = z.infer<typeof balanceTransaction>;
export type WireEvent = z.infer<typeof wireEvent>;
