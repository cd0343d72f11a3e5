import { inArray, sql } from 'drizzle-orm';
import type { Erase } from '../../ports/module-parts.ts';
import { dismissedItems } from './action-items.schema.ts';

/** Notes of dismissed items. */
export const eraseDismissals: Erase = async (tx, { orderIds }) => {
  await tx.delete(dismissedItems).where(inArray(sql`left(${dismissedItems.subject}, 12)`, orderIds));
  return {};
};
