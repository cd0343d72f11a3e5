// SQL of what providers changed about the services in use.
import { and, desc, eq } from 'drizzle-orm';
import { dbNow, type Queryable, type Tx } from '../../database/database.ts';
import { serviceChanges } from './provider-watch.schema.ts';
import type { ServiceChange } from './service-changes.ts';

type ServiceChangeRow = typeof serviceChanges.$inferSelect;
export async function add(tx: Tx, providerId: string, changes: readonly ServiceChange[]): Promise<ServiceChangeRow[]> {
  if (changes.length === 0) return [];
  return tx
    .insert(serviceChanges)
    .values(changes.map((change) => ({ ...change, providerId, changedAt: dbNow(tx) })))
    .returning();
}

export async function findLastRise(
  db: Queryable,
  { providerId, serviceId }: { providerId: string; serviceId: string },
): Promise<Date | null> {
  const [found] = await db
    .select({ changedAt: serviceChanges.changedAt })
    .from(serviceChanges)
    .where(
      and(
        eq(serviceChanges.providerId, providerId),
        eq(serviceChanges.serviceId, serviceId),
        eq(serviceChanges.kind, 'price_up'),
      ),
    )
    .orderBy(desc(serviceChanges.changedAt))
    .limit(1);
  return found?.changedAt ?? null;
}

/** Newest first. */
export async function list(db: Queryable, limit: number): Promise<ServiceChangeRow[]> {
  return db.select().from(serviceChanges).orderBy(desc(serviceChanges.changedAt), desc(serviceChanges.id)).limit(limit);
}
