// Old orders lose their personal data and keep their figures (settings, Retention). Every night, in small steps. Notes
// and tags of customers without orders and messages go with them.

import { type SQL, sql } from 'drizzle-orm';
import type { StoreContext } from '../context.ts';
import type { Tx } from '../database/database.ts';
import { eraseNotes } from '../modules/customers/customers.privacy.ts';
import * as customersRepository from '../modules/customers/customers.repository.ts';
import * as dataPrivacyRepository from '../modules/data-privacy/data-privacy.repository.ts';
import { hasPersonalData, orders } from '../modules/orders/orders.schema.ts';
import * as presenceRepository from '../modules/presence/presence.repository.ts';
import { eraseCustomerEntries } from '../modules/security/security.privacy.ts';
import * as visitsRepository from '../modules/visitors/visits.repository.ts';

const erasedAtOnce = 200;

type OldOrder = { id: string; postLinks: string[] };
type Position = { createdAt: string; id: string };

/** Returns the number of erased orders. One that money or delivery is still under way for waits. */
export async function eraseOldOrders(ctx: StoreContext, days: number): Promise<number> {
  // One salt a night: an email has one pseudonym in it, and nobody can compute it later.
  const salt = ctx.ids.secretHex(32);
  let erased = 0;
  let after: Position | null = { createdAt: '-infinity', id: '' };
  while (after !== null) {
    const step: { count: number; last: Position | null } = await eraseSome(ctx, days, salt, after);
    erased += step.count;
    after = step.last;
  }
  while ((await eraseOrphanedCustomers(ctx)) === erasedAtOnce);
  if (erased === 0) return 0;
  await ctx.audit.record(ctx.database.db, {
    actor: 'system',
    action: 'orders.forgotten',
    subject: 'orders',
    details: { count: erased, days },
  });
  ctx.live.announce(ctx.database.db, 'order-update');
  await customersRepository.fold(ctx.database);
  return erased;
}

function eraseSome(ctx: StoreContext, days: number, salt: string, after: Position) {
  return ctx.database.transaction(async (tx) => {
    const { rows } = await tx.execute<OldOrder & Position>(sql`
        select id, post_links as "postLinks", created_at::text as "createdAt" from ${orders}
        where created_at < ${ctx.database.now()} - ${days} * interval '1 day' and ${hasPersonalData}
          and (created_at, id) > (${after.createdAt}::timestamptz, ${after.id})
        order by created_at, id limit ${erasedAtOnce} for update`);
    const busy = new Set(
      await dataPrivacyRepository.listBusyOrders(
        tx,
        rows.map(({ id }) => id),
      ),
    );
    const held = rows.filter(({ id }) => !busy.has(id));
    const count = held.length === 0 ? 0 : await eraseBuyers(ctx, tx, held, salt);
    const isLast = rows.length < erasedAtOnce;
    const last = isLast ? null : (rows.at(-1) ?? null);
    return { count, last: last && { createdAt: last.createdAt, id: last.id } };
  });
}

/** The orders of an email get one pseudonym in one erasure. */
async function eraseBuyers(ctx: StoreContext, tx: Tx, held: OldOrder[], salt: string): Promise<number> {
  const subject = {
    email: null,
    orderIds: held.map(({ id }) => id),
    links: held.flatMap(({ postLinks }) => postLinks),
    messageIds: [],
  };
  const toPseudonym = (email: SQL) =>
    sql`'erased-' || left(encode(sha256(convert_to(${salt}::text || lower(${email}), 'UTF8')), 'hex'), 16) || '@erased.invalid'`;
  return (await ctx.personalData.erase(tx, subject, toPseudonym)).orders;
}

/** Returns their number, at most `erasedAtOnce`. */
function eraseOrphanedCustomers(ctx: StoreContext): Promise<number> {
  return ctx.database.transaction(async (tx) => {
    const emails = await dataPrivacyRepository.listOrphanedCustomers(tx, erasedAtOnce);
    await eraseNotes(tx, emails);
    await eraseCustomerEntries(tx, emails);
    return emails.length;
  });
}

/** Cuts the addresses of visitors that were kept whole to their networks. Safe to repeat. */
export async function shortenAddresses({ database }: StoreContext): Promise<void> {
  await presenceRepository.shortenAddresses(database.db);
  await visitsRepository.shortenAddresses(database.db);
}
