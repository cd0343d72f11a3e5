// A message to the support for the admin who answers it.
import type { StoreContext } from '../context.ts';
import { getMessage, readThread } from '../modules/contact/contact-threads.ts';
import { foldCustomers } from './fold-customers.ts';

/** With the figures of its writer as they are now. Throws not_found. */
export async function readContactThread(ctx: StoreContext, id: string) {
  const message = await getMessage(ctx, id);
  await foldCustomers(ctx);
  return readThread(ctx, message);
}
