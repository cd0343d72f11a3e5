import { inArray } from 'drizzle-orm';
import { sentenceColumns } from '../../platform/sentence-columns.ts';
import type { Erase } from '../../ports/module-parts.ts';
import { deliveryRequests, dropReports } from './delivery.schema.ts';

export const eraseDeliveryWords: Erase = async (tx, { orderIds }) => {
  await tx.update(dropReports).set({ reason: null }).where(inArray(dropReports.orderId, orderIds));
  await tx
    .update(deliveryRequests)
    .set(sentenceColumns('words', null))
    .where(inArray(deliveryRequests.orderId, orderIds));
  return {};
};
