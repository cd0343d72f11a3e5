import { asc, inArray, sql } from 'drizzle-orm';
import { erasedLinkBase } from '../../../contract/retention.ts';
import type { Tx } from '../../database/database.ts';
import { sentenceColumns } from '../../platform/sentence-columns.ts';
import type { Person } from '../../ports/module-parts.ts';
import type { StoreModule } from '../../store-module.ts';
import { deliveryRequests } from '../delivery/delivery.schema.ts';
import { dispatches, linkReplacements, linkRequests } from './dispatch.schema.ts';

export const dispatchPrivacy = {
  export: async (tx: Tx, { orderIds }: Person) => {
    const sent = await tx
      .select()
      .from(dispatches)
      .where(inArray(dispatches.orderId, orderIds))
      .orderBy(dispatches.orderId, dispatches.position);
    const requests = await tx.select().from(deliveryRequests).where(inArray(deliveryRequests.orderId, orderIds));
    const replaced = await tx
      .select()
      .from(linkReplacements)
      .where(inArray(linkReplacements.orderId, orderIds))
      .orderBy(asc(linkReplacements.replacedAt));
    const asked = await tx
      .select()
      .from(linkRequests)
      .where(inArray(linkRequests.orderId, orderIds))
      .orderBy(asc(linkRequests.requestedAt));
    return {
      deliveries: sent.map((row) => ({
        order_id: row.orderId,
        position: row.position,
        post_link: row.postLink,
        quantity: row.quantity,
        state: row.state,
        remains: row.remains,
        provider_order_id: row.providerOrderId,
        live_status: row.liveStatus,
        said: [
          row.error,
          row.hint,
          ...requests
            .filter(({ orderId, position }) => orderId === row.orderId && position === row.position)
            .map(({ words }) => words),
        ].filter((words) => words !== null),
        created_at: row.createdAt.toISOString(),
      })),
      replaced_links: replaced.map(({ orderId, oldLink, newLink, reason, delivered, replacedAt }) => ({
        order_id: orderId,
        old_link: oldLink,
        new_link: newLink,
        reason,
        delivered,
        replaced_at: replacedAt.toISOString(),
      })),
      link_requests: asked.map(({ orderId, oldLink, newLink, state, reason, requestedAt }) => ({
        order_id: orderId,
        old_link: oldLink,
        new_link: newLink,
        state,
        reason,
        requested_at: requestedAt.toISOString(),
      })),
    };
  },

  erase: async (tx, { orderIds }) => {
    await tx
      .update(dispatches)
      .set({
        postLink: sql`${erasedLinkBase}::text || (${dispatches.position} + 1)`,
        linkKey: sql`'erased ' || ${dispatches.orderId} || ' ' || ${dispatches.position}`,
        ...sentenceColumns('error', null),
        ...sentenceColumns('hint', null),
      })
      .where(inArray(dispatches.orderId, orderIds));
    const erasedLink = sql`${erasedLinkBase}::text || (${linkReplacements.position} + 1)`;
    await tx
      .update(linkReplacements)
      .set({ oldLink: erasedLink, newLink: erasedLink, reason: null })
      .where(inArray(linkReplacements.orderId, orderIds));
    const erasedRequest = sql`${erasedLinkBase}::text || (${linkRequests.position} + 1)`;
    await tx
      .update(linkRequests)
      .set({
        oldLink: erasedRequest,
        newLink: erasedRequest,
        linkKey: sql`'erased ' || ${linkRequests.orderId} || ' ' || ${linkRequests.number}`,
        reason: null,
        state: sql`case ${linkRequests.state} when 'requested' then 'ended' else ${linkRequests.state} end`,
      })
      .where(inArray(linkRequests.orderId, orderIds));
    return {};
  },
} satisfies StoreModule['privacy'];
