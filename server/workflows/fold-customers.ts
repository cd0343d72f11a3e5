import type { StoreContext } from '../context.ts';
import * as customersRepository from '../modules/customers/customers.repository.ts';

/** Brings what changed of orders and messages into the list of customers now, not in the next minute. */
export async function foldCustomers({ database }: StoreContext): Promise<void> {
  await customersRepository.fold(database);
}
