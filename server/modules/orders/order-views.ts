// Orders in responses: the stored row with the states of its payments and links.
import { sql } from 'drizzle-orm';
import { openRequestStates } from '../../../contract/dispatch-status.ts';
import {
  deliveryOf,
  type LinkFacts,
  paymentStateOf,
  type ReplacedUnits,
  type SendBarrier,
  sumReplaced,
} from '../../../contract/order-progress.ts';
import { isEndedStatus } from '../../../contract/order-status.ts';
import { sqlList, texts } from '../../database/columns.ts';
import type { Database, Queryable } from '../../database/database.ts';
import type { Clock } from '../../platform/clock.ts';
import { deliveryRequests } from '../delivery/delivery.schema.ts';
import { dispatches, linkReplacements, linkRequests, sendingPauses } from '../dispatch/dispatch.schema.ts';
import { isOpenRequest } from '../dispatch/link-acts.schema.ts';
import { sendBarrier } from '../dispatch/unsent-links.schema.ts';
import { isAwaitedTransfer, isConfirmingAttempt, paymentAttempts } from '../payments/payments.schema.ts';
import { auditLog } from '../security/security.schema.ts';
import {
  type Order,
  type OrderProgress,
  type OrderRow,
  type PublicOrder,
  toOrder,
  toPublicOrder,
} from './order-rows.ts';
import { orders } from './orders.schema.ts';

type PaymentDoubts = { isConfirming: boolean; isDeclined: boolean; isAwaitingTransfer: boolean };
type Barrier = { barrier: SendBarrier | null; pausedUntil: Date | null };

/** The facts beside the order's row from which its progress is computed. */
type ProgressFacts = {
  doubts: PaymentDoubts | undefined;
  sent: readonly LinkFacts[] | undefined;
  replaced: ReplacedUnits | undefined;
  barrier: Barrier | undefined;
};

/** What a caller sees who is no admin: the view, and the row that it shows. */
type SeenOrder = { row: OrderRow; view: PublicOrder };

export type OrderViews = ReturnType<typeof createOrderViews>;

export function createOrderViews(database: Database, clock: Clock) {
  /** Progress by order, for all given rows. `at`: a transaction, to include its uncommitted changes. */
  async function readProgress(
    rows: readonly OrderRow[],
    at: Queryable = database.db,
  ): Promise<(row: OrderRow) => OrderProgress> {
    const placed = rows.filter(isPlaced);
    // Sequential, because a transaction has one connection.
    const doubts = await paymentDoubts(at, rows.filter(hasUnpaidAttempt));
    const links = await linkFacts(at, placed);
    const replaced = await replacedUnits(at, placed);
    const barriers = await findSendBarriers(at, placed);
    return (row) =>
      toProgress(row, {
        doubts: doubts.get(row.id),
        sent: links.get(row.id),
        replaced: replaced.get(row.id),
        barrier: barriers.get(row.id),
      });
  }

  /** In the order of `rows`. Without proof of an order, its dispute is not shown (D-35), except in `payment_status`. */
  async function publicAll(rows: readonly OrderRow[], hasProof: (row: OrderRow) => boolean): Promise<SeenOrder[]> {
    const seen = await readBeforeDispute(database.db, rows, hasProof);
    const progress = await readProgress(seen);
    return seen.map((row, at) => ({
      row,
      view: { ...toPublicOrder(row, progress(row)), payment_status: rows[at]?.paymentStatus ?? row.paymentStatus },
    }));
  }

  return {
    readProgress,
    publicAll,

    async full(rows: readonly OrderRow[], at: Queryable = database.db): Promise<Order[]> {
      const progress = await readProgress(rows, at);
      const now = clock.now();
      const requests = await openRequests(at, rows);
      return rows.map((row) => toOrder(row, progress(row), now, requests.get(row.id)));
    },

    async fullOne(row: OrderRow, at: Queryable = database.db): Promise<Order> {
      const progress = await readProgress([row], at);
      return toOrder(row, progress(row), clock.now(), (await openRequests(at, [row])).get(row.id));
    },

    async publicOne(row: OrderRow, hasProof: boolean): Promise<SeenOrder> {
      const [seen] = await publicAll([row], () => hasProof);
      if (!seen) throw new Error('The order has no view.');
      return seen;
    },
  };
}

export function hasUnpaidAttempt({ paidAt, paymentStatus, paymentState }: OrderRow): boolean {
  return paidAt === null && (paymentStatus !== 'none' || paymentState === 'awaiting_transfer');
}

export function isPlaced({ paidAt, status }: OrderRow): boolean {
  return paidAt !== null || status === 'processing' || status === 'completed';
}

export function toProgress(row: OrderRow, { doubts, sent = [], replaced, barrier }: ProgressFacts): OrderProgress {
  const { status, paymentStatus, quantity, postLinks } = row;
  const deliveredBefore = postLinks.map((_, position) => replaced?.get(position) ?? 0);
  return {
    deliveredBefore,
    sendBarrier: barrier?.barrier ?? null,
    pausedUntil: barrier?.pausedUntil ?? null,
    payment: paymentStateOf({ isConfirming: false, isDeclined: false, ...row, ...doubts }),
    delivery: deliveryOf({
      status,
      paymentStatus,
      quantity,
      links: postLinks.length,
      deliveredBefore: deliveredBefore.reduce((sum, units) => sum + units, 0),
      sent,
    }),
  };
}

