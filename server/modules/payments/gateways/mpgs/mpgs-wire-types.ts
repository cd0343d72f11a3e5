// The gateway's responses, read tolerantly: unknown fields pass, a field of another type counts as missing. Only the
// loss of an essential field makes a response invalid.
import { z } from 'zod';

const text = z.string().optional().catch(undefined);

/** A JSON number or a numeric string; `map.ts` validates amounts. */
const amount = z.union([z.number(), z.string()]).optional().catch(undefined);

/** One entry of an order's history. Its kind and its result together decide its meaning. */
const wireTransaction = z
  .looseObject({
    result: text,
    transaction: z.looseObject({ id: text, type: text }).optional().catch(undefined),
    response: z.looseObject({ gatewayCode: text }).optional().catch(undefined),
    sourceOfFunds: z
      .looseObject({ provided: z.looseObject({ card: z.looseObject({ brand: text, number: text }) }) })
      .optional()
      .catch(undefined),
    timeOfRecord: text,
  })
  .catch({});

/** The response to RETRIEVE_ORDER. */
export const wireOrder = z.looseObject({
  id: z.string().min(1),
  result: text,
  status: text,
  amount,
  currency: text,
  totalCapturedAmount: amount,
  totalRefundedAmount: amount,
  lastUpdatedTime: text,
  walletProvider: text,
  transaction: z.array(wireTransaction).catch([]),
});

/** The response to INITIATE_CHECKOUT; `map.ts` checks that it contains a session. */
export const wireSession = z.looseObject({
  result: text,
  session: z.looseObject({ id: text, updateStatus: text }).optional().catch(undefined),
  successIndicator: text,
});

/** The response to a REFUND, or to its retrieval. */
export const wireRefund = z.looseObject({
  result: text,
  transaction: z.looseObject({ id: text, type: text, amount, currency: text }),
});

/** The body of every error. */
export const wireError = z.looseObject({
  result: text,
  error: z.looseObject({ cause: text, explanation: text, field: text, validationType: text, supportCode: text }),
});

/** The only trusted fields of a notification: merchant and order ID. */
export const wireNotification = z.looseObject({
  merchant: z.unknown().optional(),
  order: z.looseObject({ id: z.unknown().optional() }).optional().catch(undefined),
});

export type WireOrder = z.infer<typeof wireOrder>;
export type WireTransaction = z.infer<typeof wireTransaction>;
export type WireSession = z.infer<typeof wireSession>;
export type WireRefund = z.infer<typeof wireRefund>;
export type WireError = z.infer<typeof wireError>;
