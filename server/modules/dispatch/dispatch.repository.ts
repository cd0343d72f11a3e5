// SQL of dispatches, one row a link, and of the pauses of sending. `delivery-status.repository.ts` has the tracked ones.
import { and, asc, desc, eq, getTableColumns, inArray, isNull, lte, notExists, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { claimableDispatchStates, unsettledDispatchStates } from '../../../contract/dispatch-status.ts';
import { type ReplacedUnits, sumReplaced } from '../../../contract/order-progress.ts';
import { partsOf } from '../../../contract/provider-order-id.ts';
import { type Sentence, sentenceOf } from '../../../contract/sentences.ts';
import { storeMessage } from '../../../contract/store-messages.ts';
import { dbNow, type Queryable, type Tx } from '../../database/database.ts';
import { sentenceColumns } from '../../platform/sentence-columns.ts';
import { plainCurrency } from '../finances/currency-rates.schema.ts';
import { orders } from '../orders/orders.schema.ts';
import { providerLooks, providerServices } from '../providers/providers.schema.ts';
import { dispatches, linkReplacements, sendingPauses } from './dispatch.schema.ts';
import type { DispatchRow, LinkReplacementRow } from './dispatch-rows.ts';
import { settleRequest } from './link-requests.repository.ts';
import type { PauseRight } from './pause-links.ts';

export type NewClaim = Pick<
  DispatchRow,
  'orderId' | 'position' | 'postLink' | 'linkKey' | 'serviceId' | 'providerId' | 'quantity' | 'claimId'
>;
/** New values, or SQL expressions for them. */
export type DispatchChange = { [K in keyof DispatchRow]?: DispatchRow[K] | SQL };
type NewReplacement = Pick<
  LinkReplacementRow,
  'id' | 'orderId' | 'position' | 'oldLink' | 'newLink' | 'reason' | 'delivered' | 'isMove' | 'replacedBy'
>;
export type DispatchKey = Pick<DispatchRow, 'orderId' | 'position'>;
export type SendingPause = Pick<typeof sendingPauses.$inferSelect, 'pausedUntil' | 'endedAt'>;

const lastIds = 20;
/** A later time counts as due where the row was written by a database's clock that ran ahead. */
const longestWait = sql.raw("interval '20 minutes'");
const clockAhead = sql.raw("interval '1 minute'");
const { pausedUntil, endedAt } = sendingPauses;
const shownPause = { pausedUntil, endedAt };

export async function listSends(at: Queryable, orderIds: readonly string[]): Promise<DispatchRow[]> {
  if (orderIds.length === 0) return [];
  return at
    .select()
    .from(dispatches)
    .where(inArray(dispatches.orderId, [...orderIds]))
    .orderBy(asc(dispatches.orderId), asc(dispatches.position));
}

export async function replacedUnits(at: Queryable, orderId: string): Promise<ReplacedUnits> {
  return sumReplaced(await listReplacements(at, [orderId]));
}

/** Stores the old link's dispatch with the replacement; the new link can be sent. Settles the buyer's request for another link. */
export async function replaceLink(tx: Tx, before: DispatchRow | null, replacement: NewReplacement): Promise<void> {
  // Keeps the result of the old link, and resets the row for the new one.
  await tx.insert(linkReplacements).values({
    ...replacement,
    replacedAt: dbNow(tx),
    providerId: before?.providerId,
    serviceId: before?.serviceId,
    providerOrderId: before?.providerOrderId,
    liveStatus: before?.liveStatus,
    charge: before?.charge,
    rate: before?.rate,
    costCurrency: before?.costCurrency,
    startCount: before?.startCount,
    sentAt: before?.state === 'sent' ? before.claimedAt : null,
    endedAt: before?.endedAt,
  });
  if (before) await tx.delete(dispatches).where(whereSend(before));
  await settleRequest(tx, replacement);
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

/** Oldest first. */
export async function listReplacements(at: Queryable, orderIds: readonly string[]): Promise<LinkReplacementRow[]> {
  return at
    .select()
    .from(linkReplacements)
    .where(inArray(linkReplacements.orderId, [...orderIds]))
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

export async function lockSend(tx: Tx, key: DispatchKey): Promise<DispatchRow | null> {
  // Callers lock the order row first, to prevent deadlocks.
  const [found] = await tx.select().from(dispatches).where(whereSend(key)).for('update');
  return found ?? null;
}

/** The unique keys refuse a second claim of a link, and of a post that gets the same at any provider. */
export async function claim(tx: Tx, claim: NewClaim): Promise<void> {
  // Claimed before the request to the provider (provider rule 2).
  const claimed = {
    ...claim,
    ...readPrice(claim),
    state: 'sending' as const,
    claimedAt: dbNow(tx),
    updatedAt: dbNow(tx),
  };
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

/** The price of a service now, as a claim keeps it. A provider without a known currency charges in USD. */
export function readPrice({ providerId, serviceId }: Pick<DispatchRow, 'providerId' | 'serviceId'>) {
  return {
    rate: sql`(select ${providerServices.ratePerThousand} from ${providerServices}
      where ${providerServices.providerId} = ${providerId} and ${providerServices.serviceId} = ${serviceId})`,
    costCurrency: plainCurrency(sql`(select ${providerLooks.currency} from ${providerLooks}
      where ${providerLooks.providerId} = ${providerId})`),
  };
}

export async function today(tx: Tx): Promise<string> {
  const { rows } = await tx.execute(sql`select to_char(${dbNow(tx)} at time zone 'UTC', 'YYYY-MM-DD') as day`);
  return String(rows[0]?.day);
}

/**
 * Right before the call. late: the claim is too old to start it. held: its service means something else since the catalog
 * was read.
 */
export async function checkClaim(db: Queryable, claimId: string, seconds: number): Promise<'ready' | 'late' | 'held'> {
  const [found] = await db
    .select({ isHeld: providerServices.isHeld })
    .from(dispatches)
    .leftJoin(
      providerServices,
      and(eq(providerServices.providerId, dispatches.providerId), eq(providerServices.serviceId, dispatches.serviceId)),
    )
    .where(
      and(
        eq(dispatches.claimId, claimId),
        eq(dispatches.state, 'sending'),
        sql`${dispatches.claimedAt} > ${dbNow(db)} - ${seconds} * interval '1 second'`,
      ),
    );
  if (!found) return 'late';
  return found.isHeld ? 'held' : 'ready';
}

export async function changeSend(at: Queryable, key: DispatchKey, change: DispatchChange): Promise<DispatchRow> {
  // The caller holds the row lock.
  const [changed] = await at
    .update(dispatches)
    .set({ ...change, updatedAt: dbNow(at) })
    .where(whereSend(key))
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
    .where(whereSend(key));
  return found?.wait ?? 0;
}

export async function expireClaims(tx: Tx, seconds: number): Promise<DispatchRow[]> {
  // Older than any call can take: their result is unknown.
  const interrupted = sentenceOf(storeMessage('send_interrupted'));
  return tx
    .update(dispatches)
    .set({ state: 'unknown', ...sentenceColumns('error', interrupted), updatedAt: dbNow(tx) })
    .where(
      and(
        eq(dispatches.state, 'sending'),
        sql`${dispatches.claimedAt} < ${dbNow(tx)} - ${seconds} * interval '1 second'`,
      ),
    )
    .returning();
}

export function whereSend({ orderId, position }: DispatchKey) {
  return and(eq(dispatches.orderId, orderId), eq(dispatches.position, position));
}

/** The time in this many seconds, plus or minus a tenth, to spread retries. */
export function later(db: Queryable, seconds: number) {
  return sql`${dbNow(db)} + ${seconds} * (0.9 + 0.2 * random()) * interval '1 second'`;
}

/** Needs no claim: nothing was sent, and an admin may send the link at any time. */
export async function putOff(tx: Tx, claim: NewClaim, problem: Sentence | null, seconds: number): Promise<void> {
  const now = dbNow(tx);
  const error = sentenceColumns('error', problem);
  const set = { state: 'waiting' as const, ...error, nextTryAt: later(tx, seconds), updatedAt: now };
  await tx
    .insert(dispatches)
    .values({ ...claim, ...set, ...sentenceColumns('hint', null), claimedAt: now, createdAt: now })
    .onConflictDoUpdate({
      target: [dispatches.orderId, dispatches.position],
      set,
      setWhere: eq(dispatches.state, 'waiting'),
    });
}

export async function notDue(db: Queryable, orderId: string): Promise<Set<number>> {
  const found = await db
    .select({ position: dispatches.position })
    .from(dispatches)
    .where(
      and(
        eq(dispatches.orderId, orderId),
        eq(dispatches.state, 'waiting'),
        sql`${dispatches.nextTryAt} > ${dbNow(db)}`,
        sql`(${dispatches.nextTryAt} <= ${dbNow(db)} + ${longestWait}
          or ${dispatches.updatedAt} <= ${dbNow(db)} + ${clockAhead})`,
      ),
    );
  return new Set(found.map(({ position }) => position));
}

/** At most `limit` orders with due links. Excludes a post that is active at the provider: its end wakes the next link. */
export async function ordersToRetry(db: Queryable, limit: number): Promise<string[]> {
  const active = alias(dispatches, 'active');
  const found = await db
    .selectDistinct({ orderId: dispatches.orderId })
    .from(dispatches)
    .where(
      and(
        eq(dispatches.state, 'waiting'),
        // Two ranges, so that PostgreSQL uses the index.
        or(
          sql`${dispatches.nextTryAt} <= ${dbNow(db)}`,
          sql`${dispatches.nextTryAt} > ${dbNow(db)} + ${longestWait}
            and ${dispatches.updatedAt} > ${dbNow(db)} + ${clockAhead}`,
        ),
        notExists(
          db
            .select({ one: sql`1` })
            .from(active)
            .where(
              and(
                eq(active.action, dispatches.action),
                eq(active.linkKey, dispatches.linkKey),
                or(inArray(active.state, unsettledDispatchStates), and(eq(active.state, 'sent'), active.following)),
              ),
            ),
        ),
      ),
    )
    .limit(limit);
  return found.map(({ orderId }) => orderId);
}

/** The order of the link, to be sent immediately; null when none waits. */
export async function wakeNext(
  tx: Tx,
  { action, linkKey }: Pick<DispatchRow, 'action' | 'linkKey'>,
): Promise<string | null> {
  if (action === null) return null;
  // The link that waits longest for this post.
  const next = tx
    .select({ orderId: dispatches.orderId, position: dispatches.position })
    .from(dispatches)
    .where(and(eq(dispatches.state, 'waiting'), eq(dispatches.action, action), eq(dispatches.linkKey, linkKey)))
    .orderBy(asc(dispatches.createdAt))
    .limit(1)
    .for('update', { skipLocked: true });
  const [woken] = await tx
    .update(dispatches)
    .set({ nextTryAt: dbNow(tx) })
    .where(sql`(${dispatches.orderId}, ${dispatches.position}) in ${next}`)
    .returning({ orderId: dispatches.orderId });
  return woken?.orderId ?? null;
}

/** Makes the links due that wait because their service is held. */
export async function retryHeldLinks(db: Queryable): Promise<void> {
  await db
    .update(dispatches)
    .set({ nextTryAt: dbNow(db) })
    .where(
      and(eq(dispatches.state, 'waiting'), sql`${dispatches.errorCoded} ->> 'code' in ('services_held', 'no_service')`),
    );
}

/** The pause that the link of this email set; null when it was not used. */
export async function findPauseOfMail(at: Queryable, id: string): Promise<SendingPause | null> {
  const [found] = await at.select(shownPause).from(sendingPauses).where(eq(sendingPauses.mailId, id));
  return found ?? null;
}

/** Until when the order is paused; null when it is not. */
export async function findPausedUntil(at: Queryable, id: string): Promise<Date | null> {
  const [found] = await at
    .select({ until: sql<Date | null>`max(${pausedUntil})`.mapWith(pausedUntil) })
    .from(sendingPauses)
    .where(and(eq(sendingPauses.orderId, id), isNull(endedAt)));
  return found?.until ?? null;
}

export async function addPause(tx: Tx, added: PauseRight, hours: number): Promise<SendingPause> {
  const now = dbNow(tx);
  const [pause] = await tx
    .insert(sendingPauses)
    .values({ ...added, pausedAt: now, pausedUntil: sql`${now} + ${hours} * interval '1 hour'` })
    .returning(shownPause);
  if (!pause) throw new Error('The pause was not written.');
  return pause;
}

/** Returns false when the order was not paused. */
export async function endPause(tx: Tx, id: string): Promise<boolean> {
  const ended = await tx
    .update(sendingPauses)
    .set({ endedAt: dbNow(tx) })
    .where(and(eq(sendingPauses.orderId, id), isNull(endedAt)));
  return (ended.rowCount ?? 0) > 0;
}

/** Ends the pauses whose time is over, and returns their orders. */
export async function endDuePauses(tx: Tx): Promise<string[]> {
  const ended = await tx
    .update(sendingPauses)
    .set({ endedAt: dbNow(tx) })
    .where(and(isNull(endedAt), lte(pausedUntil, dbNow(tx))))
    .returning({ orderId: sendingPauses.orderId });
  return [...new Set(ended.map((one) => one.orderId))];
}
