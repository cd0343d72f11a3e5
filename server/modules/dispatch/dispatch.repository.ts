// SQL of dispatches, one row a link. `waiting.repository.ts` has the waiting ones, `delivery-status.repository.ts` the
// tracked ones.
import { and, asc, desc, eq, getTableColumns, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { claimableDispatchStates } from '../../../contract/dispatch-status.ts';
import { partsOf } from '../../../contract/provider-order-id.ts';
import { sentenceOf } from '../../../contract/sentences.ts';
import { storeMessage } from '../../../contract/store-messages.ts';
import { dbNow, type Queryable, type Tx } from '../../database/database.ts';
import { sentenceColumns } from '../../platform/sentence-columns.ts';
import { orders } from '../orders/orders.schema.ts';
import { dispatches, linkReplacements } from './dispatch.schema.ts';
import type { DispatchRow, LinkReplacementRow } from './dispatch-rows.ts';
import type { ReplacedUnits } from './undelivered-amount.ts';

export type NewClaim = Pick<
  DispatchRow,
  'orderId' | 'position' | 'postLink' | 'linkKey' | 'serviceId' | 'providerId' | 'quantity' | 'claimId'
>;
/** New values, or SQL expressions for them. */
export type DispatchChange = { [K in keyof DispatchRow]?: DispatchRow[K] | SQL };
type NewReplacement = Pick<
  LinkReplacementRow,
  | 'id'
  | 'orderId'
  | 'position'
  | 'oldLink'
  | 'newLink'
  | 'reason'
  | 'delivered'
  | 'isMove'
  | 'replacedBy'
  | 'replacedAt'
>;
export type DispatchKey = Pick<DispatchRow, 'orderId' | 'position'>;

const lastIds = 20;

export async function dispatchesOf(at: Queryable, orderIds: readonly string[]): Promise<DispatchRow[]> {
  if (orderIds.length === 0) return [];
  return at
    .select()
    .from(dispatches)
    .where(inArray(dispatches.orderId, [...orderIds]))
    .orderBy(asc(dispatches.orderId), asc(dispatches.position));
}

export async function replacedUnits(at: Queryable, orderId: string): Promise<ReplacedUnits> {
  const found = await at
    .select({ position: linkReplacements.position, units: sql<number>`sum(${linkReplacements.delivered})::int` })
    .from(linkReplacements)
    .where(eq(linkReplacements.orderId, orderId))
    .groupBy(linkReplacements.position);
  return new Map(found.map(({ position, units }) => [position, units]));
}

/** Stores the old link's dispatch with the replacement; the new link can be sent. */
export async function replaceLink(
  tx: Tx,
  before: DispatchRow | null,
  replacement: Omit<NewReplacement, 'replacedAt'>,
): Promise<void> {
  // Keeps the result of the old link, and resets the row for the new one.
  await tx.insert(linkReplacements).values({
    ...replacement,
    replacedAt: dbNow(tx),
    providerId: before?.providerId,
    serviceId: before?.serviceId,
    providerOrderId: before?.providerOrderId,
    liveStatus: before?.liveStatus,
    charge: before?.charge,
    startCount: before?.startCount,
    sentAt: before?.state === 'sent' ? before.claimedAt : null,
    endedAt: before?.endedAt,
  });
  if (before) await tx.delete(dispatches).where(dispatchAt(before));
}

/** The providers that this link of the order was moved away from. */
export async function leftProviders(
  at: Queryable,
  key: DispatchKey & { postLink: string },
): Promise<Set<string | null>> {
  const found = await at
    .select({ providerId: linkReplacements.providerId })
    .from(linkReplacements)
    .where(
      and(
        eq(linkReplacements.orderId, key.orderId),
        eq(linkReplacements.position, key.position),
        eq(linkReplacements.newLink, key.postLink),
        eq(linkReplacements.isMove, true),
      ),
    );
  return new Set(found.map(({ providerId }) => providerId));
}

export async function replacementsOf(db: Queryable, orderId: string): Promise<LinkReplacementRow[]> {
  return db
    .select()
    .from(linkReplacements)
    .where(eq(linkReplacements.orderId, orderId))
    .orderBy(asc(linkReplacements.replacedAt));
}

export async function findVisible(db: Queryable, providerOrderId: string): Promise<DispatchRow | null> {
  const [found] = await db
    .select(getTableColumns(dispatches))
    .from(dispatches)
    .innerJoin(orders, and(eq(orders.id, dispatches.orderId), isNull(orders.deletedAt)))
    .where(eq(dispatches.providerOrderId, providerOrderId));
  return found ?? null;
}

/** IDs that the provider returned for the same service, newest first. */
export async function lastOrderIds(
  db: Queryable,
  { providerId, serviceId }: Pick<DispatchRow, 'providerId' | 'serviceId'>,
): Promise<string[]> {
  const found = await db
    .select({ id: dispatches.providerOrderId })
    .from(dispatches)
    .where(
      and(
        eq(dispatches.providerId, providerId),
        eq(dispatches.serviceId, serviceId),
        eq(dispatches.state, 'sent'),
        eq(dispatches.settledByHand, false),
      ),
    )
    .orderBy(desc(dispatches.claimedAt))
    .limit(lastIds);
  return found.flatMap(({ id }) => (id === null ? [] : [partsOf(id).id]));
}

export async function lockDispatch(tx: Tx, key: DispatchKey): Promise<DispatchRow | null> {
  // Callers lock the order row first, to prevent deadlocks.
  const [found] = await tx.select().from(dispatches).where(dispatchAt(key)).for('update');
  return found ?? null;
}

/** The unique keys refuse a second claim of a link, and of a post that is active elsewhere. */
export async function claim(tx: Tx, claim: NewClaim): Promise<void> {
  // Claimed before the request to the provider (provider rule 2).
  const claimed = { ...claim, state: 'sending' as const, claimedAt: dbNow(tx), updatedAt: dbNow(tx) };
  await tx
    .insert(dispatches)
    .values({ ...claimed, createdAt: dbNow(tx) })
    .onConflictDoUpdate({
      target: [dispatches.orderId, dispatches.position],
      set: {
        ...claimed,
        ...sentenceColumns('error', null),
        ...sentenceColumns('hint', null),
        nextTryAt: null,
        settledByHand: false,
        misses: 0,
      },
      setWhere: inArray(dispatches.state, claimableDispatchStates),
    });
}

export async function today(tx: Tx): Promise<string> {
  const { rows } = await tx.execute(sql`select to_char(${dbNow(tx)} at time zone 'UTC', 'YYYY-MM-DD') as day`);
  return String(rows[0]?.day);
}

export async function isFreshClaim(db: Queryable, claimId: string, seconds: number): Promise<boolean> {
  // Holds the claim only while it is young enough to start its call.
  const found = await db
    .select({ claimId: dispatches.claimId })
    .from(dispatches)
    .where(
      and(
        eq(dispatches.claimId, claimId),
        eq(dispatches.state, 'sending'),
        sql`${dispatches.claimedAt} > ${dbNow(db)} - ${seconds} * interval '1 second'`,
      ),
    );
  return found.length === 1;
}

export async function changeDispatch(at: Queryable, key: DispatchKey, change: DispatchChange): Promise<DispatchRow> {
  // The caller holds the row lock.
  const [changed] = await at
    .update(dispatches)
    .set({ ...change, updatedAt: dbNow(at) })
    .where(dispatchAt(key))
    .returning();
  if (!changed) throw new Error('The dispatch to change is gone.');
  return changed;
}

export async function secondsUntilRefill(tx: Tx, key: DispatchKey, secondsBetween: number): Promise<number> {
  // 0 when a refill is allowed now.
  const [found] = await tx
    .select({
      wait: sql<number>`coalesce(greatest(0, ${secondsBetween} - extract(epoch from ${dbNow(tx)} - ${dispatches.refillRequestedAt})), 0)::float8`,
    })
    .from(dispatches)
    .where(dispatchAt(key));
  return found?.wait ?? 0;
}

export async function expireClaims(tx: Tx, seconds: number): Promise<DispatchRow[]> {
  // Older than any call can take: their result is unknown.
  return tx
    .update(dispatches)
    .set({
      state: 'unknown',
      ...sentenceColumns('error', sentenceOf(storeMessage('send_interrupted'))),
      updatedAt: dbNow(tx),
    })
    .where(
      and(
        eq(dispatches.state, 'sending'),
        sql`${dispatches.claimedAt} < ${dbNow(tx)} - ${seconds} * interval '1 second'`,
      ),
    )
    .returning();
}

export function dispatchAt({ orderId, position }: DispatchKey) {
  return and(eq(dispatches.orderId, orderId), eq(dispatches.position, position));
}
