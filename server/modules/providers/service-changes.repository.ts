// SQL of the changes of services: which are open, and what settles them.
import { and, count, desc, eq, gt, gte, inArray, isNull, lt, notInArray, type SQL, sql } from 'drizzle-orm';
import type { ServiceChangeKind } from '../../../contract/providers.ts';
import type { ServiceChangeEnd } from '../../../contract/service-changes.ts';
import { dbNow, type Queryable, type Tx } from '../../database/database.ts';
import { dispatches } from '../dispatch/dispatch.schema.ts';
import { serviceChanges } from './providers.schema.ts';
import { findFollowed, type ServiceChange, subjectKinds } from './service-changes.ts';

export type ServiceChangeRow = typeof serviceChanges.$inferSelect;
type ServiceKey = { providerId: string; serviceId: string };

const isOpen = isNull(serviceChanges.settledAt);
const isOfTerms = sql`${serviceChanges.kind} not in ('price_up', 'price_down')`;

/** A later change of the same fact continues an open one, or takes it back; then both are settled. */
export async function addChanges(
  tx: Tx,
  providerId: string,
  changes: readonly ServiceChange[],
): Promise<ServiceChangeRow[]> {
  if (changes.length === 0) return [];
  const serviceIds = [...new Set(changes.map(({ serviceId }) => serviceId))];
  const open = await lockOpen(
    tx,
    and(eq(serviceChanges.providerId, providerId), inArray(serviceChanges.serviceId, serviceIds)),
  );
  const followed = changes.map((change) => ({ change, ...findFollowed(change, open) }));
  for (const end of ['reversed', 'superseded'] as const) {
    const ids = followed.filter(({ isReversed }) => isReversed === (end === 'reversed')).flatMap((each) => each.ids);
    await settle(tx, ids, end, null);
  }
  return tx
    .insert(serviceChanges)
    .values(
      followed.map(({ change, from, isReversed }) => ({
        ...change,
        providerId,
        changedAt: dbNow(tx),
        openFrom: from,
        ...(isReversed ? { settledAt: dbNow(tx), settledAs: 'reversed' as const } : {}),
      })),
    )
    .returning();
}

export async function findLastChange(
  db: Queryable,
  { providerId, serviceId }: ServiceKey,
  kinds: readonly ServiceChangeKind[],
): Promise<Date | null> {
  const [found] = await db
    .select({ changedAt: serviceChanges.changedAt })
    .from(serviceChanges)
    .where(
      and(
        eq(serviceChanges.providerId, providerId),
        eq(serviceChanges.serviceId, serviceId),
        inArray(serviceChanges.kind, [...kinds]),
      ),
    )
    .orderBy(desc(serviceChanges.changedAt))
    .limit(1);
  return found?.changedAt ?? null;
}

export type ChangeFilter = { isOpen: boolean | null; withCosts: boolean };

function filtered({ isOpen: open, withCosts }: ChangeFilter): SQL | undefined {
  const state = open === null ? undefined : open ? isOpen : sql`${serviceChanges.settledAt} is not null`;
  return and(state, withCosts ? undefined : isOfTerms);
}

/** Newest first; only IDs below `before` when it is set. */
export async function listChanges(
  db: Queryable,
  filter: ChangeFilter,
  { limit, before }: { limit: number; before: number | null },
): Promise<ServiceChangeRow[]> {
  return db
    .select()
    .from(serviceChanges)
    .where(and(filtered(filter), before === null ? undefined : lt(serviceChanges.id, before)))
    .orderBy(desc(serviceChanges.id))
    .limit(limit);
}

/** Up to `most` and one. */
export async function countChanges(db: Queryable, filter: ChangeFilter, most: number): Promise<number> {
  const found = db.select({ id: serviceChanges.id }).from(serviceChanges).where(filtered(filter));
  const [row] = await db.select({ changes: count() }).from(found.limit(most + 1).as('found'));
  return row?.changes ?? 0;
}

