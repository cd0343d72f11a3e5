// SQL of refill and cancel requests for sent links, with their history.
import { and, desc, eq, gte, inArray, isNotNull, sql } from 'drizzle-orm';
import {
  type DeliveryRequestKind,
  type DeliveryRequestState,
  openRequestStates,
} from '../../../contract/dispatch-status.ts';
import { type Sentence, sentenceOf } from '../../../contract/sentences.ts';
import { storeMessage } from '../../../contract/store-messages.ts';
import { dbNow, type Queryable, type Tx } from '../../database/database.ts';
import { sentenceColumns } from '../../platform/sentence-columns.ts';
import type { DispatchKey } from '../dispatch/dispatch.repository.ts';
import { deliveryRequests } from './delivery.schema.ts';

export type DeliveryRequest = typeof deliveryRequests.$inferSelect;
type NewRequest = Pick<
  typeof deliveryRequests.$inferInsert,
  'id' | 'orderId' | 'position' | 'kind' | 'requestedBy' | 'movesRest'
>;
type RefillAtProvider = DeliveryRequest & { providerRefillId: string };
export type RequestEnd = Exclude<DeliveryRequestState, (typeof openRequestStates)[number]>;

function ofLink({ orderId, position }: DispatchKey, kind: DeliveryRequestKind) {
  return and(
    eq(deliveryRequests.orderId, orderId),
    eq(deliveryRequests.position, position),
    eq(deliveryRequests.kind, kind),
    inArray(deliveryRequests.state, openRequestStates),
  );
}

/** An open request older than this has no owner any more; it ends as unknown. */
export async function endStale(tx: Tx, key: DispatchKey, kind: DeliveryRequestKind, hours: number): Promise<void> {
  await tx
    .update(deliveryRequests)
    .set({ state: 'unknown', endedAt: dbNow(tx) })
    .where(and(ofLink(key, kind), sql`${deliveryRequests.requestedAt} < ${dbNow(tx)} - ${hours} * interval '1 hour'`));
}

/** The unique key `delivery_requests_one_open` rejects a second open request of the same kind. */
export async function open(tx: Tx, request: NewRequest): Promise<void> {
  // Written before the request to the provider.
  await tx.insert(deliveryRequests).values({ ...request, state: 'asking', requestedAt: dbNow(tx) });
}

export async function accept(at: Queryable, id: string, providerRefillId: string | null): Promise<void> {
  // The provider accepted it: its result is tracked from now on.
  await at
    .update(deliveryRequests)
    .set({ state: 'accepted', providerRefillId, checkedAt: dbNow(at) })
    .where(and(eq(deliveryRequests.id, id), eq(deliveryRequests.state, 'asking')));
}

/** False when it ended before. */
export async function end(at: Queryable, id: string, state: RequestEnd, words: Sentence | null): Promise<boolean> {
  const ended = await at
    .update(deliveryRequests)
    .set({ state, ...sentenceColumns('words', words), endedAt: dbNow(at) })
    .where(and(eq(deliveryRequests.id, id), inArray(deliveryRequests.state, openRequestStates)))
    .returning({ id: deliveryRequests.id });
  return ended.length === 1;
}

/** The request that it ended; null without an open one. */
export async function endOpen(
  tx: Tx,
  key: DispatchKey,
  kind: DeliveryRequestKind,
  state: RequestEnd,
  words: Sentence | null,
): Promise<DeliveryRequest | null> {
  const change = { state, ...sentenceColumns('words', words), endedAt: dbNow(tx) };
  const [ended] = await tx.update(deliveryRequests).set(change).where(ofLink(key, kind)).returning();
  return ended ?? null;
}

/** An open cancellation moves the rest, too. False without one. */
export async function moveAfterCancel(tx: Tx, key: DispatchKey): Promise<boolean> {
  const found = await tx.update(deliveryRequests).set({ movesRest: true }).where(ofLink(key, 'cancel')).returning();
  return found.length > 0;
}

/** Whether a cancellation of this dispatch was requested within a day. */
export async function wasCanceled(at: Queryable, { orderId, position, claimedAt }: DispatchKey & { claimedAt: Date }) {
  const found = await at
    .select({ id: deliveryRequests.id })
    .from(deliveryRequests)
    .where(
      and(
        eq(deliveryRequests.orderId, orderId),
        eq(deliveryRequests.position, position),
        eq(deliveryRequests.kind, 'cancel'),
        gte(deliveryRequests.requestedAt, claimedAt),
        sql`${deliveryRequests.requestedAt} > ${dbNow(at)} - interval '1 day'`,
      ),
    )
    .limit(1);
  return found.length > 0;
}

/** One that is older than these hours is ended as unknown, and is not open any more. */
export async function hasOpenRefill(tx: Tx, key: DispatchKey, hours: number): Promise<boolean> {
  await endStale(tx, key, 'refill', hours);
  const found = await tx.select({ id: deliveryRequests.id }).from(deliveryRequests).where(ofLink(key, 'refill'));
  return found.length > 0;
}

export async function expireUnanswered(db: Queryable, seconds: number): Promise<void> {
  const words = sentenceColumns('words', sentenceOf(storeMessage('request_interrupted')));
  await db
    .update(deliveryRequests)
    .set({ state: 'unknown', ...words, endedAt: dbNow(db) })
    .where(
      and(
        eq(deliveryRequests.state, 'asking'),
        sql`${deliveryRequests.requestedAt} < ${dbNow(db)} - ${seconds} * interval '1 second'`,
      ),
    );
}

/** Marks them as checked. The delay grows with the age of the refill, from a minute to an hour. */
export async function takeRefillsToFollow(db: Queryable, limit: number): Promise<RefillAtProvider[]> {
  const due = db
    .select({ id: deliveryRequests.id })
    .from(deliveryRequests)
    .where(
      and(
        eq(deliveryRequests.kind, 'refill'),
        eq(deliveryRequests.state, 'accepted'),
        isNotNull(deliveryRequests.providerRefillId),
        sql`${deliveryRequests.checkedAt} < ${dbNow(db)} - least(3600, greatest(55,
          extract(epoch from ${dbNow(db)} - ${deliveryRequests.requestedAt}) / 20)) * interval '1 second'`,
      ),
    )
    .orderBy(deliveryRequests.checkedAt)
    .limit(limit)
    .for('update', { skipLocked: true });
  const taken = await db
    .update(deliveryRequests)
    .set({ checkedAt: dbNow(db) })
    .where(sql`${deliveryRequests.id} in ${due}`)
    .returning();
  return taken.filter((row): row is RefillAtProvider => row.providerRefillId !== null);
}

export async function note(db: Queryable, id: string, words: string): Promise<void> {
  await db
    .update(deliveryRequests)
    .set(sentenceColumns('words', { text: words }))
    .where(and(eq(deliveryRequests.id, id), eq(deliveryRequests.state, 'accepted')));
}

/** Newest first. */
export async function listRequests(at: Queryable, orderIds: readonly string[]): Promise<DeliveryRequest[]> {
  return at
    .select()
    .from(deliveryRequests)
    .where(inArray(deliveryRequests.orderId, [...orderIds]))
    .orderBy(desc(deliveryRequests.requestedAt));
}
