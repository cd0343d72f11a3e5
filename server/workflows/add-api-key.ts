// Creates an API key for an owner.

import { StoreError } from '../../contract/store-error.ts';
import type { StoreContext } from '../context.ts';
import type { ApiKeyRow } from '../modules/api-keys/api-keys.repository.ts';
import { addKey, type NewKey } from '../modules/api-keys/api-keys.service.ts';
import { keepOwner } from '../platform/owners.ts';
import type { Admin } from '../request-context.ts';

/**
 * Returns the key, which is not stored. Throws conflict at the limit, and unauthorized for an admin who was removed or is
 * no owner any more.
 */
export async function addApiKey(
  ctx: StoreContext,
  chosen: NewKey,
  admin: Admin,
): Promise<{ key: string; row: ApiKeyRow }> {
  return ctx.database.transaction(async (tx) => {
    if (!(await keepOwner(tx, admin.id))) throw new StoreError('unauthorized');
    return addKey(ctx, tx, chosen, admin);
  });
}