export async function lockChange(tx: Tx, id: number): Promise<ServiceChangeRow | null> {
  const [found] = await tx.select().from(serviceChanges).where(eq(serviceChanges.id, id)).for('update');
  return found ?? null;
}

/** A later change of the same fact. */
export async function hasLater(
  tx: Tx,
  { id, providerId, serviceId, kind, changedAt }: ServiceChangeRow,
): Promise<boolean> {
  const found = await tx
    .select({ id: serviceChanges.id })
    .from(serviceChanges)
    .where(
      and(
        eq(serviceChanges.providerId, providerId),
        eq(serviceChanges.serviceId, serviceId),
        inArray(serviceChanges.kind, [...subjectKinds(kind)]),
        gte(serviceChanges.changedAt, changedAt),
        gt(serviceChanges.id, id),
      ),
    )
    .limit(1);
  return found.length > 0;
}

/** In the order of their IDs, so that two transactions never wait for each other. */
export async function lockOpen(tx: Tx, which: SQL | undefined): Promise<ServiceChangeRow[]> {
  return tx.select().from(serviceChanges).where(and(isOpen, which)).orderBy(serviceChanges.id).for('update');
}

export function ofKinds(kinds: readonly ServiceChangeKind[]): SQL {
  return inArray(serviceChanges.kind, [...kinds]);
}

/** `by`: the admin's email; null for the store. */
export async function settle(
  tx: Tx,
  ids: readonly number[],
  end: ServiceChangeEnd,
  by: string | null,
  note: string | null = null,
): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(serviceChanges)
    .set({ settledAt: dbNow(tx), settledAs: end, settledBy: by, note })
    .where(inArray(serviceChanges.id, [...ids]));
}

export async function reopen(tx: Tx, id: number): Promise<void> {
  await tx
    .update(serviceChanges)
    .set({ settledAt: null, settledAs: null, settledBy: null, note: null })
    .where(eq(serviceChanges.id, id));
}

export async function settleOfService(
  tx: Tx,
  { providerId, serviceId }: ServiceKey,
  kinds: readonly ServiceChangeKind[],
  end: ServiceChangeEnd,
  by: string,
): Promise<void> {
  const of = and(eq(serviceChanges.providerId, providerId), eq(serviceChanges.serviceId, serviceId), ofKinds(kinds));
  await settle(
    tx,
    (await lockOpen(tx, of)).map(({ id }) => id),
    end,
    by,
  );
}

/** Of the services of a provider that no offer uses any more. */
export async function settleReplaced(tx: Tx, providerId: string, used: readonly string[], by: string): Promise<void> {
  const others = used.length === 0 ? undefined : notInArray(serviceChanges.serviceId, [...used]);
  const open = await lockOpen(tx, and(eq(serviceChanges.providerId, providerId), others));
  await settle(
    tx,
    open.map(({ id }) => id),
    'replaced',
    by,
  );
}

export type OpenLinks = { links: number; units: number };

/** Links in delivery and the units to come, by `provider service`. Counts up to `most` links of each and one. */
export async function readInDelivery(
  db: Queryable,
  services: readonly ServiceKey[],
  most: number,
): Promise<Map<string, OpenLinks>> {
  if (services.length === 0) return new Map();
  const { rows } = await db.execute<{ key: string } & OpenLinks>(sql`
    select w."providerId" || ' ' || w."serviceId" as key, count(*)::int as links, sum(d.units)::float8 as units
    from json_to_recordset(${JSON.stringify(services)}) as w("providerId" text, "serviceId" text)
      cross join lateral (
        select coalesce(d.remains, d.quantity) as units from ${dispatches} d
        where d.provider_id = w."providerId" and d.service_id = w."serviceId" and d.following and d.ended_at is null
        limit ${most + 1}) d
    group by 1`);
  return new Map(rows.map(({ key, ...links }) => [key, links]));
}
