// A message to the support for the admin who answers it.
import type { StoreContext } from '../context.ts';
import { getMessage, readThread } from '../modules/contact/contact-threads.ts';
import * as customersRepository from '../modules/customers/customers.repository.ts';

/** With the figures of its writer as they are now. Throws not_found. */
export async function readContactThread(ctx: StoreContext, id: string) {
  const message = await getMessage(ctx, id);
  await customersRepository.fold(ctx.database);
  return readThread(ctx, message);
}
