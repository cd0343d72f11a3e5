// Data subject rights: the export and the erasure of all data about an email address.

import { sql } from 'drizzle-orm';
import type { AnswerFor } from '../../contract/index.ts';
import { erasedEmail } from '../../contract/retention.ts';
import { StoreError } from '../../contract/store-error.ts';
import { storeMessage } from '../../contract/store-messages.ts';
import type { StoreContext } from '../context.ts';
import * as customersRepository from '../modules/customers/customers.repository.ts';
import * as dataPrivacyRepository from '../modules/data-privacy/data-privacy.repository.ts';
import type { Erased } from '../ports/module-parts.ts';
import type { Admin } from '../request-context.ts';

/** From one snapshot. The audit log records that an export took place, but not whose data it contains. */
export async function exportPerson(
  ctx: StoreContext,
  email: string,
  admin: Admin,
): Promise<AnswerFor<'POST /api/admin/people/export'>> {
  const found = await ctx.database.snapshot(async (tx) =>
    ctx.personalData.read(tx, await dataPrivacyRepository.findPerson(tx, email)),
  );
  await ctx.audit.record(ctx.database.db, {
    actor: `admin:${admin.id}`,
    action: 'person.exported',
    subject: 'person',
    details: { orders: found.orders.length, messages: found.contact_messages.length },
  });
  return { email, exported_at: ctx.clock.now().toISOString(), ...found };
}

/** Throws conflict with the orders that are still in progress. Safe to repeat: nothing is left to erase. */
export async function erasePerson(ctx: StoreContext, email: string, admin: Admin): Promise<Erased> {
  const erased = await ctx.database.transaction(async (tx) => {
    const person = await dataPrivacyRepository.findPerson(tx, email, { isLocked: true });
    const busy = await dataPrivacyRepository.listBusyOrders(tx, person.orderIds);
    if (busy.length > 0) throw underWay(busy);
    const pseudonym = erasedEmail(ctx.ids.secretHex(8));
    const done = await ctx.personalData.erase(tx, person, () => sql`${pseudonym}`);
    if (Object.values(done).every((count) => count === 0)) return done;
    const entry = { actor: `admin:${admin.id}`, action: 'person.erased', subject: pseudonym };
    await ctx.audit.record(tx, { ...entry, details: { ...done } });
    ctx.live.announce(tx, 'order-update');
    return done;
  });
  await customersRepository.fold(ctx.database);
  return erased;
}

const mostNamed = 5;

function underWay(orderIds: string[]): StoreError {
  const orders = orderIds.slice(0, mostNamed).join(', ');
  const others = Math.max(0, orderIds.length - mostNamed);
  return new StoreError('conflict', {
    reason: storeMessage('orders_in_progress', { orders, others }),
    body: { orderIds },
  });
}
