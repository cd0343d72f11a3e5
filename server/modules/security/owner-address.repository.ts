// SQL of the owner's address: the present one, and the change that waits.
import { and, desc, eq, gt, isNull, lte, sql } from 'drizzle-orm';
import { fieldAt } from '../../../contract/setting-fields.ts';
import { dbNow, type Queryable } from '../../database/database.ts';
import { admins } from '../auth/auth.schema.ts';
import { launchAttestations, storeSettingsVersions } from '../settings/settings.schema.ts';
import { ownerAddresses } from './security.schema.ts';

type Pending = Pick<typeof ownerAddresses.$inferSelect, 'address' | 'takesEffectAt' | 'requestedBy'>;

const { address, requestedBy, takesEffectAt, canceledAt } = ownerAddresses;

/** Null when no address was ever set. */
export async function findSet(at: Queryable): Promise<string | null> {
  const [found] = await at
    .select({ address })
    .from(ownerAddresses)
    .where(and(isNull(canceledAt), lte(takesEffectAt, dbNow(at))))
    .orderBy(desc(takesEffectAt), desc(ownerAddresses.id))
    .limit(1);
  return found?.address ?? null;
}

async function supportAddress(at: Queryable): Promise<string | null> {
  const [latest] = await at
    .select({ email: sql<string>`${storeSettingsVersions.settings} ->> 'support_email'` })
    .from(storeSettingsVersions)
    .orderBy(desc(storeSettingsVersions.version))
    .limit(1);
  // The default address of a new store belongs to nobody.
  return latest && latest.email !== fieldAt('support_email').first ? latest.email || null : null;
}

async function firstOwner(at: Queryable): Promise<string | null> {
  const [first] = await at
    .select({ email: admins.email })
    .from(admins)
    .where(eq(admins.role, 'owner'))
    .orderBy(admins.createdAt)
    .limit(1);
  return first?.email ?? null;
}

/** The owner's address; if it is not set, the support email; if that is the default, the email of the first owner. */
export async function findAddress(at: Queryable): Promise<string | null> {
  return (await findSet(at)) ?? (await supportAddress(at)) ?? firstOwner(at);
}

/** True in live mode after the attestation: money moves. */
export async function isStoreOpened(at: Queryable): Promise<boolean> {
  const found = await at.select({ id: launchAttestations.id }).from(launchAttestations).limit(1);
  return found.length > 0;
}

export async function findPending(at: Queryable): Promise<Pending | null> {
  const [found] = await at
    .select({ address, takesEffectAt, requestedBy })
    .from(ownerAddresses)
    .where(and(isNull(canceledAt), gt(takesEffectAt, dbNow(at))))
    .orderBy(desc(ownerAddresses.id))
    .limit(1);
  return found ?? null;
}

/** Returns when it takes effect. */
export async function addAddress(
  at: Queryable,
  added: { address: string; requestedBy: string; delayHours: number },
): Promise<Date> {
  const now = dbNow(at);
  const [kept] = await at
    .insert(ownerAddresses)
    .values({
      address: added.address,
      requestedBy: added.requestedBy,
      requestedAt: now,
      takesEffectAt: sql`${now} + ${added.delayHours} * interval '1 hour'`,
    })
    .returning({ takesEffectAt });
  if (!kept) throw new Error('The address was not written.');
  return kept.takesEffectAt;
}

/** Returns the number of canceled changes. */
export async function cancelPending(at: Queryable): Promise<number> {
  const canceled = await at
    .update(ownerAddresses)
    .set({ canceledAt: dbNow(at) })
    .where(and(isNull(canceledAt), gt(takesEffectAt, dbNow(at))));
  return canceled.rowCount ?? 0;
}

/** Until the end of the transaction, no other change is made. */
export async function lockChanges(at: Queryable): Promise<void> {
  await at.execute(sql`lock table ${ownerAddresses} in share row exclusive mode`);
}