async function paymentDoubts(at: Queryable, rows: readonly OrderRow[]): Promise<Map<string, PaymentDoubts>> {
  if (rows.length === 0) return new Map();
  const { rows: found } = await at.execute<PaymentDoubts & { id: string }>(sql`
    select order_id as id,
      bool_or(${isConfirmingAttempt}) as "isConfirming",
      bool_or(${isAwaitedTransfer}) as "isAwaitingTransfer",
      (array_agg(failed_tries order by number desc))[1] > 0 as "isDeclined"
    from ${paymentAttempts} where order_id = any(${texts(rows.map(({ id }) => id))}) group by order_id`);
  return new Map(found.map((doubts) => [doubts.id, doubts]));
}

// Plain SQL with one parameter: a page may have a thousand orders, and the query builder would be slower than the
// query.
async function linkFacts(at: Queryable, rows: readonly OrderRow[]): Promise<Map<string, LinkFacts[]>> {
  const byOrder = new Map<string, LinkFacts[]>();
  if (rows.length === 0) return byOrder;
  const { rows: found } = await at.execute<LinkFacts & { orderId: string }>(sql`
    select d.order_id as "orderId", d.state, d.live_status as "liveStatus", d.remains, d.quantity, d.following, d.shortfall,
      exists (select from ${deliveryRequests} r where r.order_id = d.order_id and r.position = d.position
        and r.kind = 'refill' and r.state in (${sqlList(openRequestStates)})) as "isRefilling"
    from ${dispatches} d where d.order_id = any(${texts(rows.map(({ id }) => id))})`);
  for (const link of found) {
    const ofOrder = byOrder.get(link.orderId);
    if (ofOrder) ofOrder.push(link);
    else byOrder.set(link.orderId, [link]);
  }
  return byOrder;
}

async function replacedUnits(at: Queryable, rows: readonly OrderRow[]): Promise<Map<string, ReplacedUnits>> {
  if (rows.length === 0) return new Map();
  const { rows: found } = await at.execute<{ id: string; position: number; delivered: number }>(sql`
    select order_id as id, position, delivered
    from ${linkReplacements} where order_id = any(${texts(rows.map(({ id }) => id))})`);
  const replaced = new Set(found.map(({ id }) => id));
  return new Map([...replaced].map((order) => [order, sumReplaced(found.filter(({ id }) => id === order))]));
}

/** Only of open paid orders. */
export async function findSendBarriers(at: Queryable, rows: readonly OrderRow[]): Promise<Map<string, Barrier>> {
  const open = rows.filter(({ paymentStatus, status }) => paymentStatus === 'paid' && !isEndedStatus(status));
  if (open.length === 0) return new Map();
  const { rows: found } = await at.execute<{ id: string; barrier: SendBarrier | null; until: string | null }>(sql`
    select o.id, ${sendBarrier} as barrier, (select max(p.paused_until) from ${sendingPauses} p
      where p.order_id = o.id and p.ended_at is null) as until
    from ${orders} o where o.id = any(${texts(open.map(({ id }) => id))})`);
  return new Map(
    found.map(({ id, barrier, until }) => [id, { barrier, pausedUntil: until === null ? null : new Date(until) }]),
  );
}

type OpenRequests = NonNullable<Order['link_requests']>;

/** By order; orders without a request are omitted. */
async function openRequests(at: Queryable, rows: readonly OrderRow[]): Promise<Map<string, OpenRequests>> {
  const open = rows.filter(({ paymentStatus, status }) => paymentStatus === 'paid' && !isEndedStatus(status));
  if (open.length === 0) return new Map();
  const { rows: found } = await at.execute<{ id: string; requests: OpenRequests }>(sql`
    select r.order_id as id, json_agg(json_build_object('position', r.position, 'new_link', r.new_link,
      'subject', r.order_id || ' ' || r.number) order by r.position) as requests
    from ${linkRequests} r join ${orders} o on o.id = r.order_id
      left join ${dispatches} d on d.order_id = r.order_id and d.position = r.position
    where r.order_id = any(${texts(open.map(({ id }) => id))}) and ${isOpenRequest} group by r.order_id`);
  return new Map(found.map(({ id, requests }) => [id, requests]));
}

type BeforeDispute = Pick<OrderRow, 'status' | 'paymentStatus' | 'refundedCents'>;

/** Recorded with a chargeback, in the details of its audit entry. */
export function toBeforeDispute({ status, paymentStatus, refundedCents }: OrderRow): { before: BeforeDispute } {
  return { before: { status, paymentStatus, refundedCents } };
}

/** `rows` in their order. Without proof a disputed order has its values from before the dispute. */
async function readBeforeDispute(
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
