// Disputed orders as they were before the dispute: what a caller without proof sees (D-35).
import { sql } from 'drizzle-orm';
import { texts } from '../../database/columns.ts';
import type { Queryable } from '../../database/database.ts';
import { dispatches } from '../dispatch/dispatch.schema.ts';
import { auditLog } from '../security/security.schema.ts';
import type { OrderRow } from './order-rows.ts';

type BeforeDispute = Pick<OrderRow, 'status' | 'paymentStatus' | 'refundedCents'>;

/** Recorded with a chargeback, in the details of its audit entry. */
export function beforeDisputeOf({ status, paymentStatus, refundedCents }: OrderRow): { before: BeforeDispute } {
  return { before: { status, paymentStatus, refundedCents } };
}

/** `rows` in their order. A disputed one that the caller has no proof of has the values of before. */
export async function readBeforeDispute(
  at: Queryable,
  rows: readonly OrderRow[],
  hasProof: (row: OrderRow) => boolean,
): Promise<OrderRow[]> {
  const disputed = rows.filter((row) => row.paymentStatus === 'disputed' && !hasProof(row));
  if (disputed.length === 0) return [...rows];
  const { rows: found } = await at.execute<{ id: string; before: BeforeDispute | null; isSent: boolean }>(sql`
    select o.id, exists (select from ${dispatches} d where d.order_id = o.id and d.state = 'sent') as "isSent",
      (select a.details -> 'before' from ${auditLog} a
       where a.subject = o.id and a.action = 'payment.charged_back' and a.details ? 'before'
       order by a.id desc limit 1) as before
    from unnest(${texts(disputed.map(({ id }) => id))}) as o(id)`);
  const beforeById = new Map(
    found.map(({ id, before, isSent }) => {
      // Entries of earlier versions of the store do not have the values.
      const derived = { paymentStatus: 'paid', status: isSent ? 'processing' : 'paid' } as const;
      return [id, before ?? derived];
    }),
  );
  return rows.map((row) => {
    const before = beforeById.get(row.id);
    if (!before) return row;
    // A status that an admin has chosen since the dispute stays.
    return { ...row, ...before, status: row.status === 'failed' ? before.status : row.status };
  });
}
