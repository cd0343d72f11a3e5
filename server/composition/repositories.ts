// The repositories that the workflows of orders, payments and fulfilment share.
import type { Database } from '../database/database.ts';
import { createOrdersRepository } from '../modules/orders/orders.repository.ts';
import { createPaymentsRepository } from '../modules/payments/payments.repository.ts';

export type Repositories = ReturnType<typeof createRepositories>;

export function createRepositories(database: Database) {
  return {
    orders: createOrdersRepository(database),
    payments: createPaymentsRepository(database),
  };
}
