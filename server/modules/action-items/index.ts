import { inArray, sql } from 'drizzle-orm';
import type { Erase } from '../../ports/module-parts.ts';
import type { StoreModule } from '../../store-module.ts';
import { actionItemsRoutes } from './action-items.routes.ts';
import { dismissedItems } from './action-items.schema.ts';

/** Notes of dismissed items. */
const eraseDismissals: Erase = async (tx, { orderIds }) => {
  await tx.delete(dismissedItems).where(inArray(sql`left(${dismissedItems.subject}, 12)`, orderIds));
  return {};
};

export const actionItems = { routes: actionItemsRoutes, privacy: { erase: eraseDismissals } } satisfies StoreModule;
