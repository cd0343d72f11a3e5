import { and, asc, desc, eq, getTableColumns, inArray, ne, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { type AttemptState, watchedAttemptStates } from '../../../contract/payment-status.ts';
import { dbNow, type Queryable, type Tx } from '../../database/database.ts';
import type { LedgerWord } from './ledger-totals.ts';
import { isConfirmingAttempt, paymentAttempts, paymentEvents, paymentNotifications } from './payments.schema.ts';

export type Attempt = typeof paymentAttempts.$inferSelect;
/** Ages by the database's clock: since opening, since the last change, since the status became unknown, without a result. */
export type AgedAttempt = Attempt & {
  ageSeconds: number;
  unchangedSeconds: number;
  unknownSeconds: number | null;
  confirmingSeconds: number;
  isConfirming: boolean;
};
export type AttemptChange = Partial<Omit<Attempt, 'orderId' | 'number' | 'unknownSince' | 'confirmingSince'>> & {
  unknownSince?: Attempt['unknownSince'] | SQL<Date>;
  confirmingSince?: Attempt['confirmingSince'] | SQL<Date>;
};
export type PaymentEventRow = {
  orderId: string;
  attemptNumber: number | null;
  refundNumber?: number;
  source: string;
  conclusion: LedgerWord;
  /** Both are limited to allow-listed fields. */
  asked?: Record<string, unknown>;
  said: Record<string, unknown>;
};

function whereKey({ orderId, number }: Pick<Attempt, 'orderId' | 'number'>) {
  return and(eq(paymentAttempts.orderId, orderId), eq(paymentAttempts.number, number));
}

export async function listAttempts(at: Queryable, orderIds: readonly string[]): Promise<AgedAttempt[]> {
  return at
    .select(agedColumns(dbNow(at)))
    .from(paymentAttempts)
    .where(inArray(paymentAttempts.orderId, [...orderIds]))
    .orderBy(asc(paymentAttempts.number));
}

export async function watchedAttempts(db: Queryable, orderId: string): Promise<AgedAttempt[]> {
  return db
    .select(agedColumns(dbNow(db)))
    .from(paymentAttempts)
    .where(
      // Includes closed attempts: a late capture is still a capture (gateway rule 8).
      and(
        eq(paymentAttempts.orderId, orderId),
        inArray(paymentAttempts.state, watchedAttemptStates),
        ne(paymentAttempts.gateway, 'manual'),
      ),
    )
    .orderBy(desc(paymentAttempts.number));
}

export async function findAttempt(
  db: Queryable,
  gateways: readonly string[],
  gatewayOrderId: string,
): Promise<AgedAttempt | null> {
  const [found] = await db
    .select(agedColumns(dbNow(db)))
    .from(paymentAttempts)
    .where(and(inArray(paymentAttempts.gateway, [...gateways]), eq(paymentAttempts.gatewayOrderId, gatewayOrderId)));
  return found ?? null;
}

/**
 * Marks them as checked, so that two processes do not query the same ones; the delays grow with the age (gateway
 * rule 8).
 */
export async function claimDueAttempts(
  db: Queryable,
  gateways: readonly string[],
  limit: number,
): Promise<Pick<Attempt, 'gatewayOrderId'>[]> {
  // After three days no money arrives any more.
  const age = sql`(${dbNow(db)} - ${paymentAttempts.openedAt})`;
  const due = db
    .select({ orderId: paymentAttempts.orderId, number: paymentAttempts.number })
    .from(paymentAttempts)
    .where(
      and(
        inArray(paymentAttempts.state, watchedAttemptStates),
        inArray(paymentAttempts.gateway, [...gateways]),
        sql`${paymentAttempts.lookAt} <= ${dbNow(db)}`,
      ),
    )
    .orderBy(asc(paymentAttempts.lookAt))
    .limit(limit)
    .for('update', { skipLocked: true });
  return db
    .update(paymentAttempts)
    .set({
      lookAt: sql`case when ${age} > interval '3 days' then null
        else ${dbNow(db)} + greatest(interval '2 minutes', least(${age} * 0.5, interval '6 hours')) end`,
    })
    .where(sql`(${paymentAttempts.orderId}, ${paymentAttempts.number}) in ${due}`)
    .returning({ gatewayOrderId: paymentAttempts.gatewayOrderId });
}

export async function lockAttempt(tx: Tx, key: Pick<Attempt, 'orderId' | 'number'>): Promise<Attempt | null> {
  // Callers lock the order row first, to prevent deadlocks.
  const [found] = await tx.select().from(paymentAttempts).where(whereKey(key)).for('update');
  return found ?? null;
}

export async function addAttempt(
  tx: Tx,
  attempt: Pick<
    Attempt,
    | 'orderId'
    | 'number'
    | 'gateway'
    | 'gatewayOrderId'
    | 'amountCents'
    | 'currency'
    | 'withKey'
    | 'callerKey'
    | 'callerNetworkKey'
  >,
): Promise<void> {
  // Written before the request to the gateway (gateway rule 1).
  await tx.insert(paymentAttempts).values({
    ...attempt,
    state: 'opening',
    countedDeclines: 0,
    openedAt: dbNow(tx),
    updatedAt: dbNow(tx),
    lookAt: sql`${dbNow(tx)} + interval '2 minutes'`,
  });
}

/** An attempt that no gateway has: the order waits for a transfer. A search for its reference finds it as a session. */
export async function addManualAttempt(
  tx: Tx,
  { reference, ...attempt }: Omit<Parameters<typeof addAttempt>[1], 'gateway'> & { reference: string },
): Promise<void> {
  await tx.insert(paymentAttempts).values({
    ...attempt,
    gateway: 'manual',
    state: 'open',
    sessionId: reference,
    countedDeclines: 0,
    openedAt: dbNow(tx),
    updatedAt: dbNow(tx),
  });
}

export async function changeAttempt(
  at: Queryable,
  key: Pick<Attempt, 'orderId' | 'number'>,
  change: AttemptChange,
  only?: readonly AttemptState[],
): Promise<boolean> {
  // A caller's own `updatedAt` takes precedence.
  const changed = await at
    .update(paymentAttempts)
    .set({ updatedAt: dbNow(at), ...change })
    .where(and(whereKey(key), only ? inArray(paymentAttempts.state, only) : undefined))
    .returning({ number: paymentAttempts.number });
  return changed.length > 0;
}

/** The attempts whose last recorded gateway view is disputed. */
export async function disputedAttempts(at: Queryable, orderId: string): Promise<ReadonlySet<number>> {
  const { rows } = await at.execute<{ number: number; disputed: boolean }>(sql`
    select distinct on (attempt_number) attempt_number as number, said ->> 'status' = 'disputed' as disputed
    from ${paymentEvents} where order_id = ${orderId} and attempt_number is not null and refund_number is null
      and said ? 'status' order by attempt_number, id desc`);
  return new Set(rows.flatMap(({ number, disputed }) => (disputed ? [number] : [])));
}

/** The attempts whose place another one took, at least once. */
export async function supersededAttempts(at: Queryable, orderId: string): Promise<ReadonlySet<number>> {
  const { rows } = await at.execute<{ number: number }>(sql`
    select distinct attempt_number as number from ${paymentEvents}
    where order_id = ${orderId} and conclusion = 'superseded' and attempt_number is not null`);
  return new Set(rows.map(({ number }) => number));
}

/** The attempt that this opening superseded; null: none. Valid until the opening ends. */
export async function findReplaced(at: Queryable, orderId: string, opening: number): Promise<Attempt | null> {
  const [newest, before] = await at
    .select({ word: paymentEvents.conclusion, number: paymentEvents.attemptNumber })
    .from(paymentEvents)
    .where(and(eq(paymentEvents.orderId, orderId), inArray(paymentEvents.conclusion, ['opening', 'superseded'])))
    .orderBy(desc(paymentEvents.id))
    .limit(2);
  if (newest?.number !== opening || before?.word !== 'superseded' || before.number === null) return null;
  const [replaced] = await at
    .select()
    .from(paymentAttempts)
    .where(whereKey({ orderId, number: before.number }));
  return replaced ?? null;
}

export async function recordEvent(at: Queryable, event: PaymentEventRow): Promise<void> {
  await at.insert(paymentEvents).values({ ...event, happenedAt: dbNow(at) });
}

/** False when the notification is stored already. */
export async function addNotification(
  tx: Tx,
  notification: { gateway: string; notificationId: string; gatewayOrderId: string },
): Promise<boolean> {
  const kept = await tx
    .insert(paymentNotifications)
    .values({ ...notification, receivedAt: dbNow(tx) })
    .onConflictDoNothing()
    .returning({ id: paymentNotifications.notificationId });
  return kept.length > 0;
}

function agedColumns(now: SQL<Date>) {
  const secondsSince = <T>(moment: AnyPgColumn | SQL) => sql<T>`extract(epoch from ${now} - ${moment})::float8`;
  const { confirmingSince, unknownSince, updatedAt } = paymentAttempts;
  return {
    ...getTableColumns(paymentAttempts),
    ageSeconds: secondsSince<number>(paymentAttempts.openedAt),
    unchangedSeconds: secondsSince<number>(updatedAt),
    unknownSeconds: secondsSince<number | null>(unknownSince),
    confirmingSeconds: secondsSince<number>(sql`coalesce(${confirmingSince}, ${unknownSince}, ${updatedAt})`),
    isConfirming: isConfirmingAttempt,
  };
}
