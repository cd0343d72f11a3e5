// Maps a refund row to the admin API.
import type { z } from 'zod';
import { dollarsFromCents } from '../../../contract/money.ts';
import type { refund } from '../../../contract/payments.ts';
import { sentenceFields } from '../../platform/sentence-columns.ts';
import type { RefundRow } from './refunds.repository.ts';

export type Refund = z.output<typeof refund>;

export function refundOf(row: RefundRow): Refund {
  return {
    id: row.refundId,
    payment: row.attemptNumber,
    amount: dollarsFromCents(row.amountCents),
    state: row.state,
    reason: row.reason,
    undelivered_quantity: row.undeliveredQuantity,
    ...sentenceFields('problem', row.problem, row.problemCoded),
    requested_by: row.requestedBy,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}
