// SQL of the requests for another link. The caller locks the order, so that requests get distinct numbers.
import { and, desc, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm';
import { requestHoldHours } from '../../../contract/link-requests.ts';
import { dbNow, type Queryable, type Tx } from '../../database/database.ts';
import { orders } from '../orders/orders.schema.ts';
import { dispatches, linkRequests } from './dispatch.schema.ts';
import { isOpenRequest } from './link-acts.schema.ts';

export type LinkRequest = typeof linkRequests.$inferSelect;
type Replacement = Pick<LinkRequest, 'orderId' | 'position' | 'oldLink' | 'newLink'>;

/** Newest first. The state is `ended` when an admin can no longer decide the request. */
export async function listRequests(at: Queryable, orderIds: readonly string[]): Promise<LinkRequest[]> {
  const isOver = sql`exists (select from ${linkRequests} r join ${orders} o on o.id = r.order_id
    left join ${dispatches} d on d.order_id = r.order_id and d.position = r.position
    where r.order_id = link_requests.order_id and r.number = link_requests.number and r.state = 'requested'
      and not ${isOpenRequest})`;
  return at
    .select({
      ...getTableColumns(linkRequests),
      state: sql<LinkRequest['state']>`case when ${isOver} then 'ended' else ${linkRequests.state} end`,
    })
    .from(linkRequests)
    .where(inArray(linkRequests.orderId, [...orderIds]))
    .orderBy(desc(linkRequests.number));
}

/** `linkKey`: of the new link. */
export async function add(tx: Tx, request: Replacement & Pick<LinkRequest, 'linkKey'>): Promise<void> {
  const { orderId } = request;
  await closeRequest(tx, request, 'ended');
  const number = sql`(select coalesce(max(q.number), 0) + 1 from ${linkRequests} q where q.order_id = ${orderId})`;
  const times = { requestedAt: dbNow(tx), changedAt: dbNow(tx) };
  await tx.insert(linkRequests).values({ ...request, number, state: 'requested', ...times });
}

/** Returns the number of the closed request; null if none was open. */
export async function closeRequest(
  tx: Tx,
  { orderId, position }: Pick<LinkRequest, 'orderId' | 'position'>,
  state: LinkRequest['state'] | SQL,
  reason: string | null = null,
): Promise<number | null> {
  const [closed] = await tx
    .update(linkRequests)
    .set({ state, reason, changedAt: dbNow(tx) })
    .where(
      and(eq(linkRequests.orderId, orderId), eq(linkRequests.position, position), eq(linkRequests.state, 'requested')),
    )
    .returning({ number: linkRequests.number });
  return closed?.number ?? null;
}

/** True while an open request keeps the store from sending the old link automatically. */
export async function isHeld(
  tx: Tx,
  { orderId, position, oldLink }: Pick<LinkRequest, 'orderId' | 'position' | 'oldLink'>,
) {
  const isOpen = and(
    eq(linkRequests.orderId, orderId),
    eq(linkRequests.position, position),
    eq(linkRequests.oldLink, oldLink),
    eq(linkRequests.state, 'requested'),
    sql`${linkRequests.requestedAt} > ${dbNow(tx)} - ${requestHoldHours} * interval '1 hour'`,
  );
  return (await tx.$count(linkRequests, isOpen)) > 0;
}

/** Closes the request of a link that was replaced or moved. */
export async function settleRequest(tx: Tx, { isMove, newLink, ...key }: Replacement & { isMove: boolean }) {
  const accepted = sql`case when ${linkRequests.newLink} = ${newLink} then 'accepted' else 'ended' end`;
  await closeRequest(tx, key, isMove ? 'ended' : accepted);
}
