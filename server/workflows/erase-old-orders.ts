// Old orders lose their personal data and keep their figures (settings, Retention). Every night, in small steps. Notes
// and tags of customers without orders and messages go with them.

import { sql } from 'drizzle-orm';
import type { StoreContext } from '../context.ts';
import * as customersRepository from '../modules/customers/customers.repository.ts';
import { busyOf, eraseOrders, eraseOrphanedNotes, type Held } from '../modules/data-privacy/erasure.ts';
import { hasPersonalData, orders } from '../modules/orders/orders.schema.ts';
import * as presenceRepository from '../modules/presence/presence.repository.ts';
import * as visitsRepository from '../modules/visitors/visits.repository.ts';

const erasedAtOnce = 200;

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
  while ((await ctx.database.transaction((tx) => eraseOrphanedNotes(tx, erasedAtOnce))) === erasedAtOnce);
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
    const { rows } = await tx.execute<Held & Position>(sql`
        select id, post_links as "postLinks", created_at::text as "createdAt" from ${orders}
        where created_at < ${ctx.database.now()} - ${days} * interval '1 day' and ${hasPersonalData}
          and (created_at, id) > (${after.createdAt}::timestamptz, ${after.id})
        order by created_at, id limit ${erasedAtOnce} for update`);
    const busy = new Set(await busyOf(tx, rows));
    const held = rows.filter(({ id }) => !busy.has(id));
    const count = held.length === 0 ? 0 : await eraseOrders(tx, ctx.database.now, held, salt);
    const isLast = rows.length < erasedAtOnce;
    const last = isLast ? null : (rows.at(-1) ?? null);
    return { count, last: last && { createdAt: last.createdAt, id: last.id } };
  });
}

/** Cuts the addresses of visitors that were kept whole to their networks. Safe to repeat. */
export async function shortenAddresses({ database }: StoreContext): Promise<void> {
  await presenceRepository.shortenAddresses(database.db);
  await visitsRepository.shortenAddresses(database.db);
}
