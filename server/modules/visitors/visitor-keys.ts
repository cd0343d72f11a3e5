// The identity of a visitor for one day: a hash with a salt that all processes share and that is deleted when the day
// ends.
import { createHmac } from 'node:crypto';
import { and, eq, lt, sql } from 'drizzle-orm';
import { dayIn } from '../../../contract/time-zones.ts';
import type { StoreContext } from '../../context.ts';
import { toZonedDay, visitsZone } from '../../database/zones.ts';
import type { VisitorKeys } from '../../ports/visitor-keys.ts';
import { visitSalts } from './visitors.schema.ts';

export function createVisitorKeys({
  database,
  ids,
  clock,
  settings,
}: Pick<StoreContext, 'database' | 'ids' | 'clock' | 'settings'>): VisitorKeys {
  let current: { day: string; salt: Promise<string> } | null = null;

  function getSalt(day: string): Promise<string> {
    if (current?.day === day) return current.salt;
    const salt = takeSalt(day);
    current = { day, salt };
    // A failed read is retried.
    salt.catch(() => {
      if (current?.salt === salt) current = null;
    });
    return salt;
  }

  // The first process of a day creates the salt and deletes older ones.
  async function takeSalt(day: string): Promise<string> {
    const { db } = database;
    await db
      .insert(visitSalts)
      .values({ day, salt: ids.secretHex(32) })
      .onConflictDoNothing();
    // Without its salt, a day's visitors cannot be identified. The database's clock decides too, so that a process
    // whose clock runs ahead does not delete today's salt.
    await db
      .delete(visitSalts)
      .where(and(lt(visitSalts.day, day), sql`${visitSalts.day} < ${toZonedDay(database.now(), visitsZone)}`));
    const [found] = await db.select({ salt: visitSalts.salt }).from(visitSalts).where(eq(visitSalts.day, day));
    if (!found) throw new Error('The salt of the day is gone.');
    return found.salt;
  }

  return {
    computeKey: async (address, ...traits) => {
      const day = dayIn(await settings.timeZone(), clock.now());
      const hash = createHmac('sha256', await getSalt(day)).update([address, ...traits].join('\n'));
      // The date prefix keeps the keys of a day together in the index.
      return `${day.replaceAll('-', '').slice(2)}${hash.digest('hex').slice(0, 26)}`;
    },
  };
}
