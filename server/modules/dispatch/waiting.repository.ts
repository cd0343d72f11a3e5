// SQL of waiting links: delayed, due, woken.
import { and, asc, eq, inArray, notExists, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { unsettledDispatchStates } from '../../../contract/dispatch-status.ts';
import type { Sentence } from '../../../contract/sentences.ts';
import { dbNow, type Queryable, type Tx } from '../../database/database.ts';
import { sentenceColumns } from '../../platform/sentence-columns.ts';
import type { NewClaim } from './dispatch.repository.ts';
import { dispatches } from './dispatch.schema.ts';
import type { DispatchRow } from './dispatch-rows.ts';

/** A later time counts as due where the row was written by a database's clock that ran ahead. */
const longestWait = sql.raw("interval '20 minutes'");
const clockAhead = sql.raw("interval '1 minute'");

/** The time in this many seconds, plus or minus a tenth, to spread retries. */
export function later(db: Queryable, seconds: number) {
  return sql`${dbNow(db)} + ${seconds} * (0.9 + 0.2 * random()) * interval '1 second'`;
}

/** Needs no claim: nothing was sent, and an admin may send the link at any time. */
export async function putOff(tx: Tx, claim: NewClaim, problem: Sentence | null, seconds: number): Promise<void> {
  const error = sentenceColumns('error', problem);
  const waiting = {
    ...claim,
    ...error,
    state: 'waiting' as const,
    ...sentenceColumns('hint', null),
    nextTryAt: later(tx, seconds),
  };
  await tx
    .insert(dispatches)
    .values({ ...waiting, claimedAt: dbNow(tx), createdAt: dbNow(tx), updatedAt: dbNow(tx) })
    .onConflictDoUpdate({
      target: [dispatches.orderId, dispatches.position],
      set: { state: 'waiting', ...error, nextTryAt: later(tx, seconds), updatedAt: dbNow(tx) },
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
                eq(active.serviceId, dispatches.serviceId),
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
  { serviceId, linkKey }: Pick<DispatchRow, 'serviceId' | 'linkKey'>,
): Promise<string | null> {
  // The link that waits longest for this post.
  const next = tx
    .select({ orderId: dispatches.orderId, position: dispatches.position })
    .from(dispatches)
    .where(and(eq(dispatches.state, 'waiting'), eq(dispatches.serviceId, serviceId), eq(dispatches.linkKey, linkKey)))
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
