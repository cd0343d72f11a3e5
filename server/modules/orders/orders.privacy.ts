import { asc, desc, inArray, sql } from 'drizzle-orm';
import { dollarsFromCents } from '../../../contract/money.ts';
import { erasedLinkBase } from '../../../contract/retention.ts';
import { dbNow, type Tx } from '../../database/database.ts';
import type { Person } from '../../ports/module-parts.ts';
import type { StoreModule } from '../../store-module.ts';
import { hasPersonalData, idempotencyKeys, orderNotes, orders, orderViews } from './orders.schema.ts';

/** Saved filters that look for the email. */
const isViewOf = (email: string) => sql`position(lower(${email}) in lower(${orderViews.filter} ->> 'search')) > 0`;

export const ordersPrivacy = {
  export: async (tx: Tx, { email, orderIds }: Person) => {
    const placed = await tx.select().from(orders).where(inArray(orders.id, orderIds)).orderBy(desc(orders.createdAt));
    const notes = await tx
      .select()
      .from(orderNotes)
      .where(inArray(orderNotes.orderId, orderIds))
      .orderBy(asc(orderNotes.writtenAt));
    const views = await tx.select().from(orderViews).where(isViewOf(email));
    return {
      orders: placed.map((order) => ({
        id: order.id,
        created_at: order.createdAt.toISOString(),
        email: order.customerEmail,
        username: order.customerUsername,
        category: order.category,
        quantity: order.quantity,
        amount: dollarsFromCents(order.amountCents),
        refunded_amount: dollarsFromCents(order.refundedCents),
        currency: order.currency,
        language: order.language,
        network_country: order.networkCountry,
        source: order.source,
        device_type: order.deviceType,
        terms_version: order.termsVersion,
        post_links: order.postLinks,
        status: order.status,
        payment_status: order.paymentStatus,
        paid_at: order.paidAt?.toISOString() ?? null,
        deleted_at: order.deletedAt?.toISOString() ?? null,
        notes: notes
          .filter(({ orderId }) => orderId === order.id)
          .map(({ writtenAt, note }) => ({ written_at: writtenAt.toISOString(), note })),
      })),
      saved_filters: views.map(({ name, filter }) => ({ name, filter })),
    };
  },

  /** Orders keep the data for accounting: IDs, amounts, dates, states, quantities. */
  erase: async (tx, { email, orderIds }, pseudonymOf) => {
    await tx.delete(orderNotes).where(inArray(orderNotes.orderId, orderIds));
    await tx.delete(idempotencyKeys).where(inArray(sql`${idempotencyKeys.answer} ->> 'orderId'`, orderIds));
    if (email !== null) await tx.delete(orderViews).where(isViewOf(email));
    const erased = await tx
      .update(orders)
      .set({
        customerEmail: pseudonymOf(sql`${orders.customerEmail}`),
        customerUsername: 'customer',
        postLinks: sql`(select array_agg(${erasedLinkBase}::text || n order by n) from generate_series(1, cardinality(${orders.postLinks})) n)`,
        addressKey: null,
        networkCountry: null,
        deviceType: null,
        // What an email or an ad may name the person by. The rest is the name of a campaign.
        source: sql`${orders.source} - '{content,term}'::text[]`,
        updatedAt: dbNow(tx),
      })
      .where(inArray(orders.id, orderIds));
    return { orders: erased.rowCount ?? 0 };
  },

  retention: {
    orders: {
      select: (now, days) => sql`
        select id from ${orders} where created_at < ${now} - ${days} * interval '1 day' and ${hasPersonalData}
        order by created_at`,
    },
  },
} satisfies StoreModule['privacy'];
