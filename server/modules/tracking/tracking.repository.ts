// SQL of the codes for My Orders.
import { eq, sql } from 'drizzle-orm';
import type { Language } from '../../../contract/languages.ts';
import { type Database, dbNow, type Queryable, type Tx } from '../../database/database.ts';
import { trackingCodes } from './tracking.schema.ts';

export const codeMinutes = 10;
const mostTries = 5;
/** Codes of one address in an hour: somebody else may request them. */
export const mostCodesAnHour = 5;

/** Replaces the code of an address. False above the number of codes in an hour: the earlier code stays. */
export async function renewCode(
  tx: Tx,
  code: { emailKey: string; codeId: string; language: Language },
): Promise<boolean> {
  const t = trackingCodes;
  const isOver = sql`${t.requestedSince} <= ${dbNow(tx)} - interval '1 hour'`;
  const written = await tx
    .insert(t)
    .values({ ...code, expiresAt: sql`${dbNow(tx)} + ${codeMinutes} * interval '1 minute'`, requestedSince: dbNow(tx) })
    .onConflictDoUpdate({
      target: t.emailKey,
      set: {
        codeId: code.codeId,
        language: code.language,
        tries: 0,
        expiresAt: sql`excluded.expires_at`,
        requests: sql`case when ${isOver} then 1 else ${t.requests} + 1 end`,
        requestedSince: sql`case when ${isOver} then excluded.requested_since else ${t.requestedSince} end`,
      },
      setWhere: sql`${isOver} or ${t.requests} < ${mostCodesAnHour}`,
    });
  return (written.rowCount ?? 0) > 0;
}

/** Counts one try of the address's code, under its row lock. A right one uses the code up. */
export async function tryCode(
  database: Database,
  emailKey: string,
  isRight: (codeId: string) => boolean,
): Promise<boolean> {
  return database.transaction(async (tx) => {
    const [found] = await tx
      .select({
        codeId: trackingCodes.codeId,
        tries: trackingCodes.tries,
        isLive: sql<boolean>`${trackingCodes.expiresAt} > ${database.now()}`,
      })
      .from(trackingCodes)
      .where(eq(trackingCodes.emailKey, emailKey))
      .for('update');
    if (!found?.isLive || found.tries >= mostTries) return false;
    const right = isRight(found.codeId);
    const tries = right ? mostTries : found.tries + 1;
    await tx.update(trackingCodes).set({ tries }).where(eq(trackingCodes.emailKey, emailKey));
    return right;
  });
}

/** Deletes expired codes, as soon as their count of requests no longer matters. */
export async function purgeCodes(db: Queryable): Promise<void> {
  await db.execute(sql`
    delete from ${trackingCodes} where expires_at < ${dbNow(db)} and requested_since < ${dbNow(db)} - interval '1 hour'`);
}
